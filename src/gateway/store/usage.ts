/** Usage by day (UTC), newest first, without days on which nothing ran. */
import type { UsageDay } from "../../contract/usage.ts";

export function usageByDay({ sql }: DurableObjectStorage, since: number): readonly UsageDay[] {
  return sql
    .exec<UsageDay>(
      `SELECT date(started_at / 1000, 'unixepoch') AS day, count(*) AS runs,
         sum(state IN ('failed', 'cancelled', 'interrupted')) AS failed, sum(state = 'refused') AS refused, sum(calls) AS calls,
         sum(failed_calls) AS failed_calls, sum(unknown_calls) AS unknown_calls, sum(returned_tokens) AS tokens_returned,
         sum(max(0, result_tokens + definition_tokens - returned_tokens)) AS tokens_kept_out
       FROM run WHERE started_at >= ? GROUP BY started_at / 86400000 ORDER BY day DESC`,
      since,
    )
    .toArray();
}
