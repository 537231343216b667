// The `tools` object of scripts written for executor: tools by their paths (`tools.github.get_issue({…})`, `tools["github.get_issue"]({…})`), which answer
// `{ ok, data }` or `{ ok, error }`, and the functions that look tools up. It stands for the gateway's own `tools`, whose functions come first.

const { assign, create, defineProperty, freeze, hasOwn } = Object;
const { get, has } = Reflect;
const { toPrimitive } = Symbol;
const PathProxy = Proxy;

/** Executor's own functions; no server has tools at these paths. @type {ReadonlyMap<string, string>} */
const LOOKUPS = new Map([
  ["discover", "executor.search"],
  ["describe.tool", "executor.describe"],
  ["executor.sources.list", "executor.sources"],
  ["executor.coreTools.connections.list", "executor.connections"],
]);
/** Codes that executor documents, for those of the gateway. @type {ReadonlyMap<string, string>} */
const CODES = new Map([
  ["TOOL_NOT_FOUND", "tool_not_found"],
  ["SERVER_NOT_ALLOWED", "tool_blocked"],
  ["POLICY_DENIED", "tool_blocked"],
  ["INVALID_ARGS", "invalid_tool_arguments"],
]);
/** `await` and JSON ask every object for these. */
const NEVER_PATHS = new Set(["then", "toJSON"]);
/** Names that code reads of any object. */
const NEVER_SERVERS = new Set([...NEVER_PATHS, "constructor", "toString", "valueOf", "hasOwnProperty"]);
/** A script may ask a failed call for these: they are not there. */
const ABSENT = new Set(["then", "toJSON", "data", "http"]);

/** Maximum length of a failed call's message in the log. */
const MAX_LOGGED_CHARS = 300;

/** @typedef {import("../../../worker-loader/guest/tool-error.js").Failure} Failure */
/** @typedef {typeof import("../../mcpproxy/guest/wire-result.js").fromWire} FromWire */

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ scope, ask, answer, call, failureOf, toolError, memberOf }) {
  const own = /** @type {any} */ (scope.get("tools"));
  if (own === undefined) return { $executor: true };
  /** @type {Map<string, unknown>} */
  const made = new Map();
  /** @type {Map<string, Promise<{ server: string, tool: string }>>} */
  const targets = new Map();
  /** @param {string} service @param {string} name @param {unknown} args */
  const look = (service, name, args) =>
    answer(`tools.${name}`, async () => {
      const found = await ask(service, args ?? {});
      if (service === "executor.connections") return { ok: true, data: found };
      return hasOwn(found, "items") ? pageOf(found) : found;
    });
  /** @param {string} path @returns {Promise<{ server: string, tool: string }>} */
  const find = (path) => {
    const [server = "", tool = "", ...others] = path.split(".");
    // The host says what is wrong with the names.
    if (tool !== "" && others.length === 0) return Promise.resolve({ server, tool });
    const target = targets.get(path) ?? ask("executor.find", { path });
    targets.set(path, target);
    // The next call looks again.
    target.catch(() => targets.delete(path));
    return target;
  };
  const { warn } = /** @type {Console} */ (scope.get("console"));
  /** A script may pass over `ok`: without this line nothing would say that the call has failed. @param {string} path @param {Failure} failure */
  const failedAt = (path, failure) => {
    warn(`tools.${path} failed: ${failure.code}: ${failure.message.slice(0, MAX_LOGGED_CHARS)}`);
    return failed(failure, toolError);
  };
  /** @param {string} path @param {unknown} args */
  const invoke = async (path, args) => {
    try {
      const { server, tool } = await find(path);
      // It is there for a script that reads results in wire form, too (dialects/executor/rewrite.ts).
      const fromWire = /** @type {FromWire | undefined} */ (scope.get("$mcpproxy_wire"));
      if (fromWire === undefined) return succeeded(await call(server, tool, args, false));
      const unwrapped = fromWire(await call(server, tool, args, true), server, tool);
      return unwrapped.ok ? succeeded(unwrapped.result) : failedAt(path, unwrapped.error);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      return failedAt(path, failure);
    }
  };

  /** @param {string} path without `tools.` @param {string} written as in a script @param {() => never} refuse throws, for a name that is no path */
  const at = (path, written, refuse) => {
    if (!made.has(path)) made.set(path, make(path, written, refuse));
    return made.get(path);
  };
  /** @type {typeof at} */
  const make = (path, written, refuse) => {
    const notListed = () => {
      throw new TypeError(`The members of ${written} cannot be listed here; await tools.list("${path}") lists tools.`);
    };
    const convert = () => {
      if (!path.includes(".")) return refuse();
      throw new TypeError(`${written} is a tool, not a text or a number: call it, await ${written}({ … }).`);
    };
    return new PathProxy(() => undefined, {
      get(_target, name) {
        if (name === toPrimitive) return convert;
        if (typeof name !== "string" || NEVER_PATHS.has(name)) return undefined;
        return at(`${path}.${name}`, written + memberOf(name), refuse);
      },
      apply(_target, _this, [args]) {
        const service = LOOKUPS.get(path);
        if (service !== undefined) return look(service, path, args);
        if (!path.includes(".")) return refuse();
        return answer(written, () => invoke(path, args));
      },
      set() {
        throw new TypeError(`${written} cannot be assigned to.`);
      },
      has: notListed,
      ownKeys: notListed,
    });
  };
  /** @param {unknown} query a text, for the gateway's own search @param {unknown} [options] */
  const search = (query, options) =>
    query !== null && typeof query === "object" ? look("executor.search", "search", query) : own.search(query, options);
  const tools = {
    search: freeze(search),
    describe: freeze(
      assign((/** @type {unknown} */ path) => own.describe(path), {
        tool: (/** @type {unknown} */ args) => look("executor.describe", "describe.tool", args),
      }),
    ),
    list: own.list,
  };
  const withPaths = new PathProxy(freeze(tools), {
    get(target, name) {
      if (typeof name !== "string" || hasOwn(target, name) || NEVER_SERVERS.has(name)) return get(target, name);
      // The gateway's own says that it has no such member.
      return at(name.replace(/^tools\./, ""), `tools${memberOf(name)}`, () => /** @type {never} */ (own[name]()));
    },
  });
  return { $executor: true, tools: withPaths };
}

/** The newest executor answers with an envelope, older ones with the value alone: the envelope inherits what the value has. @param {any} data */
function succeeded(data) {
  if (data === null || typeof data !== "object" || hasOwn(data, "toJSON")) return { ok: true, data };
  const envelope = above(data, { ok: true, data });
  for (const name of ["error", "http"]) {
    if (hasOwn(data, name)) defineProperty(envelope, name, { value: undefined });
  }
  return envelope;
}

/**
 * A script that takes an answer for the value itself is told of the failure where it reads the value.
 * @param {Failure} failure @param {(failure: Failure) => Error} toolError
 */
function failed(failure, toolError) {
  const none = /** @type {any} */ ({});
  const behind = new PathProxy(none, {
    get(_target, name) {
      if (typeof name !== "string" || ABSENT.has(name) || name in none) return none[name];
      throw toolError(failure);
    },
  });
  const { code, ...rest } = failure;
  return assign(create(behind), { ok: false, error: { code: CODES.get(code) ?? code, ...rest } });
}

/** Older versions answered with the list, or had it in `results`. @param {{ items: { path?: string }[] }} page */
function pageOf(page) {
  const { items } = page;
  const list = above(items, page);
  defineProperty(list, "results", { value: items });
  defineProperty(list, "bestPath", { value: items[0]?.path ?? null });
  return list;
}

/** @param {object} value @param {object} own @returns {any} an object that lists only its own properties, and has those of the value, too */
function above(value, own) {
  const behind = new PathProxy(
    {},
    { get: (_target, name) => get(value, name), has: (_target, name) => has(value, name) },
  );
  return assign(create(behind), own);
}
