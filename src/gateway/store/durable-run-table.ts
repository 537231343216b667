/**
 * Runs that can be resumed after they were cut off: the request, and a complete journal of the run in order. Unlike the ledger, which
 * redacts and cuts texts, the journal is exact. It is deleted when its run ends.
 */
import { SqlTable } from "../../lib/sql-table.ts";
import { MAX_ALL_OUTCOMES_LENGTH, MAX_OUTCOMES } from "../../limits/durable-limits.ts";
import { forgetScriptsOf } from "./approval-table.ts";
import { cut } from "./chunks.ts";

export const DURABLE_RUN_TABLES = `
  CREATE TABLE durable_run (
    id TEXT PRIMARY KEY, state TEXT NOT NULL, request TEXT NOT NULL, credential TEXT, wake_at INTEGER, changed_at INTEGER NOT NULL,
    length INTEGER NOT NULL, ticket TEXT NOT NULL,
    lives INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE INDEX durable_run_wake ON durable_run (wake_at) WHERE wake_at IS NOT NULL;
  CREATE TABLE durable_journal (
    run TEXT NOT NULL, position INTEGER NOT NULL, text TEXT NOT NULL, is_last INTEGER NOT NULL, PRIMARY KEY (run, position)
  ) WITHOUT ROWID;
`;

/** Position of the second piece of a request that is too long for a row; further pieces come before it. Those of the journal begin at 0. */
const BEFORE_JOURNAL = -1;

/** The maximum number of restarts of a run that resumes by itself, if it never waits in between. */
const MAX_RESTARTS = 5;
/** The time at which a run that was cut off resumes; NULL if a client has to ask for it. */
const WAKE_AFTER_CUT = `CASE WHEN wake_at IS NOT NULL AND lives < ${MAX_RESTARTS} THEN ? END`;

/** An SQL expression for a row of `durable_run`: the state of its run while it is under way, waits, or will be resumed without a request; else NULL. */
export const STATE_OF_CONTINUING = `CASE WHEN durable_run.state IN ('running', 'waiting') THEN durable_run.state
  WHEN durable_run.state = 'cut' AND durable_run.wake_at IS NOT NULL THEN 'waiting' END`;

/** `cut`: the run was running when the gateway was restarted. */
type DurableState = "running" | "waiting" | "cut" | "ended";

export interface DurableRow {
  readonly id: string;
  readonly state: DurableState;
  /** JSON text. */
  readonly request: string;
  readonly credential: string | null;
  readonly wakeAt: number | null;
  readonly length: number;
  readonly ticket: string;
}

export class DurableRunTable extends SqlTable {
  /** @param wakeAt set for a run that resumes by itself when it is cut off */
  insert(row: Omit<DurableRow, "length" | "wakeAt">, now: number, wakeAt?: number): void {
    const { id, state, request, credential, ticket } = row;
    const [first = "", ...others] = cut(request);
    const rowsWritten = this.run(
      "INSERT OR IGNORE INTO durable_run (id, state, request, credential, changed_at, length, ticket, wake_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      ...[id, state, first, credential, now, request.length, ticket, wakeAt ?? null],
    );
    if (rowsWritten === 0) return;
    others.forEach((piece, at) => {
      this.run(
        "INSERT INTO durable_journal (run, position, text, is_last) VALUES (?, ?, ?, 0)",
        ...[id, BEFORE_JOURNAL - at, piece],
      );
    });
  }

  get(id: string): DurableRow | undefined {
    return this.#select("id = ?", id)[0];
  }

  /** As `get`, without the request, which can be long. */
  standing(id: string): Pick<DurableRow, "state" | "wakeAt"> | undefined {
    return this.first<{ state: DurableState; wakeAt: number | null }>(
      "SELECT state, wake_at AS wakeAt FROM durable_run WHERE id = ?",
      id,
    );
  }

  byTicket(ticket: string): DurableRow | undefined {
    return this.#select("ticket = ?", ticket)[0];
  }

  /** The runs that have never waited and were not resumed yet, and resume by themselves when they are cut off, the newest first. */
  firstLives(): readonly DurableRow[] {
    return this.#select(
      "lives = 0 AND wake_at IS NOT NULL AND state IN ('running', 'cut') ORDER BY changed_at DESC, id DESC",
    );
  }

  ofCredential(credential: string): readonly DurableRow[] {
    return this.#select("credential = ? AND state <> 'ended'", credential);
  }

  /** Changes the state in one conditional write: of several attempts to resume a run at once, one succeeds. */
  move(id: string, from: readonly DurableState[], to: DurableState, now: number, wakeAt?: number): boolean {
    const rowsWritten = this.run(
      `UPDATE durable_run SET state = ?, changed_at = ?, wake_at = ?, lives = CASE ? WHEN 'waiting' THEN 0 WHEN 'running' THEN lives + 1 ELSE lives END
         WHERE id = ? AND state IN (SELECT value FROM json_each(?))`,
      ...[to, now, wakeAt ?? null, to, id, JSON.stringify(from)],
    );
    return rowsWritten > 0;
  }

  /**
   * Marks the runs that were running before the Gateway was restarted. Those for which no client waits resume soon, unless they
   * were restarted MAX_RESTARTS times already, because the run itself may be what ends the Gateway.
   */
  cutRunning(now: number): void {
    this.run(`UPDATE durable_run SET state = 'cut', wake_at = ${WAKE_AFTER_CUT} WHERE state = 'running'`, now);
  }

  /** Marks a run whose Worker was lost. One for which no client waits resumes at `retryAt`; see `cutRunning` for how often. */
  cut(id: string, now: number, retryAt: number): void {
    this.run(
      `UPDATE durable_run SET state = 'cut', changed_at = ?, wake_at = ${WAKE_AFTER_CUT}
         WHERE id = ? AND state = 'running'`,
      ...[now, retryAt, id],
    );
  }

  /** Removes a run that cannot be resumed. */
  remove(id: string): void {
    this.run("DELETE FROM durable_journal WHERE run = ?", id);
    this.run("DELETE FROM durable_run WHERE id = ?", id);
  }

  /** @param later when to look again after those that still go on: the alarm would come again at once */
  dueIds(now: number, later: number): readonly string[] {
    this.run("UPDATE durable_run SET wake_at = ? WHERE wake_at <= ? AND state = 'running'", later, now);
    return this.rows<{ id: string }>(
      "SELECT id FROM durable_run WHERE wake_at <= ? AND state <> 'ended' ORDER BY wake_at LIMIT 50",
      now,
    ).map(({ id }) => id);
  }

  nextWake(): number | undefined {
    const { at } = this.one<{ at: number | null }>(
      "SELECT min(wake_at) AS at FROM durable_run WHERE wake_at IS NOT NULL AND state <> 'ended'",
    );
    return at ?? undefined;
  }

  /** The number of runs that have not ended, and the length of their journals. */
  size(): { readonly runs: number; readonly length: number } {
    return this.one<{ runs: number; length: number }>(
      "SELECT count(*) AS runs, coalesce(sum(length), 0) AS length FROM durable_run WHERE state <> 'ended'",
    );
  }

  /** The number of runs that have not ended, by their credentials. */
  runsByCredential(): readonly { readonly credential: string | null; readonly runs: number }[] {
    return this.rows<{ credential: string | null; runs: number }>(
      "SELECT credential, count(*) AS runs FROM durable_run WHERE state <> 'ended' GROUP BY credential",
    );
  }

  /** @param position position of the next piece; a long text is stored in several pieces @returns the position after the text */
  append(id: string, position: number, text: string): number {
    const pieces = cut(text);
    pieces.forEach((piece, at) => {
      this.run(
        "INSERT INTO durable_journal (run, position, text, is_last) VALUES (?, ?, ?, ?)",
        ...[id, position + at, piece, at === pieces.length - 1 ? 1 : 0],
      );
    });
    return position + pieces.length;
  }

  noteLength(id: string, length: number): void {
    this.run("UPDATE durable_run SET length = ? WHERE id = ?", length, id);
  }

  /** The appended texts in order, and the position of the next one. */
  journal(id: string): { readonly texts: readonly string[]; readonly next: number } {
    const rows = this.rows<{ position: number; text: string; is_last: number }>(
      `SELECT position, text, is_last FROM durable_journal WHERE run = ? AND position > ${BEFORE_JOURNAL} ORDER BY position`,
      id,
    );
    const texts: string[] = [];
    let begun = "";
    for (const { text, is_last } of rows) {
      begun += text;
      if (is_last === 0) continue;
      texts.push(begun);
      begun = "";
    }
    return { texts, next: (rows.at(-1)?.position ?? -1) + 1 };
  }

  /** @param outcome JSON text, which replaces the journal for a day, as long as there is room */
  end(id: string, outcome: string, now: number): void {
    this.run("DELETE FROM durable_journal WHERE run = ?", id);
    this.run(
      "UPDATE durable_run SET state = 'ended', request = '{}', wake_at = NULL, length = ?, changed_at = ? WHERE id = ?",
      ...[outcome.length, now, id],
    );
    this.append(id, 0, outcome);
    this.#dropBeyondLimits();
  }

  /** A script that detaches runs with long values could otherwise fill the storage within the time for which outcomes are kept. */
  #dropBeyondLimits(): void {
    const { runs, length } = this.one<{ runs: number; length: number }>(
      "SELECT count(*) AS runs, coalesce(sum(length), 0) AS length FROM durable_run WHERE state = 'ended'",
    );
    if (runs <= MAX_OUTCOMES && length <= MAX_ALL_OUTCOMES_LENGTH) return;
    const ids = this.rows<{ id: string }>(
      `SELECT id FROM (
           SELECT id, row_number() OVER newest AS n, sum(length) OVER newest AS total FROM durable_run WHERE state = 'ended'
             WINDOW newest AS (ORDER BY changed_at DESC, id DESC ROWS UNBOUNDED PRECEDING)
         ) WHERE n > ? OR total > ?`,
      MAX_OUTCOMES,
      MAX_ALL_OUTCOMES_LENGTH,
    );
    for (const { id } of ids) this.remove(id);
  }

  /** @returns JSON text */
  outcome(id: string): string | undefined {
    return this.journal(id).texts[0];
  }

  dropEndedBefore(time: number): void {
    this.#drop("ended", time);
  }

  /** Drops cut runs that do not resume by themselves. */
  dropCutBefore(time: number): void {
    this.#drop("cut", time);
  }

  #drop(state: DurableState, before: number): void {
    const ids = "SELECT id FROM durable_run WHERE state = ? AND wake_at IS NULL AND changed_at < ?";
    this.run(forgetScriptsOf(ids), state, before);
    this.run(`DELETE FROM durable_journal WHERE run IN (${ids})`, state, before);
    this.run(`DELETE FROM durable_run WHERE id IN (${ids})`, state, before);
  }

  #select(where: string, ...values: string[]): DurableRow[] {
    return this.rows<Row>(
      `SELECT id, state, request, credential, wake_at, length, ticket FROM durable_run WHERE ${where}`,
      ...values,
    ).map(({ wake_at, ...row }) => ({ ...row, request: row.request + this.#restOfRequest(row.id), wakeAt: wake_at }));
  }

  #restOfRequest(id: string): string {
    const query = `SELECT text FROM durable_journal WHERE run = ? AND position <= ${BEFORE_JOURNAL} ORDER BY position DESC`;
    return this.rows<{ text: string }>(query, id)
      .map(({ text }) => text)
      .join("");
  }
}

type Row = Omit<DurableRow, "wakeAt"> & { wake_at: number | null };
