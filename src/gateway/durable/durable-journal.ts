/**
 * The journal of one durable run while it is under way: what its Worker recorded is written to storage before it takes effect. A
 * journal that cannot be kept whole is removed, because replaying one with a gap would repeat calls.
 */
import {
  MAX_ALL_JOURNALS_LENGTH,
  MAX_JOURNAL_LENGTH,
  MAX_UNFINISHED_RUNS,
  MAX_UNFINISHED_RUNS_OF_CREDENTIAL,
} from "../../limits/durable-limits.ts";
import type { DurableRequest } from "../../runs/durable/durable-run.ts";
import { placeOf, type PlacedEntry } from "../../runs/durable/placed-entry.ts";
import { unheardCalls, type UnheardCall } from "../../runs/durable/unheard-calls.ts";
import type { Result } from "../../lib/result.ts";
import type { CallReply } from "../../../worker-loader/index.ts";
import { scheduleOfClient } from "../../schedules/schedule.ts";
import { RUN_LOST_AFTER_MS } from "../lost-runs.ts";
import type { DurableRow, DurableRunTable } from "../store/durable-run-table.ts";

export interface DurableJournalStore {
  readonly table: DurableRunTable;
  readonly now: () => number;
  /** Names the Gateway in links to approvals. */
  readonly address: string;
  /** See PrincipalIdentity. */
  readonly holderOf: (credential: string) => string;
}

/** Why a run cannot be kept, as a part of a sentence. */
export interface JournalProblem {
  readonly message: string;
  /** Other runs have taken the room. */
  readonly isFull: boolean;
}

export class DurableJournal {
  readonly #store: DurableJournalStore;
  readonly #request: DurableRequest;
  readonly #onLost: () => void;
  readonly #noted: PlacedEntry[] = [];
  /** Calls that were sent before the run was cut off and not answered, by place. */
  readonly #unheard: Map<string, UnheardCall>;
  /** Places of calls that were sent and may be sent again. */
  readonly #repeatable = new Set<string>();
  /** Places of calls whose upstreams have asked for input, with the numbers of the latest ones in the record of their run. */
  readonly #inputs = new Map<string, number | undefined>();
  /** The run's row is written with the first entry that has to be kept: most runs end without one. */
  #isWritten: boolean;
  #position: number;
  #length: number;
  #problem: JournalProblem | undefined;
  /** The row of a run whose journal was removed. */
  #removed: DurableRow | undefined;

  /** @param onLost called when the journal was removed, and the run can no longer wait or be resumed */
  constructor(store: DurableJournalStore, request: DurableRequest, onLost: () => void) {
    this.#store = store;
    this.#request = request;
    this.#onLost = onLost;
    const { id } = request.opening;
    const row = store.table.get(id);
    this.#isWritten = row !== undefined;
    const { texts, next } = this.#isWritten ? store.table.journal(id) : { texts: [], next: 0 };
    const entries = texts.flatMap(readEntries);
    this.#unheard = unheardCalls(entries);
    for (const entry of entries) {
      if (entry.kind === "input") this.#inputs.set(placeOf(entry.path, entry.number), entry.call);
    }
    this.#position = next;
    this.#length = texts.reduce((sum, text) => sum + text.length, row?.request.length ?? 0);
  }

  get isWritten(): boolean {
    return this.#isWritten;
  }

  /** @returns why the run can neither wait nor be resumed; undefined when it can */
  get problem(): JournalProblem | undefined {
    return this.#problem;
  }

  /** Keeps entries in memory until the next write. */
  note(entries: readonly PlacedEntry[]): void {
    if (this.#problem === undefined) this.#noted.push(...entries);
  }

  unheard(place: string): UnheardCall | undefined {
    return this.#unheard.get(place);
  }

  /** @returns true if the upstream has asked for input before it answers the call */
  hasInput(place: string): boolean {
    return this.#inputs.has(place);
  }

  /** @returns the number of the call that the upstream answered with its latest question */
  questionOf(place: string): number | undefined {
    return this.#inputs.get(place);
  }

  sent(
    path: string,
    number: number,
    { isRepeatable, call }: { readonly isRepeatable: boolean; readonly call: number },
  ): void {
    if (isRepeatable) this.#repeatable.add(placeOf(path, number));
    this.write([{ kind: "sent", path, number, call, ...(isRepeatable && { isRepeatable }) }]);
  }

  /** The upstream asks for input before it answers. */
  inputAsked(path: string, number: number, call: number): void {
    const place = placeOf(path, number);
    this.#unheard.delete(place);
    this.#inputs.set(place, call);
    this.write([{ kind: "input", path, number, call }]);
  }

  answered(path: string, number: number, reply: CallReply): void {
    const place = placeOf(path, number);
    this.#unheard.delete(place);
    const entry: PlacedEntry = { kind: "answered", path, number, reply };
    // Storage delays the script by each write. A call that is lost with its noted answer is only sent again.
    if (this.#repeatable.delete(place)) this.note([entry]);
    else this.write([entry]);
  }

  /** Writes the noted entries and these as one row. */
  write(entries: readonly PlacedEntry[] = []): void {
    if (this.#problem !== undefined) return;
    const all = [...this.#noted.splice(0), ...entries];
    if (!this.#isWritten) {
      const kept = keepRun(this.#store, this.#request, "running");
      if (!kept.ok) return this.#lose(kept.error);
      this.#isWritten = true;
      this.#length = kept.value;
    }
    if (all.length === 0) return;
    const text = JSON.stringify(all);
    if (this.#length + text.length > MAX_JOURNAL_LENGTH) {
      return this.#lose(TOO_LONG);
    }
    this.#length += text.length;
    this.#position = this.#store.table.append(this.#request.opening.id, this.#position, text);
  }

  /** Counts the journal against the quota of the principal while the run waits. */
  recordLength(): void {
    this.#store.table.noteLength(this.#request.opening.id, this.#length);
  }

  #lose(problem: JournalProblem): void {
    this.#problem = problem;
    this.#removed = this.#isWritten ? this.#store.table.get(this.#request.opening.id) : undefined;
    if (this.#isWritten) this.#store.table.remove(this.#request.opening.id);
    this.#isWritten = false;
    this.#onLost();
  }

  /** Stores the run again, without its journal, so that it can be ended: somebody was told to ask for its outcome. */
  restoreRun(): void {
    if (this.#removed === undefined) return;
    this.#store.table.insert(this.#removed, this.#store.now());
    this.#isWritten = true;
  }
}

/** Inserts a run within the quota of the principal. @returns the UTF-16 length of the request, or why it cannot be kept */
export function keepRun(
  store: DurableJournalStore,
  request: DurableRequest,
  state: "running" | "waiting",
): Result<number, JournalProblem> {
  const { table, now, address } = store;
  const { opening, owner } = request;
  const credential = owner.credential ?? null;
  const full = quotaProblem(store, credential);
  if (full !== undefined) return { ok: false, error: { message: full, isFull: true } };
  const ticket = `isogate_${address}_${crypto.getRandomValues(new Uint8Array(20)).toHex()}`;
  const text = JSON.stringify(request);
  if (text.length > MAX_JOURNAL_LENGTH) return { ok: false, error: TOO_LONG };
  const row = { id: opening.id, state, request: text, credential, ticket };
  table.insert(row, now(), scheduleOfRun(request) !== undefined ? now() + RUN_LOST_AFTER_MS : undefined);
  return { ok: true, value: text.length };
}

/** @returns the schedule that has started the run; undefined for any other run, also one that such a run has detached */
export function scheduleOfRun({ opening, trigger, isDetached }: DurableRequest): string | undefined {
  if (trigger === undefined || isDetached || opening.via !== "schedule") return undefined;
  return scheduleOfClient(opening.client);
}

/** @returns why the principal, or one credential of it, has no room for another run */
function quotaProblem({ table, holderOf }: DurableJournalStore, credential: string | null): string | undefined {
  const { runs, length } = table.size();
  if (runs >= MAX_UNFINISHED_RUNS) return `${MAX_UNFINISHED_RUNS} runs wait already; ${CANCEL}`;
  if (length > MAX_ALL_JOURNALS_LENGTH) return `the journals of runs that wait have ${length} characters already`;
  // Looking up the grants of each run takes a while, and is not needed as long as all runs together are that few.
  if (runs < MAX_UNFINISHED_RUNS_OF_CREDENTIAL) return undefined;
  const holder = credential === null ? null : holderOf(credential);
  const own = table
    .runsByCredential()
    .filter((one) => (one.credential === null ? null : holderOf(one.credential)) === holder);
  const count = own.reduce((sum, one) => sum + one.runs, 0);
  if (count < MAX_UNFINISHED_RUNS_OF_CREDENTIAL) return undefined;
  return `${MAX_UNFINISHED_RUNS_OF_CREDENTIAL} runs of these credentials wait already; ${CANCEL}`;
}

const CANCEL = "cancel some, or decide on their approvals";

const TOO_LONG: JournalProblem = {
  message: `the journal of a run, with its script and input, has at most ${MAX_JOURNAL_LENGTH} characters`,
  isFull: false,
};

/** @param text one row of a journal */
export function readEntries(text: string): readonly PlacedEntry[] {
  return JSON.parse(text) as readonly PlacedEntry[];
}
