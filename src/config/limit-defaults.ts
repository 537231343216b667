/** The limits of runs that apply where gateway.json sets none. */
export const LIMIT_DEFAULTS = {
  timeout_ms: 120_000,
  cpu_ms: 5_000,
  /** No limit. */
  max_tool_calls: 0,
  max_parallel: 8,
  /** Each run may hold an answer of MAX_ANSWER_BYTES in the 128 MB of its Gateway; clients that work side by side need fewer. */
  max_runs: 20,
  /** Five times as many as run: with runs of some seconds the last one begins before its client gives up, after a minute. */
  max_queued_runs: 100,
  max_output_chars: 50_000,
} as const;
