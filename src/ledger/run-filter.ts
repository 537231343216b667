/** Filters for lists of runs. A run has to match all fields that are set. */
import type { RunState } from "../contract/run-states.ts";
import type { RunSummary } from "./run-record.ts";

export interface RunFilter {
  /** Maximum number of runs, newest first. */
  readonly limit: number;
  /** Cursor from a page's `next`: only older runs. */
  readonly before?: number | undefined;
  readonly state?: RunState | undefined;
  /** Code of the failure. */
  readonly code?: string | undefined;
  /** Identifier of a server that the run called. */
  readonly server?: string | undefined;
  /** Name of the saved script that was run. */
  readonly saved?: string | undefined;
  readonly parent?: string | undefined;
  /** Milliseconds since 1970, by the time the run started; `until` is excluded. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Text in the script, the error, the client or the id; the case of ASCII letters is ignored. */
  readonly text?: string | undefined;
}

export interface RunPage {
  readonly runs: readonly RunSummary[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
}
