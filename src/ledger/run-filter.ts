/** Which runs a list shows. Everything given has to hold. */
import type { RunState } from "../contract/run-states.ts";
import type { RunSummary } from "./run-record.ts";

export interface RunFilter {
  /** At most so many, newest first. */
  readonly limit: number;
  /** A page's `next`: only what is older. */
  readonly before?: number;
  readonly state?: RunState;
  /** Code of the failure. */
  readonly code?: string;
  /** Identifier of a server it called. */
  readonly server?: string;
  /** Name of a saved script. */
  readonly saved?: string;
  readonly parent?: string;
  /** Milliseconds since 1970, by the time the run started; `until` is excluded. */
  readonly since?: number;
  readonly until?: number;
  /** In the script, the error, the client or the id, whatever the case (of ASCII letters). */
  readonly text?: string;
}

export interface RunPage {
  readonly runs: readonly RunSummary[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
}

export interface UsageDay {
  /** `2026-11-21`, UTC. */
  readonly day: string;
  readonly runs: number;
  readonly failed: number;
  readonly refused: number;
  readonly calls: number;
  readonly failedCalls: number;
  readonly unknownCalls: number;
  /** Estimated tokens; see tokens-kept-out.ts. */
  readonly tokensReturned: number;
  readonly tokensKeptOut: number;
}
