/**
 * The ledger of one principal: journals of the runs that go on, and everything that can be asked about runs. Writes are
 * gathered (see run-journal.ts); every question is answered from the tables after what waits has been written.
 */
import { RpcTarget } from "cloudflare:workers";
import { ledgerLimits } from "../ledger/ledger-limits.ts";
import type { LedgerConfig, LedgerLimits } from "../ledger/ledger-limits.ts";
import { soFar, startOf } from "../ledger/run-events.ts";
import type { RunFilter, RunPage, UsageDay } from "../ledger/run-filter.ts";
import { createRedact } from "../ledger/redact.ts";
import type { Redact } from "../ledger/redact.ts";
import type { CallRecord, RunDetails, RunEnding, RunOpening } from "../ledger/run-record.ts";
import { LiveRuns } from "./live-runs.ts";
import { RunJournal } from "./run-journal.ts";
import { CallTable } from "./store/call-table.ts";
import { prune } from "./store/retention.ts";
import { RunTable } from "./store/run-table.ts";
import { TextTable } from "./store/text-table.ts";
import { usageByDay } from "./store/usage.ts";

/** The longest an answered call waits to be written. */
const FLUSH_MS = 40;
/** Counting what is kept takes a millisecond or two. */
const PRUNE_EVERY_RUNS = 100;
/** Told to a watcher that comes late. */
const MOST_CALLS_SO_FAR = 500;
const PRUNE_AGAIN_MS = 1_000;

/** A run that goes on, as whoever wants to end it sees it. */
export interface RunControl {
  /** The run ends as cancelled, with this message. */
  cancel(reason: string): void | Promise<void>;
}

export interface LedgerOptions {
  readonly config: LedgerConfig | undefined;
  /** Values that must never be written down. */
  readonly secrets: readonly string[];
  readonly now: () => number;
}

export class RunLedger {
  readonly #storage: DurableObjectStorage;
  readonly #runs: RunTable;
  readonly #calls: CallTable;
  readonly #texts: TextTable;
  readonly #limits: LedgerLimits;
  readonly #redact: Redact;
  readonly #live = new LiveRuns();
  readonly #going = new Map<string, { readonly journal: RunJournal; readonly control: RunControl }>();
  readonly #dirty = new Set<RunJournal>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pruning: ReturnType<typeof setTimeout> | undefined;
  /** So that the first run after a start counts what is kept. */
  #endedSincePrune = PRUNE_EVERY_RUNS;

  constructor(storage: DurableObjectStorage, { config, secrets, now }: LedgerOptions) {
    this.#storage = storage;
    this.#runs = new RunTable(storage);
    this.#calls = new CallTable(storage);
    this.#texts = new TextTable(storage);
    this.#limits = ledgerLimits(config);
    this.#redact = createRedact(secrets);
    // Whatever is marked running belongs to an earlier life.
    this.#calls.markUnknown();
    this.#runs.interruptRunning(now());
  }

  /** A run begins. Its row is written with its first call, its end, or after a moment. */
  open(opening: RunOpening, control: RunControl): RunJournal {
    const journal = this.#journalOf(opening);
    this.#going.set(opening.id, { journal, control });
    this.#live.emit(startOf(journal.opening));
    this.#note(journal);
    return journal;
  }

  /** @param state `interrupted` when its Worker was lost */
  end(journal: RunJournal, ending: RunEnding, state: "interrupted" | "ended"): void {
    this.#going.delete(journal.opening.id);
    this.#dirty.delete(journal);
    if (journal.hasEnded) return;
    this.#storage.transactionSync(() => journal.end(ending, state));
    this.#noteEnded();
  }

  /**
   * A run that ended without ever being open here: refused before it began, or cut off from an earlier life of this Gateway
   * while its Worker lived on.
   */
  record(opening: RunOpening, ending: RunEnding, state: "refused" | "ended"): void {
    const known = this.#runs.numberOf(opening.id);
    this.#storage.transactionSync(() => this.#journalOf(opening, known).end(ending, state));
    this.#noteEnded();
  }

  list(filter: RunFilter): RunPage {
    this.#flush();
    return this.#runs.list(filter);
  }

  read(id: string): RunDetails | undefined {
    this.#flush();
    return this.#runs.read(id)?.details;
  }

  calls(id: string, after: number, limit: number): readonly CallRecord[] | undefined {
    this.#flush();
    const number = this.#runs.numberOf(id);
    return number === undefined ? undefined : this.#calls.list(number, after, limit);
  }

  call(id: string, call: number): CallRecord | undefined {
    this.#flush();
    const number = this.#runs.numberOf(id);
    return number === undefined ? undefined : this.#calls.read(number, call);
  }

  /** @returns false when no such run goes on */
  async cancel(id: string, reason: string): Promise<boolean> {
    const going = this.#going.get(id);
    await going?.control.cancel(reason);
    return going !== undefined;
  }

  /**
   * @param id only this run, from its beginning to its end; undefined: all, from now on
   * @returns server-sent events (run-events.ts); undefined when there is no such run
   */
  watch(id: string | undefined): ReadableStream<Uint8Array> | undefined {
    if (id === undefined) {
      const going = [...this.#going.values()].map(({ journal }) => journal.opening);
      return this.#live.watch(undefined, going.map(startOf));
    }
    const details = this.read(id);
    if (details === undefined) return undefined;
    return this.#live.watch(id, soFar(details, this.calls(id, 0, MOST_CALLS_SO_FAR) ?? []));
  }

  usage(since: number): readonly UsageDay[] {
    this.#flush();
    return usageByDay(this.#storage, since);
  }

  #journalOf(opening: RunOpening, number?: number): RunJournal {
    return new RunJournal(opening, {
      runs: this.#runs,
      calls: this.#calls,
      texts: this.#texts,
      redact: this.#redact,
      maxCallLength: this.#limits.maxCallLength,
      onDirty: (journal) => this.#note(journal),
      emit: (event) => this.#live.emit(event),
      ...(number !== undefined && { number }),
    });
  }

  #note(journal: RunJournal): void {
    this.#dirty.add(journal);
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  #flush(): void {
    clearTimeout(this.#timer ?? null);
    this.#timer = undefined;
    if (this.#dirty.size === 0) return;
    this.#storage.transactionSync(() => {
      for (const journal of this.#dirty) journal.flush();
    });
    this.#dirty.clear();
  }

  #noteEnded(): void {
    this.#endedSincePrune += 1;
    if (this.#endedSincePrune >= PRUNE_EVERY_RUNS) this.#prune();
  }

  #prune(): void {
    this.#endedSincePrune = 0;
    if (this.#pruning !== undefined) return;
    this.#pruning = setTimeout(() => {
      this.#pruning = undefined;
      if (this.#storage.transactionSync(() => prune(this.#storage, this.#limits, Date.now()))) this.#prune();
    }, PRUNE_AGAIN_MS);
  }
}

/** What other parts of the gateway may ask about runs, as one narrow object. */
export class RunsService extends RpcTarget {
  readonly #ledger: RunLedger;

  constructor(ledger: RunLedger) {
    super();
    this.#ledger = ledger;
  }

  list(filter: RunFilter): RunPage {
    return this.#ledger.list(filter);
  }

  read(id: string): RunDetails | undefined {
    return this.#ledger.read(id);
  }

  calls(id: string, after: number, limit: number): readonly CallRecord[] | undefined {
    return this.#ledger.calls(id, after, limit);
  }

  call(id: string, number: number): CallRecord | undefined {
    return this.#ledger.call(id, number);
  }

  cancel(id: string, reason: string): Promise<boolean> {
    return this.#ledger.cancel(id, reason);
  }

  watch(run?: string): ReadableStream<Uint8Array> | undefined {
    return this.#ledger.watch(run);
  }

  usage(since: number): readonly UsageDay[] {
    return this.#ledger.usage(since);
  }
}
