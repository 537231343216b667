/**
 * One run while it goes on, in the Gateway: counts, and writes to the ledger.
 *
 * What is written when: a call's row (and the run's, if it has none yet) before the call is sent; the platform's output gate
 * holds the request to the upstream until that is durable. Its answer waits at most FLUSH_MS, for company, because
 * the gate would otherwise hold the script's next step, too; cut off in between, the call counts as `unknown`, which
 * is never repeated silently. The end of a run is durable before its answer leaves.
 */
import type { CallReply, ToolCall } from "../../../worker-loader/index.ts";
import { createHash } from "node:crypto";
import type { Redact } from "../../ledger/redact.ts";
import type { CallAnswer, RunCounts, RunEnding, RunOpening } from "../../ledger/run-record.ts";
import { definitionTokens, runTokens, tokensOf } from "../../ledger/tokens-kept-out.ts";
import { traceparentOf } from "../../ledger/trace.ts";
import { MAX_SHOWN_LOG_CHARS } from "../../limits/answer-limits.ts";
import { MAX_CALL_MESSAGE_CHARS, MAX_REFUSED_CALLS, MAX_RUN_CHARS } from "../../limits/ledger-limits.ts";
import type { CallJournal, SentCallEntry, SentHow } from "../../runs/calls/call-journal.ts";
import type { AnswerForm } from "../../upstream/answer-form.ts";
import type { ToolDefinition } from "../../upstream/connector.ts";
import type { RunEvent } from "../../contract/run-events.ts";
import { CountedDefinitions } from "./counted-definitions.ts";
import { RunRedactor } from "./run-redactor.ts";
import type { AnsweredCall, CallTable } from "../store/call-table.ts";
import type { RunBefore, RunTable } from "../store/run-table.ts";
import type { TextTable } from "../store/text-table.ts";
import type { Ruling } from "../../enforcement/ruling.ts";

interface JournalOptions {
  readonly runs: RunTable;
  readonly calls: CallTable;
  readonly texts: TextTable;
  readonly redact: Redact;
  /** Longer arguments and results are recorded by length and hash. */
  readonly maxCallLength: number;
  /** Something waits to be written: `flush` is wanted soon. */
  readonly onDirty: (journal: RunJournal) => void;
  /** So many more characters will be kept, about. */
  readonly onWritten: (chars: number) => void;
  readonly emit: (event: RunEvent) => void;
  /** The number of the run's row, when it was written before the Gateway was restarted. */
  readonly number?: number;
  /** How far it was when it was parked or cut off; it goes on. */
  readonly before?: RunBefore;
}

export class RunJournal implements CallJournal {
  readonly opening: RunOpening;
  readonly #options: JournalOptions;
  readonly #servers = new Set<string>();
  readonly #definitions = new CountedDefinitions();
  readonly #waiting: (readonly [number: number, answer: AnsweredCall])[] = [];
  readonly #unanswered = new Map<number, ToolCall>();
  readonly #logs: string[] = [];
  readonly #redactor: RunRedactor;
  #number: number | undefined;
  #calls = 0;
  #failedCalls = 0;
  #unknownCalls = 0;
  #refusedCalls = 0;
  /** Calls that have no row here: refused ones beyond the limit, and those of the scripts inside the run. */
  #uncounted = 0;
  /** The counts that the run around this one has. */
  #told: InnerCounts = { calls: 0, failedCalls: 0, unknownCalls: 0, resultTokens: 0 };
  #resultTokens = 0;
  #returnedTokens = 0;
  #bytes = 0;
  #hasEnded = false;

  constructor(opening: RunOpening, options: JournalOptions) {
    this.#options = options;
    this.#number = options.number;
    this.#redactor = new RunRedactor(options.redact, options.before?.isRedacted === true);
    const code = this.#redactor.text(opening.code);
    const input = this.#redactor.text(opening.input);
    const requestOptions = this.#redactor.text(opening.options);
    const client = this.#redactor.client(opening.client);
    this.opening = { ...opening, client, code, input, options: requestOptions };
    const { before } = options;
    if (before === undefined) {
      this.#count(code.length + input.length + requestOptions.length + ROW_BYTES);
      return;
    }
    this.#calls = before.lastCall;
    this.#uncounted = before.calls - before.lastCall;
    this.#failedCalls = before.failedCalls;
    this.#unknownCalls = before.unknownCalls;
    this.#resultTokens = before.resultTokens;
    this.#definitions.continueFrom(before.definitionTokens, before.calledTools);
    this.#bytes = before.bytes;
    for (const server of before.servers) this.#servers.add(server);
    this.#told = this.#inner;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get counts(): RunCounts {
    const tokens = runTokens(this.#resultTokens, this.#definitions.tokens, this.#returnedTokens);
    return { calls: this.#allCalls, failedCalls: this.#failedCalls, unknownCalls: this.#unknownCalls, tokens };
  }

  /** Adds what a saved script inside the run has done since it was last added: its calls are calls of the run, too. */
  include(inner: RunJournal): void {
    if (this.#hasEnded) return;
    const [now, told] = [inner.#inner, inner.#told];
    inner.#told = now;
    this.#uncounted += now.calls - told.calls;
    this.#failedCalls += now.failedCalls - told.failedCalls;
    this.#unknownCalls += now.unknownCalls - told.unknownCalls;
    this.#resultTokens += now.resultTokens - told.resultTokens;
    this.#definitions.include(inner.#definitions);
    this.#options.onDirty(this);
  }

  get #inner(): InnerCounts {
    const { calls, failedCalls, unknownCalls } = this.counts;
    return { calls, failedCalls, unknownCalls, resultTokens: this.#resultTokens };
  }

  get #allCalls(): number {
    return this.#calls + this.#uncounted;
  }

  refused(call: ToolCall, error: { readonly code: string; readonly message: string }, ruling?: Ruling): void {
    if (this.#hasEnded) return;
    this.#failedCalls += 1;
    this.#refuse(call, { ok: false, error }, ruling);
  }

  notSent(call: ToolCall): void {
    // Without a ruling, so that no condition on earlier calls counts it.
    if (!this.#hasEnded) this.#refuse(call, NOT_SENT);
  }

  #refuse(call: ToolCall, reply: CallReply, ruling?: Ruling): void {
    this.#refusedCalls += 1;
    if (this.#refusedCalls > MAX_REFUSED_CALLS) this.#uncounted += 1;
    else this.#answer(this.#begin(call, ruling), call, "refused", reply, 0);
  }

  sent(call: ToolCall, tool: ToolDefinition, { ruling, form, repeats }: SentHow = {}): SentCallEntry {
    // A call that is still on its way when its run ends finds nothing to write to.
    if (this.#hasEnded) return { number: 0, answered: () => undefined, waits: () => undefined };
    const names = this.#redactor.names(call);
    this.#definitions.count(`${names.server}.${names.tool}`, definitionTokens(tool));
    const number = this.#begin(call, ruling, form);
    if (repeats !== undefined) this.#options.calls.sentAgain(this.#open(), repeats, number);
    this.#unanswered.set(number, call);
    const { id: run, traceparent } = this.opening;
    return {
      number,
      traceparent: traceparentOf(run, traceparent, number),
      answered: (answer, attempts, state, inspected) => {
        if (this.#hasEnded || this.#unanswered.get(number) === undefined) return;
        this.#unanswered.delete(number);
        if (repeats !== undefined && attempts === 0) this.#options.calls.sentAgain(this.#open(), repeats, null);
        if (answer.ok) this.#resultTokens += tokensOf(answer.value);
        if (state === "failed") this.#failedCalls += 1;
        if (state === "unknown") this.#unknownCalls += 1;
        const found = inspected && {
          deniedBy: inspected.deniedBy,
          marks: [...(ruling?.logged ?? []), ...inspected.marks],
        };
        this.#answer(number, call, state, answer, attempts, found);
      },
      waits: () => {
        if (this.#hasEnded) return;
        this.#failedCalls -= 1;
        this.#options.onDirty(this);
      },
    };
  }

  /** Kept in memory until the end brings all of them; a Worker that dies takes only the last with it. */
  logged(lines: readonly string[]): void {
    if (this.#hasEnded) return;
    const clean = this.#redactor.nextLines(lines);
    this.#logs.push(...clean);
    this.#options.emit({ type: "run_logged", run: this.opening.id, lines: clean });
  }

  /** The lines of the log so far. */
  get logs(): readonly string[] {
    return this.#logs;
  }

  /** Writes what waits, and how far the run is. */
  flush(): void {
    this.#writeAnswers();
    if (this.#allCalls > 0) this.#options.runs.progress(this.#open(), this.#progress());
  }

  /** The run waits: nothing of it is here any more. */
  park(): void {
    if (this.#hasEnded) return;
    this.cutOffCalls();
    const number = this.#open();
    this.#writeAnswers();
    this.#options.runs.progress(number, this.#progress());
    this.#options.runs.park(number);
    this.#hasEnded = true;
  }

  /**
   * Once; later calls do nothing.
   * @param shown the JSON text of what a client is shown of the value
   * @param handle where the value is kept instead of here
   */
  end(
    { outcome, logs, endedAt, prepareMs }: RunEnding,
    state: "refused" | "interrupted" | "ended",
    shown: string,
    handle?: string,
  ): void {
    if (this.#hasEnded) return;
    const untold = logs.slice(this.#logs.length);
    if (untold.length > 0) this.logged(untold);
    const { runs } = this.#options;
    this.cutOffCalls();
    const number = this.#open();
    const logText = logs.length > 0 ? JSON.stringify(this.#redactor.allLines(logs)) : "";
    const returned = outcome.ok ? shown : JSON.stringify(outcome.error);
    // No model reads the value that a script inside a run returns to its caller.
    if (this.opening.parent === undefined)
      this.#returnedTokens = tokensOf(returned + logText.slice(0, MAX_SHOWN_LOG_CHARS));
    if (outcome.ok && outcome.value !== undefined && handle === undefined) {
      this.#write("value", this.#redactor.text(outcome.value));
    }
    if (logText !== "") this.#write("logs", logText);
    this.#writeAnswers();
    const error = outcome.ok ? undefined : this.#redactor.error(outcome.error);
    this.#count(error === undefined ? 0 : JSON.stringify(error).length);
    const ended = outcome.ok ? "ok" : outcome.error.code === "CANCELLED" ? "cancelled" : "failed";
    const endState = state === "ended" ? ended : state;
    // The counts from before a restart are in its row.
    const { number: known, before } = this.#options;
    if (known === undefined || before !== undefined) runs.progress(number, this.#progress());
    runs.end(number, {
      state: endState,
      endedAt,
      prepareMs,
      returnedTokens: this.#returnedTokens,
      ...(error && { error }),
      ...(handle !== undefined && { handle }),
    });
    this.#hasEnded = true;
    this.#options.emit({
      type: "run_ended",
      run: this.opening.id,
      state: endState,
      at: endedAt,
      calls: this.#allCalls,
      failed_calls: this.#failedCalls,
      unknown_calls: this.#unknownCalls,
      ...(error && { code: error.code, message: error.message }),
    });
  }

  /** Records calls without an answer as unknown: the run, or one around it, is over. */
  cutOffCalls(): void {
    for (const [call, request] of this.#unanswered) this.#answer(call, request, "unknown", CUT_OFF, 1);
    this.#unknownCalls += this.#unanswered.size;
    this.#unanswered.clear();
  }

  #writeAnswers(): void {
    const number = this.#open();
    for (const [call, answer] of this.#waiting) this.#options.calls.complete(number, call, answer);
    this.#waiting.length = 0;
  }

  #begin(call: ToolCall, ruling?: Ruling, form: AnswerForm = call.raw ? "raw" : "value"): number {
    const { calls, maxCallLength, emit } = this.#options;
    this.#calls += 1;
    const number = this.#calls;
    const startedAt = Date.now();
    const isKept = this.#hasRoomFor(call.args.length) && call.args.length <= maxCallLength;
    const clean = isKept ? this.#redactor.text(call.args) : undefined;
    const isRedacted = clean !== undefined && clean !== call.args;
    const { server, tool } = this.#redactor.names(call);
    this.#servers.add(server);
    // Waiting answers are written in the same transaction.
    this.#writeAnswers();
    calls.insert(this.#open(), number, {
      server,
      tool,
      form,
      startedAt,
      arguments: clean,
      argumentsHash: hashOf(call.args),
      isRedacted,
      ruling,
    });
    this.#count((clean?.length ?? 0) + ROW_BYTES);
    emit({ type: "call_started", run: this.opening.id, call: number, server, tool, at: startedAt });
    this.#options.onDirty(this);
    return number;
  }

  #answer(
    number: number,
    call: ToolCall,
    state: AnsweredCall["state"],
    answer: CallAnswer,
    attempts: number,
    found?: Pick<AnsweredCall, "deniedBy" | "marks">,
  ): void {
    const endedAt = Date.now();
    const { maxCallLength } = this.#options;
    const isKept = answer.ok && this.#hasRoomFor(answer.value.length) && answer.value.length <= maxCallLength;
    const result = isKept ? this.#redactor.text(answer.value) : undefined;
    const isRedacted = isKept && result !== answer.value;
    // Before it is cut: half a secret is not recognized.
    const message = answer.ok ? undefined : this.#redactor.text(answer.error.message).slice(0, MAX_CALL_MESSAGE_CHARS);
    const code = answer.ok ? undefined : answer.error.code;
    this.#count((result?.length ?? 0) + (message?.length ?? 0));
    this.#waiting.push([
      number,
      {
        state,
        endedAt,
        attempts,
        code,
        message,
        result,
        resultLength: answer.ok ? answer.value.length : undefined,
        resultHash: answer.ok ? hashOf(answer.value) : undefined,
        isRedacted,
        mismatch: answer.ok && answer.mismatch !== undefined ? this.#redactor.text(answer.mismatch) : undefined,
        ...found,
      },
    ]);
    const { server, tool } = this.#redactor.names(call);
    const { id: run } = this.opening;
    const failure = code !== undefined && { code, message: (message ?? "").slice(0, 300) };
    this.#options.emit({ type: "call_ended", run, call: number, server, tool, state, at: endedAt, ...failure });
    this.#options.onDirty(this);
  }

  #open(): number {
    this.#number ??= this.#options.runs.insert(this.opening);
    return this.#number;
  }

  #write(part: "value" | "logs", clean: string): void {
    this.#count(clean.length);
    this.#options.texts.write(this.#open(), part, clean);
  }

  #count(chars: number): void {
    this.#bytes += chars;
    this.#options.onWritten(chars);
  }

  /** A value and a log have limits of their own. */
  #hasRoomFor(chars: number): boolean {
    return this.#bytes + chars <= MAX_RUN_CHARS;
  }

  #progress() {
    return {
      calls: this.#allCalls,
      failedCalls: this.#failedCalls,
      unknownCalls: this.#unknownCalls,
      servers: this.#servers,
      resultTokens: this.#resultTokens,
      definitionTokens: this.#definitions.tokens,
      bytes: this.#bytes,
      isRedacted: this.#redactor.isRedacted,
    };
  }
}

/** The counts of a script that the run around it includes. */
type InnerCounts = Omit<RunCounts, "tokens" | "handle"> & { readonly resultTokens: number };

const ROW_BYTES = 250; // of a row with its index entries, about

const NOT_SENT: CallAnswer = {
  ok: false,
  error: { code: "DRY_RUN", message: "The call was not sent, because the run is a dry run." },
};

const CUT_OFF: CallAnswer = {
  ok: false,
  error: {
    code: "CANCELLED",
    message: "The run ended before an answer arrived. The call was sent, so it may have had an effect.",
  },
};

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
