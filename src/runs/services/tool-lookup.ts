/** `tools.search`, `tools.list` and `tools.describe`: the catalog, looked up from inside a script. */
import * as z from "zod";
import type { Catalog } from "../../catalog/catalog.ts";
import { findServer, splitsOf, splitToolPath } from "../../catalog/find-server.ts";
import { absentTools, type AbsentToolsByServer } from "../../catalog/absent-tools.ts";
import { noServerListed, toolNotFound, type Unlisted } from "../../catalog/call-target.ts";
import { describeTools } from "../../catalog/describe.ts";
import { pathQuery } from "../../catalog/path-query.ts";
import { search, type SearchIndex } from "../../catalog/search/index.ts";
import { issuesText } from "../../lib/issue-text.ts";
import { isAllowed, serverLeftOut } from "../allowed-servers.ts";
import { service, usage, type Service, type ServiceAnswer, type Services } from "./service.ts";
import type { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../../worker-loader/index.ts";

const MAX_TOKENS = 20_000;

const searchSchema = z.strictObject({
  query: z.string().max(4_000),
  options: z
    .strictObject({ server: z.string().optional(), limit: z.int().min(1).max(100).default(10) })
    .default({ limit: 10 }),
});
const listSchema = z.strictObject({ server: z.string().max(512).optional() });
const describeSchema = z.strictObject({ path: z.string().max(1_000) });

interface ToolLookupOptions {
  /** The servers that the run may use; empty means all. */
  readonly allowedServers: readonly string[];
  readonly unlisted: Unlisted;
  readonly absent: AbsentToolsByServer;
}

interface FoundTools {
  /** Best first; the score of the best is about 1. */
  readonly tools: readonly {
    readonly path: string;
    readonly server: string;
    readonly tool: string;
    readonly signature: string;
    readonly score: number;
  }[];
  /** The number of tools that match, with those beyond the limit. */
  readonly total: number;
}

/** Answers the arguments of `tools.search` with what is known of each hit. */
export type FindTools = (args: unknown) => Promise<Result<FoundTools, CallFailure>>;

interface ToolLookup {
  readonly services: Services & { readonly "tools.search": Service };
  readonly findTools: FindTools;
}

/** @returns `tools.search` → `{ path, server, tool, signature }[]`, best first; `tools.describe` → all that is known, as text;
 * `tools.list` → names of a server's tools, or servers with their counts */
export function toolLookup(
  all: Catalog,
  index: () => Promise<SearchIndex>,
  { allowedServers, unlisted, absent }: ToolLookupOptions,
): ToolLookup {
  const catalog = { ...all, servers: all.servers.filter((server) => isAllowed(server, allowedServers)) };
  const noServer = (server: string): Extract<ServiceAnswer, { ok: false }> => {
    if (findServer(server, all.servers) !== undefined && findServer(server, catalog.servers) === undefined) {
      const message = serverLeftOut(server, allowedServers);
      return { ok: false, error: { code: "SERVER_NOT_ALLOWED", message, server } };
    }
    const identifiers = catalog.servers.map(({ identifier }) => identifier);
    return { ok: false, error: noServerListed(server, identifiers, unlisted) };
  };
  const findTools: FindTools = async (args) => {
    const parsed = searchSchema.safeParse(args);
    if (!parsed.success) return invalid(`tools.search(query, { server?, limit? }): ${issuesText(parsed.error, args)}`);
    const { query, options } = parsed.data;
    const isNarrowed = options.server !== undefined || allowedServers.length > 0;
    const servers = isNarrowed ? identifiersOf(catalog, options.server) : undefined;
    if (options.server !== undefined && servers?.length === 0) {
      const unlistedServer = noServer(options.server);
      const isUnknown = unlistedServer.error.code === "TOOL_NOT_FOUND";
      return isUnknown ? invalid(`tools.search: ${unlistedServer.error.message}`) : unlistedServer;
    }
    const { hits, total } = search(await index(), pathQuery(query, catalog.servers), {
      limit: options.limit,
      ...(servers && { servers }),
    });
    const tools = hits.map(({ server, tool, score }) => {
      const { text } = describeTools(catalog, [{ server, tool }], "signatures", MAX_TOKENS);
      return { path: `${server}.${tool}`, server, tool, signature: text, score };
    });
    return { ok: true, value: { tools, total } };
  };
  const services: ToolLookup["services"] = {
    async "tools.search"(args) {
      const found = await findTools(args);
      if (!found.ok) return found;
      const value = found.value.tools.map(({ path, server, tool, signature }) => ({ path, server, tool, signature }));
      return { ok: true, value };
    },
    "tools.list": service(listSchema, usage("tools.list(server?)"), ({ server }) => {
      if (server === undefined) {
        return {
          ok: true,
          value: catalog.servers.map((one) => ({ server: one.identifier, tools: one.sdk.tools.length })),
        };
      }
      const found = findServer(server, catalog.servers);
      if (found === undefined) return noServer(server);
      return { ok: true, value: found.sdk.tools.map(({ identifier }) => identifier) };
    }),
    "tools.describe": service(describeSchema, usage('tools.describe("server.tool")'), ({ path }) => {
      const found = findTool(catalog, path);
      if (found) return { ok: true, value: describeTools(catalog, [found], "full", MAX_TOKENS).text };
      const named = splitToolPath(path, catalog.servers);
      if (named !== undefined) {
        const { identifier, table } = named.server;
        return { ok: false, error: toolNotFound(identifier, named.tool, table, absentTools(absent, identifier)) };
      }
      const server = path.slice(0, Math.max(0, path.indexOf(".")));
      const refused = noServer(server);
      if (refused.error.code !== "TOOL_NOT_FOUND") return refused;
      return {
        ok: false,
        error: { code: "TOOL_NOT_FOUND", message: `There is no tool ${path}; tools.search(query) finds tools.` },
      };
    }),
  };
  return { services, findTools };
}

function invalid(message: string): { readonly ok: false; readonly error: CallFailure } {
  return { ok: false, error: { code: "INVALID_ARGS", message } };
}

/** @param wanted undefined for all */
function identifiersOf({ servers }: Catalog, wanted: string | undefined): string[] {
  const named = wanted === undefined ? servers : [findServer(wanted, servers)];
  return named.flatMap((server) => server?.identifier ?? []);
}

function findTool({ servers }: Catalog, path: string): { readonly server: string; readonly tool: string } | undefined {
  for (const { server, tool: name } of splitsOf(path, servers)) {
    const tool = server.table.find(name);
    if (tool) return { server: server.identifier, tool: server.table.identifierOf(tool) };
  }
  return undefined;
}
