/** A schedule as it is shown, to scripts and by REST. */
import * as z from "zod";
import type { Schedule } from "./schedule.ts";

const time = z.iso.datetime();

export const scheduleSchema = z.object({
  name: z.string(),
  schedule: z.string(),
  time_zone: z.string().optional(),
  code: z.string().optional(),
  script: z.string().optional(),
  language: z.enum(["javascript", "typescript"]).optional(),
  input: z.unknown().optional(),
  options: z.unknown().optional(),
  at_most: z
    .object({ timeout_ms: z.int().optional(), cpu_ms: z.int().optional(), max_parallel: z.int().optional() })
    .optional()
    .describe("upper bounds of its runs: the limits of the run whose script created it"),
  active: z.boolean(),
  reason: z.string().optional().describe("why it is paused, when nobody paused it"),
  created_at: time,
  next_at: time.optional(),
  running_since: time.optional(),
  runs: z.int(),
  failures: z.int().describe("in a row; the next run waits the longer"),
  skipped: z.int().describe("times at which it was due while its last run went on"),
  last: z
    .object({ run: z.string(), at: time, ok: z.boolean(), code: z.string().optional(), message: z.string().optional() })
    .optional(),
});

export function viewOf(schedule: Schedule): z.output<typeof scheduleSchema> {
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
