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
import type { ToolResult } from "../upstream/connector.ts";
import { unwrapResult } from "../upstream/result.ts";
import type { CallKeeper, DurableCall, WaitingReply } from "./durable/call-keeper.ts";
import type { RunWait } from "./durable/durable-run.ts";
import type { PlacedEntry } from "./durable/placed-entry.ts";
import { isBusy, withRetryable } from "./retryable.ts";
import { isRepeatable, sentBefore } from "./durable/unknown-outcome.ts";
import type { CallJournal } from "./call-journal.ts";
import type { RunScope } from "./run-scope.ts";
import { ToolFinder } from "./tool-finder.ts";
import type { FoundTool, ToolFinderOptions } from "./tool-finder.ts";

export interface RunHostOptions extends Pick<ToolFinderOptions, "upstreams" | "heldOf"> {
  readonly scope: RunScope;
  readonly journal: CallJournal;
  /** Absent where no policy is configured. */
  readonly guard?: CallGuard | undefined;
  /** Absent for a run that cannot be gone on with after it was cut off. */
  readonly keeper?: CallKeeper | undefined;
  /** The run's Worker wants it to wait. @returns undefined when something that it waited for has come meanwhile */
  readonly onPark?: (wakeAt: number | undefined) => RunWait | undefined;
  /** Told once, when the run is over; without an ending its Worker was lost. */
  readonly onClose: (ending: RunEnding | undefined) => RunCounts;
}

const ORPHANED_AFTER_MS = 1_000;

export class RunHost extends RpcTarget {
  readonly #tools: ToolFinder;
  readonly #scope: RunScope;
  readonly #journal: CallJournal;
  readonly #guard: CallGuard | undefined;
  readonly #keeper: CallKeeper | undefined;
  readonly #onPark: RunHostOptions["onPark"];
  readonly #onClose: RunHostOptions["onClose"];
  readonly #ended = new AbortController();
  #closed = false;
  readonly #orphaned: ReturnType<typeof setTimeout>;

  constructor({ upstreams, scope, journal, guard, heldOf, keeper, onPark, onClose }: RunHostOptions) {
    super();
    this.#guard = guard;
    this.#keeper = keeper;
    this.#onPark = onPark;
    this.#tools = new ToolFinder({ upstreams, scope, guard, heldOf });
    this.#scope = scope;
    this.#journal = journal;
    this.#onClose = onClose;
    this.#orphaned = setTimeout(() => this.close(), scope.wallMs + ORPHANED_AFTER_MS);
  }

  /**
   * @param asked services of the gateway that the script has asked so far
   */
  async call(call: ToolCall, asked: readonly string[] = []): Promise<CallReply> {
    const reply = await this.#call(call, asked, undefined);
    return "ok" in reply ? reply : failed({ code: "APPROVAL_REQUIRED", message: NOBODY_TO_ASK });
  }

  /** As `call`, of a run that can be gone on with after it was cut off: the call may wait for a person. */
  async callKept(call: ToolCall, asked: readonly string[], kept: DurableCall): Promise<CallReply | WaitingReply> {
    const keeper = this.#keeper;
    if (keeper === undefined) return this.call(call, asked);
    const { number, entries } = kept;
    keeper.note(entries);
    const reply = await this.#call(call, asked, { keeper, number });
    if ("ok" in reply && !this.#ended.signal.aborted) keeper.answered(number, reply);
    return reply;
  }

  /** What the run's Worker has recorded, kept before anything that comes after it has an effect. */
  record(entries: readonly PlacedEntry[]): void {
    this.#keeper?.note(entries);
    this.#keeper?.flush();
  }

  /** The run waits, and its Worker lets go of it. @param wakeAt see DurableRuns.park */
  park(entries: readonly PlacedEntry[], wakeAt: number | undefined): RunWait | undefined {
    if (this.#closed) return undefined;
    this.#keeper?.note(entries);
    const wait = this.#onPark?.(wakeAt);
    if (wait !== undefined) this.leave();
    return wait;
  }

  /** The run goes on later, with another host. */
  leave(): void {
    clearTimeout(this.#orphaned);
    this.stop();
    if (this.#closed) return;
    this.#closed = true;
    this.#guard?.close();
  }

  async #call(call: ToolCall, asked: readonly string[], kept: Kept | undefined): Promise<CallReply | WaitingReply> {
    const found = await this.#find(call);
    if (!found.ok) {
      this.#journal.refused(call, found.error);
      return found;
    }
    const { upstream, tool, identifier, args } = found.value;
    const decided = await this.#decide(call, found.value, asked, kept);
    if ("waiting" in decided) return decided;
    if (!decided.ok) {
      this.#journal.refused(call, decided.error, decided.ruling);
      return failed(decided.error);
    }
    const { admitted } = decided;
    const entry = this.#journal.sent(call, tool, decided.ruling);
    kept?.keeper.sent(kept.number);
    let attempts = 0;
    const { signal } = this.#ended;
    const onAttempt = (): void => void (attempts += 1);
    try {
      const result = await upstream.call(tool, args, { signal, onAttempt, traceparent: entry.traceparent });
      const reply = toReply(result, call, identifier, isRepeatable(tool));
      admitted?.settled(reply, attempts, "heard");
      entry.answered(reply, attempts, "heard");
      return reply;
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

  /** Lines of the script's log, while it goes on. */
  logged(lines: readonly string[]): void {
    if (!this.#closed) this.#journal.logged(lines);
  }

  /** The run is over: calls in flight are aborted upstream. Idempotent. @param ending how it ended, from its Worker */
  close(ending?: RunEnding): RunCounts | undefined {
    clearTimeout(this.#orphaned);
    this.stop();
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

  /** What the policy says of a call that could be made; a person is asked where it says so, or where nobody knows whether it was made. */
  async #decide(call: ToolCall, found: FoundTool, asked: readonly string[], kept: Kept | undefined): Promise<Decided> {
    const { server, tool: name } = call;
    const { upstream, tool, args } = found;
    const wish = { server: upstream.name, tool: `${upstream.name}.${tool.name}`, args: call.args };
    const repetition = kept?.keeper.isUnknown(kept.number) === true && !isRepeatable(tool);
    const repeated = repetition && kept?.keeper.approval({ ...wish, ...sentBefore(wish.tool), number: kept.number });
    if (repeated && repeated.kind === "waiting") return { waiting: repeated.id };
    if (repeated && repeated.kind === "denied") return { ok: false, error: denied(repeated.message, call) };
    const guarded = { server: upstream.name, tool, args, argsLength: call.args.length, asked };
    let admission = await this.#guard?.admit(guarded, repeated !== false);
    let consume = repeated ? repeated.consume : undefined;
    if (admission?.verdict === "ask" && kept !== undefined) {
      const { ruling, message: reason } = admission;
      const { rule, policy } = ruling;
      const number = kept.number;
      const standing = kept.keeper.approval({ ...wish, tool: ruling.path, kind: "rule", reason, rule, policy, number });
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

  /** With the link by which a person signs in, where that is what is missing. */
  async #toSignIn(server: string, error: UpstreamError): Promise<Pick<CallFailure, "code" | "message" | "url">> {
    const { code, message } = error;
    const { access, origin } = this.#scope;
    // Somebody has signed in, and whoever does so again takes their place.
    if (error.signIn && error.ofCallOnly && isNarrowed(access)) return { code, message: `${message} ${NARROWED}` };
    const upstream = this.#tools.upstreamOf(server);
    const url = error.signIn && origin !== undefined ? await upstream?.signInLink(origin) : undefined;
    if (url === undefined) return { code, message };
    return { code, message: `${message} Open ${url} in a browser, then run this again.`, url };
  }
}

interface Failed {
  readonly ok: false;
  readonly error: CallFailure;
}

type Decided =
  | WaitingReply
  | { readonly ok: true; readonly ruling?: Ruling | undefined; readonly admitted?: AdmittedCall | undefined }
  | { readonly ok: false; readonly error: CallFailure; readonly ruling?: Ruling | undefined };

/** A call of a run that is kept, and its number in it. */
interface Kept {
  readonly keeper: CallKeeper;
  readonly number: number;
}

const NOBODY_TO_ASK = "This run cannot wait for a person; ask for it with execute_code.";

function denied(message: string, { server, tool }: ToolCall): CallFailure {
  return { code: "APPROVAL_DENIED", message, server, tool };
}

function toReply(
  result: ToolResult,
  { server, tool, raw }: ToolCall,
  identifier: string,
  isHarmless: boolean,
): CallReply {
  if (raw) return { ok: true, value: JSON.stringify(result) };
  const unwrapped = unwrapResult(result);
  if (!unwrapped.ok) {
    // Whose words these are comes first: an upstream could say that somebody has to sign in somewhere.
    const { message, failure } = unwrapped;
    const retryable = isBusy(failure?.status, isHarmless);
    return failed({
      code: "TOOL_ERROR",
      message: `${server}.${identifier}: ${message}`,
      server,
      tool,
      ...failure,
      ...(retryable && { retryable }),
    });
  }
  return { ok: true, value: JSON.stringify(unwrapped.value) ?? "null" };
}

function hasEnded({ server, tool }: ToolCall): CallFailure {
  return { code: "CANCELLED", message: "The run has ended.", server, tool };
}

function cutOff({ server, tool }: ToolCall): CallFailure {
  const message = `The run ended before ${server}.${tool} answered. The call was sent; whether it had an effect is not known.`;
  return { code: "CANCELLED", message, server, tool };
}

function failed(error: CallFailure): Failed {
  return { ok: false, error: withRetryable(error) };
}
