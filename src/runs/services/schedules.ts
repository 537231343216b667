/** `schedule.create/get/list/pause/resume/remove/…` inside a script, in our words and in those of NCP. */
import * as z from "zod";
import { isNarrowed } from "../../auth/principal.ts";
import { defineSchedule, fromNcp, newScheduleSchema } from "../../schedules/define-schedule.ts";
import type { NewSchedule, Schedule, ScheduleOwner } from "../../schedules/schedule.ts";
import { viewOf } from "../../schedules/schedule-view.ts";
import { invalidArgs } from "./service.ts";
import type { Answer, Services } from "./service.ts";

export interface ScheduleDesk {
  readonly owner: ScheduleOwner;
  list(): Promise<readonly Schedule[]>;
  get(name: string): Promise<Schedule | undefined>;
  /** @returns why it was not kept */
  put(schedule: NewSchedule, isActive: boolean): Promise<string | undefined>;
  remove(name: string): Promise<boolean>;
  setActive(name: string, isActive: boolean): Promise<boolean>;
  /** @returns why it was not started */
  trigger(name: string): Promise<string | undefined>;
}

const NARROWED = "these credentials are narrowed, and a schedule runs with the access of whoever created it.";

const named = z
  .union([z.string(), z.object({ name: z.string() }), z.object({ id: z.string() })])
  .transform((asked) => (typeof asked === "string" ? asked : "name" in asked ? asked.name : asked.id));

const BOUND =
  "this run may use only some servers (options.allowed_servers), and the runs of a schedule would not be held to that.";

/** @param allowedServers of the run that asks; empty means all */
export function scheduleServices(desk: ScheduleDesk, allowedServers: readonly string[]): Services {
  const isBound = allowedServers.length > 0;
  const withName = (what: string, work: (name: string) => Promise<Answer>) => (args: unknown) => {
    const name = named.safeParse(args);
    return name.success ? work(name.data) : invalidArgs(`schedule.${what}(name) takes the name of a schedule.`);
  };
  const get = withName("get", async (name) => {
    const schedule = await desk.get(name);
    return schedule ? { ok: true, value: viewOf(schedule) } : noSchedule(name);
  });
  const remove = withName("remove", async (name) =>
    (await desk.remove(name)) ? { ok: true, value: null } : noSchedule(name),
  );
  const setActive = (what: string, isActive: boolean) =>
    withName(what, async (name) => {
      if (isActive && isBound) return invalidArgs(`schedule.${what}: ${BOUND}`);
      if (isActive && isNarrowed(desk.owner.access)) return invalidArgs(`schedule.${what}: ${NARROWED}`);
      return (await desk.setActive(name, isActive)) ? get(name) : noSchedule(name);
    });
  const create = async (args: unknown): Promise<Answer> => {
    const parsed = newScheduleSchema.safeParse(fromNcp(args));
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "argument"}: ${message}`);
      return invalidArgs(
        `schedule.create({ name, schedule, code | script, input?, time_zone? }): ${problems.join("; ")}`,
      );
    }
    const defined = defineSchedule(parsed.data, desk.owner, Date.now());
    if (!defined.ok) return invalidArgs(`schedule.create: ${defined.problem}`);
    if (isBound) return invalidArgs(`schedule.create: ${BOUND}`);
    const refusal = await desk.put(defined.schedule, defined.isActive);
    return refusal === undefined ? get(defined.schedule.name) : invalidArgs(`schedule.create: ${refusal}`);
  };
  return {
    "schedule.create": create,
    "schedule.get": get,
    "schedule.retrieve": get,
    "schedule.list": async () => ({ ok: true, value: (await desk.list()).map(viewOf) }),
    "schedule.pause": setActive("pause", false),
    "schedule.resume": setActive("resume", true),
    "schedule.remove": remove,
    "schedule.delete": remove,
    "schedule.trigger": withName("trigger", async (name) => {
      // A schedule runs with the access of whoever created it.
      if (isBound) return invalidArgs(`schedule.trigger: ${BOUND}`);
      const refusal = isNarrowed(desk.owner.access) ? NARROWED : await desk.trigger(name);
      return refusal === undefined ? { ok: true, value: null } : invalidArgs(`schedule.trigger: ${refusal}`);
    }),
  };
}

function noSchedule(name: string): Answer {
  return invalidArgs(`There is no schedule ${JSON.stringify(name.slice(0, 100))}; schedule.list() lists them.`);
}
