/** An earlier call, as conditions see it. */

/** `unknown`: sent without a usable answer. `denied`: refused by the policy, never sent. */
export type CallState = "pending" | "ok" | "failed" | "unknown" | "denied";

export interface CallRow {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** `server.tool`. */
  readonly tool: string;
  readonly state: CallState;
  /** The arguments as they were sent. May be a getter that parses. */
  readonly args: unknown;
  /** The value that the script received, if the call succeeded. May be a getter that parses. */
  readonly output?: unknown;
  readonly run: string;
  readonly session?: string;
}

export interface PlacedRow {
  readonly row: CallRow;
  /** The call's position in the order of calls. */
  readonly position: number;
  /** Milliseconds since 1970; never before the preceding row, even if the clock went back. */
  readonly at: number;
}
