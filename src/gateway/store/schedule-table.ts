/** Schedules and the outcomes of their runs. */
import { present, type RowOf, SqlTable } from "../../lib/sql-table.ts";
import type { AfterEnd } from "../../schedules/after-end.ts";
import type { LastRun, NewSchedule, Schedule } from "../../schedules/schedule.ts";

/**
 * `waiting_run` is the run in progress, once it has waited for a person or was cut off. The query for due schedules reads only the index; without it,
 * the query would read all texts.
 */
export const SCHEDULE_TABLES = `
  CREATE TABLE schedule (
    name TEXT PRIMARY KEY, definition TEXT NOT NULL, credential TEXT, active INTEGER NOT NULL, reason TEXT,
    created_at INTEGER NOT NULL, next_at INTEGER, running_since INTEGER, runs INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0, skipped INTEGER NOT NULL DEFAULT 0, last TEXT, waiting_run TEXT
  ) WITHOUT ROWID;
  CREATE INDEX schedule_due ON schedule (next_at);
  CREATE INDEX schedule_running ON schedule (name) WHERE running_since IS NOT NULL;
  CREATE INDEX schedule_waiting ON schedule (waiting_run) WHERE waiting_run IS NOT NULL;
  CREATE TABLE schedule_run (id INTEGER PRIMARY KEY, name TEXT NOT NULL, at INTEGER NOT NULL, run TEXT NOT NULL);
  CREATE INDEX schedule_run_name ON schedule_run (name, id);
`;

const STATE_COLUMNS = `active, created_at AS createdAt, next_at AS nextAt, running_since AS runningSince, waiting_run AS waitingRun, failures`;
const COLUMNS = `${STATE_COLUMNS}, name, definition, reason, runs, skipped, last`;

/** Ends of runs that are kept of each schedule. */
const MAX_KEPT_RUNS = 50;

export class ScheduleTable extends SqlTable {
  list(): readonly Schedule[] {
    return this.rows<Row>(`SELECT ${COLUMNS} FROM schedule ORDER BY name`).flatMap((row) => scheduleOf(row) ?? []);
  }

  sizeOfOthers(name: string): { readonly schedules: number; readonly length: number } {
    return this.one<{ schedules: number; length: number }>(
      "SELECT count(*) AS schedules, coalesce(sum(length(definition)), 0) AS length FROM schedule WHERE name <> ?",
      name,
    );
  }

  dueNames(now: number): readonly string[] {
    return this.#names("SELECT name FROM schedule WHERE next_at <= ? ORDER BY next_at", now);
  }

  runningNames(): readonly string[] {
    return this.#names("SELECT name FROM schedule WHERE running_since IS NOT NULL AND waiting_run IS NULL");
  }

  waitingNames(): readonly string[] {
    return this.#names("SELECT name FROM schedule WHERE waiting_run IS NOT NULL");
  }

  namesWaitingFor(run: string): readonly string[] {
    return this.#names("SELECT name FROM schedule WHERE waiting_run = ?", run);
  }

  nextDue(): number | undefined {
    return this.one<{ next: number | null }>("SELECT min(next_at) AS next FROM schedule").next ?? undefined;
  }

  state(name: string): State | undefined {
    const row = this.first<RowOf<StateFields> & { active: number }>(
      `SELECT ${STATE_COLUMNS}, CASE WHEN json_valid(definition) THEN json_extract(definition, '$.endsAt') END AS endsAt
         FROM schedule WHERE name = ?`,
      name,
    );
    if (row === undefined) return undefined;
    const { active, ...fields } = row;
    return { ...present<StateFields>(fields), isActive: active === 1 };
  }

  get(name: string): Schedule | undefined {
    const row = this.first<Row>(`SELECT ${COLUMNS} FROM schedule WHERE name = ?`, name);
    return row && scheduleOf(row);
  }

  /** Replaces the definition of a schedule, and whether it is active; its counts and the records of its runs stay. */
  update(
    schedule: NewSchedule,
    {
      isActive,
      next,
      reason,
      failures,
    }: Pick<Schedule, "isActive" | "reason" | "failures"> & { readonly next?: number | undefined },
  ): void {
    this.run(
      "UPDATE schedule SET definition = ?, credential = ?, active = ?, next_at = ?, reason = ?, failures = ? WHERE name = ?",
      JSON.stringify(schedule),
      schedule.owner.credential ?? null,
      isActive ? 1 : 0,
      next ?? null,
      reason ?? null,
      failures,
      schedule.name,
    );
  }

  /**
   * A name that exists is replaced and starts anew, after a run that is in progress.
   * @param replaced what stays of the schedule whose own run, or that of another schedule, replaces it
   */
  put(
    schedule: NewSchedule,
    isActive: boolean,
    nextAt: number | undefined,
    now: number,
    replaced?: Pick<Schedule, "failures" | "last" | "runningSince">,
  ): void {
    this.run("DELETE FROM schedule_run WHERE name = ?", schedule.name);
    this.run(
      `INSERT OR REPLACE INTO schedule (name, definition, credential, active, created_at, next_at, failures, last, running_since, waiting_run)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT waiting_run FROM schedule WHERE name = ?))`,
      schedule.name,
      JSON.stringify(schedule),
      schedule.owner.credential ?? null,
      isActive ? 1 : 0,
      now,
      nextAt ?? null,
      replaced?.failures ?? 0,
      replaced?.last ? JSON.stringify(replaced.last) : null,
      replaced?.runningSince ?? null,
      schedule.name,
    );
  }

  /** @returns false if the schedule does not exist */
  remove(name: string): boolean {
    this.run("DELETE FROM schedule_run WHERE name = ?", name);
    return this.run("DELETE FROM schedule WHERE name = ?", name) > 0;
  }

  clear(): void {
    this.run("DELETE FROM schedule");
    this.run("DELETE FROM schedule_run");
  }

  setActive(name: string, isActive: boolean, nextAt: number | undefined, reason?: string): void {
    this.run(
      "UPDATE schedule SET active = ?, next_at = ?, reason = ?, failures = 0 WHERE name = ?",
      isActive ? 1 : 0,
      nextAt ?? null,
      reason ?? null,
      name,
    );
  }

  /** Ends a schedule that is not due any more. */
  end(name: string, reason: string): void {
    this.run("UPDATE schedule SET active = 0, next_at = NULL, reason = ? WHERE name = ?", reason, name);
  }

  setNext(name: string, nextAt: number | undefined, skipped = 0): void {
    this.run("UPDATE schedule SET next_at = ?, skipped = skipped + ? WHERE name = ?", nextAt ?? null, skipped, name);
  }

  /** Puts back when the schedule was due, unless that was changed since. @param next what was written last */
  restoreNext(name: string, next: number | undefined, before: number | undefined): void {
    const query = "UPDATE schedule SET next_at = ? WHERE name = ? AND next_at IS ? AND running_since >= created_at";
    this.run(query, before ?? null, name, next ?? null);
  }

  start(name: string, now: number, nextAt: number | undefined): void {
    this.run("UPDATE schedule SET running_since = ?, next_at = ? WHERE name = ?", now, nextAt ?? null, name);
  }

  /** @param run undefined when it is over */
  wait(name: string, run: string | undefined): void {
    this.run("UPDATE schedule SET waiting_run = ? WHERE name = ?", run ?? null, name);
  }

  finish(name: string, { last, failures, nextAt, isCounted }: AfterEnd): void {
    this.run(
      "UPDATE schedule SET running_since = NULL, waiting_run = NULL, runs = runs + ?, failures = ?, last = ?, next_at = ? WHERE name = ?",
      isCounted ? 1 : 0,
      failures,
      JSON.stringify(last),
      nextAt ?? null,
      name,
    );
    this.run("INSERT INTO schedule_run (name, at, run) VALUES (?, ?, ?)", name, last.at, JSON.stringify(last));
    this.run(
      "DELETE FROM schedule_run WHERE name = ? AND id NOT IN (SELECT id FROM schedule_run WHERE name = ? ORDER BY id DESC LIMIT ?)",
      name,
      name,
      MAX_KEPT_RUNS,
    );
  }

  /** The newest first. */
  runs(name: string): readonly LastRun[] {
    return this.rows<{ run: string }>("SELECT run FROM schedule_run WHERE name = ? ORDER BY id DESC", name).map(
      ({ run }) => JSON.parse(run) as LastRun,
    );
  }

  namesOf(credential: string): readonly string[] {
    return this.#names("SELECT name FROM schedule WHERE credential = ?", credential);
  }

  #names(query: string, ...values: (string | number)[]): readonly string[] {
    return this.rows<{ name: string }>(query, ...values).map(({ name }) => name);
  }
}

/** The fields that are needed when a run ends, without its text. */
type State = Pick<
  Schedule,
  "isActive" | "createdAt" | "nextAt" | "runningSince" | "waitingRun" | "failures" | "endsAt"
>;
type StateFields = Omit<State, "isActive">;

type StoredFields = Omit<Schedule, Exclude<keyof NewSchedule, "name"> | "isActive" | "last">;
type Row = RowOf<StoredFields> & { definition: string; active: number; last: string | null };

/** @returns undefined for a row that cannot be parsed, so that the other rows can be used */
function scheduleOf({ definition, active, last, ...row }: Row): Schedule | undefined {
  try {
    return {
      ...(JSON.parse(definition) as NewSchedule),
      ...present<StoredFields>(row),
      isActive: active === 1,
      ...(last !== null && { last: JSON.parse(last) as LastRun }),
    };
  } catch (error) {
    console.error(`schedule ${row.name}:`, error);
    return undefined;
  }
}
