/**
 * The ledger of one principal: journals of the runs that go on, and everything that can be asked about runs. Writes are
 * gathered (see run-journal.ts); every question is answered from the tables after what waits has been written.
 */
import { ledgerLimits, type LedgerConfig, type LedgerLimits } from "../../ledger/ledger-limits.ts";
import { soFar, startOf } from "../../ledger/run-events.ts";
import type { UsageDay } from "../../contract/usage.ts";
import type { RunFilter, RunPage } from "../../ledger/run-filter.ts";
import { spansOf, type Span } from "../../ledger/spans.ts";
import { createRedact, type Redact } from "../../ledger/redact.ts";
import { PRUNE_EVERY_CHARS } from "../../limits/ledger-limits.ts";
import type {
  CallRecord,
  RunCounts,
  RecordedDetails,
  RunEnding,
  RunOpening,
  RunStats,
} from "../../ledger/run-record.ts";
import { parseToRewrite } from "../../lib/exact-json.ts";
import { covers, type Access, type Proof } from "../../auth/principal.ts";
import { MAX_PREVIEW_CHARS } from "../../limits/answer-limits.ts";
import { handleOf, type ResultPart, type StoredHandle } from "../../runs/results/handle.ts";
import { select, type Part } from "../../runs/results/select.ts";
import type { StoredPart } from "../../runs/services/results.ts";
import { ActiveRuns, type CancellableRun } from "./active-runs.ts";
import { LiveRuns } from "./live-runs.ts";
import { RunJournal } from "./run-journal.ts";
import { CallTable } from "../store/call-table.ts";
import { HandleTable } from "../store/handle-table.ts";
import { prune } from "../store/retention.ts";
import { RunTable, type RunBefore } from "../store/run-table.ts";
import { TextTable } from "../store/text-table.ts";
import { usageByDay } from "../store/usage.ts";

/** The longest an answered call waits to be written. */
const FLUSH_MS = 40;
/** Counting what is kept takes some milliseconds. */
const PRUNE_EVERY_RUNS = 100;
const MAX_HANDLES_LISTED = 100;
/** Maximum number of past calls that a late watcher is sent. */
const MAX_CALLS_SO_FAR = 500;
const PRUNE_AGAIN_MS = 1_000;
/** Maximum number of call spans of one run; the run's own span counts the rest. */
const MAX_SPANS = 1_000;

interface LedgerOptions {
  readonly config: LedgerConfig | undefined;
  /** A longer value is put behind a handle; UTF-16 length of its JSON text. */
  readonly budget: number;
  /** Values that must never be written down. */
  readonly secrets: readonly string[];
  readonly now: () => number;
  /** @returns true if the credential is still valid; called for everyone who watches */
  readonly stands: (proof: Proof) => boolean;
  /** See PrincipalIdentity. */
  readonly holderOf: (credential: string) => string;
  /** Receives the spans, if telemetry is configured. */
  readonly spans?: ((spans: readonly Span[]) => void) | undefined;
  /** Called when a value was put behind a handle. */
  readonly onValueKept?: () => void;
}

export class RunLedger {
  /** Redacts the secrets that are known at the time of the call. */
  readonly redact: Redact = (text) => this.#redactKnown(text);
  readonly #storage: DurableObjectStorage;
  readonly #runs: RunTable;
  readonly #calls: CallTable;
  readonly #texts: TextTable;
  readonly #limits: LedgerLimits;
  readonly #handles: HandleTable;
  readonly #budget: number;
  #redactKnown: Redact;
  readonly #secrets: Set<string>;
  readonly #spans: LedgerOptions["spans"];
  readonly #onValueKept: LedgerOptions["onValueKept"];
  readonly #live: LiveRuns;
  readonly #active = new ActiveRuns();
  readonly #dirty = new Set<RunJournal>();
  #isAbandoned = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pruning: ReturnType<typeof setTimeout> | undefined;
  /** So that the first run after a start counts what is kept. */
  #endedSincePrune = PRUNE_EVERY_RUNS;
  /** Characters, about. */
  #writtenSincePrune = 0;

  constructor(
    storage: DurableObjectStorage,
    { config, secrets, budget, now, spans, stands, holderOf, onValueKept }: LedgerOptions,
  ) {
    this.#onValueKept = onValueKept;
    this.#storage = storage;
    this.#live = new LiveRuns(stands, holderOf);
    this.#runs = new RunTable(storage);
    this.#calls = new CallTable(storage);
    this.#texts = new TextTable(storage);
    this.#limits = ledgerLimits(config);
    this.#handles = new HandleTable(storage, this.#limits.maxHandlesLength);
    this.#budget = budget;
    this.#secrets = new Set(secrets);
    this.#redactKnown = createRedact(secrets);
    this.#spans = spans;
    // Runs that are still marked running were cut off by the restart.
    this.#calls.markUnknown();
    this.#runs.interruptRunning(now());
  }

  /** Secrets of upstreams that were added while the gateway runs must not be written down either. */
  learnSecrets(secrets: readonly string[]): void {
    if (secrets.every((secret) => this.#secrets.has(secret))) return;
    for (const secret of secrets) this.#secrets.add(secret);
    this.#redactKnown = createRedact([...this.#secrets]);
  }

  /** A run begins, or goes on. Its row is written with its first call, its end, or after a moment. */
  open(opening: RunOpening, control: CancellableRun, access: Access, isResumed = false): RunJournal {
    // The row of a run precedes those of the scripts it runs: rules about the order of calls find their calls by it.
    if (opening.parent !== undefined) this.#active.get(opening.parent)?.journal.flush();
    const known = isResumed ? this.#runs.numberOf(opening.id) : undefined;
    const journal = this.#journalOf(opening, known, known === undefined ? undefined : this.#runs.reopen(known));
    this.#active.add({ journal, control, access });
    this.#live.emit(startOf(journal.opening));
    this.#note(journal);
    return journal;
  }

  /** The run waits, and goes on later. */
  park(journal: RunJournal): void {
    const isOver = this.#close(journal);
    if (!isOver) this.#storage.transactionSync(() => journal.park());
    this.#active.tellRunsAround(journal);
  }

  /** @param state `interrupted` when its Worker was lost */
  end(journal: RunJournal, ending: RunEnding, state: "refused" | "interrupted" | "ended"): RunCounts {
    const isOver = this.#close(journal);
    if (isOver) return journal.counts;
    const handle = this.#storage.transactionSync(() => this.#write(journal, ending, state));
    this.#active.tellRunsAround(journal);
    this.#noteEnded(journal.opening);
    return handle === undefined ? journal.counts : { ...journal.counts, handle };
  }

  /** @returns true if nothing of the run is written any more */
  #close(journal: RunJournal): boolean {
    const isOver = journal.hasEnded || this.#isAbandoned;
    if (!isOver) this.#active.takeFromScripts(journal);
    this.#active.delete(journal);
    this.#dirty.delete(journal);
    return isOver;
  }

  /**
   * A run that ended without ever being open here: refused before it began, or cut off from this Gateway by its restart
   * while its Worker lived on.
   */
  record(opening: RunOpening, ending: RunEnding, state: "refused" | "ended"): void {
    if (this.#isAbandoned) return;
    const known = this.#runs.numberOf(opening.id);
    this.#storage.transactionSync(() => {
      const before = known === undefined ? undefined : this.#runs.reopen(known);
      this.#write(this.#journalOf(opening, known, before), ending, state);
    });
    this.#noteEnded(opening);
  }

  /** Writes nothing any more: everything is about to be deleted. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#dirty.clear();
    clearTimeout(this.#pruning ?? null);
  }

  list(filter: RunFilter): RunPage {
    this.flush();
    return this.#runs.list(filter);
  }

  read(id: string): RecordedDetails | undefined {
    this.flush();
    const details = this.#runs.read(id);
    const active = this.#active.get(id);
    return details && active ? { ...details, logs: active.journal.logs } : details;
  }

  /** @returns the counts of a run so far; undefined if it has no record */
  statsOf(id: string): RunStats | undefined {
    const details = this.read(id);
    if (details === undefined) return undefined;
    const { calls, failedCalls, unknownCalls, tokens, startedAt } = details;
    return { calls, failedCalls, unknownCalls, tokens, durationMs: (details.endedAt ?? Date.now()) - startedAt };
  }

  isRecorded(id: string): boolean {
    return this.#runs.numberOf(id) !== undefined;
  }

  calls(id: string, after: number, limit: number): readonly CallRecord[] | undefined {
    this.flush();
    const number = this.#runs.numberOf(id);
    return number === undefined ? undefined : this.#calls.list(number, after, limit);
  }

  countCalls(id: string): number {
    this.flush();
    const number = this.#runs.numberOf(id);
    return number === undefined ? 0 : this.#calls.count(number);
  }

  call(id: string, call: number): CallRecord | undefined {
    this.flush();
    const number = this.#runs.numberOf(id);
    return number === undefined ? undefined : this.#calls.read(number, call);
  }

  /** @param access of the caller. @returns `none` when no such run goes on, `wider` when it has more access */
  async cancel(id: string, reason: string, access: Access): Promise<"cancelled" | "none" | "wider"> {
    const active = this.#active.get(id);
    if (active === undefined) return "none";
    if (!covers(access, active.access)) return "wider";
    await active.control.cancel(reason);
    return "cancelled";
  }

  /**
   * @param id only this run, from its beginning to its end; undefined: all, from now on
   * @param proof what the watcher was let in by; the stream ends with it
   * @returns server-sent events (run-events.ts); undefined when there is no such run; "too-many" when as many watch as may
   */
  watch(id: string | undefined, proof: Proof): ReadableStream<Uint8Array> | "too-many" | undefined {
    if (id === undefined) {
      const active = this.#active.journals().map(({ opening }) => startOf(opening));
      return this.#live.watch(undefined, active, proof);
    }
    const details = this.read(id);
    if (details === undefined) return undefined;
    return this.#live.watch(id, soFar(details, this.#outline(id, MAX_CALLS_SO_FAR)), proof);
  }

  /** Ends the streams that were opened with credentials that are revoked now. */
  endStreams(isRevoked: (proof: Proof) => boolean): void {
    this.#live.end(isRevoked);
  }

  usage(since: number): readonly UsageDay[] {
    this.flush();
    return usageByDay(this.#storage, since);
  }

  /** @returns the handle of a value that is too long to be returned */
  #write(journal: RunJournal, ending: RunEnding, state: "refused" | "interrupted" | "ended"): string | undefined {
    const { outcome, endedAt } = ending;
    const value = (outcome.ok ? outcome.value : undefined) ?? "";
    const isLong = value.length > this.#budget;
    const { id } = journal.opening;
    const handle = isLong && this.#handles.write(id, value, endedAt) ? handleOf(id) : undefined;
    if (handle !== undefined) this.#onValueKept?.();
    // A value that is too long even for a handle is not kept.
    const kept = isLong && handle === undefined ? { ...ending, outcome: { ok: true } as const } : ending;
    journal.end(kept, state, isLong ? value.slice(0, Math.min(this.#budget, MAX_PREVIEW_CHARS)) : value, handle);
    const inside = this.#runs.endWaitingInside(id, state === "interrupted" ? state : "cancelled", endedAt);
    for (const ended of inside) this.#live.emit(ended);
    return handle;
  }

  #journalOf(opening: RunOpening, number?: number, before?: RunBefore): RunJournal {
    return new RunJournal(opening, {
      runs: this.#runs,
      calls: this.#calls,
      texts: this.#texts,
      redact: this.redact,
      maxCallLength: this.#limits.maxCallLength,
      onDirty: (journal) => this.#note(journal),
      onWritten: (chars) => this.#noteWritten(chars),
      emit: (event) => this.#live.emit(event),
      ...(number !== undefined && { number }),
      ...(before && { before }),
    });
  }

  /** A part of what a run returned or logged. */
  part(id: string, of: ResultPart, part: Part): StoredPart {
    const text = of === "logs" ? this.#logsOf(id) : this.#valueOf(id);
    if (!text.ok) return text;
    const selected = select(parseToRewrite(text.json), part);
    if (!selected.ok) return { ok: false, reason: "wrong-path", message: selected.problem };
    const { value, total } = selected;
    return { ok: true, json: JSON.stringify(value) ?? "null", ...(total !== undefined && { total }) };
  }

  /** Values that wait to be read, newest first. */
  handles(): readonly StoredHandle[] {
    return this.#handles.list(Date.now(), MAX_HANDLES_LISTED);
  }

  /** Deletes values whose day is over; called by the alarm. */
  dropExpired(now: number): void {
    this.#handles.dropExpired(now);
  }

  /** @returns when `dropExpired` has something to delete, in milliseconds since 1970 */
  nextExpiry(): number | undefined {
    return this.#handles.nextExpiry();
  }

  #logsOf(id: string): StoredPart {
    const details = this.read(id);
    return details ? { ok: true, json: JSON.stringify(details.logs) } : unknownRun(id);
  }

  #valueOf(id: string): StoredPart {
    const kept = this.#handles.read(id, Date.now());
    if (kept !== undefined) return { ok: true, json: kept };
    const details = this.read(id);
    if (details === undefined) return unknownRun(id);
    if (details.handle !== undefined) {
      const message = `The value of ${id} is not stored any more: 24 hours have passed, or newer values needed the space. Run the script again.`;
      return { ok: false, reason: "expired", message };
    }
    if (details.value !== undefined) return { ok: true, json: asJson(details.value) };
    return { ok: false, reason: "unknown", message: `The run ${id} (${details.state}) has no value.` };
  }

  #note(journal: RunJournal): void {
    if (this.#isAbandoned) return;
    this.#dirty.add(journal);
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  /** Writes what waits. */
  flush(): void {
    for (const journal of this.#dirty) this.#active.tellRunsAround(journal);
    clearTimeout(this.#timer ?? null);
    this.#timer = undefined;
    if (this.#dirty.size === 0) return;
    this.#storage.transactionSync(() => {
      for (const journal of this.#dirty) journal.flush();
    });
    this.#dirty.clear();
  }

  #outline(id: string, limit: number): readonly CallRecord[] {
    const number = this.#runs.numberOf(id);
    return number === undefined ? [] : this.#calls.outline(number, limit);
  }

  #noteEnded({ id, traceparent }: RunOpening): void {
    const details = this.#spans && this.#runs.readAsStored(id);
    if (details) this.#spans?.(spansOf(details, this.#outline(id, MAX_SPANS), traceparent));
    this.#endedSincePrune += 1;
    if (this.#endedSincePrune >= PRUNE_EVERY_RUNS) this.#prune();
  }

  #noteWritten(chars: number): void {
    this.#writtenSincePrune += chars;
    if (this.#writtenSincePrune >= Math.min(PRUNE_EVERY_CHARS, this.#limits.maxBytes / 10)) this.#prune();
  }

  #prune(): void {
    if (this.#isAbandoned) return;
    this.#endedSincePrune = 0;
    this.#writtenSincePrune = 0;
    if (this.#pruning !== undefined) return;
    this.#pruning = setTimeout(() => {
      this.#pruning = undefined;
      if (this.#storage.transactionSync(() => prune(this.#storage, this.#limits, Date.now()))) this.#prune();
    }, PRUNE_AGAIN_MS);
  }
}

/** Redaction can break JSON, which is then shown as text. */
function asJson(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}

function unknownRun(id: string): StoredPart {
  return { ok: false, reason: "unknown", message: `There is no run ${id}; it may have been deleted.` };
}
