/** The data of a run that can be resumed, as its Gateway stores it and reports it. */
import type { DirectClient } from "../../lib/client-ability.ts";
import type { RunOwner, Trigger } from "../../schedules/schedule.ts";
import type { RunOpening, RunStats } from "../../ledger/run-record.ts";
import type { Outcome } from "../../../worker-loader/index.ts";
import type { PlacedEntry } from "./placed-entry.ts";

export interface DurableRequest {
  /** The request in the form that `execute_code` takes, with the version of a saved script. */
  readonly args: unknown;
  readonly opening: RunOpening;
  readonly owner: RunOwner;
  /** True if no client waits for the answer: the run resumes by itself after a restart. */
  readonly isDetached: boolean;
  /** The trigger of a schedule's run. */
  readonly trigger?: Trigger;
  /** The client of a direct call. */
  readonly client?: DirectClient;
}

/** The data from which the run is resumed. */
export interface StoredRun extends DurableRequest {
  readonly entries: readonly PlacedEntry[];
}

/** The approvals or the time that a run waits for. */
export interface RunWait {
  /** Ids of approvals. */
  readonly approvals: readonly string[];
  /** Packages among them, as `package name@version`. */
  readonly packages?: readonly string[];
  /** The rule that required the first of them, as a JSON pointer into the policy document. */
  readonly rule?: string;
  /** The page where a person decides; absent if no decision is required. */
  readonly url?: string;
  /** The time at which the run continues by itself, in milliseconds since 1970. */
  readonly wakeAt?: number;
  /** The counts of the run so far; absent if it has no record. */
  readonly stats?: RunStats;
}

/** The outcome of a run, stored for a day. */
export interface EndedRun {
  readonly outcome: Outcome;
  readonly stats: RunStats;
}

/** Whether the client that goes on with a run asks its user what the run waits for, or has done so just now. */
export type ClientAsking = "cannot ask" | "can ask" | "has asked";

export type Resumed =
  | { readonly kind: "ended"; readonly ended: EndedRun }
  | { readonly kind: "waiting"; readonly wait: RunWait }
  | { readonly kind: "running"; readonly stats?: RunStats }
  /** The run does not exist, or cannot be resumed. */
  | { readonly kind: "unknown" }
  /** The run has more access than the requester. */
  | { readonly kind: "wider" };
