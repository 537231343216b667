// The guest's main module: the only code in the isolate besides the script. It gives the script its scope, runs it
// once per `run`, and reports what came of it as data. What has to hold against the script is held by the host (calls, sizes,
// waiting) or was fixed before it first ran (built-ins, the guard).
import { WorkerEntrypoint } from "cloudflare:workers";
import { MemoryLimitError, resetAllocations } from "./allocations.js";
import { Log } from "./console.js";
import { Guard, LimitError } from "./guard.js";
import { lockDown } from "./lockdown.js";
import { createScope } from "./scope.js";
import script from "./script.js";
import { ToolError, failureOf } from "./tool-error.js";
import { Unserialisable, describe, toJsonText } from "./values.js";

// Classes of the harness that a script can get at through an error it caught.
for (const exposed of [LimitError, MemoryLimitError, ToolError, Unserialisable]) {
  Object.freeze(exposed.prototype);
  Object.freeze(exposed);
}

/** Thrown by an instrumented loop to its own handler, to look at the clock outside of the loop. */
const LOOP_TOKEN = Object.freeze(Object.create(null));

/**
 * @typedef {object} Spec
 * @property {readonly string[]} parameters names the script module takes, in order
 * @property {readonly string[]} servers which of them are servers
 * @property {readonly string[]} mentions every identifier of the script
 * @property {string} input JSON text
 * @property {import("./console.js").LogBounds} logs
 * @property {{ cpuMs: number, wallMs: number }} limits
 */
/** @typedef {{ call: import("./tools.js").Send, log: (from: number, lines: string[]) => Promise<void> }} HostStub */

let isLocked = false;

export default class Guest extends WorkerEntrypoint {
  /** @param {HostStub} host @param {Spec} spec */
  async run(host, spec) {
    // The script's module has been evaluated, which runs nothing of the script; it runs further down.
    if (!isLocked) lockDown(spec.mentions);
    isLocked = true;
    const log = new Log(spec.logs, (from, lines) => host.log(from, lines));
    const guard = new Guard(spec.limits);
    resetAllocations();
    /** @type {import("./tools.js").Send} */
    const send = async (call) => {
      guard.pause();
      try {
        return await host.call(call);
      } finally {
        guard.resume();
      }
    };
    const { input, servers, parameters } = spec;
    const { scope, timers } = createScope({ send, guard, log, input, servers });
    const body = script(guard.tick, LOOP_TOKEN)(...parameters.map((name) => scope.get(name)));
    const result = await Promise.race([settle(body), guard.stopped]);
    timers.clearAll();
    const limit = guard.thrown;
    guard.end();
    return { ...(limit ? { ok: false, thrown: { kind: "limit", reason: limit.reason } } : result), logs: log.rest() };
  }
}

/** @param {() => Promise<unknown>} work */
async function settle(work) {
  try {
    const value = await work();
    return { ok: /** @type {const} */ (true), value: toJsonText(value, "value") };
  } catch (thrown) {
    return { ok: /** @type {const} */ (false), thrown: report(thrown) };
  }
}

/** @param {unknown} thrown */
function report(thrown) {
  if (thrown instanceof Unserialisable) {
    return { kind: "unserialisable", message: `The script's value cannot be returned: ${thrown.message}` };
  }
  if (thrown instanceof MemoryLimitError) {
    return { kind: "memory", message: describe(thrown.message), stack: stackOf(thrown) };
  }
  const failure = failureOf(thrown);
  if (failure) return { kind: "call", failure, stack: stackOf(thrown) };
  return { kind: "error", message: describe(thrown), stack: stackOf(thrown) };
}

/** @param {unknown} thrown @returns {string | undefined} */
function stackOf(thrown) {
  try {
    const stack = thrown instanceof Error ? thrown.stack : undefined;
    return typeof stack === "string" ? stack.slice(0, 16_384) : undefined;
  } catch {
    return undefined;
  }
}
