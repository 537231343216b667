/**
 * Checks requests to create a schedule, from a script (`schedule.create`) or by REST. A script for NCP passes its code as
 * `tool: "code:run", parameters: { code }`.
 */
import * as z from "zod";
import { isDeeper } from "../lib/nesting.ts";
import { tighterLimits } from "./run-limits.ts";
import { clockTime, isOfTimeZone } from "./once.ts";
import { nextTime, parseSingleTime, parseTiming, type Timing } from "./timing.ts";
import type { NewSchedule, RunLimits, Schedule, RunOwner, ScheduledRequest } from "./schedule.ts";
import type { Result } from "../lib/result.ts";
import { quote } from "../lib/shorten.ts";
import { isoTime } from "../lib/iso-time.ts";

export const scheduleNameSchema = z
  .string()
  .regex(/^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,63}$/u, "a name of 1–64 letters, digits, blanks, '_', '.' or '-'");

const parts = {
  schedule: z
    .string()
    .max(200)
    .optional()
    .describe('five cron fields like "0 9 * * 1-5", "every 15 minutes", or a single time as `once` takes it'),
  once: z.string().max(200).optional().describe('or a single time: "in 5 minutes", "tomorrow at 9am", RFC 3339'),
  time_zone: z
    .string()
    .max(100)
    .optional()
    .describe("time zone of times without an offset, like Europe/Berlin; default UTC"),
  code: z.string().min(1).max(262_144).optional().describe("script to run"),
  script: z.string().max(100).optional().describe("or the name of a saved script"),
  tool: z.string().min(3).max(1_000).optional().describe("or a tool, server.tool, which is called with `input`"),
  language: z.enum(["javascript", "typescript"]).optional(),
  input: z.unknown().optional(),
  options: z.record(z.string(), z.unknown()).optional().describe("options of the run, as for POST /code/exec"),
  max_executions: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .optional()
    .describe("number of runs after which the schedule ends"),
  fire_once: z.boolean().optional().describe("max_executions: 1"),
  end_date: z.iso.datetime({ offset: true }).nullable().optional().describe("time after which the schedule ends"),
  // The spelling of NCP.
  maxExecutions: z.int().min(1).max(1_000_000).optional().describe("same as max_executions"),
  fireOnce: z.boolean().optional().describe("same as fire_once"),
  endDate: z.iso.datetime({ offset: true }).optional().describe("same as end_date"),
  active: z.boolean().optional(),
};

export const newScheduleSchema = z.strictObject({ name: scheduleNameSchema, ...parts });

/** Changes of a schedule; an absent field stays as it is. */
export const scheduleChangesSchema = z.strictObject(parts);

type ScheduleRequest = z.output<typeof newScheduleSchema>;
type ScheduleChanges = z.output<typeof scheduleChangesSchema>;

/** Length of a request's JSON. */
const MAX_REQUEST_CHARS = 600_000;
const MAX_REQUEST_DEPTH = 200;

const ncpSchema = z.object({
  timezone: z.string().optional(),
  tool: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
});

export interface DefinedSchedule {
  readonly schedule: NewSchedule;
  readonly isActive: boolean;
}

/** Says what is wrong with the name of a tool; undefined for one that can be called, or whose server has never been listed. */
export type CheckTool = (path: string) => string | undefined;

export interface DefineOptions {
  readonly owner: RunOwner;
  readonly now: number;
  /** Limits of the run whose script creates the schedule. */
  readonly atMost?: RunLimits;
  readonly checkTool: CheckTool;
}

export function defineSchedule(given: ScheduleRequest, options: DefineOptions): Result<DefinedSchedule, string> {
  const { name, time_zone: timeZone = "UTC" } = given;
  if ((given.schedule === undefined) === (given.once === undefined)) {
    return { ok: false, error: "Give either `schedule`, or `once` with a single time." };
  }
  const text = given.once ?? given.schedule ?? "";
  const parsed =
    given.once === undefined
      ? parseTiming(text, timeZone, options.now)
      : (parseSingleTime(text, timeZone, options.now) ?? notSingle(text));
  if (!parsed.ok) return parsed;
  const limits = { maxRuns: maxRunsOf(given), endsAt: endOf(given) };
  return finish(given, { name, schedule: text, timing: parsed.value }, limits, options);
}

/** @param before what is changed; its times stay where the changes have none, so that an interval keeps its anchor */
export function changeSchedule(
  before: Schedule,
  changes: ScheduleChanges,
  options: DefineOptions,
): Result<DefinedSchedule, string> {
  const { name, schedule, timing, request } = before;
  const keepsTimes = [changes.schedule, changes.once, changes.time_zone].every((part) => part === undefined);
  const keepsSource = [changes.code, changes.script, changes.tool].every((part) => part === undefined);
  const { code, script, tool, language, ...rest } = request as ScheduleChanges;
  const source = keepsSource ? { code, script, tool, language } : {};
  const zone = timing.kind === "every" ? {} : { time_zone: timing.timeZone };
  const when = changes.once === undefined && changes.schedule === undefined ? { schedule } : {};
  const given = withoutAbsent({ ...rest, ...source, ...zone, ...when, ...withoutAbsent(changes), name });
  const atMost = tighterLimits(before.atMost ?? {}, options.atMost ?? {});
  // Code that is kept keeps the access that it was given: the change of a time must not widen it.
  const wider = { ...options, atMost, ...(keepsSource && { owner: before.owner }) };
  const active = changes.active ?? before.isActive;
  const limits = {
    maxRuns: isLimitGiven(changes) ? maxRunsOf(changes) : before.maxRuns,
    endsAt: changes.end_date === undefined && changes.endDate === undefined ? before.endsAt : endOf(changes),
  };
  if (keepsTimes) return finish({ ...given, active }, { name, schedule, timing }, limits, wider);
  const moved = inOtherZone(before, changes, options.now);
  if (moved?.ok === false) return moved;
  if (moved) return finish({ ...given, active }, { name, schedule, timing: moved.value }, limits, wider);
  const defined = defineSchedule({ ...given, active }, wider);
  if (!defined.ok) return defined;
  return finish({ ...given, active }, defined.value.schedule, limits, wider);
}

/**
 * A single time of which only the time zone changes keeps its day and time of day; its text may be relative to the moment when it was given.
 * @returns undefined if the change is another
 */
function inOtherZone(
  { timing, schedule }: Schedule,
  { schedule: words, once, time_zone: timeZone }: ScheduleChanges,
  now: number,
): Result<Timing, string> | undefined {
  if (timing.kind !== "once" || timeZone === undefined || words !== undefined || once !== undefined) return undefined;
  const clock = isOfTimeZone(schedule) ? clockTime(timing.at, timing.timeZone) : isoTime(timing.at);
  return parseSingleTime(clock, timeZone, now);
}

interface Limits {
  readonly maxRuns: number | undefined;
  readonly endsAt: number | undefined;
}

function finish(
  given: ScheduleRequest,
  { name, schedule, timing }: Pick<NewSchedule, "name" | "schedule" | "timing">,
  { maxRuns, endsAt }: Limits,
  { owner, now, atMost = {}, checkTool }: DefineOptions,
): Result<DefinedSchedule, string> {
  const { code, script, tool, language, input, options, active: isActive = true } = given;
  if ([code, script, tool].filter((source) => source !== undefined).length !== 1) {
    return {
      ok: false,
      error: "Give one of `code`, `script` with the name of a saved script, and `tool` with server.tool.",
    };
  }
  const wrongTool = tool === undefined ? undefined : checkTool(tool);
  if (wrongTool !== undefined) return { ok: false, error: wrongTool };
  const request = withoutAbsent({ code, script, tool, language, input, options });
  const problem = requestProblem(request);
  if (problem !== undefined) return { ok: false, error: problem };
  const next = nextTime(timing, now);
  if (isActive && endsAt !== undefined && (next === undefined || next > endsAt)) {
    return { ok: false, error: `The schedule is never due before its end_date, ${isoTime(endsAt)}.` };
  }
  const defined: NewSchedule = {
    name,
    schedule,
    timing,
    request,
    ...(maxRuns !== undefined && { maxRuns }),
    ...(endsAt !== undefined && { endsAt }),
    ...(Object.keys(atMost).length > 0 && { atMost }),
    owner,
  };
  return { ok: true, value: { schedule: defined, isActive } };
}

function requestProblem(request: ScheduledRequest): string | undefined {
  if (isDeeper(request, MAX_REQUEST_DEPTH)) {
    return `input or options are nested too deeply; at most ${MAX_REQUEST_DEPTH} levels are allowed.`;
  }
  const { length } = JSON.stringify(request);
  if (length <= MAX_REQUEST_CHARS) return undefined;
  return `Code, input and options have ${length} characters of JSON; at most ${MAX_REQUEST_CHARS} are allowed.`;
}

function isLimitGiven({ max_executions: max, maxExecutions, fire_once: once, fireOnce }: ScheduleChanges): boolean {
  return [max, maxExecutions, once, fireOnce].some((part) => part !== undefined);
}

function maxRunsOf({ max_executions: max, maxExecutions, fire_once: once, fireOnce }: ScheduleChanges) {
  return once === true || fireOnce === true ? 1 : (max ?? maxExecutions ?? undefined);
}

function endOf({ end_date: end, endDate }: ScheduleChanges): number | undefined {
  const text = end ?? endDate;
  return text === undefined ? undefined : Date.parse(text);
}

function notSingle(text: string): Result<Timing, string> {
  const problem = `${quote(text)} is not a single time like "in 5 minutes", "tomorrow at 9am" or 2026-12-01T09:00:00Z.`;
  return { ok: false, error: problem };
}

function withoutAbsent<T extends object>(given: T): Present<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Present<T>;
}

type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Replaces the argument names of NCP by ours. */
export function fromNcp(args: unknown): unknown {
  const ncp = ncpSchema.safeParse(args);
  if (!ncp.success || args === null || typeof args !== "object") return args;
  const { timezone, tool, parameters } = ncp.data;
  const { timezone: _1, tool: _2, parameters: _3, ...rest } = args as Record<string, unknown>;
  return {
    ...rest,
    ...(timezone !== undefined && { time_zone: timezone }),
    ...(tool === "code:run" && parameters ? codeOf(parameters) : toolOf(tool, parameters)),
  };
}

function codeOf({ code, timeout }: Readonly<Record<string, unknown>>): object {
  return { code, ...(timeout !== undefined && { options: { timeout_ms: timeout } }) };
}

/** `server:tool`, as NCP writes it; a name with a dot before is one of ours. */
function toolOf(tool: string | undefined, parameters: object | undefined): object {
  if (tool === undefined) return parameters === undefined ? {} : { parameters };
  const [, server, name] = /^([^:.]+):(.+)$/s.exec(tool) ?? [];
  return { tool: server === undefined ? tool : `${server}.${name}`, ...(parameters && { input: parameters }) };
}
