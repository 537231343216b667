/** Converts a schedule to its view for scripts and REST. */
import type { ExecutionView, ScheduleView } from "../contract/schedules.ts";
import type { LastRun, Schedule } from "./schedule.ts";

export function viewOf(schedule: Schedule): ScheduleView {
  const { name, timing, request, last } = schedule;
  return {
    name,
    schedule: schedule.schedule,
    ...(timing.kind !== "every" && { time_zone: timing.timeZone }),
    ...(schedule.maxRuns !== undefined && { max_executions: schedule.maxRuns }),
    ...(schedule.endsAt !== undefined && { end_date: timeOf(schedule.endsAt) }),
    ...request,
    ...(schedule.atMost && { at_most: schedule.atMost }),
    active: schedule.isActive,
    ...(schedule.reason !== undefined && { reason: schedule.reason }),
    created_at: timeOf(schedule.createdAt),
    ...(schedule.nextAt !== undefined && { next_at: timeOf(schedule.nextAt) }),
    ...(schedule.runningSince !== undefined && { running_since: timeOf(schedule.runningSince) }),
    ...(schedule.waitingRun !== undefined && { waiting_run: schedule.waitingRun }),
    runs: schedule.runs,
    failures: schedule.failures,
    skipped: schedule.skipped,
    ...(last && { last: executionOf(last) }),
  };
}

export function executionOf(run: LastRun): ExecutionView {
  return { ...run, at: timeOf(run.at) };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
