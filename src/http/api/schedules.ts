/** `schedules`: scripts that run by themselves. */
import { scheduleSchema } from "../../contract/schedules.ts";
import type { Context } from "hono";
import * as z from "zod";
import type { Refusal } from "../../schedules/schedule.ts";
import { ownGateway } from "../own-gateway.ts";
import { defineSchedule, newScheduleSchema, scheduleNameSchema } from "../../schedules/define-schedule.ts";
import { viewOf } from "../../schedules/schedule-view.ts";
import type { AppEnv } from "../app-env.ts";
import { originOf } from "../origin.ts";
import { Area } from "./area.ts";
import { problem } from "./problem.ts";

const byName = z.object({ name: scheduleNameSchema });

export const schedules = new Area("schedules");

schedules.on(
  {
    method: "get",
    path: "/schedules",
    summary: "Schedules, by name",
    answers: { 200: { description: "Schedules.", schema: z.object({ schedules: z.array(scheduleSchema) }) } },
  },
  async ({ c }) => Response.json({ schedules: (await ownGateway(c).listSchedules()).map(viewOf) }),
);

schedules.on(
  {
    method: "post",
    path: "/schedules",
    summary: "Create a schedule, or replace the one of that name. Each run happens at least once",
    body: newScheduleSchema,
    answers: { 201: { description: "The schedule.", schema: scheduleSchema } },
  },
  async ({ body, c }) => {
    const { id: principal, access, credential } = c.get("principal");
    const owner = { principal, access, origin: originOf(c), ...(credential !== undefined && { credential }) };
    const defined = defineSchedule(body, owner, Date.now());
    if (!defined.ok) return problem({ code: "INVALID_REQUEST", detail: defined.problem });
    return refused(await ownGateway(c).putSchedule(defined.schedule, defined.isActive)) ?? shown(c, body.name, 201);
  },
);

schedules.on(
  {
    method: "get",
    path: "/schedules/:name",
    summary: "One schedule",
    params: byName,
    answers: { 200: { description: "The schedule.", schema: scheduleSchema } },
  },
  ({ params: { name }, c }) => shown(c, name),
);

schedules.on(
  {
    method: "patch",
    path: "/schedules/:name",
    summary: "Pause or resume",
    params: byName,
    body: z.strictObject({ active: z.boolean() }),
    answers: { 200: { description: "The schedule.", schema: scheduleSchema } },
  },
  async ({ params: { name }, body, c }) =>
    refused(await ownGateway(c).setScheduleActive(name, body.active, c.get("principal").access)) ?? shown(c, name),
);

schedules.on(
  {
    method: "post",
    path: "/schedules/:name/run",
    summary: "Run it now, whatever the time",
    params: byName,
    answers: { 202: { description: "It runs.", schema: scheduleSchema } },
  },
  async ({ params: { name }, c }) =>
    refused(await ownGateway(c).triggerSchedule(name, c.get("principal").access)) ?? shown(c, name, 202),
);

schedules.on(
  {
    method: "delete",
    path: "/schedules/:name",
    summary: "Remove a schedule",
    params: byName,
    answers: { 204: { description: "It is gone." } },
  },
  async ({ params: { name }, c }) =>
    refused(await ownGateway(c).removeSchedule(name, c.get("principal").access)) ?? new Response(null, { status: 204 }),
);

const REFUSED = {
  none: { code: "NOT_FOUND" },
  wider: { code: "FORBIDDEN" },
  conflict: { code: "CONFLICT" },
  limited: { code: "RATE_LIMITED" },
} as const;

function refused(refusal: Refusal | undefined): Response | undefined {
  return refusal && problem({ ...REFUSED[refusal.reason], detail: refusal.problem });
}

async function shown(c: Context<AppEnv>, name: string, status = 200): Promise<Response> {
  const schedule = await ownGateway(c).getSchedule(name);
  return schedule ? Response.json(viewOf(schedule), { status }) : noSchedule(name);
}

function noSchedule(name: string): Response {
  const detail = `There is no schedule ${name}; GET /api/v1/schedules lists them.`;
  return problem({ code: "NOT_FOUND", detail });
}
