/** Converts a schedule to its view for scripts and REST. */
import type { ExecutionView, ScheduleView } from "../contract/schedules.ts";
import type { LastRun, Schedule } from "./schedule.ts";
import { isoTime } from "../lib/iso-time.ts";

export function viewOf(schedule: Schedule): ScheduleView {
  const { name, timing, request, last } = schedule;
  return {
    name,
    schedule: schedule.schedule,
    ...(timing.kind !== "every" && { time_zone: timing.timeZone }),
    ...(schedule.maxRuns !== undefined && { max_executions: schedule.maxRuns }),
    ...(schedule.endsAt !== undefined && { end_date: isoTime(schedule.endsAt) }),
    ...request,
    ...(schedule.atMost && { at_most: schedule.atMost }),
    active: schedule.isActive,
    ...(schedule.reason !== undefined && { reason: schedule.reason }),
    created_at: isoTime(schedule.createdAt),
    ...(schedule.nextAt !== undefined && { next_at: isoTime(schedule.nextAt) }),
    ...(schedule.runningSince !== undefined && { running_since: isoTime(schedule.runningSince) }),
    ...(schedule.waitingRun !== undefined && { waiting_run: schedule.waitingRun }),
    runs: schedule.runs,
    failures: schedule.failures,
    skipped: schedule.skipped,
    ...(last && { last: executionOf(last) }),
  };
}

export function executionOf(run: LastRun): ExecutionView {
  return { ...run, at: isoTime(run.at) };
}
