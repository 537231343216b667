/** `schedule.create/get/list/pause/resume/remove/…` inside a script, in our words and in those of NCP. */
import * as z from "zod";
import {
  changeSchedule,
  defineSchedule,
  fromNcp,
  newScheduleSchema,
  scheduleChangesSchema,
} from "../../schedules/define-schedule.ts";
import type { CheckTool, DefinedSchedule } from "../../schedules/define-schedule.ts";
import { nextTime } from "../../schedules/timing.ts";
import { changeStored, noSchedule, type StoredSchedule } from "../../schedules/change-stored.ts";
import type { LastRun, NewSchedule, Refusal, RunLimits, Schedule, RunOwner } from "../../schedules/schedule.ts";
import { executionOf, viewOf } from "../../schedules/schedule-view.ts";
import { checkScheduled, type ScheduledRequestContext } from "../scheduled-request.ts";
import { invalidArgs, type ServiceAnswer, type Services } from "./service.ts";
import type { Result } from "../../lib/result.ts";
import { issuesText } from "../../lib/issue-text.ts";

export interface ScheduleApi {
  readonly owner: RunOwner;
  list(): Promise<readonly Schedule[]>;
  get(name: string): Promise<Schedule | undefined>;
  /** These answer why it was not done. @param base the existing schedule that is changed, as it was read */
  put(schedule: NewSchedule, isActive: boolean, base?: Schedule): Promise<Refusal | undefined>;
  remove(name: string): Promise<Refusal | undefined>;
  setActive(name: string, isActive: boolean): Promise<Refusal | undefined>;
  executions(name: string): Promise<readonly LastRun[] | undefined>;
  /** @param atMost upper bounds of that run */
  trigger(name: string, atMost: RunLimits): Promise<Refusal | undefined>;
}

/** Limits of the run that makes a schedule; the schedule's runs have them, too. */
export interface ScheduleBounds {
  /** Empty means all. */
  readonly allowedServers: readonly string[];
  readonly maxToolCalls: number;
  /** The request itself set `maxToolCalls`. */
  readonly limitsCalls: boolean;
  readonly limits: RunLimits;
}

const named = z
  .union([z.string(), z.object({ name: z.string() }), z.object({ id: z.string() })])
  .transform((given) => (typeof given === "string" ? given : "name" in given ? given.name : given.id));

const HELD_TO_SERVERS =
  "this run may use only some servers (options.allowed_servers), and that limit would not apply to the runs of a schedule.";

const USAGE = "{ name, schedule | once, code | script | tool, input?, time_zone?, max_executions?, end_date? }";
/** Times that `schedule.validate` shows. */
const SHOWN_TIMES = 5;

interface ScheduleChecks {
  readonly checkTool: CheckTool;
  readonly request: ScheduledRequestContext;
  /** Why a script may not write the code of a schedule. */
  readonly codeRefusal?: string;
}

export function scheduleServices(
  schedules: ScheduleApi,
  bounds: ScheduleBounds,
  { checkTool, request, codeRefusal }: ScheduleChecks,
): Services {
  const { allowedServers, maxToolCalls, limitsCalls, limits } = bounds;
  const heldToCalls = limitsCalls
    ? `this run may make ${maxToolCalls} tool calls (options.max_tool_calls), and that limit would not count the calls of a schedule's runs.`
    : undefined;
  const withName = (what: string, work: (name: string) => Promise<ServiceAnswer>) => (args: unknown) => {
    const name = named.safeParse(args);
    return name.success ? work(name.data) : invalidArgs(`schedule.${what}(name) takes the name of a schedule.`);
  };
  const get = withName("get", async (name) => {
    const schedule = await schedules.get(name);
    return schedule ? { ok: true, value: viewOf(schedule) } : unknownSchedule(name);
  });
  /** A run that is held to some servers changes nothing that is not; one that is held to some calls starts nothing that would make more. */
  const change = (what: string, work: (name: string) => Promise<Refusal | undefined>, show?: typeof get) =>
    withName(what, async (name) => {
      const isHarmless = what === "pause" || what === "remove";
      const held = allowedServers.length > 0 ? HELD_TO_SERVERS : isHarmless ? undefined : heldToCalls;
      const problem = held ?? (await work(name))?.problem;
      if (problem !== undefined) return invalidArgs(`schedule.${what}: ${problem}`);
      return show ? show(name) : { ok: true, value: null };
    });
  const remove = change("remove", (name) => schedules.remove(name));
  const options = () => ({ owner: schedules.owner, now: Date.now(), atMost: limits, checkTool });
  const define = async (what: string, args: unknown): Promise<Result<DefinedSchedule, string>> => {
    const parsed = newScheduleSchema.safeParse(fromNcp(args));
    if (parsed.success) return checkScheduled(defineSchedule(parsed.data, options()), request);
    return { ok: false, error: `schedule.${what}(${USAGE}): ${issuesText(parsed.error, args)}` };
  };
  const codeProblem = (what: string, args: unknown): ServiceAnswer | undefined => {
    const hasCode = typeof args === "object" && args !== null && Object.hasOwn(args, "code");
    if (codeRefusal === undefined || !hasCode) return undefined;
    return { ok: false, error: { code: "POLICY_DENIED", message: `schedule.${what}: ${codeRefusal}` } };
  };
  const create = async (args: unknown): Promise<ServiceAnswer> => {
    const refusal = codeProblem("create", fromNcp(args));
    if (refusal) return refusal;
    const defined = await define("create", args);
    if (!defined.ok) return invalidArgs(prefixed(defined.error));
    const { schedule, isActive } = defined.value;
    return change("create", () => schedules.put(schedule, isActive), get)(schedule);
  };
  const update = async (args: unknown): Promise<ServiceAnswer> => {
    const given = fromNcp(args);
    const name = named.safeParse(given);
    if (!name.success) return invalidArgs("schedule.update(name, changes) takes the name of a schedule.");
    const { name: _, ...rest } = given as { readonly name?: unknown };
    const changes = scheduleChangesSchema.safeParse(rest);
    if (!changes.success) return invalidArgs(`schedule.update(name, changes): ${issuesText(changes.error, args)}`);
    const refusal = codeProblem("update", changes.data);
    if (refusal) return refusal;
    const stored: StoredSchedule = {
      get: (wanted) => schedules.get(wanted),
      change: (before) => checkScheduled(changeSchedule(before, changes.data, options()), request),
      put: ({ schedule, isActive }, base) => schedules.put(schedule, isActive, base),
    };
    return change("update", () => changeStored(name.data, stored), get)(name.data);
  };
  const validate = async (args: unknown): Promise<ServiceAnswer> => {
    // NCP's has no name; what is only checked needs none.
    const isNameless = typeof args === "object" && args !== null && !Object.hasOwn(args, "name");
    const defined = await define("validate", isNameless ? { ...args, name: "validated" } : args);
    if (!defined.ok) return { ok: true, value: { valid: false, problem: defined.error } };
    return { ok: true, value: { valid: true, next: nextTimes(defined.value.schedule, Date.now()) } };
  };
  const executions = withName("executions", async (name) => {
    const runs = await schedules.executions(name);
    return runs ? { ok: true, value: runs.map(executionOf) } : unknownSchedule(name);
  });
  return {
    "schedule.create": create,
    "schedule.update": update,
    "schedule.validate": validate,
    "schedule.executions": executions,
    "schedule.get": get,
    "schedule.retrieve": get,
    "schedule.list": async () => ({ ok: true, value: (await schedules.list()).map(viewOf) }),
    "schedule.pause": change("pause", (name) => schedules.setActive(name, false), get),
    "schedule.resume": change("resume", (name) => schedules.setActive(name, true), get),
    "schedule.remove": remove,
    "schedule.delete": remove,
    "schedule.trigger": change("trigger", (name) => schedules.trigger(name, limits)),
  };
}

function unknownSchedule(name: string): ServiceAnswer {
  return invalidArgs(noSchedule(name));
}

/** @returns the next times of a schedule, as ISO 8601 texts, if every run begins on time */
export function nextTimes({ timing, maxRuns = Infinity, endsAt = Infinity }: NewSchedule, now: number): string[] {
  const times: string[] = [];
  let time: number | undefined = now;
  while (times.length < Math.min(SHOWN_TIMES, maxRuns)) {
    time = nextTime(timing, time);
    if (time === undefined || time > endsAt) break;
    times.push(new Date(time).toISOString());
  }
  return times;
}

function prefixed(problem: string): string {
  return problem.startsWith("schedule.") ? problem : `schedule.create: ${problem}`;
}
