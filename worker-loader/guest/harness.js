// The guest's main module: the only code in the isolate besides the script. It gives the script its scope, runs it
// once per `run`, and reports what came of it as data. Everything that has to hold against the script (limits, the
// end of the run) is held by the host; what happens here is for the script's comfort.
import { WorkerEntrypoint } from "cloudflare:workers";
import { Log, createConsole } from "./console.js";
import script from "./script.js";
import { ToolError, failureOf } from "./tool-error.js";
import { createCallTool, createNamespace } from "./tools.js";
import { Unserialisable, describe, toJsonText } from "./values.js";

const { parse } = JSON;
const setTimer = setTimeout;

/**
 * @typedef {object} Spec
 * @property {readonly string[]} parameters names the script module takes, in order
 * @property {readonly string[]} servers which of them are servers
 * @property {string} input JSON text
 * @property {import("./console.js").LogBounds} logs
 */
/** @typedef {{ call: import("./tools.js").Send, log: (from: number, lines: string[]) => Promise<void> }} HostStub */

export default class Guest extends WorkerEntrypoint {
  /** @param {HostStub} host @param {Spec} spec */
  async run(host, spec) {
    const log = new Log(spec.logs, (from, lines) => host.log(from, lines));
    const scope = createScope(host, spec, log);
    const started = Date.now();
    const result = await settle(() => script(...spec.parameters.map((name) => scope.get(name)))());
    return { ...result, logs: log.rest(), ms: Date.now() - started };
  }
}

/** @param {HostStub} host @param {Spec} spec @param {Log} log @returns {Map<string, unknown>} */
function createScope(host, spec, log) {
  /** @type {import("./tools.js").Send} */
  const send = (call) => host.call(call);
  /** @param {number} ms @returns {Promise<void>} */
  const sleep = (ms) => new Promise((resolve) => setTimer(resolve, ms));
  /** @type {Map<string, unknown>} */
  const scope = new Map(
    Object.entries({
      input: parse(spec.input),
      console: createConsole(log),
      call_tool: createCallTool(send),
      sleep,
      ToolError,
    }),
  );
  for (const server of spec.servers) scope.set(server, createNamespace(server, send));
  return scope;
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
