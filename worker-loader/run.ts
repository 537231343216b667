/**
 * One run: loads the prepared script into a fresh network-less isolate, hands it the way out, and waits for the first
 * of: the script's end, the wall clock, the budget, the caller's signal. Exactly one outcome comes of it, and once it
 * is decided nothing the guest does has an effect any more.
 */
import consoleText from "./guest/console.js";
import harnessText from "./guest/harness.js";
import toolErrorText from "./guest/tool-error.js";
import toolsText from "./guest/tools.js";
import valuesText from "./guest/values.js";
import { GUEST_COMPATIBILITY_DATE } from "./compatibility.ts";
import { Gate } from "./gate.ts";
import { GuestHost } from "./guest-host.ts";
import { readReport, toOutcome, toStartError } from "./guest-report.ts";
import type { Ending } from "./guest-report.ts";
import type { RunLimits } from "./limits.ts";
import type { Host, Outcome, RunError } from "./outcome.ts";
import type { Locate } from "./prepare/position.ts";
import type { PreparedScript } from "./prepare/prepare.ts";

export interface Run {
  readonly loader: WorkerLoader;
  readonly script: PreparedScript;
  /** Names of the servers the script may mention, as identifiers. */
  readonly servers: readonly string[];
  /** JSON text. */
  readonly input: string;
  readonly host: Host;
  readonly limits: RunLimits;
  /** Aborted when nobody waits for the outcome any more. */
  readonly signal?: AbortSignal;
}

/** RPC types cannot say that an entrypoint returns data of any shape; `readReport` checks what comes. */
interface GuestEntrypoint {
  run(host: GuestHost, spec: object): Promise<unknown>;
}

/** In scope of every script besides its servers. */
const BUILT_IN = ["input", "console", "call_tool", "sleep", "ToolError"] as const;

const HARNESS = {
  "harness.js": harnessText,
  "console.js": consoleText,
  "tool-error.js": toolErrorText,
  "tools.js": toolsText,
  "values.js": valuesText,
};

export async function run({ loader, script, servers, input, host, limits, signal }: Run): Promise<Outcome> {
  const { text, parameters, locate } = script.toModule([...BUILT_IN, ...servers]);
  const ending = Promise.withResolvers<RunError>();
  const gate = new Gate(host, limits, () => ending.resolve(budgetSpent(limits)));
  const timer = setTimeout(() => ending.resolve(timedOut(limits)), limits.wallMs);
  const onAbort = (): void =>
    ending.resolve({ code: "CANCELLED", message: "The client went away; the run was ended." });
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort);
  try {
    // A fresh isolate each time: what a script leaves behind in its globals is gone with it.
    const stub = loader.load({
      compatibilityDate: GUEST_COMPATIBILITY_DATE,
      mainModule: "harness.js",
      modules: { ...HARNESS, "script.js": text },
      globalOutbound: null,
      limits: { cpuMs: limits.cpuMs },
    });
    const guest = stub.getEntrypoint() as unknown as GuestEntrypoint;
    const logs = { maxLines: limits.maxLogLines, maxLength: limits.maxLogLength };
    const spec = { parameters, servers: servers.filter((name) => parameters.includes(name)), input, logs };
    const report = guest.run(new GuestHost(gate), spec).then(
      (done) => conclude(done, gate, locate, limits),
      (error: unknown) => ({ ok: false as const, error: toStartError(error, locate) }),
    );
    const outcome = await Promise.race([report, ending.promise.then((error) => ({ ok: false as const, error }))]);
    gate.end();
    return { ...outcome, logs: gate.logs };
  } finally {
    gate.end();
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

function conclude(done: unknown, gate: Gate, locate: Locate, limits: RunLimits): Ending {
  const report = readReport(done);
  if (report === undefined)
    return { ok: false, error: { code: "INTERNAL_ERROR", message: "The guest's report is malformed." } };
  gate.log(report.logs.from, report.logs.lines);
  if (report.logs.dropped > 0) gate.cutLogs();
  return toOutcome(report, locate, limits);
}

function budgetSpent({ maxToolCalls }: RunLimits): RunError {
  return {
    code: "MAX_TOOL_CALLS_EXCEEDED",
    message: `The script asked for more than ${maxToolCalls} tool calls (options.max_tool_calls); the run was ended.`,
  };
}

function timedOut({ wallMs }: RunLimits): RunError {
  return {
    code: "TIMEOUT",
    message: `The script did not end within ${wallMs} ms (options.timeout_ms); calls in flight were aborted.`,
  };
}
