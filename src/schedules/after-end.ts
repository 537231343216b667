/** The consequences of the end of a schedule's run: whether it counts, what is recorded of it, and when the schedule is due next. */
import { backoffMs } from "./timing.ts";
import type { LastRun, RunEnd } from "./schedule.ts";

/** A schedule when its run ends; times in milliseconds since 1970. */
interface ScheduleState {
  readonly isActive: boolean;
  readonly nextAt?: number;
  readonly endsAt?: number;
  /** Consecutive failures before this run. */
  readonly failures: number;
  /** The run began under a definition that was replaced while it went on. */
  readonly isReplaced: boolean;
}

/** `repeat`: as soon as the wait for failures allows; `wait`: when it is due again, or later after failures. */
export type Next = "repeat" | "wait";

export interface AfterEnd {
  readonly last: LastRun;
  readonly failures: number;
  /** Undefined if the schedule is paused, or not due any more. */
  readonly nextAt: number | undefined;
  /** True if the run is one of `max_executions`. */
  readonly isCounted: boolean;
}

/** @param hasBegun false for a run that was turned away, which is no execution of the schedule */
export function afterEnd(state: ScheduleState, end: RunEnd, then: Next, hasBegun: boolean, now: number): AfterEnd {
  const { isActive, nextAt: due, endsAt = Infinity, isReplaced } = state;
  const failures = end.ok ? 0 : state.failures + 1;
  const wait = now + backoffMs(failures);
  // The definition that replaced another one has times of its own, and had no run yet.
  const isToRepeat = then === "repeat" && !isReplaced;
  const later = isToRepeat ? wait : due && Math.max(due, wait);
  const nextAt = isActive && later !== undefined && later <= endsAt ? later : undefined;
  const isRepeated = isToRepeat && nextAt !== undefined;
  const told = isToRepeat && `${end.message ?? ""} ${repetitionOf(isActive, isRepeated)}`.trim();
  const last = { ...end, ...(told !== false && { message: told }), at: now };
  return { last, failures, nextAt, isCounted: hasBegun && !isRepeated && !isReplaced };
}

/** @returns the sentence about its repetition that the message of a lost run ends with */
function repetitionOf(isActive: boolean, isRepeated: boolean): string {
  if (isRepeated) return "The run is repeated.";
  return `The run is not repeated, because ${isActive ? "its end_date has passed" : "the schedule is paused"}.`;
}
