/** Usage by day (UTC), newest first, without days on which nothing ran. */
import type { UsageDay } from "../../ledger/run-filter.ts";

export function usageByDay({ sql }: DurableObjectStorage, since: number): readonly UsageDay[] {
  return sql
    .exec<Row>(
      `SELECT started_at / 86400000 AS day, count(*) AS runs, sum(state IN ('failed', 'cancelled', 'interrupted')) AS failed,
         sum(state = 'refused') AS refused, sum(calls) AS calls, sum(failed_calls) AS failed_calls,
         sum(unknown_calls) AS unknown_calls,
         sum(returned_tokens) AS returned, sum(max(0, result_tokens + definition_tokens - returned_tokens)) AS kept_out
       FROM run WHERE started_at >= ? GROUP BY day ORDER BY day DESC`,
      since,
    )
    .toArray()
    .map((row) => ({
      day: new Date(row.day * 86_400_000).toISOString().slice(0, 10),
      runs: row.runs,
      failed: row.failed,
      refused: row.refused,
      calls: row.calls,
      failedCalls: row.failed_calls,
      unknownCalls: row.unknown_calls,
      tokensReturned: row.returned,
      tokensKeptOut: row.kept_out,
    }));
}

type Row = {
  day: number;
  runs: number;
  failed: number;
  refused: number;
  calls: number;
  failed_calls: number;
  unknown_calls: number;
  returned: number;
  kept_out: number;
};
