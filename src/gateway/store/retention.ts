/** How much of the ledger is kept: the oldest ended runs go first, a few at a time, so that nobody waits for a clean-up. */
import type { LedgerLimits } from "../../ledger/ledger-limits.ts";

/** Runs deleted in one go; with five calls each that is some 10 ms. */
const MOST_AT_ONCE = 200;

/** @returns whether more has to go */
export function prune({ sql }: DurableObjectStorage, limits: LedgerLimits, now: number): boolean {
  const numbers = doomed(sql, limits, now);
  if (numbers.length === 0) return false;
  const list = JSON.stringify(numbers);
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
  return numbers.length === MOST_AT_ONCE;
}

function doomed(sql: SqlStorage, { maxAgeDays, maxRuns, maxBytes }: LedgerLimits, now: number): number[] {
  const { runs, bytes } = sql
    .exec<{ runs: number; bytes: number }>("SELECT count(*) AS runs, coalesce(sum(bytes), 0) AS bytes FROM run")
    .one();
  const oldest = sql.exec<{ number: number; started_at: number; bytes: number }>(
    "SELECT number, started_at, bytes FROM run WHERE state <> 'running' ORDER BY number LIMIT ?",
    MOST_AT_ONCE,
  );
  const since = now - maxAgeDays * 86_400_000;
  let tooMany = runs - maxRuns;
  let tooLarge = bytes - maxBytes;
  const numbers: number[] = [];
  for (const run of oldest.toArray()) {
    if (tooMany <= 0 && tooLarge <= 0 && run.started_at >= since) break;
    numbers.push(run.number);
    tooMany -= 1;
    tooLarge -= run.bytes;
  }
  return numbers;
}
