/** `scripts`: good runs and good texts, kept under a name. */
import type { Context } from "hono";
import * as z from "zod";
import { prepareScript } from "../../../worker-loader/index.ts";
import type { PreparedScript } from "../../../worker-loader/index.ts";
import { dialectExtensions, rewritesFor } from "../../../dialects/index.ts";
import { ownGateway } from "../own-gateway.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { serverIdentifiers } from "../../catalog/server-names.ts";
import { layoutServers } from "../../runs/layout-servers.ts";
import { schemaProblem } from "../../saved-scripts/check-input.ts";
import { changedTools, scriptNameSchema, usedTools } from "../../saved-scripts/saved-script.ts";
import type { NewScript, SavedScript } from "../../saved-scripts/saved-script.ts";
import type { AppEnv } from "../app-env.ts";
import { currentCatalog } from "../../worker/current-catalog.ts";
import { transpileWith } from "../../worker/guest-assets.ts";
import { originOf } from "../origin.ts";
import { problem } from "./problem.ts";
import { Area } from "./area.ts";
import { wholeNumber } from "./whole-number.ts";

const inputSchema = z.record(z.string(), z.unknown()).describe("JSON Schema that the input is checked with");
const expose = z.enum(["none", "prompt", "tool"]).describe("how MCP clients see it besides execute_code {script}");
const language = z.enum(["javascript", "typescript"]);

const changes = {
  code: z.string().min(1).max(262_144).optional(),
  run: z.string().max(100).optional().describe("take the script of this run"),
  language: language.optional(),
  description: z.string().max(2_000).optional(),
  input_schema: inputSchema.nullable().optional().describe("null: any input"),
  expose: expose.optional(),
};

const summarySchema = z.object({
  name: z.string(),
  version: z.int(),
  description: z.string(),
  expose,
  input_schema: inputSchema.optional(),
});

const scriptSchema = summarySchema.extend({
  code: z.string(),
  language: language.optional(),
  tools: z.array(z.object({ server: z.string(), tool: z.string(), hash: z.string() })),
  other_tools: z.boolean().describe("it may call others, too, which cannot be read off its text"),
  changed_tools: z.array(z.string()).describe("what is not as it was when this version was saved"),
  created_at: z.iso.datetime(),
  from_run: z.string().optional(),
});

const versionSchema = z.object({ version: z.int(), created_at: z.iso.datetime() });
const byName = z.object({ name: scriptNameSchema });

export const scripts = new Area("scripts");

scripts.on(
  {
    method: "get",
    path: "/scripts",
    summary: "Saved scripts, by name",
    answers: { 200: { description: "Their newest versions.", schema: z.object({ scripts: z.array(summarySchema) }) } },
  },
  async ({ c }) => {
    const list = await ownGateway(c).listScripts();
    return Response.json({
      scripts: list.map(({ inputSchema: schema, ...script }) => ({
        ...script,
        ...(schema && { input_schema: schema }),
      })),
    });
  },
);

scripts.on(
  {
    method: "post",
    path: "/scripts",
    summary: "Save a script; a name that exists gets a new version",
    needs: "full",
    body: z.strictObject({ name: scriptNameSchema, ...changes }),
    answers: { 201: { description: "The script.", schema: scriptSchema } },
  },
  async ({ body: { name, ...asked }, c }) => save(c, name, asked, undefined),
);

scripts.on(
  {
    method: "get",
    path: "/scripts/:name",
    summary: "One script",
    params: byName,
    query: z.strictObject({ version: wholeNumber(1).optional().describe("the newest unless told") }),
    answers: {
      200: { description: "The script.", schema: scriptSchema.extend({ versions: z.array(versionSchema) }) },
    },
  },
  async ({ params: { name }, query, c }) => {
    const script = await ownGateway(c).getScript(name, query.version);
    if (script === undefined) return noScript(name, query.version);
    const versions = await ownGateway(c).listScriptVersions(name);
    return Response.json({
      ...(await viewOf(c, script)),
      versions: versions.map((one) => ({ version: one.version, created_at: timeOf(one.createdAt) })),
    });
  },
);

scripts.on(
  {
    method: "patch",
    path: "/scripts/:name",
    summary: "Change a script: a new version with what is not given as it was",
    needs: "full",
    params: byName,
    body: z.strictObject(changes),
    answers: { 200: { description: "The new version.", schema: scriptSchema } },
  },
  async ({ params: { name }, body, c }) => {
    const before = await ownGateway(c).getScript(name);
    return before ? save(c, name, body, before) : noScript(name);
  },
);

scripts.on(
  {
    method: "delete",
    path: "/scripts/:name",
    summary: "Delete a script, with all its versions",
    needs: "full",
    params: byName,
    answers: { 204: { description: "It is gone." } },
  },
  async ({ params: { name }, c }) =>
    (await ownGateway(c).removeScript(name)) ? new Response(null, { status: 204 }) : noScript(name),
);

type Changes = z.output<z.ZodObject<typeof changes>>;

async function save(
  c: Context<AppEnv>,
  name: string,
  asked: Changes,
  before: SavedScript | undefined,
): Promise<Response> {
  const source = await sourceOf(c, asked, before);
  if (source instanceof Response) return source;
  const schema = asked.input_schema === undefined ? before?.inputSchema : (asked.input_schema ?? undefined);
  const wrongSchema = schema && schemaProblem(schema);
  if (wrongSchema !== undefined) return invalid(`input_schema cannot be used: ${wrongSchema}`);
  const { packages = [] } = c.get("config");
  const { code, language: declared, fromRun, calls } = source;
  const { snapshot, catalog } = await currentCatalog(c.env, c.get("principal"), originOf(c));
  const identifiers = [...serverIdentifiers(snapshot.servers.map((server) => server.name)).values()];
  const rewrites = rewritesFor(code, () => layoutServers(catalog, identifiers, new Map()));
  const prepared = await prepareScript(code, declared, transpileWith(c.env), packages, rewrites);
  if (!prepared.ok) {
    const { code: reason, message, line } = prepared.error;
    return invalid(`The script cannot be run: ${reason} ${message}${line === undefined ? "" : ` (line ${line})`}`);
  }
  const script: NewScript = {
    name,
    description: asked.description ?? before?.description ?? "",
    expose: asked.expose ?? before?.expose ?? "none",
    ...(schema && { inputSchema: schema }),
    code,
    ...(declared && { language: declared }),
    tools: await usedTools(catalog, [...prepared.script.calls, ...calls]),
    hasOtherTools: mayCallOthers(prepared.script, identifiers, catalog),
    ...(fromRun !== undefined && { fromRun }),
  };
  const saved = await ownGateway(c).saveScript(script, before?.version);
  if (!saved.ok) return problem({ status: 409, code: "CONFLICT", detail: saved.problem });
  return Response.json(await viewOf(c, saved.script), { status: before ? 200 : 201 });
}

/** By other scripts, by functions of a dialect that take any name, by a server that is handed on, at one that was not listed. */
function mayCallOthers(
  { calls, mentions, otherNames }: PreparedScript,
  servers: readonly string[],
  catalog: Catalog,
): boolean {
  const listed = catalog.servers.map(({ identifier }) => identifier);
  return (
    ["scripts", ...dialectExtensions.flatMap(({ names }) => names)].some((name) => mentions.has(name)) ||
    servers.some((name) => otherNames.has(name)) ||
    calls.some(({ server }) => servers.includes(server) && !listed.includes(server))
  );
}

interface Source {
  readonly code: string;
  readonly language?: "javascript" | "typescript" | undefined;
  readonly fromRun?: string | undefined;
  /** That a run made of it. */
  readonly calls: readonly { readonly server: string; readonly tool: string }[];
}

async function sourceOf(
  c: Context<AppEnv>,
  asked: Changes,
  before: SavedScript | undefined,
): Promise<Source | Response> {
  const { code, run } = asked;
  if (code !== undefined && run !== undefined) return invalid("Give code or run, not both.");
  if (code !== undefined) return { code, language: asked.language, calls: [] };
  if (run === undefined) {
    if (before === undefined) return invalid("Give the script as code, or the run that it is taken from.");
    return {
      code: before.code,
      language: asked.language ?? before.language,
      fromRun: before.fromRun,
      calls: before.tools,
    };
  }
  const gateway = ownGateway(c);
  const [details, calls = []] = await Promise.all([gateway.readRun(run), gateway.listCalls(run, 0, 500)]);
  if (details === undefined) return problem({ status: 404, code: "NOT_FOUND", detail: `There is no run ${run}.` });
  if (details.script.includes("[redacted]")) {
    const detail = `The script of ${run} held a secret, which was not recorded. Save its text without the secret.`;
    return problem({ status: 409, code: "NOT_REPLAYABLE", detail });
  }
  const sent = calls.filter(({ state }) => state !== "refused");
  return { code: details.script, language: asked.language ?? details.language, fromRun: run, calls: sent };
}

async function viewOf(c: Context<AppEnv>, script: SavedScript): Promise<z.output<typeof scriptSchema>> {
  const { inputSchema: schema, createdAt, fromRun, tools, hasOtherTools, ...rest } = script;
  const { catalog } = await currentCatalog(c.env, c.get("principal"), originOf(c));
  return {
    ...rest,
    ...(schema && { input_schema: schema }),
    tools: [...tools],
    other_tools: hasOtherTools,
    changed_tools: [...(await changedTools(catalog, tools))],
    created_at: timeOf(createdAt),
    ...(fromRun !== undefined && { from_run: fromRun }),
  };
}

function noScript(name: string, version?: number): Response {
  const which = version === undefined ? `script ${name}` : `version ${version} of the script ${name}`;
  return problem({ status: 404, code: "NOT_FOUND", detail: `There is no ${which}; GET /api/v1/scripts lists them.` });
}

function invalid(detail: string): Response {
  return problem({ status: 400, code: "INVALID_REQUEST", detail });
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
