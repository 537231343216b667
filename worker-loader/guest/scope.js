// What a script finds in scope besides the language itself. Made anew for every run, so that nothing of it outlives one.
import { createConsole } from "./console.js";
import { LimitError } from "./guard.js";
import { createQueueMicrotask, createTimers } from "./timers.js";
import { ToolError } from "./tool-error.js";
import { createNamespace } from "./tools.js";
import { describe, isA, registerOpaque } from "./values.js";

const { parse } = JSON;
const now = Date.now;

/**
 * @param {object} options
 * @param {import("./tools.js").Send} options.send
 * @param {import("./guard.js").Guard} options.guard
 * @param {import("./console.js").Log} options.log
 * @param {string} options.input JSON text
 * @param {readonly string[]} options.servers
 * @param {boolean} options.asksForGlobal whether the script mentions the global object: then all of it was locked
 * @param {number} options.maxArgsLength
 * @param {(scope: Map<string, unknown>) => void} options.extendScope
 */
export function createScope({ send, guard, log, input, servers, asksForGlobal, maxArgsLength, extendScope }) {
  /** @param {unknown} error */
  const onUncaught = (error) => {
    if (!isA(error, LimitError)) log.add(`[uncaught] ${describe(error)}`);
  };
  const timers = createTimers(guard, onUncaught);
  const started = now();
  /** @type {Map<string, unknown>} */
  const scope = new Map(
    Object.entries({
      input: parse(input),
      console: createConsole(log),
      ToolError,
      performance: Object.freeze({ now: () => now() - started, timeOrigin: started }),
      // Made here: a function of the module would be the next run's too, with whatever a script left on it.
      fetch: async () => {
        throw new TypeError("A script has no network: call tools instead (search_tools lists them).");
      },
      queueMicrotask: createQueueMicrotask(guard, onUncaught),
      setTimeout: timers.setTimeout,
      setInterval: timers.setInterval,
      clearTimeout: timers.clearTimeout,
      clearInterval: timers.clearInterval,
      sleep: timers.sleep,
    }),
  );
  for (const server of servers) scope.set(server, createNamespace(server, send, maxArgsLength));
  extendScope(scope);
  if (asksForGlobal) {
    scope.set("globalThis", globalView(scope));
    scope.set("self", scope.get("globalThis"));
  }
  return { scope, timers };
}

/** A `globalThis` of its own: what is assigned to it is gone with the run, and the real one is out of reach. @param {Map<string, unknown>} scope */
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

/** What the lockdown has left, wherever the runtime keeps it: the global object's prototypes have some. @returns {Map<string, unknown>} */
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
