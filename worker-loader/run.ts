/**
 * One run: puts the prepared script into a network-less isolate, hands it the way out, and waits for the first of: the
 * script's end, the wall clock, the budget, the caller's signal. Exactly one outcome comes of it, and once it is decided
 * nothing the guest does has an effect any more.
 */
import type { GuestExtension } from "./extension.ts";
import { Gate } from "./gate.ts";
import { budgetSpent, computedTooLong, timedOut } from "./limit-errors.ts";
import { GuestHost } from "./guest-host.ts";
import { readReport, toOutcome } from "./guest-report.ts";
import type { Ending } from "./guest-report.ts";
import { BUILT_IN } from "./harness.ts";
import { isolateId, leaseIsolate, loadIsolate } from "./isolates.ts";
import type { Lease } from "./isolates.ts";
import { isTooMany, toDeath } from "./isolate-death.ts";
import type { RunLimits } from "./limits.ts";
import type { Host, Outcome, RunError } from "./outcome.ts";
import type { GuestModule, PreparedScript } from "./prepare/prepare.ts";

export interface Run {
  readonly loader: WorkerLoader;
  /** Whose run it is. Runs of different owners never share an isolate. */
  readonly owner: string;
  readonly script: PreparedScript;
  /** Names of the servers the script may mention, as identifiers. */
  readonly servers: readonly string[];
  /** What else a script can name. Only what it mentions is loaded into its isolate. */
  readonly extensions?: readonly GuestExtension[];
  /** JSON text. */
  readonly input: string;
  readonly host: Host;
  readonly limits: RunLimits;
  /** Text of an allowed package as one ES module. Asked only for what the script imports. */
  readonly loadPackage?: (name: string) => Promise<string>;
  /** Aborted when nobody waits for the outcome any more; a reason that is a text becomes the message. */
  readonly signal?: AbortSignal;
}

/** RPC types cannot say that an entrypoint returns data of any shape; `readReport` checks what comes. */
interface GuestEntrypoint {
  run(host: GuestHost | undefined, spec: object): Promise<unknown>;
}

const RETRY_CAPACITY_MS = 50;
/** For a guest to report, with its logs, after it has said that a limit is reached. */
const LAST_WORDS_MS = 50;

export async function run(options: Run): Promise<Outcome> {
  const { loader, owner, script, servers, host, limits, signal } = options;
  const extensions = (options.extensions ?? []).filter(({ names }) => names.some((name) => script.mentions.has(name)));
  const offered = new Set([...BUILT_IN, ...servers, ...extensions.flatMap(({ names }) => names)]);
  const guestModule = script.toModule([...offered], extensions.length > 0);
  const lease = leaseIsolate(await isolateId(owner, guestModule.text, extensions, guestModule.kind));
  // An end that this function does not see is not one after which the isolate may be used again.
  let reusable = false;
  const ending = Promise.withResolvers<RunError>();
  let reached: RunError | undefined;
  let lastWords: ReturnType<typeof setTimeout> | undefined;
  const onLimit = (reason: unknown): void => {
    if (reached !== undefined || (reason !== "CPU_LIMIT" && reason !== "TIMEOUT")) return;
    const error = reason === "TIMEOUT" ? timedOut(limits) : computedTooLong(limits);
    reached = error;
    lastWords = setTimeout(() => ending.resolve(error), LAST_WORDS_MS);
  };
  const gate = new Gate(host, limits, () => ending.resolve(budgetSpent(limits)));
  const timer = setTimeout(() => ending.resolve(timedOut(limits)), limits.wallMs);
  const onAbort = (): void => ending.resolve({ code: "CANCELLED", message: reasonOf(signal) });
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort);
  try {
    const ended = ending.promise.then((error): Ending => ({ ok: false, error }));
    const first = await Promise.race([
      invoke(loader, lease, guestModule, new GuestHost(gate, onLimit), gate, { ...options, extensions }),
      ended,
    ]);
    // An isolate that was ended from inside dies in many ways; none says why.
    const outcome =
      reached && !first.ok && first.error.code !== reached.code ? { ok: false as const, error: reached } : first;
    const unfinished = gate.end();
    if (outcome.ok && unfinished.length > 0) gate.warn(`still in flight at the end, aborted: ${unfinished.join(", ")}`);
    reusable = outcome.ok || !LEAVES_CODE_BEHIND.has(outcome.error.code);
    return { ...outcome, logs: gate.logs };
  } finally {
    gate.end();
    lease.release(reusable);
    clearTimeout(timer);
    clearTimeout(lastWords ?? null);
    signal?.removeEventListener("abort", onAbort);
  }
}

function reasonOf(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason;
  return typeof reason === "string" ? reason : "The client went away; the run was ended.";
}

/** After these, code of the run may still be waiting in its isolate, or the isolate is gone. */
const LEAVES_CODE_BEHIND: ReadonlySet<string> = new Set([
  "TIMEOUT",
  "CPU_LIMIT",
  "MEMORY_LIMIT",
  "CANCELLED",
  "MAX_TOOL_CALLS_EXCEEDED",
  "INTERNAL_ERROR",
]);

async function invoke(
  loader: WorkerLoader,
  lease: Lease,
  guestModule: GuestModule,
  host: GuestHost,
  gate: Gate,
  { script, servers, extensions = [], input, limits, loadPackage }: Run,
): Promise<Ending> {
  const { text, parameters, locate } = guestModule;
  const started = Date.now();
  const packages = await load(script.packages, loadPackage);
  const { maxLogLines: maxLines, maxLogLength: maxLength, cpuMs, wallMs, maxArgsLength, maxValueLength } = limits;
  const invokeIn = (guest: GuestEntrypoint): Promise<unknown> =>
    guestModule.kind === "bare" ? guest.run(undefined, { maxValueLength }) : guest.run(host, spec());
  const spec = (): object => ({
    parameters,
    extensions: extensions.map(({ main }) => `./${main}`),
    mentions:
      guestModule.kind === "inert"
        ? guestModule.names
        : [...script.mentions, ...extensions.flatMap(({ exposes = [] }) => exposes)],
    servers: servers.filter((name) => parameters.includes(name)),
    input,
    mayReject: MAKES_PROMISES.test(text),
    logs: { maxLines, maxLength },
    limits: { cpuMs, wallMs, maxArgsLength, maxValueLength },
  });
  for (;;) {
    try {
      const stub = loadIsolate(loader, lease, guestModule, packages, extensions).getEntrypoint(undefined, {
        limits: { cpuMs },
      });
      const done = await invokeIn(stub as unknown as GuestEntrypoint);
      const report = readReport(done);
      if (report === undefined)
        return { ok: false, error: { code: "INTERNAL_ERROR", message: "The guest's report is malformed." } };
      gate.log(report.logs.from, report.logs.lines);
      if (report.logs.dropped > 0) gate.cutLogs();
      return toOutcome(report, locate, limits);
    } catch (error) {
      const elapsedMs = Date.now() - started;
      if (!isTooMany(error)) return { ok: false, error: toDeath(error, locate, elapsedMs, limits) };
      if (elapsedMs + RETRY_CAPACITY_MS >= wallMs) return { ok: false, error: noRoom(elapsedMs) };
      await new Promise((resolve) => setTimeout(resolve, RETRY_CAPACITY_MS));
    }
  }
}

/**
 * Only a script that makes promises, or whose calls fail, can leave a rejected one behind; for others nobody listens. The
 * wrapper is the first `async`. A script that hides from this hides a log line from itself.
 */
const MAKES_PROMISES = /\basync\b[^]*\basync\b|\b(?:Promise|sleep|fetch|fromAsync|crypto)\b/;

async function load(names: readonly string[], loadPackage: Run["loadPackage"]): Promise<Record<string, string>> {
  const texts = await Promise.all(names.map(async (name) => [name, (await loadPackage?.(name)) ?? ""] as const));
  return Object.fromEntries(texts);
}

function noRoom(elapsedMs: number): RunError {
  const message = `The platform had no room for another isolate within ${elapsedMs} ms. Run fewer scripts at once.`;
  return { code: "CAPACITY", message };
}
