/** Filters for lists of runs. A run has to match all fields that are set. */
import type { RunState } from "../contract/run-states.ts";
import type { RunSummary } from "./run-record.ts";

export interface RunFilter {
  /** Maximum number of runs, newest first. */
  readonly limit: number;
  /** Cursor from a page's `next`: only older runs. */
  readonly before?: number;
  readonly state?: RunState;
  /** Code of the failure. */
  readonly code?: string;
  /** Identifier of a server that the run called. */
  readonly server?: string;
  /** Name of the saved script that was run. */
  readonly saved?: string;
  readonly parent?: string;
  /** Milliseconds since 1970, by the time the run started; `until` is excluded. */
  readonly since?: number;
  readonly until?: number;
  /** Text in the script, the error, the client or the id; the case of ASCII letters is ignored. */
  readonly text?: string;
}

export interface RunPage {
  readonly runs: readonly RunSummary[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
}
