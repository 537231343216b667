/** A schedule: the script, its times, the access of its runs, and their results. */
import type { Access } from "../auth/principal.ts";
import type { Timing } from "./timing.ts";

/** The request of each run, as for `execute_code`. */
export interface ScheduledRequest {
  readonly code?: string;
  readonly script?: string;
  /** `server.tool`, which is called with the input. */
  readonly tool?: string;
  readonly language?: "javascript" | "typescript";
  readonly input?: unknown;
  readonly options?: unknown;
}

/** Upper limits of a run, which override its options; names as in `options` of a run. */
export interface RunLimits {
  readonly timeout_ms?: number;
  readonly cpu_ms?: number;
  readonly max_parallel?: number;
}

/** The owner of a schedule or a durable run: runs have the owner's access, and end when the owner's credential is revoked. */
export interface RunOwner {
  readonly principal: string;
  readonly access: Access;
  /** Credential of the principal; without it, a schedule does not run. */
  readonly credential?: string;
  /** Origin of the gateway as the owner used it; links begin with it. */
  readonly origin: string;
}

export interface NewSchedule {
  readonly name: string;
  /** The schedule's text: `0 9 * * 1-5`, `every 15 minutes`. */
  readonly schedule: string;
  readonly timing: Timing;
  /** Number of runs after which it ends. */
  readonly maxRuns?: number;
  /** The schedule is not due after this time, in milliseconds since 1970. */
  readonly endsAt?: number;
  readonly request: ScheduledRequest;
  /** Limits of the run whose script created it, so that a script cannot exceed the limits of its request. */
  readonly atMost?: RunLimits;
  readonly owner: RunOwner;
}

export interface Schedule extends NewSchedule {
  readonly isActive: boolean;
  /** Why the gateway paused it; absent if a person did. */
  readonly reason?: string;
  readonly createdAt: number;
  /** Absent while paused. */
  readonly nextAt?: number;
  /** Start of the current run. */
  readonly runningSince?: number;
  /** The current run, once it has waited for a person or was cut off. */
  readonly waitingRun?: string;
  readonly runs: number;
  /** Consecutive failures; each one delays the next run. */
  readonly failures: number;
  /** Number of due times that passed while a run was in progress. */
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

/** The origin of a scheduled run. */
export interface Trigger {
  /** Number of scheduled runs that led to this one, each triggered by the one before. */
  readonly depth: number;
  /** Limits of the run whose script triggered it. */
  readonly atMost?: RunLimits;
}

const CLIENT = "schedule ";

/** The client that the record of a schedule's run names. @param name of the schedule */
export function clientOfSchedule(name: string): string {
  return CLIENT + name;
}

/** @param client of a run of a schedule @returns the name of the schedule */
export function scheduleOfClient(client: string): string {
  return client.slice(CLIENT.length);
}

/** The result of a run that was lost when the gateway restarted. */
export const CUT_OFF = {
  run: "",
  ok: false,
  code: "INTERNAL_ERROR",
  message: "A restart of the gateway interrupted the run.",
} as const;

/** The result of a run whose Worker failed or was lost. */
export const LAUNCH_FAILED = {
  run: "",
  ok: false,
  code: "INTERNAL_ERROR",
  message: "The gateway failed to start the run, or lost it; its log has the error.",
} as const;

/** The result of one run. */
export type RunEnd = Omit<LastRun, "at">;

/** The result of a run that was started now. */
export interface LaunchedRun extends RunEnd {
  /** The run found no place and did not begin. */
  readonly isTurnedAway?: boolean;
}

/**
 * Why a schedule was not changed. `none`: it does not exist; `wider`: its runs have more access than the caller; `conflict`: not in its
 * present state; `changed`: it is not any more what the change was made from; `limited`: too often.
 */
export interface Refusal {
  readonly reason: "none" | "wider" | "conflict" | "changed" | "limited" | "invalid";
  readonly problem: string;
}

/** The origin of a new definition of an existing schedule. */
export interface ScheduleChange {
  /** The access of the credentials that change it. */
  readonly by: Access;
  /** The schedule as it was read; another one that is stored by now is a conflict. */
  readonly base: Schedule;
}

/** The source of a trigger; both fields are absent for a person. */
export interface TriggeredBy {
  /** The trigger of the scheduled run whose script makes the request. */
  readonly from?: Trigger;
  readonly atMost?: RunLimits;
}
