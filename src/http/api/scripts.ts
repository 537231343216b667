/** `scripts`: good runs and good texts, kept under a name. */
import type { Context } from "hono";
import * as z from "zod";
import { ownGateway } from "../own-gateway.ts";
import type { GatewayStub } from "../../rpc/gateway-stub.ts";
import {
  removedScriptSchema,
  scriptChanges,
  scriptDetailsSchema,
  scriptSchema,
  scriptSummarySchema,
} from "../../contract/scripts.ts";
import type { ScriptChanges } from "../../contract/scripts.ts";
import { MAX_RECORDED_CALLS, recordedRunOf, saveScript, type RecordedRun } from "../../saved-scripts/save-script.ts";
import {
  changedTools,
  parseScriptReference,
  scriptNameSchema,
  type SavedScript,
} from "../../saved-scripts/saved-script.ts";
import type { AppEnv } from "../app-env.ts";
import { currentCatalog } from "../../worker/current-catalog.ts";
import { originOf } from "../origin.ts";
import { missing, noContent, problem } from "./problem.ts";
import { Area, reply } from "./area.ts";
import { textContext } from "./text-context.ts";
import { wholeNumber } from "./whole-number.ts";
import { isoTime } from "../../lib/iso-time.ts";

const byName = z.object({ name: scriptNameSchema });

export const scripts = new Area("scripts");

const listAnswers = {
  200: { description: "The scripts' newest versions.", schema: z.object({ scripts: z.array(scriptSummarySchema) }) },
};

async function list(c: Context<AppEnv>): Promise<Response> {
  const all = await ownGateway(c).listScripts();
  return Response.json({
    scripts: all.map(({ inputSchema: schema, ...script }) => ({ ...script, ...(schema && { input_schema: schema }) })),
  });
}

scripts.on("get /scripts", { summary: "List saved scripts by name", answers: listAnswers }, ({ c }) => list(c));

scripts.on(
  "get /code/scripts",
  { summary: "List saved scripts by name; the path that MCPProxy uses", answers: listAnswers },
  ({ c }) => list(c),
);

scripts.on(
  "post /scripts",
  {
    summary: "Save a script; an existing script gets a new version",
    needs: "full",
    body: z.strictObject({ name: scriptNameSchema, ...scriptChanges }),
    answers: reply(201, "The script.", scriptSchema),
  },
  async ({ body: { name, ...source }, c }) => save(c, name, source, undefined),
);

scripts.on(
  "get /scripts/:name",
  {
    summary: "Get a script",
    params: byName,
    query: z.strictObject({ version: wholeNumber(1).optional().describe("version of the script; default the newest") }),
    answers: reply(200, "The script.", scriptDetailsSchema),
  },
  async ({ params: { name }, query, c }) => {
    const script = await ownGateway(c).getScript(name, query.version);
    if (script === undefined) return noScript(name, query.version);
    const versions = await ownGateway(c).listScriptVersions(name);
    return Response.json({
      ...(await viewOf(c, script)),
      versions: versions.map((one) => ({ version: one.version, created_at: isoTime(one.createdAt) })),
    });
  },
);

scripts.on(
  "patch /scripts/:name",
  {
    summary: "Change a script: saves a new version, in which fields that are left out stay unchanged",
    needs: "full",
    params: byName,
    body: z.strictObject(scriptChanges),
    answers: reply(200, "The new version.", scriptSchema),
  },
  async ({ params: { name }, body, c }) => {
    const before = await ownGateway(c).getScript(name);
    return before ? save(c, name, body, before) : noScript(name);
  },
);

scripts.on(
  "delete /scripts/:name",
  {
    summary: "Delete a script, with all its versions",
    needs: "full",
    params: byName,
    answers: {
      ...reply(200, "The script was deleted, and schedules still name it.", removedScriptSchema),
      ...reply(204, "The script was deleted."),
    },
  },
  async ({ params: { name }, c }) => {
    const gateway = ownGateway(c);
    if (!(await gateway.removeScript(name))) return noScript(name);
    const schedules = (await gateway.listSchedules())
      .filter(({ request }) => parseScriptReference(request.script ?? "")?.name === name)
      .map((one) => one.name);
    return schedules.length === 0 ? noContent() : Response.json({ name, removed: true, schedules });
  },
);

async function save(
  c: Context<AppEnv>,
  name: string,
  changed: ScriptChanges,
  before: SavedScript | undefined,
): Promise<Response> {
  const gateway = ownGateway(c);
  const saved = await saveScript(name, changed, before, {
    ...(await textContext(c)),
    readRun: (id) => readRun(gateway, id),
    store: (script, base) => gateway.saveScript(script, base),
  });
  if (saved.ok) return Response.json(await viewOf(c, saved.value), { status: before ? 200 : 201 });
  const { code, message } = saved.error;
  return problem({ code, detail: message });
}

async function readRun(gateway: GatewayStub, id: string): Promise<RecordedRun | undefined> {
  return recordedRunOf(...(await Promise.all([gateway.readRun(id), gateway.listCalls(id, 0, MAX_RECORDED_CALLS)])));
}

async function viewOf(c: Context<AppEnv>, script: SavedScript): Promise<z.output<typeof scriptSchema>> {
  const { inputSchema: schema, createdAt, fromRun, tools, hasOtherTools, ...rest } = script;
  const { catalog } = await currentCatalog(c.env, c.get("principal"), originOf(c));
  return {
    ...rest,
    ...(schema && { input_schema: schema }),
    tools: [...tools],
    other_tools: hasOtherTools,
    changed_tools: [...(await changedTools(catalog, tools, c.get("principal").access))],
    created_at: isoTime(createdAt),
    ...(fromRun !== undefined && { from_run: fromRun }),
  };
}

function noScript(name: string, version?: number): Response {
  const which = version === undefined ? `script ${name}` : `version ${version} of the script ${name}`;
  return missing(which, "scripts");
}
