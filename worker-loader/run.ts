/**
 * Executes one run: loads the prepared script into an isolate without network, gives it the host object, and waits for the first of: the
 * end of the script, the wall clock, the budget, the caller's signal. A run has exactly one outcome, and once it is decided, nothing the
 * guest does has an effect any more.
 *
 * A script that has ended may have calls in flight that it does not wait for. The run waits for them, within its limits, so that the
 * outcome of a call that was sent is recorded, and for short timers. Calls without an answer by then, and timers that have not fired, are
 * named in the log.
 */
import type { GuestExtension } from "./extension.ts";
import { Gate } from "./gate.ts";
import { budgetSpent, computedTooLong, timedOut } from "./limit-errors.ts";
import { DurableGuestHost, GuestHost, type GuestEvents } from "./guest-host.ts";
import { readEnd, readReport, readUnanswered, toEnding, traceOf, type Ending } from "./guest-report.ts";
import { BUILT_IN } from "./harness.ts";
import { isolateId, leaseIsolate, loadIsolate, type IsolateOptions, type Lease } from "./isolates.ts";
import { CHANGED_ITS_RUN, MALFORMED_REPORT, isTooMany, toIsolateError } from "./isolate-errors.ts";
import type { RunLimits } from "./limits.ts";
import type { Host, Outcome, RunError } from "./outcome.ts";
import { TOO_DEEP, type GuestModule, type PreparedScript } from "./prepare/prepare.ts";
import { statesAt, warnOfTimers, warnOfUnanswered, warnOfUnfinished } from "./remarks.ts";
import { Timeline, type Durable } from "./timeline.ts";
import { uncaughtReader } from "./uncaught-errors.ts";

interface Run extends Omit<IsolateOptions, "isReusable"> {
  readonly loader: WorkerLoader;
  /** The owner of the run. Runs of different owners never share an isolate. */
  readonly owner: string;
  readonly script: PreparedScript;
  /** Names of the servers the script may mention, as identifiers. */
  readonly servers: readonly string[];
  /** Further names that a script can use. Only the extensions that it mentions are loaded into its isolate. */
  readonly extensions?: readonly GuestExtension[];
  /** Names of the members of a server or of an extension's object, for a script that may list them; undefined where they are not known. */
  readonly membersOf?: (name: string) => readonly string[] | undefined;
  /** JSON text. */
  readonly input: string;
  readonly host: Host;
  readonly limits: RunLimits;
  /** Loads an allowed package as the text of one ES module. It is called only for packages that the script imports. */
  readonly loadPackage?: (name: string) => Promise<string>;
  /** Freezes what all values share, even in an isolate that is used once: the analysis of data flow holds only where nothing is stored there. */
  readonly isLocked?: boolean;
  /** Set for a run that can be resumed after it was cut off. It gets an isolate of its own, which is used once. */
  readonly durable?: Durable;
  /** Aborted when no client waits for the outcome any more; a reason that is a text becomes the message. */
  readonly signal?: AbortSignal;
}

/** RPC types cannot express that an entrypoint returns data of any shape; `readEnd` checks it. */
interface GuestEntrypoint {
  run(host: GuestHost | DurableGuestHost, spec: object): Promise<unknown>;
}

const RETRY_CAPACITY_MS = 50;
/** The time that a guest has to report, with its logs, after it has announced that a limit is reached. */
const FINAL_REPORT_MS = 50;

export async function run(options: Run): Promise<Outcome> {
  const { owner, script, servers, host, limits, signal, durable } = options;
  // A server keeps its name where an extension has the same one.
  const isAdded = (name: string): boolean => script.mentions.has(name) && !servers.includes(name);
  const extensions = (options.extensions ?? []).filter(({ names }) => names.some(isAdded));
  const offered = new Set([...BUILT_IN, ...servers, ...extensions.flatMap(({ names }) => names)]);
  const guestModule = toGuestModule(script, [...offered]);
  if (guestModule === undefined) return { ok: false, error: { code: "SYNTAX_ERROR", message: TOO_DEEP }, logs: [] };
  const { isRepeated, bounds } = options;
  const lease = leaseIsolate(await isolateId(owner, guestModule.text, extensions), {
    isReusable: script.isReusable && durable === undefined,
    ...(isRepeated !== undefined && { isRepeated }),
    ...(bounds && { bounds }),
  });
  // The isolate is only reused if this function has seen the end of the run.
  let reusable = false;
  const stopped = Promise.withResolvers<RunError>();
  let settled: Ending | undefined;
  let reached: RunError | undefined;
  let reportTimer: ReturnType<typeof setTimeout> | undefined;
  const gate = new Gate(host, limits, () => stopped.resolve(budgetSpent(limits)), uncaughtReader(guestModule.locate));
  const events: GuestEvents = {
    onLimit(reason) {
      if (reached !== undefined || (reason !== "CPU_LIMIT" && reason !== "TIMEOUT")) return;
      const error = reason === "TIMEOUT" ? timedOut(limits) : computedTooLong(limits);
      reached = error;
      reportTimer = setTimeout(() => stopped.resolve(error), FINAL_REPORT_MS);
    },
    onSettled(report, unanswered) {
      if (settled !== undefined) return;
      settled = toEnding(readReport(report), guestModule.locate, limits, gate);
      warnOfUnanswered(gate, readUnanswered(unanswered), guestModule.locate, !settled.ok);
    },
  };
  const timeline =
    durable &&
    new Timeline(durable, {
      onDifference: (message) => stopped.resolve({ code: "REPLAY_DIVERGED", message }),
      onTooMany: (message) => stopped.resolve({ code: "CAPACITY", message }),
      onReplayed: (ask, reply) => gate.replayed(ask.kind === "call", reply),
    });
  const guestHost = timeline ? new DurableGuestHost(gate, events, timeline, limits) : new GuestHost(gate, events);
  const timer = setTimeout(() => stopped.resolve(timedOut(limits)), limits.wallMs);
  const onAbort = (): void => stopped.resolve({ code: "CANCELLED", message: reasonOf(signal) });
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort);
  try {
    const ended = await Promise.race([
      invoke(lease, guestModule, guestHost, gate, { ...options, extensions }),
      stopped.promise.then((error): Ending => ({ ok: false, error })),
    ]);
    const unfinished = gate.end();
    const missing = timeline?.end();
    const isDifferent = missing !== undefined && ended.ok && settled !== undefined && reached === undefined;
    const outcome: Ending = isDifferent
      ? { ok: false, error: { code: "REPLAY_DIVERGED", message: missing } }
      : blame(script, decide(ended, settled, reached));
    const left = await statesAt(host, unfinished);
    if (durable?.isParked?.() !== true) warnOfUnfinished(gate, left);
    reusable = ended.ok && (outcome.ok || !LEAVES_CODE_BEHIND.has(outcome.error.code));
    return { ...outcome, logs: gate.logs };
  } finally {
    gate.end();
    timeline?.end();
    lease.release(reusable, gate.load);
    clearTimeout(timer);
    clearTimeout(reportTimer ?? null);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** @returns undefined for a script that has passed its checks, and with what is added for the guest is nested too deeply */
function toGuestModule(script: PreparedScript, offered: readonly string[]): GuestModule | undefined {
  try {
    return script.toModule(offered);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * @param ended the end of the isolate's work: by itself, or because it was stopped
 * @param settled the outcome of the script, if it has ended
 * @param reached the limit that the guest has announced; the error of an isolate that ended itself does not name the limit
 */
function decide(ended: Ending, settled: Ending | undefined, reached: RunError | undefined): Ending {
  // What the guest reports of that limit at its end says where the script was.
  const limit = !ended.ok && ended.error.code === reached?.code ? ended.error : reached;
  if (limit?.code === "CPU_LIMIT") return { ok: false, error: limit };
  const stopped = ended.ok ? limit : (limit ?? ended.error);
  // The script ended in time; only calls that it did not wait for took longer.
  if (settled && (stopped === undefined || stopped.code === "TIMEOUT")) return settled;
  if (stopped) return { ok: false, error: stopped };
  return { ok: false, error: MALFORMED_REPORT };
}

/** A script whose built-ins were frozen could not have changed the harness's report. */
function blame({ isReusable }: PreparedScript, ending: Ending): Ending {
  const isOfScript = !isReusable && !ending.ok && ending.error === MALFORMED_REPORT;
  return isOfScript ? { ok: false, error: CHANGED_ITS_RUN } : ending;
}

function reasonOf(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason;
  return typeof reason === "string" ? reason : "The client disconnected, so the run was ended.";
}

/** After these failures, code of the run may still be waiting in its isolate, or the isolate is gone. */
const LEAVES_CODE_BEHIND: ReadonlySet<string> = new Set([
  "TIMEOUT",
  "CPU_LIMIT",
  "MEMORY_LIMIT",
  "CANCELLED",
  "MAX_TOOL_CALLS_EXCEEDED",
  "INTERNAL_ERROR",
]);

/** @returns the end of the guest's work; the script's outcome is reported through `host` before */
async function invoke(
  lease: Lease,
  guestModule: GuestModule,
  host: GuestHost | DurableGuestHost,
  gate: Gate,
  { loader, script, servers, extensions = [], membersOf, input, limits, loadPackage, durable, isLocked = false }: Run,
): Promise<Ending> {
  const { parameters, locate } = guestModule;
  const started = Date.now();
  const packages = await load(script.packages, loadPackage);
  const {
    maxLogLines: maxLines,
    maxLogLength: maxLength,
    cpuMs,
    wallMs,
    maxArgsLength,
    maxQuestionLength,
    maxValueLength,
  } = limits;
  const spec = {
    parameters,
    extensions: extensions.map(({ main }) => `./${main}`),
    mentions: [...script.mentions, ...extensions.flatMap(({ exposes = [] }) => exposes)],
    members: script.members && extensions.length === 0 ? [...script.members] : undefined,
    definesAccessors: script.definesAccessors || extensions.length > 0,
    servers: servers.filter((name) => parameters.includes(name)),
    listed: membersOf === undefined ? [] : listMembers(script, servers, extensions, membersOf),
    input,
    isLocked,
    logs: { maxLines, maxLength },
    limits: { cpuMs, wallMs, maxArgsLength, maxQuestionLength, maxValueLength },
    // More than a run may have in flight; calls of a durable run that wait for a person take no slot.
    maxAtOnce: durable ? 512 : 64,
    ...(durable && { startedAt: durable.startedAt, seed: durable.seed }),
  };
  for (;;) {
    try {
      const stub = loadIsolate(loader, lease, guestModule, packages, extensions, durable !== undefined).getEntrypoint(
        undefined,
        { limits: { cpuMs } },
      );
      const { limit, stack, logs, timersLeft } = readEnd(await (stub as unknown as GuestEntrypoint).run(host, spec));
      gate.log(logs.from, logs.lines);
      if (logs.dropped > 0) gate.cutLogs();
      warnOfTimers(gate, timersLeft, locate);
      if (limit === undefined) return { ok: true };
      const error = limit === "TIMEOUT" ? timedOut(limits) : computedTooLong(limits);
      return { ok: false, error: { ...error, ...traceOf(stack, locate) } };
    } catch (error) {
      const elapsedMs = Date.now() - started;
      if (!isTooMany(error)) return { ok: false, error: toIsolateError(error, locate, elapsedMs, limits) };
      if (elapsedMs + RETRY_CAPACITY_MS >= wallMs) return { ok: false, error: noRoom(elapsedMs) };
      await new Promise((resolve) => setTimeout(resolve, RETRY_CAPACITY_MS));
    }
  }
}

/** Objects by which a script reaches others that it does not name. */
const LEAD_TO_OTHERS = ["globalThis", "self", "__servers"];

/** @returns the members of those objects that the script may list. Most scripts only call tools, and list nothing. */
function listMembers(
  { listsMembers, otherNames }: PreparedScript,
  servers: readonly string[],
  extensions: readonly GuestExtension[],
  membersOf: NonNullable<Run["membersOf"]>,
): readonly (readonly [name: string, members: readonly string[]])[] {
  if (!listsMembers) return [];
  const reachesAny = LEAD_TO_OTHERS.some((name) => otherNames.has(name));
  const names = [...servers, ...extensions.flatMap((extension) => extension.names)];
  return names.flatMap((name) => {
    const members = reachesAny || otherNames.has(name) ? membersOf(name) : undefined;
    return members === undefined ? [] : [[name, members] as const];
  });
}

async function load(names: readonly string[], loadPackage: Run["loadPackage"]): Promise<Record<string, string>> {
  const texts = await Promise.all(names.map(async (name) => [name, (await loadPackage?.(name)) ?? ""] as const));
  return Object.fromEntries(texts);
}

function noRoom(elapsedMs: number): RunError {
  const message = `The platform could not start another isolate within ${elapsedMs} ms. Run fewer scripts at once.`;
  return { code: "CAPACITY", message, retryable: true };
}
