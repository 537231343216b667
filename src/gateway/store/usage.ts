/**
 * Usage by day (UTC), newest first, without days on which nothing ran. Runs that clients and schedules requested are counted: the counts of
 * each include those of the scripts inside it. Records are deleted before the days are: what they had is kept as sums.
 */
import type { UsageDay } from "../../contract/usage.ts";

const DAY_MS = 86_400_000;
/** The number of days for which sums are kept, as many as can be asked for. */
const MAX_DAYS = 400;

const SUMS = "runs, failed, refused, calls, failed_calls, unknown_calls, tokens_returned, tokens_kept_out";

/** Sums over runs whose records were deleted, by the number of days since 1970. */
export const USAGE_TABLES = `
  CREATE TABLE usage_of_deleted (
    day INTEGER PRIMARY KEY, runs INTEGER NOT NULL, failed INTEGER NOT NULL, refused INTEGER NOT NULL, calls INTEGER NOT NULL,
    failed_calls INTEGER NOT NULL, unknown_calls INTEGER NOT NULL, tokens_returned INTEGER NOT NULL, tokens_kept_out INTEGER NOT NULL
  );
`;

const USAGE_OF_RUNS = `SELECT started_at / ${DAY_MS} AS day, count(*) AS runs,
  sum(state IN ('failed', 'cancelled', 'interrupted')) AS failed, sum(state = 'refused') AS refused, sum(calls) AS calls,
  sum(failed_calls) AS failed_calls, sum(unknown_calls) AS unknown_calls, sum(returned_tokens) AS tokens_returned,
  sum(max(0, result_tokens + definition_tokens - returned_tokens)) AS tokens_kept_out
  FROM run WHERE parent IS NULL AND`;

/** @param since the beginning of a day, in milliseconds since 1970 */
export function usageByDay({ sql }: DurableObjectStorage, since: number): readonly UsageDay[] {
  const sums = SUMS.split(", ").map((name) => `sum(${name}) AS ${name}`);
  return sql
    .exec<UsageDay>(
      `SELECT date(day * 86400, 'unixepoch') AS day, ${sums.join(", ")} FROM (
         ${USAGE_OF_RUNS} started_at >= ? GROUP BY 1 UNION ALL SELECT day, ${SUMS} FROM usage_of_deleted WHERE day >= ?
       ) GROUP BY day ORDER BY day DESC`,
      since,
      Math.floor(since / DAY_MS),
    )
    .toArray();
}

/** Keeps the sums of runs that are about to be deleted. @param numbers JSON list of their numbers */
export function keepUsage(sql: SqlStorage, numbers: string, now: number): void {
  const added = SUMS.split(", ").map((name) => `${name} = ${name} + excluded.${name}`);
  sql.exec(
    `INSERT INTO usage_of_deleted (day, ${SUMS})
       ${USAGE_OF_RUNS} number IN (SELECT value FROM json_each(?)) GROUP BY 1
       ON CONFLICT (day) DO UPDATE SET ${added.join(", ")}`,
    numbers,
  );
  sql.exec("DELETE FROM usage_of_deleted WHERE day <= ?", Math.floor(now / DAY_MS) - MAX_DAYS);
}
