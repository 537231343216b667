// What a script finds in scope besides the language itself. Made anew for every run, so that nothing of it outlives one.
import { createConsole } from "./console.js";
import { createTimers } from "./timers.js";
import { ToolError } from "./tool-error.js";
import { describe } from "./values.js";
import { createCallTool, createNamespace } from "./tools.js";

const { parse } = JSON;
const now = Date.now;

/**
 * @param {object} options
 * @param {import("./tools.js").Send} options.send
 * @param {import("./guard.js").Guard} options.guard
 * @param {import("./console.js").Log} options.log
 * @param {string} options.input JSON text
 * @param {readonly string[]} options.servers
 */
export function createScope({ send, guard, log, input, servers }) {
  const timers = createTimers(guard, (error) => log.add(`[uncaught] ${describe(error)}`));
  const started = now();
  /** @type {Map<string, unknown>} */
  const scope = new Map(
    Object.entries({
      input: parse(input),
      console: createConsole(log),
      call_tool: createCallTool(send),
      ToolError,
      performance: Object.freeze({ now: () => now() - started, timeOrigin: started }),
      fetch: refuseFetch,
      setTimeout: timers.setTimeout,
      setInterval: timers.setInterval,
      clearTimeout: timers.clearTimeout,
      clearInterval: timers.clearInterval,
      sleep: timers.sleep,
    }),
  );
  for (const server of servers) scope.set(server, createNamespace(server, send));
  scope.set("globalThis", globalView(scope));
  scope.set("self", scope.get("globalThis"));
  return { scope, timers };
}

async function refuseFetch() {
  throw new TypeError("A script has no network: call tools instead (search_tools lists them).");
}

/** A `globalThis` of its own: what is assigned to it is gone with the run, and the real one is out of reach. @param {Map<string, unknown>} scope */
function globalView(scope) {
  const view = Object.create(null);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    view[name] = /** @type {Record<string, unknown>} */ (globalThis)[name];
  }
  for (const [name, value] of scope) view[name] = value;
  view.globalThis = view;
  return view;
}
