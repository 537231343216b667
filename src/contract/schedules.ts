/** Schemas of schedules, as scripts and REST show them. */
import * as z from "zod";
import { languageSchema } from "./runs.ts";

const time = z.iso.datetime();

export const executionSchema = z.object({
  run: z.string(),
  at: time,
  ok: z.boolean(),
  code: z.string().optional(),
  message: z.string().optional(),
});

export type ExecutionView = z.output<typeof executionSchema>;

export const scheduleSchema = z.object({
  name: z.string(),
  schedule: z.string(),
  time_zone: z.string().optional(),
  code: z.string().optional(),
  script: z.string().optional(),
  tool: z.string().optional(),
  max_executions: z.int().optional(),
  end_date: time.optional(),
  language: languageSchema.optional(),
  input: z.unknown().optional(),
  options: z.unknown().optional(),
  at_most: z
    .object({ timeout_ms: z.int().optional(), cpu_ms: z.int().optional(), max_parallel: z.int().optional() })
    .optional()
    .describe("upper bounds of its runs: the limits of the run whose script created it"),
  active: z.boolean(),
  reason: z.string().optional().describe("why the gateway paused the schedule; absent if a person paused it"),
  created_at: time,
  next_at: time.optional(),
  running_since: time.optional(),
  waiting_run: z
    .string()
    .optional()
    .describe("the run in progress, if it waits for a person, or is being resumed after a decision or an interruption"),
  runs: z.int(),
  failures: z.int().describe("consecutive failures; each one delays the next run"),
  skipped: z.int().describe("number of due times that passed while a run was in progress"),
  last: executionSchema.optional(),
});

export type ScheduleView = z.output<typeof scheduleSchema>;
