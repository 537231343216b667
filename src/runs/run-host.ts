/**
 * The only way of one run to upstreams, held by the Gateway: each call is found, decided, recorded and sent here. The Worker that
 * runs the guest holds the stub; closing it (or losing the Worker) aborts what is in flight and refuses everything after.
 */
import { RpcTarget } from "cloudflare:workers";
import { NARROWED, isNarrowed } from "../auth/principal.ts";
import type { CallFailure, CallReply, ToolCall } from "../../worker-loader/index.ts";
import type { AdmittedCall, CallGuard, Ruling } from "../enforcement/call-guard.ts";
import type { RunCounts, RunEnding } from "../ledger/run-record.ts";
import type { Result } from "../lib/result.ts";
import { UpstreamError } from "../upstream/connector.ts";
import { FETCH_KEY, FETCH_SERVER } from "../upstream/script-fetch/fetch-tool.ts";
import { isRepeatable } from "../upstream/repeatable.ts";
import type { CallKeeper, DurableCall, WaitingReply } from "./durable/call-keeper.ts";
import type { RunWait } from "./durable/durable-run.ts";
import type { PlacedEntry } from "./durable/placed-entry.ts";
import { sentBefore } from "./durable/unknown-outcome.ts";
import { cutOff, denied, failed, hasEnded, toPage, toReply } from "./call-replies.ts";
import type { Failed } from "./call-replies.ts";
import type { CallJournal } from "./call-journal.ts";
import type { PlaceState, RunPlace } from "./run-place.ts";
import type { RunScope } from "./run-scope.ts";
import { ToolFinder } from "./tool-finder.ts";
import type { FoundTool, ToolFinderOptions } from "./tool-finder.ts";

export interface RunHostOptions extends Pick<ToolFinderOptions, "upstreams" | "heldOf" | "fetchAllow"> {
  readonly scope: RunScope;
  readonly journal: CallJournal;
  /** Absent where no policy is configured. */
  readonly guard?: CallGuard | undefined;
  /** Absent for a run that cannot be resumed after it was cut off. */
  readonly keeper?: CallKeeper | undefined;
  /** Absent for a saved script inside another run, which takes no place of its own. */
  readonly place?: RunPlace | undefined;
  /** The run's Worker asks to park the run. @returns undefined when the run cannot park now */
  readonly onPark?: (wakeAt: number | undefined) => RunWait | undefined;
  /** Called once, when the run is over. @param ending undefined when its Worker was lost */
  readonly onClose: (ending: RunEnding | undefined) => RunCounts;
}

const ORPHANED_AFTER_MS = 1_000;

export class RunHost extends RpcTarget {
  readonly #tools: ToolFinder;
  readonly #scope: RunScope;
  readonly #journal: CallJournal;
  readonly #guard: CallGuard | undefined;
  readonly #keeper: CallKeeper | undefined;
  readonly #place: RunPlace | undefined;
  readonly #onPark: RunHostOptions["onPark"];
  readonly #onClose: RunHostOptions["onClose"];
  readonly #ended = new AbortController();
  /** Tools of whose results the run's log says that they do not match. */
  readonly #noted = new Set<string>();
  #closed = false;
  #orphaned: ReturnType<typeof setTimeout> | undefined;
  /** When the run ends at the latest, in milliseconds since 1970. */
  #deadline = Infinity;

  constructor({
    upstreams,
    scope,
    journal,
    guard,
    heldOf,
    fetchAllow,
    keeper,
    place,
    onPark,
    onClose,
  }: RunHostOptions) {
    super();
    this.#guard = guard;
    this.#keeper = keeper;
    this.#place = place;
    this.#onPark = onPark;
    this.#tools = new ToolFinder({ upstreams, scope, guard, heldOf, fetchAllow });
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

  async #call(given: ToolCall, services: readonly string[], kept: Kept | undefined): Promise<CallReply | WaitingReply> {
    const found = await this.#find(given);
    const made = given.server === FETCH_KEY ? { ...given, server: FETCH_SERVER } : given;
    if (!found.ok) {
      const error = { ...found.error, ...(found.error.server !== undefined && { server: made.server }) };
      this.#journal.refused(made, error);
      return failed(error);
    }
    const { upstream, tool, identifier, args, isPage } = found.value;
    const call = isPage ? { ...made, tool: identifier } : made;
    const decided = await this.#decide(call, found.value, services, kept);
    if ("waiting" in decided) return decided;
    if (!decided.ok) {
      this.#journal.refused(call, decided.error, decided.ruling);
      return failed(decided.error);
    }
    const { admitted } = decided;
    const entry = this.#journal.sent(call, tool, decided.ruling);
    kept?.keeper.sent(kept.number);
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
        traceparent: entry.traceparent,
        deadline: this.#deadline,
      });
      const reply = isPage ? toPage(result, call, found.value) : toReply(result, call, identifier, isRepeatable(tool));
      admitted?.settled(reply, attempts, "heard");
      if (mismatch === undefined || !reply.ok) {
        entry.answered(reply, attempts, "heard");
        return reply;
      }
      entry.answered({ ...reply, mismatch }, attempts, "heard");
      const note = this.#noteOf(`${call.server}.${identifier}`, mismatch);
      return note === undefined ? reply : { ...reply, note };
    } catch (error) {
      const isCutOff = signal.aborted && attempts > 0;
      const reply = isCutOff
        ? failed(cutOff(call))
        : await this.#explain(call, error, attempts === 0 || isRepeatable(tool));
      const isUnheard = isCutOff || (error instanceof UpstreamError && error.isUnheard);
      admitted?.settled(reply, attempts, isUnheard ? "unheard" : "heard");
      entry.answered(reply, attempts, isUnheard ? "unheard" : "heard");
      return reply;
    }
  }

  /** One line for each tool: a loop over hundreds of results must not fill the log. */
  #noteOf(path: string, mismatch: string): string | undefined {
    if (this.#noted.has(path)) return undefined;
    this.#noted.add(path);
    return `${path}: the result does not match the tool's output schema: ${mismatch} It was passed on; further results of this tool that do not match are only marked in the ledger.`;
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

  /** Applies the policy to a call. A person is asked where the policy requires it, or where an earlier attempt has an unknown outcome. */
  async #decide(
    call: ToolCall,
    found: FoundTool,
    services: readonly string[],
    kept: Kept | undefined,
  ): Promise<Decided> {
    const { server, tool: name } = call;
    const { upstream, tool, args } = found;
    const request = { server: upstream.name, tool: `${upstream.name}.${tool.name}`, args: call.args };
    const repetition = kept?.keeper.isUnknown(kept.number) === true && !isRepeatable(tool);
    const repeated =
      repetition && kept?.keeper.approval({ ...request, ...sentBefore(request.tool), number: kept.number });
    if (repeated && repeated.kind === "waiting") return { waiting: repeated.id };
    if (repeated && repeated.kind === "denied") return { ok: false, error: denied(repeated.message, call) };
    const guarded = { server: upstream.name, tool, args, argsLength: call.args.length, asked: services };
    let admission = await this.#guard?.admit(guarded, repeated !== false);
    let consume = repeated ? repeated.consume : undefined;
    if (admission?.verdict === "ask" && kept !== undefined) {
      const { ruling, message: reason } = admission;
      const { rule, policy } = ruling;
      const number = kept.number;
      const standing = kept.keeper.approval({
        ...request,
        tool: ruling.path,
        kind: "rule",
        reason,
        rule,
        policy,
        number,
      });
      if (standing.kind === "waiting") return { waiting: standing.id };
      if (standing.kind === "denied") return { ok: false, error: denied(standing.message, call), ruling };
      admission = await this.#guard?.admit(guarded, true);
      ({ consume } = standing);
    }
    if (admission === undefined && consume === undefined) return { ok: true };
    const ruling = admission?.ruling;
    if (admission?.verdict === "deny") return { ok: false, ruling, error: { ...admission.error, server, tool: name } };
    if (admission?.verdict === "ask") {
      const { rule } = admission.ruling;
      const message = `${admission.message} ${NOBODY_TO_ASK}`;
      return { ok: false, ruling, error: { code: "APPROVAL_REQUIRED", message, rule, server, tool: name } };
    }
    if (this.#ended.signal.aborted || consume?.() === false) {
      admission?.admitted.settled(failed(hasEnded(call)), 0, "heard");
      return { ok: false, error: hasEnded(call), ruling };
    }
    return { ok: true, ruling, admitted: admission?.admitted };
  }

  async #find(call: ToolCall): Promise<Result<FoundTool, CallFailure>> {
    if (this.#ended.signal.aborted) return failed(hasEnded(call));
    const found = await this.#tools.find(call).catch((error: unknown) => this.#explain(call, error, true));
    return found.ok && this.#ended.signal.aborted ? failed(hasEnded(call)) : found;
  }

  /** @param isHarmless making the call again does nothing twice */
  async #explain({ server, tool }: ToolCall, error: unknown, isHarmless: boolean): Promise<Failed> {
    if (error instanceof UpstreamError) {
      const retryable = error.isTransient && isHarmless;
      return failed({ ...(await this.#toSignIn(server, error)), server, tool, ...(retryable && { retryable }) });
    }
    console.error(`call ${server}.${tool}:`, error);
    const message = `The gateway failed while calling ${server}.${tool}.`;
    return failed({ code: "INTERNAL_ERROR", message, server, tool });
  }

  /** Adds the sign-in link to an error that a sign-in would solve. */
  async #toSignIn(
    server: string,
    error: UpstreamError,
  ): Promise<Pick<CallFailure, "code" | "message" | "url" | "retry_after_ms">> {
    const { code, message, retryAfterMs } = error;
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

type Decided =
  | WaitingReply
  | { readonly ok: true; readonly ruling?: Ruling | undefined; readonly admitted?: AdmittedCall | undefined }
  | { readonly ok: false; readonly error: CallFailure; readonly ruling?: Ruling | undefined };

/** A call of a durable run, by its number in the run. */
interface Kept {
  readonly keeper: CallKeeper;
  readonly number: number;
}

const NOBODY_TO_ASK = "This run cannot wait for a person; ask for it with execute_code.";
