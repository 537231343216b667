/** `schedules`: scripts that run by themselves. */
import { executionSchema, scheduleSchema } from "../../contract/schedules.ts";
import type { Context } from "hono";
import * as z from "zod";
import { changeStored } from "../../schedules/change-stored.ts";
import type { Refusal } from "../../schedules/schedule.ts";
import { ownGateway } from "../own-gateway.ts";
import {
  changeSchedule,
  defineSchedule,
  newScheduleSchema,
  scheduleChangesSchema,
  scheduleNameSchema,
} from "../../schedules/define-schedule.ts";
import type { DefinedSchedule, DefineOptions } from "../../schedules/define-schedule.ts";
import { missingToolsOf, withoutAbsentNames } from "../../catalog/absent-tools.ts";
import { identifiersOf } from "../../catalog/server-names.ts";
import { toolPathProblem } from "../../catalog/tool-path.ts";
import { checkScheduled } from "../../runs/scheduled-request.ts";
import { nextTimes } from "../../runs/services/schedules.ts";
import { currentCatalog } from "../../worker/current-catalog.ts";
import { executionOf, viewOf } from "../../schedules/schedule-view.ts";
import type { Result } from "../../lib/result.ts";
import type { AppEnv } from "../app-env.ts";
import { originOf } from "../origin.ts";
import { Area, reply } from "./area.ts";
import { missing, noContent, problem } from "./problem.ts";
import { textContext } from "./text-context.ts";

const byName = z.object({ name: scheduleNameSchema });

const validationSchema = z.object({
  valid: z.boolean(),
  problem: z.string().optional(),
  next: z.array(z.iso.datetime()).optional(),
});

export const schedules = new Area("schedules");

schedules.on(
  "get /schedules",
  {
    summary: "List schedules by name",
    answers: reply(200, "Schedules.", z.object({ schedules: z.array(scheduleSchema) })),
  },
  async ({ c }) => Response.json({ schedules: (await ownGateway(c).listSchedules()).map(viewOf) }),
);

schedules.on(
  "post /schedules",
  {
    summary: "Create a schedule, or replace the one of that name. Each run happens at least once",
    body: newScheduleSchema,
    answers: reply(201, "The schedule.", scheduleSchema),
  },
  async ({ body, c }) => {
    const defined = await checked(c, defineSchedule(body, await optionsOf(c, body.tool)));
    if (!defined.ok) return problem({ code: "INVALID_REQUEST", detail: defined.error });
    const { schedule, isActive } = defined.value;
    return refused(await ownGateway(c).putSchedule(schedule, isActive), body.name) ?? shown(c, body.name, 201);
  },
);

schedules.on(
  "get /schedules/:name",
  { summary: "Get a schedule", params: byName, answers: reply(200, "The schedule.", scheduleSchema) },
  ({ params: { name }, c }) => shown(c, name),
);

schedules.on(
  "post /schedules/validate",
  {
    summary: "Check whether a schedule could be created, and when it would run next, without creating it",
    isForPages: true,
    body: newScheduleSchema,
    answers: reply(200, "Whether the schedule is valid, and its next times.", validationSchema),
  },
  async ({ body, c }) => {
    const defined = await checked(c, defineSchedule(body, await optionsOf(c, body.tool)));
    if (!defined.ok) return Response.json({ valid: false, problem: defined.error });
    return Response.json({ valid: true, next: nextTimes(defined.value.schedule, Date.now()) });
  },
);

schedules.on(
  "patch /schedules/:name",
  {
    summary: "Change, pause or resume a schedule. Fields that are left out stay unchanged",
    params: byName,
    body: scheduleChangesSchema,
    answers: reply(200, "The schedule.", scheduleSchema),
  },
  async ({ params: { name }, body, c }) => {
    const { active, ...changes } = body;
    if (active !== undefined && Object.keys(changes).length === 0) {
      const refusal = await ownGateway(c).setScheduleActive(name, active, c.get("principal").access);
      return refused(refusal, name) ?? shown(c, name);
    }
    const { access: by } = c.get("principal");
    const options = await optionsOf(c, body.tool);
    const refusal = await changeStored(name, {
      get: (wanted) => ownGateway(c).getSchedule(wanted),
      change: (before) => checked(c, changeSchedule(before, body, options)),
      put: ({ schedule, isActive }, base) => ownGateway(c).putSchedule(schedule, isActive, undefined, { by, base }),
    });
    return refused(refusal, name) ?? shown(c, name);
  },
);

schedules.on(
  "get /schedules/:name/executions",
  {
    summary: "List the outcomes of a schedule's last runs, newest first",
    params: byName,
    answers: reply(200, "At most 50 outcomes.", z.object({ executions: z.array(executionSchema) })),
  },
  async ({ params: { name }, c }) => {
    const runs = await ownGateway(c).listExecutions(name);
    return runs ? Response.json({ executions: runs.map(executionOf) }) : missing(`schedule ${name}`, "schedules");
  },
);

schedules.on(
  "post /schedules/:name/run",
  {
    summary: "Run a schedule now, in addition to its times",
    params: byName,
    answers: reply(202, "The run was started.", scheduleSchema),
  },
  async ({ params: { name }, c }) =>
    refused(await ownGateway(c).triggerSchedule(name, c.get("principal").access), name) ?? shown(c, name, 202),
);

schedules.on(
  "delete /schedules/:name",
  { summary: "Remove a schedule", params: byName, answers: reply(204, "The schedule was removed.") },
  async ({ params: { name }, c }) =>
    refused(await ownGateway(c).removeSchedule(name, c.get("principal").access), name) ?? noContent(),
);

function checked(c: Context<AppEnv>, defined: Result<DefinedSchedule, string>) {
  return checkScheduled(defined, { defaults: c.get("config").limits, text: () => textContext(c) });
}

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
  const identifiers = identifiersOf(snapshot.servers);
  const absent = missingToolsOf(snapshot.servers, identifiers, c.get("config").mcpServers);
  return toolPathProblem(tool, withoutAbsentNames(catalog, absent), [...identifiers.values()], absent);
}

const REFUSED = {
  none: "NOT_FOUND",
  wider: "FORBIDDEN",
  conflict: "CONFLICT",
  changed: "CONFLICT",
  limited: "RATE_LIMITED",
  invalid: "INVALID_REQUEST",
} as const;

function refused(refusal: Refusal | undefined, name: string): Response | undefined {
  if (refusal?.reason === "none") return missing(`schedule ${name}`, "schedules");
  return refusal && problem({ code: REFUSED[refusal.reason], detail: refusal.problem });
}

async function shown(c: Context<AppEnv>, name: string, status = 200): Promise<Response> {
  const schedule = await ownGateway(c).getSchedule(name);
  return schedule ? Response.json(viewOf(schedule), { status }) : missing(`schedule ${name}`, "schedules");
}
