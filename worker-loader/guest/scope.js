// Creates the names in a script's scope besides the language's own. They are created for every run, so that no state outlives one,
// and only if the script mentions them.
import { createConsole } from "./console.js";
import { LimitError } from "./guard.js";
import { createQueueMicrotask, createTimers } from "./timers.js";
import { ToolError } from "./tool-error.js";
import { createNamespace } from "./tools.js";
import { isA } from "./refused-values.js";
import { registerOpaque } from "./values.js";

const { parse } = JSON;
// Looked up each time: in a durable run it is another one.
const now = () => Date.now();

/** The built-in names besides servers and extensions. */
const BUILT_IN =
  "input console log ToolError performance fetch setTimeout setInterval clearTimeout clearInterval sleep queueMicrotask";

/**
 * @param {object} options
 * @param {readonly string[]} options.parameters the names, in order
 * @param {readonly string[]} options.servers which of them are servers
 * @param {string} options.input JSON text
 * @param {import("./guard.js").Guard} options.guard
 * @param {() => import("./console.js").Log} options.log
 * @param {import("./surroundings.js").Ways} options.ways
 * @param {((scope: Map<string, unknown>, ways: import("./surroundings.js").Ways) => void) | undefined} options.extendScope
 * @returns {{ values: unknown[], timers: () => ReturnType<typeof createTimers> | undefined }} the values of the names, and the run's timers, if it has any
 */
export function createScope({ parameters, servers, input, guard, log, ways, extendScope }) {
  /** @param {unknown} error */
  const onUncaught = (error) => {
    if (!isA(error, LimitError)) log().addUncaught("uncaught", error);
  };
  /** @type {ReturnType<typeof createTimers> | undefined} */
  let timersMade;
  const timers = () => (timersMade ??= createTimers(guard, onUncaught));
  /** @param {string} name */
  const make = (name) => {
    switch (name) {
      case "input":
        return parse(input);
      case "console":
        return createConsole(log());
      case "log":
        return createConsole(log()).log;
      case "ToolError":
        return ToolError;
      case "performance": {
        const started = now();
        return Object.freeze({ now: () => now() - started, timeOrigin: started });
      }
      case "fetch":
        return createFetch();
      case "setTimeout":
      case "setInterval":
      case "clearTimeout":
      case "clearInterval":
      case "sleep":
        return timers()[name];
      case "queueMicrotask":
        return createQueueMicrotask(guard, onUncaught);
      default:
        return undefined;
    }
  };
  const asksForGlobal = parameters.includes("globalThis") || parameters.includes("self");
  if (!asksForGlobal && extendScope === undefined) {
    const values = parameters.map((name) => (servers.includes(name) ? createNamespace(name, ways) : make(name)));
    return { values, timers: () => timersMade };
  }
  /** @type {Map<string, unknown>} */
  const scope = new Map(BUILT_IN.split(" ").map((name) => [name, make(name)]));
  const named = servers.map((server) => /** @type {const} */ ([server, createNamespace(server, ways)]));
  for (const [server, namespace] of named) scope.set(server, namespace);
  extendScope?.(scope, ways);
  // A server keeps its name where an extension has the same one.
  for (const [server, namespace] of named) scope.set(server, namespace);
  if (asksForGlobal) {
    scope.set("globalThis", globalView(scope));
    scope.set("self", scope.get("globalThis"));
  }
  return { values: parameters.map((name) => scope.get(name)), timers: () => timersMade };
}

/** Created for each run: a function of the module would keep properties that a script set on it. */
function createFetch() {
  const { fetch } = {
    fetch: async () => {
      throw new TypeError("A script has no network: call tools instead (search_tools lists them).");
    },
  };
  return fetch;
}

/** Creates the script's `globalThis`: assignments to it end with the run, and the real one is unreachable. @param {Map<string, unknown>} scope */
function globalView(scope) {
  const view = Object.create(null);
  for (const [name, value] of readGlobals()) define(view, name, value);
  for (const [name, value] of scope) define(view, name, value);
  define(view, "globalThis", view);
  define(view, "self", view);
  registerOpaque(view, "the global object");
  return view;
}

/** @param {object} object @param {string} name @param {unknown} value */
function define(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, enumerable: false, configurable: true });
}

/** Reads the globals that the lockdown kept, including those on the global object's prototypes. @returns {Map<string, unknown>} */
function readGlobals() {
  const globals = new Map();
  for (let level = globalThis; level !== null && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      const value = /** @type {Record<string, unknown>} */ (globalThis)[name];
      if (value !== undefined && name !== "constructor" && !globals.has(name)) globals.set(name, value);
    }
  }
  return globals;
}
