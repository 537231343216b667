/** `search`, `tools`, `types`: what there is to call. */
import { originOf } from "../origin.ts";
import * as z from "zod";
import { printTools } from "../../../sdk-gen/index.ts";
import type { Catalog, ServerCatalog } from "../../catalog/catalog.ts";
import { editorDeclarations } from "../../catalog/editor-declarations.ts";
import { identifiersOf } from "../../catalog/server-names.ts";
import type { Snapshot } from "../../catalog/snapshot.ts";
import { findServer } from "../../catalog/find-server.ts";
import { heldMeant } from "../../catalog/held-meant.ts";
import { pathQuery } from "../../catalog/path-query.ts";
import { switchedOffServers } from "../../catalog/unlisted-servers.ts";
import { search, type SearchIndex } from "../../catalog/search/index.ts";
import { foundToolsSchema, toolListSchema, type Tool } from "../../contract/catalog.ts";
import { currentCatalog } from "../../worker/current-catalog.ts";
import { refuseSearch } from "../../worker/refuse-search.ts";
import { nearest } from "../../lib/nearest.ts";
import { Area, reply } from "./area.ts";
import { searchIndex } from "../../worker/search-index.ts";
import type { AppEnv } from "../app-env.ts";
import { notFound, problem } from "./problem.ts";
import type { Context } from "hono";
import { wholeNumber } from "./whole-number.ts";

/** People page through what was found; models are given at most 50 by `search_tools`. */
const MAX_FOUND = 1_000;

export const catalogArea = new Area("tools");

catalogArea.on(
  "get /search",
  {
    summary: "Search tools for a purpose, best match first",
    query: z.strictObject({
      query: z.string().max(4_000).default(""),
      server: z.string().max(200).optional(),
      limit: wholeNumber(1, MAX_FOUND).default(20),
    }),
    answers: reply(200, "Tools.", foundToolsSchema),
  },
  async ({ query: { query, server, limit }, c }) => {
    const refusal = await refuseSearch(c.env, c.get("config"), c.get("principal"), { query, server });
    if (refusal) {
      const code = refusal.code === "RATE_LIMITED" ? "RATE_LIMITED" : "FORBIDDEN";
      return problem({ code, detail: refusal.message });
    }
    const { catalog, snapshot } = await catalogOf(c);
    const only = server === undefined ? undefined : findServer(server, catalog.servers);
    if (server !== undefined && only === undefined) return noServer(c, server, snapshot);
    const found = search(await indexFor(c, catalog), pathQuery(query, catalog.servers), {
      limit,
      ...(only && { servers: [only.identifier] }),
    });
    const tools = found.hits.flatMap((hit) => {
      const of = catalog.servers.find(({ identifier }) => identifier === hit.server);
      return of ? [toolOf(of, hit.tool, false)] : [];
    });
    const held = heldMeant(snapshot.servers, query, only?.identifier);
    return Response.json({ tools, total: found.total, ...(held.length > 0 && { held }) });
  },
);

catalogArea.on(
  "get /tools",
  {
    summary: "List all tools by server",
    query: z.strictObject({
      server: z.string().max(200).optional(),
      schemas: z.enum(["true", "false"]).default("false").describe("true: also full types, input and output schemas"),
    }),
    answers: reply(200, "Tools.", toolListSchema),
  },
  async ({ query: { server, schemas }, c }) => {
    const { catalog, snapshot } = await catalogOf(c);
    const only = server === undefined ? undefined : findServer(server, catalog.servers);
    if (server !== undefined && only === undefined) return noServer(c, server, snapshot);
    const tools = (only ? [only] : catalog.servers).flatMap((one) =>
      one.sdk.tools.map(({ identifier }) => toolOf(one, identifier, schemas === "true")),
    );
    return Response.json({ tools });
  },
);

catalogArea.on(
  "get /types",
  {
    summary: "TypeScript declarations for an editor: the globals of scripts and the SDK of all tools",
    answers: { 200: { description: "Declarations.", type: "text/plain" } },
  },
  async ({ c }) => {
    const { catalog } = await catalogOf(c);
    return c.text(editorDeclarations(catalog.servers.map(({ sdk }) => sdk)));
  },
);

function catalogOf(c: Context<AppEnv>) {
  return currentCatalog(c.env, c.get("principal"), originOf(c));
}

function indexFor(c: Context<AppEnv>, catalog: Catalog): Promise<SearchIndex> {
  const waitUntil = (work: Promise<unknown>): void => c.executionCtx.waitUntil(work);
  return searchIndex({ env: c.env, principal: c.get("principal"), waitUntil }, catalog);
}

/** A server that has never listed its tools is known: the answer says why it has none yet. */
function noServer(c: Context<AppEnv>, wanted: string, { servers }: Snapshot): Response {
  const why = switchedOffServers(c.get("config"), c.get("principal").access).get(wanted);
  if (why !== undefined) return notFound(`${wanted} ${why}`);
  const identifiers = identifiersOf(servers);
  const known = servers.find(({ name }) => name === wanted || identifiers.get(name) === wanted);
  const close = nearest(wanted, identifiers.values());
  const hint = close.length > 0 ? `Did you mean ${close.join(" or ")}?` : "GET /api/v1/upstreams lists them.";
  const detail =
    known === undefined
      ? `There is no server ${JSON.stringify(wanted)}. ${hint}`
      : known.status.state === "down"
        ? `${known.name} is down: ${known.status.reason}`
        : `${known.name} has not listed its tools yet; ask again in a moment. ${known.status.state === "connecting" ? (known.status.reason ?? "") : ""}`.trimEnd();
  return notFound(detail);
}

function toolOf({ identifier: server, sdk, table }: ServerCatalog, tool: string, withSchemas: boolean): Tool {
  const definition = table.find(tool);
  const { title, description, annotations, inputSchema, outputSchema } = definition ?? {};
  return {
    path: `${server}.${tool}`,
    server,
    tool,
    name: definition?.name ?? tool,
    ...(title !== undefined && { title }),
    description: description ?? "",
    signature: printTools(sdk, [tool], "signatures"),
    ...(annotations?.readOnlyHint !== undefined && { read_only: annotations.readOnlyHint }),
    ...(annotations?.destructiveHint !== undefined && { destructive: annotations.destructiveHint }),
    ...(withSchemas && { types: printTools(sdk, [tool], "full") }),
    ...(withSchemas && inputSchema !== undefined && { input_schema: inputSchema }),
    ...(withSchemas && outputSchema !== undefined && { output_schema: outputSchema }),
  };
}
