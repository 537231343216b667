/**
 * Applies the limits of the ledger: ended runs are deleted in small batches, so that no request waits for the deletion.
 *
 * Runs over the maximum age are deleted first. If the ledger is still too large, the newest half of its runs is kept, and in the older
 * half runs are deleted from the hour with the most runs, oldest first. With even use, that deletes the oldest hours in order; a storm of
 * runs (schedules that trigger each other made 44 a second, enough for 20,000 in eight minutes) fills the newest half and after that only
 * displaces its own runs.
 */
import { NEWEST_SHARE } from "../../limits/ledger-limits.ts";
import type { LedgerLimits } from "../../ledger/ledger-limits.ts";
import { pruneApprovals } from "./approval-table.ts";
import { noteDeletedCalls } from "./call-history-table.ts";
import { keepUsage } from "./usage.ts";

/** The number of runs deleted at once; with five calls each that takes some 10 ms. */
const MAX_AT_ONCE = 200;
const HOUR_MS = 3_600_000;

/** Deletes approvals with their runs. @returns true if more runs have to be deleted */
export function prune({ sql }: DurableObjectStorage, limits: LedgerLimits, now: number): boolean {
  const numbers = doomed(sql, limits, now);
  const list = JSON.stringify(numbers);
  const runs = sql
    .exec<{ id: string }>("SELECT id FROM run WHERE number IN (SELECT value FROM json_each(?))", list)
    .toArray();
  pruneApprovals(sql, now, now - limits.maxAgeDays * 24 * HOUR_MS, JSON.stringify(runs.map(({ id }) => id)));
  if (numbers.length === 0) return false;
  noteDeletedCalls(sql, list);
  keepUsage(sql, list, now);
  for (const table of ["run_text", "call"]) {
    sql.exec(`DELETE FROM ${table} WHERE run IN (SELECT value FROM json_each(?))`, list);
  }
  const scripts = sql
    .exec<{ script: string }>("SELECT DISTINCT script FROM run WHERE number IN (SELECT value FROM json_each(?))", list)
    .toArray();
  sql.exec("DELETE FROM run WHERE number IN (SELECT value FROM json_each(?))", list);
  sql.exec(
    "DELETE FROM run_script WHERE hash IN (SELECT value FROM json_each(?)) AND NOT EXISTS (SELECT 1 FROM run WHERE script = hash)",
    JSON.stringify(scripts.map(({ script }) => script)),
  );
  return true;
}

/**
 * Runs that go on, wait or can be resumed stay, with the scripts they called: a policy's rules about the order of calls in a run read them when
 * it goes on. A run that was cut off is `interrupted` in its record for as long as a client can resume it.
 */
const HAS_ENDED = `number NOT IN (
  WITH RECURSIVE going (number, id) AS (
    SELECT number, id FROM run WHERE state IN ('running', 'waiting')
    UNION SELECT run.number, run.id FROM durable_run JOIN run ON run.id = durable_run.id WHERE durable_run.state <> 'ended'
    UNION SELECT run.number, run.id FROM going JOIN run ON run.parent = going.id
  ) SELECT number FROM going)`;

type Old = { number: number; started_at: number; bytes: number };

function doomed(sql: SqlStorage, limits: LedgerLimits, now: number): readonly number[] {
  const since = now - limits.maxAgeDays * 24 * HOUR_MS;
  const old = sql
    .exec<Old>(
      `SELECT number, started_at, bytes FROM run WHERE ${HAS_ENDED} AND started_at < ? ORDER BY number LIMIT ?`,
      since,
      MAX_AT_ONCE,
    )
    .toArray();
  if (old.length > 0) return old.map(({ number }) => number);
  const { runs, bytes } = sql
    .exec<{ runs: number; bytes: number }>("SELECT count(*) AS runs, coalesce(sum(bytes), 0) AS bytes FROM run")
    .one();
  if (runs > limits.maxRuns) return thinned(sql, runs, "runs", runs - limits.maxRuns);
  return bytes > limits.maxBytes ? thinned(sql, runs, "bytes", bytes - limits.maxBytes) : [];
}

/** @param tooMuch the excess of what is counted */
function thinned(sql: SqlStorage, runs: number, counted: "runs" | "bytes", tooMuch: number): readonly number[] {
  const newest = Math.floor(runs * NEWEST_SHARE);
  const [limit] = sql
    .exec<{ number: number }>("SELECT number FROM run ORDER BY number DESC LIMIT 1 OFFSET ?", newest)
    .toArray();
  const before = limit?.number ?? 0;
  const weight = counted === "runs" ? "count(*)" : "sum(bytes)";
  const [hour] = sql
    .exec<{ hour: number }>(
      `SELECT started_at / ${HOUR_MS} AS hour FROM run WHERE number <= ? AND ${HAS_ENDED}
         GROUP BY hour ORDER BY ${weight} DESC, hour LIMIT 1`,
      before,
    )
    .toArray();
  // If the newest half alone exceeds the limit, its oldest runs are deleted, too.
  const inHour = hour === undefined ? "1" : `number <= ${before} AND started_at / ${HOUR_MS} = ${hour.hour}`;
  const oldest = sql
    .exec<Old>(
      `SELECT number, started_at, bytes FROM run WHERE ${HAS_ENDED} AND ${inHour} ORDER BY number LIMIT ?`,
      MAX_AT_ONCE,
    )
    .toArray();
  let left = tooMuch;
  const numbers: number[] = [];
  for (const run of oldest) {
    if (left <= 0) break;
    numbers.push(run.number);
    left -= counted === "runs" ? 1 : run.bytes;
  }
  return numbers;
}
