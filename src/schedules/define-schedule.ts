/**
 * Checks requests to create a schedule, from a script (`schedule.create`) or by REST. A script for NCP passes its code as
 * `tool: "code:run", parameters: { code }`.
 */
import * as z from "zod";
import { isDeeper } from "../lib/nesting.ts";
import { parseTiming } from "./timing.ts";
import type { NewSchedule, RunLimits, ScheduleOwner, ScheduledRequest } from "./schedule.ts";

export const scheduleNameSchema = z
  .string()
  .regex(/^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,63}$/u, "a name of 1–64 letters, digits, blanks, '_', '.' or '-'");

export const newScheduleSchema = z.strictObject({
  name: scheduleNameSchema,
  schedule: z.string().max(200).describe('five cron fields like "0 9 * * 1-5", or "every 15 minutes"'),
  time_zone: z.string().max(100).default("UTC").describe("of the cron fields, like Europe/Berlin"),
  code: z.string().min(1).max(262_144).optional().describe("what to run"),
  script: z.string().max(100).optional().describe("or the name of a saved script"),
  language: z.enum(["javascript", "typescript"]).optional(),
  input: z.unknown().optional(),
  options: z.record(z.string(), z.unknown()).optional().describe("as of POST /code/exec"),
  active: z.boolean().default(true),
});

/** Length of a request's JSON. */
const MAX_REQUEST_CHARS = 600_000;
const MAX_REQUEST_DEPTH = 200;

const ncpSchema = z.object({
  timezone: z.string().optional(),
  tool: z.literal("code:run").optional(),
  parameters: z.object({ code: z.string(), timeout: z.number().optional() }).optional(),
});

export type Defined =
  | { readonly ok: true; readonly schedule: NewSchedule; readonly isActive: boolean }
  | { readonly ok: false; readonly problem: string };

/** @param atMost limits of the run whose script creates the schedule */
export function defineSchedule(
  given: z.output<typeof newScheduleSchema>,
  owner: ScheduleOwner,
  now: number,
  atMost: RunLimits = {},
): Defined {
  const { name, schedule: text, time_zone: timeZone, active: isActive, ...request } = given;
  if ((request.code === undefined) === (request.script === undefined)) {
    return { ok: false, problem: "Give either `code`, or `script` with the name of a saved script." };
  }
  if (isDeeper(request, MAX_REQUEST_DEPTH)) {
    return {
      ok: false,
      problem: `input or options are nested too deeply; at most ${MAX_REQUEST_DEPTH} levels are allowed.`,
    };
  }
  const { length } = JSON.stringify(request);
  if (length > MAX_REQUEST_CHARS) {
    const problem = `Code, input and options have ${length} characters of JSON; at most ${MAX_REQUEST_CHARS} are allowed.`;
    return { ok: false, problem };
  }
  const parsed = parseTiming(text, timeZone, now);
  if (!parsed.ok) return parsed;
  const { timing } = parsed;
  return {
    ok: true,
    isActive,
    schedule: {
      name,
      schedule: text,
      timing,
      request: request as ScheduledRequest,
      ...(Object.keys(atMost).length > 0 && { atMost }),
      owner,
    },
  };
}

/** Replaces the argument names of NCP by ours. */
export function fromNcp(args: unknown): unknown {
  const ncp = ncpSchema.safeParse(args);
  if (!ncp.success || args === null || typeof args !== "object") return args;
  const { timezone, tool, parameters } = ncp.data;
  const { timezone: _1, tool: _2, parameters: _3, ...rest } = args as Record<string, unknown>;
  return {
    ...rest,
    ...(timezone !== undefined && { time_zone: timezone }),
    ...(tool !== undefined && parameters && { code: parameters.code }),
    ...(parameters?.timeout !== undefined && { options: { timeout_ms: parameters.timeout } }),
  };
}
