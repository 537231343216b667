/**
 * The only way of one run to upstreams, held by the Gateway: each call is found, decided, recorded and sent here. The Worker that
 * runs the guest holds the stub; closing it (or losing the Worker) aborts what is in flight and refuses everything after.
 */
import { RpcTarget } from "cloudflare:workers";
import { NARROWED, isNarrowed } from "../auth/principal.ts";
import type { CallFailure, CallReply, ToolCall } from "../../worker-loader/index.ts";
import type { InspectedReply, OpenedCall } from "../enforcement/call-data.ts";
import type { AdmittedCall, CallGuard, Ruling } from "../enforcement/call-guard.ts";
import type { RunCounts, RunEnding } from "../ledger/run-record.ts";
import { Allowance } from "../lib/allowance.ts";
import { PROGRESS_BURST, PROGRESS_PER_SECOND } from "../limits/upstream-limits.ts";
import { UpstreamError } from "../upstream/connector.ts";
import type { CallProgress } from "../upstream/connector.ts";
import { InputNeeded } from "../upstream/call-person.ts";
import { FETCH_KEY, FETCH_SERVER } from "../upstream/script-fetch/fetch-tool.ts";
import { isRepeatable } from "../upstream/repeatable.ts";
import type { CallKeeper, DurableCall, WaitingReply } from "./durable/call-keeper.ts";
import type { RunWait } from "./durable/durable-run.ts";
import type { PlacedEntry } from "./durable/placed-entry.ts";
import { packagesStanding } from "./imported-packages.ts";
import type { ImportedPackage, PackagesStanding } from "./imported-packages.ts";
import { CallNotes } from "./call-notes.ts";
import { askingFor, inputOf } from "./ask-for-input.ts";
import type { Asking, AnsweredInput } from "./ask-for-input.ts";
import { cutOff, failed, hasEnded, inputRequired, toPage, toReply } from "./call-replies.ts";
import type { Failed } from "./call-replies.ts";
import type { CallJournal, SentCallEntry } from "./call-journal.ts";
import type { PlaceState, RunPlace } from "./run-place.ts";
import type { RunScope } from "./run-scope.ts";
import type { Progress } from "./services/progress.ts";
import type { UpstreamLogs } from "./upstream-logs.ts";
import { NOBODY_TO_ASK, decideCall } from "./decide-call.ts";
import type { KeptCall } from "./decide-call.ts";
import { answerDryCall } from "./dry-run/answer-dry-call.ts";
import type { DryCall } from "./dry-run/answer-dry-call.ts";
import { ToolFinder } from "./tool-finder.ts";
import type { FindResult, FoundTool, ToolFinderOptions } from "./tool-finder.ts";

export interface RunHostOptions extends Pick<ToolFinderOptions, "upstreams" | "recheck" | "heldOf" | "fetchAllow"> {
  readonly scope: RunScope;
  readonly journal: CallJournal;
  /** Absent where no policy is configured. */
  readonly guard?: CallGuard | undefined;
  /** Absent for a run that cannot be resumed after it was cut off. */
  readonly keeper?: CallKeeper | undefined;
  /** Absent for a saved script inside another run, which takes no place of its own. */
  readonly place?: RunPlace | undefined;
  /** Passes on what an upstream says of a call that goes on; absent where nobody wants to know. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Passes on the upstreams' log messages of its calls; absent where nobody wants them. */
  readonly logs?: UpstreamLogs | undefined;
  /** @returns true if a person has approved the package for this run, its session, a time or for good */
  readonly isPackageGranted: (imported: ImportedPackage) => boolean;
  /** The run's Worker asks to park the run. @returns undefined when the run cannot park now */
  readonly onPark?: (wakeAt: number | undefined) => RunWait | undefined;
  /** Called once, when the run is over. @param ending undefined when its Worker was lost */
  readonly onClose: (ending: RunEnding | undefined) => RunCounts;
}

interface Sending {
  readonly entry: SentCallEntry;
  readonly admitted: AdmittedCall | undefined;
  /** Absent for a run that cannot wait for a person. */
  readonly asking: Asking | undefined;
  /** A person's input, if the upstream has asked for it before. */
  readonly answered: AnsweredInput | undefined;
}

const ORPHANED_AFTER_MS = 1_000;

export class RunHost extends RpcTarget {
  readonly #tools: ToolFinder;
  readonly #scope: RunScope;
  readonly #journal: CallJournal;
  readonly #guard: CallGuard | undefined;
  readonly #keeper: CallKeeper | undefined;
  readonly #place: RunPlace | undefined;
  readonly #isPackageGranted: RunHostOptions["isPackageGranted"];
  readonly #onPark: RunHostOptions["onPark"];
  readonly #onProgress: RunHostOptions["onProgress"];
  readonly #logs: UpstreamLogs | undefined;
  readonly #progress = new Allowance(PROGRESS_BURST, PROGRESS_PER_SECOND);
  readonly #onClose: RunHostOptions["onClose"];
  readonly #ended = new AbortController();
  readonly #notes = new CallNotes();
  #closed = false;
  #orphaned: ReturnType<typeof setTimeout> | undefined;
  /** When the run ends at the latest, in milliseconds since 1970. */
  #deadline = Infinity;

  constructor({
    upstreams,
    recheck,
    scope,
    journal,
    guard,
    heldOf,
    fetchAllow,
    keeper,
    place,
    isPackageGranted,
    onPark,
    onProgress,
    logs,
    onClose,
  }: RunHostOptions) {
    super();
    this.#guard = guard;
    this.#keeper = keeper;
    this.#place = place;
    this.#isPackageGranted = isPackageGranted;
    this.#onPark = onPark;
    this.#onProgress = onProgress;
    this.#logs = logs;
    this.#tools = new ToolFinder({ upstreams, recheck, scope, guard, heldOf, fetchAllow });
    this.#scope = scope;
    this.#journal = journal;
    this.#onClose = onClose;
    this.#watchClock();
  }

  /** Called once, before the script runs. @returns whether the run begins now, waits for its turn (see `turn`), or is refused */
  begin(): PlaceState {
    if (this.#place === undefined || this.#ended.signal.aborted) return { kind: "taken" };
    const state = this.#place.take();
    // The wall clock starts with the script. If the Worker goes away while the run waits, its stub is disposed and the run closes.
    if (state.kind === "queued") clearTimeout(this.#orphaned ?? null);
    return state;
  }

  /** Resolves when a queued run has its turn, or was ended. */
  async turn(): Promise<void> {
    await this.#place?.turn();
    if (!this.#ended.signal.aborted) this.#watchClock();
  }

  #watchClock(): void {
    this.#deadline = Date.now() + this.#scope.wallMs;
    this.#orphaned = setTimeout(() => this.close(), this.#scope.wallMs + ORPHANED_AFTER_MS);
  }

  /** @param services the gateway's own services that the script has used so far */
  async call(call: ToolCall, services: readonly string[] = []): Promise<CallReply> {
    const reply = await this.#call(call, services, undefined);
    return "ok" in reply ? reply : failed({ code: "APPROVAL_REQUIRED", message: NOBODY_TO_ASK });
  }

  /** As `call`, for a durable run: the call may wait for a person. */
  async callKept(call: ToolCall, services: readonly string[], kept: DurableCall): Promise<CallReply | WaitingReply> {
    const keeper = this.#keeper;
    if (keeper === undefined) return this.call(call, services);
    const { number, entries } = kept;
    keeper.note(entries);
    const reply = await this.#call(call, services, { keeper, number });
    if ("ok" in reply && !this.#ended.signal.aborted) keeper.answered(number, reply);
    return reply;
  }

  /** Writes what the run's Worker has recorded, before anything that follows it takes effect. */
  record(entries: readonly PlacedEntry[]): void {
    this.#keeper?.note(entries);
    this.#keeper?.flush();
  }

  /** The script does not begin before a person has approved these packages. The wall clock starts when it begins. */
  admitPackages(held: readonly ImportedPackage[], entries: readonly PlacedEntry[]): PackagesStanding {
    if (this.#ended.signal.aborted) return { kind: "refused", code: "APPROVAL_DENIED", message: "The run has ended." };
    this.#keeper?.note(entries);
    const asked = held.filter((one) => !this.#isPackageGranted(one));
    const standing = packagesStanding(asked, this.#keeper);
    // If the Worker goes away while the run waits, its stub is disposed and the run closes.
    clearTimeout(this.#orphaned ?? null);
    if (standing.kind !== "waiting") this.#watchClock();
    return standing;
  }

  /** Parks the run. @param wakeAt when its first timer is due, in milliseconds since 1970 @returns undefined when it cannot park now */
  park(entries: readonly PlacedEntry[], wakeAt: number | undefined): RunWait | undefined {
    if (this.#closed) return undefined;
    this.#keeper?.note(entries);
    const wait = this.#onPark?.(wakeAt);
    if (wait !== undefined) this.leave();
    return wait;
  }

  /** The run is parked and continues later with another host. */
  leave(): void {
    clearTimeout(this.#orphaned ?? null);
    this.stop();
    this.#place?.leave();
    if (this.#closed) return;
    this.#closed = true;
    this.#guard?.close();
  }

  async #call(
    given: ToolCall,
    services: readonly string[],
    kept: KeptCall | undefined,
  ): Promise<CallReply | WaitingReply> {
    const found = await this.#find(given);
    const made = given.server === FETCH_KEY ? { ...given, server: FETCH_SERVER } : given;
    if (!found.ok) {
      const error = { ...found.error, ...(found.error.server !== undefined && { server: made.server }) };
      const { refused } = found;
      this.#journal.refused(refused === undefined ? made : { ...made, args: refused.recorded }, error, refused?.ruling);
      return failed(error);
    }
    const { tool, identifier, isPage, data } = found.value;
    const named = isPage ? { ...made, tool: identifier } : made;
    const call = data === undefined ? named : { ...named, args: data.recorded };
    const isFetch = given.server === FETCH_KEY;
    const dry =
      this.#scope.isDryRun === true && (await this.#answerDry({ call, found: found.value, services, isFetch }));
    if (dry) return dry;
    const input = inputOf(call, found.value, kept);
    if (input.kind === "waiting") return { waiting: input.id };
    if (input.kind === "lapsed") {
      const error = inputRequired(input.message, call);
      this.#journal.refused(call, error);
      return failed(error);
    }
    const answered = input.kind === "answered" ? input : undefined;
    const decided = await decideCall(
      { call, found: found.value, services, kept, approvedUnder: answered?.approvedUnder },
      this.#guard,
      () => this.#ended.signal.aborted,
    );
    if ("waiting" in decided) return decided;
    if (!decided.ok) {
      this.#journal.refused(call, decided.error, decided.ruling);
      return failed(decided.error);
    }
    if (answered?.take() === false) {
      decided.admitted?.settled(failed(hasEnded(call)), 0, "heard");
      return failed(hasEnded(call));
    }
    const entry = this.#journal.sent(call, tool, marked(decided.ruling, data));
    kept?.keeper.sent(kept.number);
    // A person who has approved the call is not asked again when it is sent with input, unless the policy changes.
    const approvedUnder = decided.ruling?.decision === "ask" ? decided.ruling.policy : "";
    const asking = kept && askingFor(call, found.value, kept, approvedUnder);
    return this.#send(call, found.value, { entry, admitted: decided.admitted, asking, answered });
  }

  /** @param call as it is recorded */
  async #send(
    call: ToolCall,
    found: FoundTool,
    { entry, admitted, asking, answered }: Sending,
  ): Promise<CallReply | WaitingReply> {
    const { upstream, tool, identifier, args, isPage, data } = found;
    const path = `${call.server}.${identifier}`;
    let attempts = 0;
    let mismatch: string | undefined;
    const { signal } = this.#ended;
    const onAttempt = (): void => void (attempts += 1);
    const onMismatch = (problem: string): void => void (mismatch = problem);
    try {
      const result = await upstream.call(tool, args, {
        signal,
        onAttempt,
        onMismatch,
        // Rules about data look at results only, so the words of a call that they apply to are not passed on.
        ...(this.#onProgress &&
          data?.changesResults !== true && {
            onProgress: (progress: CallProgress) => this.#progressed(path, progress),
          }),
        ...(this.#logs && data?.changesResults !== true && { logging: this.#logs }),
        traceparent: entry.traceparent,
        deadline: this.#deadline,
        ...(asking && { person: { answered, hold: asking.hold } }),
        ...(data?.changesResults === true && { isWithheld: true }),
      });
      const original = isPage ? toPage(result, call, found) : toReply(result, call, identifier, isRepeatable(tool));
      const { reply, inspected } = await inspectReply(original, data, call);
      admitted?.settled(reply, attempts, "heard");
      const problem = mismatch === undefined ? undefined : ((await data?.message(mismatch)) ?? mismatch);
      const answer = reply.ok && problem !== undefined ? { ...reply, mismatch: problem } : reply;
      entry.answered(answer, attempts, "heard", inspected);
      return reply.ok ? this.#notes.addTo(reply, path, { data, inspected, problem }) : reply;
    } catch (error) {
      if (error instanceof InputNeeded && !signal.aborted) {
        const recorded = failed(inputRequired(`${path} asked for a person's input before it answers.`, call));
        // The limits are reserved again when the call is sent with the answer.
        admitted?.settled(recorded, 0, "heard");
        entry.answered(recorded, attempts, "heard");
        return asking?.later(error) ?? recorded;
      }
      const isCutOff = signal.aborted && attempts > 0;
      const reply = isCutOff
        ? failed(cutOff(call))
        : await this.#explain(call, error, attempts === 0 || isRepeatable(tool), data);
      const isUnheard = isCutOff || (error instanceof UpstreamError && error.isUnheard);
      admitted?.settled(reply, attempts, isUnheard ? "unheard" : "heard");
      entry.answered(reply, attempts, isUnheard ? "unheard" : "heard");
      return reply;
    }
  }

  /** An upstream may send thousands of messages; each that is passed on is a message to the Worker and one to the client. */
  #progressed(path: string, { message, ...rest }: CallProgress): void {
    if (this.#ended.signal.aborted || !this.#progress.take()) return;
    this.#onProgress?.({ message: `${path}: ${message}`, ...rest });
  }

  /** @returns the answer of a call that a dry run does not send; undefined for one that is sent */
  async #answerDry(dry: DryCall): Promise<CallReply | undefined> {
    const answer = await answerDryCall(dry, this.#guard);
    switch (answer.kind) {
      case "send":
        return undefined;
      case "answered":
        this.#journal.notSent(dry.call);
        return answer.reply;
      case "refused": {
        const { server, tool } = dry.call;
        const error = { ...answer.denial.error, server, tool };
        this.#journal.refused(dry.call, error, answer.denial.ruling);
        return failed(error);
      }
    }
  }

  /** @param lines of the script's log, sent while the run is under way */
  logged(lines: readonly string[]): void {
    if (!this.#closed) this.#journal.logged(lines);
  }

  /** The run is over: calls in flight are aborted upstream. Idempotent. @param ending how it ended, from its Worker */
  close(ending?: RunEnding): RunCounts | undefined {
    clearTimeout(this.#orphaned ?? null);
    this.stop();
    this.#place?.leave();
    if (this.#closed) return undefined;
    this.#closed = true;
    this.#logs?.close();
    this.#guard?.close();
    return this.#onClose(ending);
  }

  /** No further call is made, and calls in flight are aborted; the run is not over yet. */
  stop(): void {
    this.#ended.abort();
  }

  get credential(): string | undefined {
    return this.#scope.credential;
  }

  get request(): RunScope["request"] {
    return this.#scope.request;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #find(call: ToolCall): Promise<FindResult> {
    if (this.#ended.signal.aborted) return failed(hasEnded(call));
    const found = await this.#tools.find(call).catch((error: unknown) => this.#explain(call, error, true));
    return found.ok && this.#ended.signal.aborted ? failed(hasEnded(call)) : found;
  }

  /** @param isHarmless making the call again does nothing twice */
  async #explain({ server, tool }: ToolCall, error: unknown, isHarmless: boolean, data?: OpenedCall): Promise<Failed> {
    if (error instanceof UpstreamError) {
      const retryable = error.isTransient && isHarmless;
      const message = (await data?.message(error.message)) ?? error.message;
      const explained = await this.#toSignIn(server, error, message);
      return failed({ ...explained, server, tool, ...(retryable && { retryable }) });
    }
    console.error(`call ${server}.${tool}:`, error);
    const message = `The gateway failed while calling ${server}.${tool}.`;
    return failed({ code: "INTERNAL_ERROR", message, server, tool });
  }

  /** Adds the sign-in link to an error that a sign-in would solve. */
  async #toSignIn(
    server: string,
    error: UpstreamError,
    message: string,
  ): Promise<Pick<CallFailure, "code" | "message" | "url" | "retry_after_ms">> {
    const { code, retryAfterMs } = error;
    const { access, origin } = this.#scope;
    // A second sign-in would replace the first person's account, which a restricted key may not do.
    if (error.signIn && error.ofCallOnly && isNarrowed(access)) return { code, message: `${message} ${NARROWED}` };
    const upstream = this.#tools.upstreamOf(server);
    const url = error.signIn && origin !== undefined ? await upstream?.signInLink(origin) : undefined;
    if (url === undefined)
      return { code, message, ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }) };
    return { code, message: `${message} Open ${url} in a browser, then run this again.`, url };
  }
}

async function inspectReply(
  original: CallReply,
  data: OpenedCall | undefined,
  { server, tool }: ToolCall,
): Promise<{ readonly reply: CallReply; readonly inspected?: InspectedReply }> {
  if (data === undefined) return { reply: original };
  const inspected = await data.reply(original);
  const { reply } = inspected;
  return { inspected, reply: reply.ok ? reply : failed({ ...reply.error, server, tool }) };
}

/** The ruling with what was found in the arguments. */
function marked(ruling: Ruling | undefined, data: OpenedCall | undefined): Ruling | undefined {
  return ruling === undefined || data === undefined ? ruling : { ...ruling, logged: [...ruling.logged, ...data.marks] };
}
