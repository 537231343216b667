/** `schedule.create/get/list/pause/resume/remove/…` inside a script, in our words and in those of NCP. */
import * as z from "zod";
import { defineSchedule, fromNcp, newScheduleSchema } from "../../schedules/define-schedule.ts";
import type { NewSchedule, RunLimits, Schedule, ScheduleOwner } from "../../schedules/schedule.ts";
import { viewOf } from "../../schedules/schedule-view.ts";
import { invalidArgs } from "./service.ts";
import type { Answer, Services } from "./service.ts";

export interface ScheduleApi {
  readonly owner: ScheduleOwner;
  list(): Promise<readonly Schedule[]>;
  get(name: string): Promise<Schedule | undefined>;
  /** These answer why it was not done. */
  put(schedule: NewSchedule, isActive: boolean): Promise<Refusal>;
  remove(name: string): Promise<Refusal>;
  setActive(name: string, isActive: boolean): Promise<Refusal>;
  /** @param atMost upper bounds of that run */
  trigger(name: string, atMost: RunLimits): Promise<Refusal>;
}

/** What the run that asks is held to; no schedule leads past it. */
export interface ScheduleBounds {
  /** Empty means all. */
  readonly allowedServers: readonly string[];
  readonly maxToolCalls: number;
  /** The request itself set `maxToolCalls`. */
  readonly limitsCalls: boolean;
  readonly limits: RunLimits;
}

type Refusal = { readonly problem: string } | undefined;

const named = z
  .union([z.string(), z.object({ name: z.string() }), z.object({ id: z.string() })])
  .transform((asked) => (typeof asked === "string" ? asked : "name" in asked ? asked.name : asked.id));

const HELD_TO_SERVERS =
  "this run may use only some servers (options.allowed_servers), and the runs of a schedule would not be held to that.";

/** @param codeRefusal why a script may not write the code of a schedule */
export function scheduleServices(schedules: ScheduleApi, bounds: ScheduleBounds, codeRefusal?: string): Services {
  const { allowedServers, maxToolCalls, limitsCalls, limits } = bounds;
  const heldToCalls = limitsCalls
    ? `this run may make ${maxToolCalls} tool calls (options.max_tool_calls), and those of a schedule's runs would not be counted among them.`
    : undefined;
  const withName = (what: string, work: (name: string) => Promise<Answer>) => (args: unknown) => {
    const name = named.safeParse(args);
    return name.success ? work(name.data) : invalidArgs(`schedule.${what}(name) takes the name of a schedule.`);
  };
  const get = withName("get", async (name) => {
    const schedule = await schedules.get(name);
    return schedule ? { ok: true, value: viewOf(schedule) } : noSchedule(name);
  });
  /** A run that is held to some servers changes nothing that is not; one that is held to some calls starts nothing that would make more. */
  const change = (what: string, work: (name: string) => Promise<Refusal>, show?: typeof get) =>
    withName(what, async (name) => {
      const isHarmless = what === "pause" || what === "remove";
      const held = allowedServers.length > 0 ? HELD_TO_SERVERS : isHarmless ? undefined : heldToCalls;
      const problem = held ?? (await work(name))?.problem;
      if (problem !== undefined) return invalidArgs(`schedule.${what}: ${problem}`);
      return show ? show(name) : { ok: true, value: null };
    });
  const remove = change("remove", (name) => schedules.remove(name));
  const create = async (args: unknown): Promise<Answer> => {
    const parsed = newScheduleSchema.safeParse(fromNcp(args));
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "argument"}: ${message}`);
      return invalidArgs(
        `schedule.create({ name, schedule, code | script, input?, time_zone? }): ${problems.join("; ")}`,
      );
    }
    if (codeRefusal !== undefined && parsed.data.code !== undefined) {
      return { ok: false, error: { code: "POLICY_DENIED", message: `schedule.create: ${codeRefusal}` } };
    }
    const defined = defineSchedule(parsed.data, schedules.owner, Date.now(), limits);
    if (!defined.ok) return invalidArgs(`schedule.create: ${defined.problem}`);
    return change("create", () => schedules.put(defined.schedule, defined.isActive), get)(parsed.data);
  };
  return {
    "schedule.create": create,
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

function noSchedule(name: string): Answer {
  return invalidArgs(`There is no schedule ${JSON.stringify(name.slice(0, 100))}; schedule.list() lists them.`);
}
