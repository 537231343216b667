/** A script that runs by itself: what is to be run, when, with whose access, and how it went. */
import type { Access } from "../auth/principal.ts";
import type { Timing } from "./timing.ts";

/** As `execute_code` takes it. */
export interface ScheduledRequest {
  readonly code?: string;
  readonly script?: string;
  readonly language?: "javascript" | "typescript";
  readonly input?: unknown;
  readonly options?: unknown;
}

/** Upper bounds of a run, whatever its options say; names as in `options` of a run. */
export interface RunLimits {
  readonly timeout_ms?: number;
  readonly cpu_ms?: number;
  readonly max_parallel?: number;
}

/** Whose schedule it is: its runs may do what their creator might, and end with its credentials. */
export interface ScheduleOwner {
  readonly principal: string;
  readonly access: Access;
  /** As a principal has it; without it nothing runs. */
  readonly credential?: string;
  /** Of the gateway, as the creator knew it: where links begin. */
  readonly origin: string;
}

export interface NewSchedule {
  readonly name: string;
  /** As it was written: `0 9 * * 1-5`, `every 15 minutes`. */
  readonly schedule: string;
  readonly timing: Timing;
  readonly request: ScheduledRequest;
  /** Those of the run whose script created it: no script gives itself more than its request allowed. */
  readonly atMost?: RunLimits;
  readonly owner: ScheduleOwner;
}

export interface Schedule extends NewSchedule {
  readonly isActive: boolean;
  /** Why it is paused, when nobody paused it. */
  readonly reason?: string;
  readonly createdAt: number;
  /** Absent while paused. */
  readonly nextAt?: number;
  /** A run is going on since. */
  readonly runningSince?: number;
  readonly runs: number;
  /** In a row; the next run waits the longer. */
  readonly failures: number;
  /** Times at which it was due while its last run went on. */
  readonly skipped: number;
  readonly last?: LastRun;
}

export interface LastRun {
  readonly run: string;
  readonly at: number;
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
}

/** How a run of a schedule comes about, besides by its time. */
export interface Trigger {
  /** How many runs of schedules led to this one, each triggered by the one before. */
  readonly depth: number;
  /** Of the run whose script triggered it. */
  readonly atMost?: RunLimits;
}

/** Ends of a run that never was one: the gateway was cut off. */
export const CUT_OFF = {
  run: "",
  ok: false,
  code: "INTERNAL_ERROR",
  message: "The run was cut off by a restart of the gateway; it is repeated.",
} as const;

/** How one run ended. */
export type RunEnd = Omit<LastRun, "at">;

/** Why a schedule was not changed: there is none, its runs reach further than whoever asks, it cannot be now, or too often. */
export interface Refusal {
  readonly reason: "none" | "wider" | "conflict" | "limited";
  readonly problem: string;
}

/** Who triggers: nothing for a person. */
export interface TriggeredBy {
  /** The trigger of the schedule's run whose script asks. */
  readonly from?: Trigger;
  readonly atMost?: RunLimits;
}
