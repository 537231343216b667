// `call_tool(server, tool, args)` answers with an envelope and never throws. `call_tools([{server, tool, args}, …])` makes several
// calls at once and answers in their order. A script that does not write `await` gets an object that its rewritten code waits for.
import { box, pending } from "./pending.js";

const MAX_REQUESTS = 100;
const MAX_PARALLEL = 32;
const DEFAULT_PARALLEL = 8;

const { isArray } = Array;
const { create, defineProperty, hasOwn } = Object;
const { isInteger } = Number;
const PayloadProxy = Proxy;

const WHY_A_PROMISE =
  "The script uses await, then or Promise.all with another call, so every call returns a promise. Await every call, or remove await, then and Promise.all from all calls.";

/** @typedef {{ ok: true, result: unknown } | { ok: false, error: { code: string, message: string } }} Envelope */
/** @typedef {{ server: string, tool: string, args: unknown }} Request */
/** @typedef {typeof import("./wire-result.js").fromWire} FromWire */

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ scope, answer, call, failureOf, describe, registerOpaque }) {
  // Only rewritten code mentions these names: it relies on us to wait, or it reads results in wire form.
  const waitsForUs = () => scope.has("$mcpproxy");
  const wireForm = () => /** @type {FromWire | undefined} */ (scope.get("$mcpproxy_wire"));

  /** @param {Request} request @returns {Promise<Envelope>} */
  async function send({ server, tool, args }) {
    try {
      const fromWire = wireForm();
      if (fromWire === undefined) return withPayload(await call(server, tool, args, false));
      const unwrapped = fromWire(await call(server, tool, args, true), server, tool);
      return unwrapped.ok ? withPayload(unwrapped.result) : unwrapped;
    } catch (error) {
      return { ok: false, error: failureOf(error) ?? { code: "INVALID_ARGS", message: describe(error) } };
    }
  }

  /** @param {Promise<unknown>} answered */
  const waited = (answered) => {
    const boxed = answered.then((value) => box(value));
    return pending(boxed, registerOpaque);
  };

  /** @param {unknown} server @param {unknown} tool @param {unknown} args */
  const one = async (server, tool, args) => {
    const request = readCall(server, tool, args);
    return typeof request === "string" ? invalid(`call_tool: ${request}`) : send(request);
  };

  /** @param {unknown} requests @param {unknown} options */
  const many = async (requests, options) => {
    let batch;
    try {
      batch = readBatch(requests, options);
    } catch (error) {
      return invalid(`call_tools: ${describe(error)}`);
    }
    if (typeof batch === "string") return invalid(`call_tools: ${batch}`);
    const { list, parallel } = batch;
    const slots = /** @type {Envelope[]} */ ([]);
    let next = 0;
    const work = async () => {
      for (let at = next; at < list.length; at = next) {
        next += 1;
        const request = list[at];
        if (request !== undefined) slots[at] = await send(request);
      }
    };
    const workers = [];
    for (let count = 0; count < parallel && count < list.length; count += 1) workers.push(work());
    await Promise.all(workers);
    return slots;
  };

  return {
    /** @param {unknown} server @param {unknown} [tool] @param {unknown} [args] */
    call_tool: function call_tool(server, tool, args) {
      if (waitsForUs()) return waited(one(server, tool, args));
      return answer("call_tool", () => one(server, tool, args), WHY_A_PROMISE);
    },
    /** @param {unknown} requests @param {unknown} [options] */
    call_tools: function call_tools(requests, options) {
      if (waitsForUs()) return waited(many(requests, options));
      return answer("call_tools", () => many(requests, options), WHY_A_PROMISE);
    },
  };
}

/**
 * MCPProxy's page of features reads the payload off the envelope: `user.name`, `files.length`, `files[0]`. The envelope inherits such
 * properties from an object that does not list them, so that whatever lists or writes the envelope (`for … in`, JSON) shows `ok` and `result` alone.
 * @param {any} result @returns {Envelope}
 */
function withPayload(result) {
  if (result === null || typeof result !== "object" || hasOwn(result, "toJSON")) return { ok: true, result };
  const payload = new PayloadProxy(
    /** @type {any} */ ({}),
    {
      get: (none, name) => (hasOwn(result, name) ? result[name] : none[name]),
      has: (none, name) => hasOwn(result, name) || name in none,
    },
  );
  const envelope = create(payload);
  envelope.ok = true;
  envelope.result = result;
  if (hasOwn(result, "error")) defineProperty(envelope, "error", { value: undefined, writable: true });
  return envelope;
}

/** @param {string} message @returns {Envelope} */
function invalid(message) {
  return { ok: false, error: { code: "INVALID_ARGS", message } };
}

/**
 * Scripts of other systems name a tool by one text, `call_tool("github:get_issue", { … })`.
 * @param {unknown} server @param {unknown} tool @param {unknown} args @returns {Request | string}
 */
function readCall(server, tool, args) {
  if (typeof server === "string" && typeof tool === "string")
    return { server, tool, args: args === undefined ? {} : args };
  const isInOne =
    typeof server === "string" && (tool === undefined || (typeof tool === "object" && args === undefined));
  const [, first, second] = (isInOne && splitName(server)) || [];
  if (first !== undefined && second !== undefined) return { server: first, tool: second, args: tool ?? args ?? {} };
  const wrong = describeType("server", server) ?? describeType("tool", tool);
  return `${wrong}: call_tool("server", "tool", { … })`;
}

/** Names of servers may have dots and underscores, so the colon counts first. @param {string} name */
function splitName(name) {
  const splits = [/^(.{1,200}?):(.{1,200})$/s, /^(.{1,200}?)\.(.{1,200})$/s, /^(.{1,200}?)__(.{1,200})$/s];
  return splits.map((split) => split.exec(name)).find((found) => found !== null);
}

/** Checks all requests before the first is sent. @param {unknown} requests @param {unknown} options */
function readBatch(requests, options) {
  const parallel = readParallel(options);
  if (typeof parallel === "string") return parallel;
  if (!isArray(requests) && !(requests instanceof Set)) return "takes an array of {server, tool, args}";
  const given = isArray(requests) ? requests : [...requests];
  if (given.length > MAX_REQUESTS)
    return `${given.length} requests are too many; at most ${MAX_REQUESTS} are sent at once`;
  const list = /** @type {Request[]} */ ([]);
  for (let at = 0; at < given.length; at += 1) {
    const request = readRequest(given[at]);
    if (typeof request === "string") return `element ${at}: ${request}`;
    list.push(request);
  }
  return { list, parallel };
}

/** @param {unknown} options */
function readParallel(options) {
  if (options === undefined || options === null) return DEFAULT_PARALLEL;
  if (typeof options !== "object" || isArray(options)) return "options must be an object: {max_parallel}";
  const { max_parallel: parallel } = /** @type {{ max_parallel?: unknown }} */ (options);
  if (parallel === undefined || parallel === null) return DEFAULT_PARALLEL;
  if (!isInteger(parallel) || Number(parallel) < 1 || Number(parallel) > MAX_PARALLEL)
    return `max_parallel must be a whole number from 1 to ${MAX_PARALLEL}`;
  return Number(parallel);
}

/** @param {any} request @returns {Request | string} */
function readRequest(request) {
  if (request === null || typeof request !== "object" || isArray(request)) return "must be {server, tool, args}";
  const { server, tool, args } = request;
  const wrong = describeType("server", server) ?? describeType("tool", tool);
  if (wrong !== undefined) return wrong;
  const hasArgs = "args" in request;
  if (hasArgs && (args === null || typeof args !== "object" || isArray(args))) return "args must be an object";
  return { server, tool, args: hasArgs ? args : {} };
}

/** @param {string} name @param {unknown} value */
function describeType(name, value) {
  if (typeof value === "string" && value !== "") return undefined;
  const got = value === null ? "null" : value === "" ? "an empty one" : `a value of type ${typeof value}`;
  return `${name} must be a name, as text, but is ${got}`;
}
