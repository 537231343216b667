/** When a schedule is due. Times are in milliseconds since 1970. */
import type { LastRun, NewSchedule, Schedule } from "./schedule.ts";
import { backoffMs, nextTime } from "./timing.ts";

export const NOT_DUE =
  "The schedule has ended: its single time, max_executions or end_date was reached. Change one of them to let it run again.";

/** @param runs that the schedule has had by then @returns undefined if it is not due any more */
export function nextOf({ timing, maxRuns, endsAt }: NewSchedule, now: number, runs: number): number | undefined {
  const next = runs >= (maxRuns ?? Infinity) ? undefined : nextTime(timing, now);
  return next === undefined || next > (endsAt ?? Infinity) ? undefined : next;
}

/** @returns the end of its wait after failures, in milliseconds since 1970; 0 if the last run did not fail */
export function waitsUntil({
  failures,
  last,
}: Pick<Schedule, "failures"> & { readonly last?: LastRun | undefined }): number {
  return failures === 0 ? 0 : (last?.at ?? 0) + backoffMs(failures);
}
