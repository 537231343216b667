// What a script calls tools with: one object per server, and `call_tool`. Both send the server's and the tool's name
// as the script wrote them; the host decides what they mean.
import { toolError } from "./tool-error.js";
import { Unserialisable, describe, toJsonText } from "./values.js";

const { parse } = JSON;

/** @typedef {{ server: string, tool: string, args: string, raw: boolean }} Call */
/** @typedef {import("./tool-error.js").Failure} Failure */
/** @typedef {{ ok: true, value: string } | { ok: false, error: Failure }} Reply */
/** @typedef {(call: Call) => Promise<Reply>} Send */

// `await github` and JSON.stringify(github) ask an object for these; they are never tools.
const NEVER_TOOLS = new Set(["then", "toJSON"]);

/** @param {string} server @param {Send} send */
export function createNamespace(server, send) {
  const made = new Map();
  return new Proxy(Object.freeze(Object.create(null)), {
    get(_target, name) {
      if (typeof name !== "string" || NEVER_TOOLS.has(name)) return undefined;
      let tool = made.get(name);
      if (tool === undefined) {
        tool = createTool(server, name, send);
        made.set(name, tool);
      }
      return tool;
    },
    has: (_target, name) => typeof name === "string" && !NEVER_TOOLS.has(name),
    set(_target, name) {
      throw new TypeError(`${server}.${String(name)} cannot be assigned`);
    },
  });
}

/** @param {string} server @param {string} tool @param {Send} send */
function createTool(server, tool, send) {
  /** @param {boolean} raw */
  const caller =
    (raw) =>
    /** @param {unknown} [args] @returns {Promise<unknown>} */
    async (args) => {
      const reply = await send({ server, tool, args: argsText(server, tool, args), raw });
      if (!reply.ok) throw toolError(reply.error);
      return parse(reply.value);
    };
  return Object.freeze(Object.assign(caller(false), { raw: Object.freeze(caller(true)) }));
}

/** @param {Send} send */
export function createCallTool(send) {
  /** @param {unknown} server @param {unknown} tool @param {unknown} args */
  return async function call_tool(server, tool, args = {}) {
    try {
      const names = { server: String(server), tool: String(tool) };
      const reply = await send({ ...names, args: argsText(names.server, names.tool, args), raw: false });
      return reply.ok ? { ok: true, result: parse(reply.value) } : { ok: false, error: reply.error };
    } catch (error) {
      return { ok: false, error: { code: "INVALID_ARGS", message: describe(error) } };
    }
  };
}

/** @param {string} server @param {string} tool @param {unknown} args */
function argsText(server, tool, args) {
  const failure = { code: "INVALID_ARGS", server, tool };
  if (args === undefined) return "{}";
  if (args === null || typeof args !== "object" || Array.isArray(args)) {
    const kind = args === null ? "null" : Array.isArray(args) ? "an array" : `a ${typeof args}`;
    const message = `${server}.${tool} takes one object of named arguments and got ${kind}`;
    throw toolError({ ...failure, message });
  }
  try {
    return /** @type {string} */ (toJsonText(args, "args"));
  } catch (error) {
    if (!(error instanceof Unserialisable)) throw error;
    throw toolError({ ...failure, message: `The arguments of ${server}.${tool} cannot be sent: ${error.message}` });
  }
}
