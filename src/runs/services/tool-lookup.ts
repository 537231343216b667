/** `tools.search`, `tools.list` and `tools.describe`: the catalog, looked up from inside a script. */
import * as z from "zod";
import { findServer } from "../../catalog/find-server.ts";
import { describeTools } from "../../catalog/describe.ts";
import { pathQuery } from "../../catalog/path-query.ts";
import { search, type SearchIndex } from "../../catalog/search/index.ts";
import { issuesText } from "../../lib/issue-text.ts";
import { findTarget, noServer, type RunScope } from "./find-target.ts";
import { service, usage, type Service, type Services } from "./service.ts";
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
export function toolLookup(scope: RunScope, index: () => Promise<SearchIndex>): ToolLookup {
  const { catalog, servers: allowed, allowedServers } = scope;
  const findTools: FindTools = async (args) => {
    const parsed = searchSchema.safeParse(args);
    if (!parsed.success) return invalid(`tools.search(query, { server?, limit? }): ${issuesText(parsed.error, args)}`);
    const { query, options } = parsed.data;
    const isNarrowed = options.server !== undefined || allowedServers.length > 0;
    const servers = isNarrowed ? identifiersOf(allowed, options.server) : undefined;
    if (options.server !== undefined && servers?.length === 0) {
      const error = noServer(options.server, scope);
      return error.code === "TOOL_NOT_FOUND" ? invalid(`tools.search: ${error.message}`) : { ok: false, error };
    }
    const { hits, total } = search(await index(), pathQuery(query, allowed), {
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
          value: allowed.map((one) => ({ server: one.identifier, tools: one.sdk.tools.length })),
        };
      }
      const found = findServer(server, allowed);
      if (found === undefined) return { ok: false, error: noServer(server, scope) };
      return { ok: true, value: found.sdk.tools.map(({ identifier }) => identifier) };
    }),
    "tools.describe": service(describeSchema, usage('tools.describe("server.tool")'), ({ path }) => {
      const found = findTarget(path, scope, [":", "."]);
      if (!found.ok) return found;
      const { server, tool } = found.value;
      const one = { server: server.identifier, tool: server.table.identifierOf(tool) };
      return { ok: true, value: describeTools(catalog, [one], "full", MAX_TOKENS).text };
    }),
  };
  return { services, findTools };
}

function invalid(message: string): { readonly ok: false; readonly error: CallFailure } {
  return { ok: false, error: { code: "INVALID_ARGS", message } };
}

/** @param wanted undefined for all */
function identifiersOf(servers: RunScope["servers"], wanted: string | undefined): string[] {
  const named = wanted === undefined ? servers : [findServer(wanted, servers)];
  return named.flatMap((server) => server?.identifier ?? []);
}
