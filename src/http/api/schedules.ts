/** `schedules`: scripts that run by themselves. */
import { executionSchema, scheduleSchema } from "../../contract/schedules.ts";
import type { Context } from "hono";
import * as z from "zod";
import type { Refusal } from "../../schedules/schedule.ts";
import { ownGateway } from "../own-gateway.ts";
import {
  changeSchedule,
  defineSchedule,
  newScheduleSchema,
  scheduleChangesSchema,
  scheduleNameSchema,
} from "../../schedules/define-schedule.ts";
import type { DefineOptions } from "../../schedules/define-schedule.ts";
import { serverIdentifiers } from "../../catalog/server-names.ts";
import { toolPathProblem } from "../../catalog/tool-path.ts";
import { nextTimes } from "../../runs/services/schedules.ts";
import { currentCatalog } from "../../worker/current-catalog.ts";
import { executionOf, viewOf } from "../../schedules/schedule-view.ts";
import type { AppEnv } from "../app-env.ts";
import { originOf } from "../origin.ts";
import { Area } from "./area.ts";
import { problem } from "./problem.ts";

const byName = z.object({ name: scheduleNameSchema });

const validationSchema = z.object({
  valid: z.boolean(),
  problem: z.string().optional(),
  next: z.array(z.iso.datetime()).optional(),
});

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
    const defined = defineSchedule(body, await optionsOf(c, body.tool));
    if (!defined.ok) return problem({ code: "INVALID_REQUEST", detail: defined.error });
    const { schedule, isActive } = defined.value;
    return refused(await ownGateway(c).putSchedule(schedule, isActive)) ?? shown(c, body.name, 201);
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
    method: "post",
    path: "/schedules/validate",
    summary: "Say whether a schedule could be created, and when it would run next. Creates none",
    body: newScheduleSchema,
    answers: { 200: { description: "What would come of it.", schema: validationSchema } },
  },
  async ({ body, c }) => {
    const defined = defineSchedule(body, await optionsOf(c, body.tool));
    if (!defined.ok) return Response.json({ valid: false, problem: defined.error });
    return Response.json({ valid: true, next: nextTimes(defined.value.schedule, Date.now()) });
  },
);

schedules.on(
  {
    method: "patch",
    path: "/schedules/:name",
    summary: "Change, pause or resume. What is not given stays as it is",
    params: byName,
    body: scheduleChangesSchema,
    answers: { 200: { description: "The schedule.", schema: scheduleSchema } },
  },
  async ({ params: { name }, body, c }) => {
    const { active, ...changes } = body;
    if (active !== undefined && Object.keys(changes).length === 0) {
      const refusal = await ownGateway(c).setScheduleActive(name, active, c.get("principal").access);
      return refused(refusal) ?? shown(c, name);
    }
    const before = await ownGateway(c).getSchedule(name);
    if (before === undefined) return noSchedule(name);
    const defined = changeSchedule(before, body, await optionsOf(c, body.tool));
    if (!defined.ok) return problem({ code: "INVALID_REQUEST", detail: defined.error });
    const { schedule, isActive } = defined.value;
    const { access } = c.get("principal");
    return refused(await ownGateway(c).putSchedule(schedule, isActive, undefined, access)) ?? shown(c, name);
  },
);

schedules.on(
  {
    method: "get",
    path: "/schedules/:name/executions",
    summary: "How its last runs ended, the newest first",
    params: byName,
    answers: { 200: { description: "At most 50.", schema: z.object({ executions: z.array(executionSchema) }) } },
  },
  async ({ params: { name }, c }) => {
    const runs = await ownGateway(c).listExecutions(name);
    return runs ? Response.json({ executions: runs.map(executionOf) }) : noSchedule(name);
  },
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

/** @param tool the catalog is read for it, and for nothing else */
async function optionsOf(c: Context<AppEnv>, tool: string | undefined): Promise<DefineOptions> {
  const principal = c.get("principal");
  const { id, access, credential } = principal;
  const owner = { principal: id, access, origin: originOf(c), ...(credential !== undefined && { credential }) };
  const problemOf = tool === undefined ? undefined : await toolProblem(c, tool);
  return { owner, now: Date.now(), checkTool: () => problemOf };
}

async function toolProblem(c: Context<AppEnv>, tool: string): Promise<string | undefined> {
  const { snapshot, catalog } = await currentCatalog(c.env, c.get("principal"), originOf(c));
  return toolPathProblem(tool, catalog, [...serverIdentifiers(snapshot.servers.map(({ name }) => name)).values()]);
}

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
