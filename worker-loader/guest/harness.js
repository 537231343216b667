// The guest's main module: the only code in the isolate besides the script. It gives the script its scope, runs it
// once per `run`, and reports what came of it as data. What has to hold against the script is held by the host (calls, sizes,
// waiting) or was fixed before it first ran (built-ins, the guard).
import { WorkerEntrypoint } from "cloudflare:workers";
import { MemoryLimitError, watch } from "./allocations.js";
import { Calls } from "./calls.js";
import { Log } from "./console.js";
import { extend, loadExtensions } from "./extension.js";
import { Guard, LimitError } from "./guard.js";
import { lockDown } from "./lockdown.js";
import { createScope } from "./scope.js";
import { resumeForSignals } from "./timers.js";
import script from "./script.js";
import { reportThrown } from "./thrown.js";
import { ToolError, failureCount } from "./tool-error.js";
import { hearRejections } from "./rejections.js";
import { TooLong, Unserialisable, describe, isA, toJsonText } from "./values.js";

// Classes of the harness that a script can get at through an error it caught.
for (const exposed of [LimitError, MemoryLimitError, ToolError, TooLong, Unserialisable]) {
  Object.freeze(exposed.prototype);
  Object.freeze(exposed);
}

/**
 * @typedef {object} Spec
 * @property {readonly string[]} parameters names the script module takes, in order
 * @property {readonly string[]} servers which of them are servers
 * @property {readonly string[]} extensions main modules of the extensions it needs
 * @property {readonly string[]} mentions every identifier of the script
 * @property {string} input JSON text
 * @property {boolean} mayReject whether the script makes promises of its own
 * @property {import("./console.js").LogBounds} logs
 * @property {{ cpuMs: number, wallMs: number, maxArgsLength: number, maxValueLength: number }} limits
 */
/** @typedef {{ call: import("./tools.js").Send, ask: import("./extension.js").Ask, log: (from: number, lines: string[]) => Promise<void>, limit: (reason: string) => Promise<void> }} HostStub */

let isLocked = false;

export default class Guest extends WorkerEntrypoint {
  /** @param {HostStub} host @param {Spec} spec */
  async run(host, spec) {
    const extensions = spec.extensions.length > 0 ? await loadExtensions(spec.extensions) : [];
    // The script's module has been evaluated, which runs nothing of the script; it runs further down.
    if (!isLocked) lockDown(spec.mentions);
    isLocked = true;
    const log = new Log(spec.logs, (from, lines) => host.log(from, lines));
    const guard = new Guard(spec.limits, (reason) => void host.limit(reason).catch(() => undefined));
    const unwatch = watch(guard.tick);
    const stopSignals = resumeForSignals(guard);
    const calls = new Calls(guard);
    /** @type {import("./tools.js").Send} */
    const send = (call) => calls.send(() => host.call(call));
    const { input, servers, parameters, limits } = spec;
    const { maxArgsLength, maxValueLength } = limits;
    const asksForGlobal = parameters.includes("globalThis") || parameters.includes("self");
    /** @type {import("./extension.js").Ask} */
    const ask = (question) => calls.send(() => host.ask(question));
    /** @param {Map<string, unknown>} added */
    const extendScope = (added) => {
      for (const extension of extensions) extend(extension, added, { send, ask, maxArgsLength, tick: guard.tick });
    };
    const { scope, timers } = createScope({
      send,
      guard,
      log,
      input,
      servers,
      asksForGlobal,
      maxArgsLength,
      extendScope,
    });
    const stopListening = hearRejections((reason) => {
      if (!isA(reason, LimitError)) log.add(`[unhandled] ${describe(reason)}`);
    });
    const failuresBefore = failureCount();
    const body = script(guard.tick)(...parameters.map((name) => scope.get(name)));
    const result = await Promise.race([settle(body, maxValueLength), guard.stopped]);
    // The runtime tells of unhandled rejections when it is idle, so the host is asked for nothing (0.1–0.2 ms; a timer takes 1 ms).
    if (spec.mayReject || failureCount() > failuresBefore) await host.log(0, []);
    stopListening();
    timers.clearAll();
    unwatch();
    stopSignals();
    const unsent = calls.end();
    if (unsent > 0) log.add(`[isogate] ${unsent} calls were still waiting for their turn at the end and were not made`);
    const { reason } = guard;
    guard.end();
    return { ...(reason ? { ok: false, thrown: { kind: "limit", reason } } : result), logs: log.rest() };
  }
}

/** @param {() => Promise<unknown>} work @param {number} maxValueLength */
async function settle(work, maxValueLength) {
  let value;
  try {
    value = await work();
  } catch (thrown) {
    return { ok: /** @type {const} */ (false), thrown: reportThrown(thrown) };
  }
  try {
    return { ok: /** @type {const} */ (true), value: toJsonText(value, "value", maxValueLength) };
  } catch (error) {
    const thrown = isA(error, Unserialisable)
      ? {
          kind: "unserialisable",
          message: `The script's value cannot be returned: ${/** @type {Error} */ (error).message}`,
        }
      : isA(error, TooLong)
        ? { kind: "too-long" }
        : reportThrown(error);
    return { ok: /** @type {const} */ (false), thrown };
  }
}
