/** Converts a schedule to its view for scripts and REST. */
import type { ScheduleView } from "../contract/schedules.ts";
import type { Schedule } from "./schedule.ts";

export function viewOf(schedule: Schedule): ScheduleView {
  const { name, timing, request, last } = schedule;
  return {
    name,
    schedule: schedule.schedule,
    ...(timing.kind === "cron" && { time_zone: timing.timeZone }),
    ...request,
    ...(schedule.atMost && { at_most: schedule.atMost }),
    active: schedule.isActive,
    ...(schedule.reason !== undefined && { reason: schedule.reason }),
    created_at: timeOf(schedule.createdAt),
    ...(schedule.nextAt !== undefined && { next_at: timeOf(schedule.nextAt) }),
    ...(schedule.runningSince !== undefined && { running_since: timeOf(schedule.runningSince) }),
    runs: schedule.runs,
    failures: schedule.failures,
    skipped: schedule.skipped,
    ...(last && { last: { ...last, at: timeOf(last.at) } }),
  };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
