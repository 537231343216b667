/** The states of runs and of calls. */

/**
 * `waiting`: for a person or a time; no part of the run executes. `refused`: nothing ran (a syntax error, a wrong option). `interrupted`:
 * the gateway was cut off before the run ended; what its last calls did upstream is unknown.
 */
export const RUN_STATES = ["running", "waiting", "ok", "failed", "refused", "cancelled", "interrupted"] as const;
export type RunState = (typeof RUN_STATES)[number];

/** The origin of a run. */
export const RUN_VIAS = ["mcp", "rest", "schedule", "script"] as const;
export type RunVia = (typeof RUN_VIAS)[number];

/**
 * `sent`: no response yet. `ok`: carried out, also where the result was not passed on. `refused`: never sent. `unknown`: sent without a usable
 * response (none in time, a lost connection, one that cannot be read or does not say whether it was carried out, a run or a gateway that ended before), so the upstream may have executed it.
 */
export const CALL_STATES = ["sent", "ok", "failed", "refused", "unknown"] as const;
export type CallState = (typeof CALL_STATES)[number];
