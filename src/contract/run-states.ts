/** The states of runs and of calls. */

/**
 * `waiting`: for a person or a time, and nothing of it runs. `refused`: nothing ran (a syntax error, a wrong option). `interrupted`: the gateway was cut off before the run ended;
 * what its last calls did upstream is unknown.
 */
export const RUN_STATES = ["running", "waiting", "ok", "failed", "refused", "cancelled", "interrupted"] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Where a run came from. */
export const RUN_VIAS = ["mcp", "rest", "schedule", "script"] as const;
export type RunVia = (typeof RUN_VIAS)[number];

/**
 * `sent`: no answer yet. `refused`: never sent. `unknown`: sent, and nothing was heard of it (no answer in time, a lost connection, an
 * answer that cannot be read, a run or a gateway that ended before): it may have happened.
 */
export const CALL_STATES = ["sent", "ok", "failed", "refused", "unknown"] as const;
export type CallState = (typeof CALL_STATES)[number];
