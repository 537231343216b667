/**
 * The only way of one run to upstreams, held by the Gateway: each call is found, decided, recorded and sent here. The Worker that
 * runs the guest holds the stub; closing it (or losing the Worker) aborts what is in flight and refuses everything after.
 */
import { RpcTarget } from "cloudflare:workers";
import type { CallReply, ToolCall, UnansweredState } from "../../../worker-loader/index.ts";
import type { OpenedCall } from "../../enforcement/call-data.ts";
import type { CallGuard } from "../../enforcement/call-guard.ts";
import type { RunCounts, RunEnding } from "../../ledger/run-record.ts";
import { isRepeatable } from "../../upstream/repeatable.ts";
import { FETCH_KEY, FETCH_SERVER } from "../../upstream/script-fetch/fetch-tool.ts";
import type { CallRecorder, DurableCall, InputStatus, WaitingReply } from "../durable/call-recorder.ts";
import type { RunWait } from "../durable/durable-run.ts";
import type { PlacedEntry } from "../durable/placed-entry.ts";
import { packagesStatus } from "../imported-packages.ts";
import { askingFor, inputOf } from "./ask-for-input.ts";
import { failed, hasEnded, inputRequired, unheardBefore } from "./call-replies.ts";
import type { CallJournal } from "./call-journal.ts";
import { CallSender, formOf, type CallSenderOptions } from "./call-sender.ts";
import { explainError } from "./explain-error.ts";
import type { PlaceState, RunPlace } from "../run-place.ts";
import type { RunScope } from "../run-scope.ts";
import { NOBODY_TO_ASK, decideCall, type CallInRun } from "./decide-call.ts";
import { answerDryCall, type DryCall } from "./answer-dry-call.ts";
import { ToolFinder, type FindResult, type FoundTool, type ToolFinderOptions } from "./tool-finder.ts";
import type { Ruling } from "../../enforcement/ruling.ts";
import type { ImportedPackage, PackagesStatus } from "../imported-package.ts";

export interface RunHostOptions
  extends
    Pick<ToolFinderOptions, "upstreams" | "identifiers" | "recheck" | "heldOf" | "switchedOff" | "fetchAllow">,
    Pick<CallSenderOptions, "onProgress" | "logs"> {
  readonly scope: RunScope;
  readonly journal: CallJournal;
  /** Absent where no policy is configured. */
  readonly guard?: CallGuard | undefined;
  /** Absent for a run that cannot be resumed after it was cut off. */
  readonly recorder?: CallRecorder | undefined;
  /** Absent for a saved script inside another run, which takes no place of its own. */
  readonly place?: RunPlace | undefined;
  /** @returns true if a person has approved the package for this run, its session, a time or for good */
  readonly isPackageGranted: (imported: ImportedPackage) => boolean;
  /** The run's Worker asks to park the run. @returns undefined when the run cannot park now */
  readonly onPark?: (wakeAt: number | undefined) => RunWait | undefined;
  /** Called once, when the run is over. @param ending undefined when its Worker was lost */
  readonly onClose: (ending: RunEnding | undefined) => RunCounts;
}

const ORPHANED_AFTER_MS = 1_000;

export class RunHost extends RpcTarget {
  readonly #options: RunHostOptions;
  readonly #tools: ToolFinder;
  readonly #sender: CallSender;
  readonly #ended = new AbortController();
  /** Calls of a durable run that were sent or are held for a person, by their numbers. */
  readonly #reached = new Map<number, UnansweredState>();
  #hasEndedCalls = false;
  #closed = false;
  /** True if the run was parked or its Worker was lost. */
  #isCutOff = false;
  #orphaned: ReturnType<typeof setTimeout> | undefined;
  /** When the run ends at the latest, in milliseconds since 1970. */
  #deadline = Infinity;

  constructor(options: RunHostOptions) {
    super();
    this.#options = options;
    this.#tools = new ToolFinder(options);
    const { scope, guard, recorder, onProgress, logs } = options;
    const mayGoOn = (): boolean => recorder !== undefined && this.#isCutOff;
    const ending = { signal: this.#ended.signal, mayGoOn };
    this.#sender = new CallSender({ ...ending, scope, tools: this.#tools, guard, onProgress, logs });
    this.#watchClock();
  }

  /** Called once, before the script runs. @returns whether the run begins now, waits for its turn (see `turn`), or is refused */
  begin(): PlaceState {
    if (this.#options.place === undefined || this.#ended.signal.aborted) return { kind: "taken" };
    const state = this.#options.place.take();
    // The wall clock starts with the script. If the Worker goes away while the run waits, its stub is disposed and the run closes.
    if (state.kind === "queued") clearTimeout(this.#orphaned ?? null);
    return state;
  }

  /** Resolves when a queued run has its turn, or was ended. */
  async turn(): Promise<void> {
    await this.#options.place?.turn();
    if (!this.#ended.signal.aborted) this.#watchClock();
  }

  #watchClock(): void {
    this.#deadline = Date.now() + this.#options.scope.wallMs;
    this.#orphaned = setTimeout(() => this.close(), this.#options.scope.wallMs + ORPHANED_AFTER_MS);
  }

  /** @param services the gateway's own services that the script has used so far */
  async call(call: ToolCall, services: readonly string[] = []): Promise<CallReply> {
    const reply = await this.#call(call, services, undefined);
    return "ok" in reply ? reply : failed({ code: "APPROVAL_REQUIRED", message: NOBODY_TO_ASK });
  }

  /** As `call`, for a durable run: the call may wait for a person. */
  async callRecorded(
    call: ToolCall,
    services: readonly string[],
    kept: DurableCall,
  ): Promise<CallReply | WaitingReply> {
    const recorder = this.#options.recorder;
    if (recorder === undefined) return this.call(call, services);
    const { number, entries } = kept;
    recorder.note(entries);
    const reply = await this.#call(call, services, { recorder, number, unheard: recorder.unheard(number) });
    if (!("ok" in reply)) this.#reached.set(number, "waiting");
    // A call that the end of the script has stopped was not made: should the run go on elsewhere, it is no answer of it.
    const isStopped = this.#hasEndedCalls && this.#reached.get(number) !== "sent";
    if ("ok" in reply && !isStopped && !this.#ended.signal.aborted) recorder.answered(number, reply);
    return reply;
  }

  /** The script has ended: none of its calls is sent from now on. @returns how far each of these calls of a durable run has come */
  endCalls(numbers: readonly number[]): readonly UnansweredState[] {
    this.#hasEndedCalls = true;
    return numbers.map((number) => this.#reached.get(number) ?? "unsent");
  }

  /** @returns true if no further call is sent */
  #sendsNone(): boolean {
    return this.#hasEndedCalls || this.#ended.signal.aborted;
  }

  /** Writes what the run's Worker has recorded, before anything that follows it takes effect. */
  record(entries: readonly PlacedEntry[]): void {
    this.#options.recorder?.note(entries);
    this.#options.recorder?.flush();
  }

  /** The script does not begin before a person has approved these packages. The wall clock starts when it begins. */
  admitPackages(held: readonly ImportedPackage[], entries: readonly PlacedEntry[]): PackagesStatus {
    if (this.#ended.signal.aborted) return { kind: "refused", code: "APPROVAL_DENIED", message: "The run has ended." };
    this.#options.recorder?.note(entries);
    const asked = held.filter((one) => !this.#options.isPackageGranted(one));
    const status = packagesStatus(asked, this.#options.recorder);
    // If the Worker goes away while the run waits, its stub is disposed and the run closes.
    clearTimeout(this.#orphaned ?? null);
    if (status.kind !== "waiting") this.#watchClock();
    return status;
  }

  /** Parks the run. @param wakeAt when its first timer is due, in milliseconds since 1970 @returns undefined when it cannot park now */
  park(entries: readonly PlacedEntry[], wakeAt: number | undefined): RunWait | undefined {
    if (this.#closed) return undefined;
    this.#options.recorder?.note(entries);
    const wait = this.#options.onPark?.(wakeAt);
    if (wait !== undefined) this.leave();
    return wait;
  }

  /** The run is parked and continues later with another host. */
  leave(): void {
    clearTimeout(this.#orphaned ?? null);
    this.#isCutOff = true;
    this.stop();
    this.#options.place?.leave();
    if (this.#closed) return;
    this.#closed = true;
    this.#options.guard?.close();
  }

  async #call(
    given: ToolCall,
    services: readonly string[],
    kept: CallInRun | undefined,
  ): Promise<CallReply | WaitingReply> {
    const found = await this.#find(given);
    const made = given.server === FETCH_KEY ? { ...given, server: FETCH_SERVER } : given;
    const reply = found.ok ? await this.#callFound(given, found.value, services, kept) : this.#refused(made, found);
    const isHarmless = kept?.unheard === undefined || (found.ok && isRepeatable(found.value.tool));
    return isHarmless || !("ok" in reply) || reply.ok ? reply : unheardBefore(reply, made);
  }

  async #callFound(
    given: ToolCall,
    found: FoundTool,
    services: readonly string[],
    kept: CallInRun | undefined,
  ): Promise<CallReply | WaitingReply> {
    const { scope, journal, guard } = this.#options;
    const made = given.server === FETCH_KEY ? { ...given, server: FETCH_SERVER } : given;
    const { tool, isPage, data, recorded } = found;
    const call = { ...named(made, found), args: recorded };
    const isFetch = given.server === FETCH_KEY;
    const dry = scope.isDryRun === true && (await this.#answerDry({ call, found, services, isFetch }));
    if (dry) return dry;
    const input = inputOf(call, found, kept);
    if (input.kind === "waiting") return { waiting: input.id };
    if (input.kind === "lapsed") {
      const error = inputRequired(input.message, call);
      journal.refused(call, error);
      return failed(error);
    }
    const answered = input.kind === "answered" ? input : undefined;
    const repeats = answered?.question ?? kept?.unheard?.call;
    const decided = await decideCall(
      { call, found, services, kept, approvedUnder: answered?.approvedUnder, repeats },
      guard,
      () => this.#sendsNone(),
    );
    if ("waiting" in decided) return decided;
    if (!decided.ok) {
      journal.refused(call, decided.error, decided.ruling);
      return failed(decided.error);
    }
    const withInput = await takeInput(answered);
    if (answered !== undefined && (withInput === undefined || this.#sendsNone())) {
      decided.admitted?.settled("failed", 0);
      return failed(hasEnded(call));
    }
    const ruling = marked(decided.ruling, data);
    const entry = journal.sent(call, tool, { ruling, form: formOf(call, isPage), repeats });
    const isHarmless = isRepeatable(tool) && decided.ruling?.decision !== "ask";
    if (kept) this.#reached.set(kept.number, "sent");
    kept?.recorder.sent(kept.number, { isRepeatable: isHarmless, call: entry.number });
    // A person who has approved the call is not asked again when it is sent with input, unless the policy changes.
    const approvedUnder = decided.ruling?.decision === "ask" ? decided.ruling.policy : "";
    const asking =
      kept && askingFor(call, found, kept, { policy: approvedUnder, sentAs: entry.number, client: scope.client });
    const sending = { entry, admitted: decided.admitted, asking, answered: withInput, deadline: this.#deadline };
    return this.#sender.send(call, found, sending);
  }

  #refused(call: ToolCall, { error: found, refused }: Extract<FindResult, { readonly ok: false }>): CallReply {
    const error = { ...found, ...(found.server !== undefined && { server: call.server }) };
    this.#options.journal.refused(
      refused === undefined ? call : { ...call, args: refused.recorded },
      error,
      refused?.ruling,
    );
    return failed(error);
  }

  /** @returns the answer of a call that a dry run does not send; undefined for one that is sent */
  async #answerDry(dry: DryCall): Promise<CallReply | undefined> {
    const answer = await answerDryCall(dry, this.#options.guard);
    switch (answer.kind) {
      case "send":
        return undefined;
      case "answered":
        this.#options.journal.notSent(dry.call);
        return answer.reply;
      case "refused": {
        const { server, tool } = dry.call;
        const error = { ...answer.denial.error, server, tool };
        this.#options.journal.refused(dry.call, error, answer.denial.ruling);
        return failed(error);
      }
    }
  }

  /** @param lines of the script's log, sent while the run is under way */
  logged(lines: readonly string[]): void {
    if (!this.#closed) this.#options.journal.logged(lines);
  }

  /** The run is over: calls in flight are aborted upstream. Idempotent. @param ending how it ended, from its Worker */
  close(ending?: RunEnding): RunCounts | undefined {
    clearTimeout(this.#orphaned ?? null);
    if (ending === undefined) this.#isCutOff = true;
    this.stop();
    this.#options.place?.leave();
    if (this.#closed) return undefined;
    this.#closed = true;
    this.#options.logs?.close();
    this.#options.guard?.close();
    return this.#options.onClose(ending);
  }

  /** No further call is made, and calls in flight are aborted; the run is not over yet. */
  stop(): void {
    this.#ended.abort();
  }

  get credential(): string | undefined {
    return this.#options.scope.credential;
  }

  /** The servers and the level of tools that the run may use. */
  get access(): RunScope["access"] {
    return this.#options.scope.access;
  }

  get request(): RunScope["request"] {
    return this.#options.scope.request;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #find(call: ToolCall): Promise<FindResult> {
    if (this.#sendsNone()) return failed(hasEnded(call));
    const found = await this.#tools
      .find(call)
      .catch((error: unknown) =>
        explainError(call, error, { isHarmless: true, scope: this.#options.scope, tools: this.#tools }),
      );
    return found.ok && this.#sendsNone() ? failed(hasEnded(call)) : found;
  }
}

/** A page of a list, and a request by method and path, have the name of their tool. */
function named(call: ToolCall, { isPage, requested, identifier }: FoundTool): ToolCall {
  return isPage || requested !== undefined ? { ...call, tool: identifier } : call;
}

/** @returns undefined for a call without an answer to send, and where the answer was sent meanwhile */
async function takeInput(answered: Extract<InputStatus, { kind: "answered" }> | undefined) {
  const responses = await answered?.take();
  return responses && { responses, state: answered?.state };
}

/** The ruling with what was found in the arguments. */
function marked(ruling: Ruling | undefined, data: OpenedCall | undefined): Ruling | undefined {
  return ruling === undefined || data === undefined ? ruling : { ...ruling, logged: [...ruling.logged, ...data.marks] };
}
