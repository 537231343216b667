// The objects by which a script calls tools, one per server. They send the names of server and tool as the script wrote them;
// the host resolves them.
import { toolError } from "./tool-error.js";
import { TooLong, Unserialisable, isA } from "./refused-values.js";
import { lazyObject } from "./lazy-object.js";
import { registerOpaque, toArgsText } from "./values.js";

const { parse } = JSON;

/** @typedef {{ server: string, tool: string, args: string, raw: boolean }} Call */
/** @typedef {import("./tool-error.js").Failure} Failure */
/** @typedef {{ ok: true, value: string } | { ok: false, error: Failure }} Reply */
/** @typedef {(call: Call) => Promise<Reply>} Send */

// `await github` and JSON.stringify(github) ask an object for these; they are never tools.
const NEVER_TOOLS = new Set(["then", "toJSON"]);

/** @param {string} server @param {Pick<import("./surroundings.js").Ways, "send" | "maxArgsLength" | "membersOf">} ways */
export function createNamespace(server, { send, maxArgsLength, membersOf }) {
  const namespace = lazyObject(server, (name) => createTool(server, name, send, maxArgsLength), {
    members: membersOf(server),
    never: NEVER_TOOLS,
    instead: `await tools.list("${server}")`,
  });
  registerOpaque(namespace, `the server ${server}: call one of its tools`);
  return namespace;
}

/** @param {string} server @param {string} tool @param {Send} send @param {number} maxArgsLength */
function createTool(server, tool, send, maxArgsLength) {
  /** @param {boolean} raw */
  const caller =
    (raw) =>
    /** @param {unknown} [args] @param {unknown} [variables] @returns {Promise<unknown>} */
    async (args, variables) => {
      // `shop.query(text, variables)`, as GraphQL clients are called.
      const named = tool === "query" && typeof args === "string" ? { query: args, variables } : args;
      const reply = await send({ server, tool, args: argsText(server, tool, named, maxArgsLength), raw });
      if (!reply.ok) throw toolError(reply.error);
      return parse(reply.value);
    };
  return Object.freeze(Object.assign(caller(false), { raw: Object.freeze(caller(true)) }));
}

/** @param {string} server @param {string} tool @param {unknown} args @param {number} maxLength */
export function argsText(server, tool, args, maxLength) {
  /** @param {string} message */
  const refused = (message) => toolError({ code: "INVALID_ARGS", message, server, tool });
  if (args === undefined) return "{}";
  const kind = kindOf(args);
  if (kind !== "an object") throw refused(`${server}.${tool} takes one object of named arguments and got ${kind}`);
  let text;
  try {
    text = toArgsText(args, "args", maxLength);
  } catch (error) {
    if (isA(error, TooLong))
      throw refused(`The arguments of ${server}.${tool} have more than ${maxLength} characters; no more are sent.`);
    if (!isA(error, Unserialisable)) throw error;
    throw refused(
      `The arguments of ${server}.${tool} cannot be sent: ${/** @type {Unserialisable} */ (error).message}`,
    );
  }
  // A Date, a Map with other keys than strings, or a value with toJSON() is an object here but not as JSON.
  if (text?.[0] !== "{")
    throw refused(`${server}.${tool} takes one object of named arguments and got ${text?.slice(0, 100) ?? "nothing"}`);
  return text;
}

/** @param {unknown} args */
function kindOf(args) {
  if (args === null) return "null";
  if (typeof args !== "object") return `a ${typeof args}`;
  try {
    return Array.isArray(args) ? "an array" : "an object";
  } catch {
    return "a revoked proxy";
  }
}
