/**
 * The services of the gateway for scripts written for executor: `tools.search({ query })` and `tools.discover`, `tools.describe.tool({ path })`,
 * `tools.executor.sources.list()`, and which tool a path names. Executor's paths are `integration.owner.connection.tool`, older ones
 * `namespace.tool`: a server stands for an integration with its one connection. Lists have executor's pages.
 */
import * as z from "zod";
import { printToolTypes } from "../../../sdk-gen/index.ts";
import { absentTools } from "../../catalog/absent-tools.ts";
import { absentReason } from "../../catalog/call-target.ts";
import type { ServerCatalog } from "../../catalog/catalog.ts";
import { closeTools } from "../../catalog/close-tools.ts";
import { findServer, splitsOf } from "../../catalog/find-server.ts";
import { pathQuery } from "../../catalog/path-query.ts";
import { search, type SearchIndex } from "../../catalog/search/index.ts";
import { isRecord } from "../../lib/is-record.ts";
import type { ToolDefinition } from "../../upstream/connector.ts";
import { findTarget, type RunScope } from "./find-target.ts";
import { service, usage, type Service, type Services } from "./service.ts";

const MAX_LIMIT = 100;
/** Maximum number of tools that a search finds, on all of its pages together. */
const MAX_FOUND = 200;
const DEFAULT_LIMIT = 12;
const MAX_SUGGESTIONS = 5;

const count = z.number().min(0).max(Number.MAX_SAFE_INTEGER).transform(Math.floor);
const page = {
  limit: z
    .number()
    .positive()
    .transform((limit) => Math.min(Math.max(1, Math.floor(limit)), MAX_LIMIT))
    .default(DEFAULT_LIMIT),
  offset: count.default(0),
};
// Versions differ in further options (`depth`, `compact`), which change nothing here.
const searchSchema = z.object({
  query: z.string().max(4_000).default(""),
  namespace: z.string().max(512).optional(),
  server: z.string().max(512).optional(),
  ...page,
});
const sourcesSchema = z.object({ query: z.string().max(4_000).default(""), ...page });
const connectionsSchema = z.object({ integration: z.string().max(512).optional() });
const pathSchema = z.object({ path: z.string().min(1).max(1_000) });

const FAILURE = "{ ok: false; error: { code: string; message: string; status?: number; retryable?: boolean } }";
/** `org.main.` of `github.org.main.getIssue`, behind the server. */
const CONNECTION = /^(?:org|user)\.[^.]+\./;

/** @param searchTools the gateway's own `tools.search(query)`, which answers all but an object */
export function executorServices(scope: RunScope, index: () => Promise<SearchIndex>, searchTools: Service): Services {
  const { servers } = scope;
  const find = service(searchSchema, usage("tools.search({ query, namespace?, limit?, offset? })"), async (wanted) => {
    const { query, server, namespace = server, limit, offset } = wanted;
    const named = namespace === undefined ? servers : namespaceOf(namespace, servers);
    const found = named.length === 0 ? [] : matchingTools(await index(), query, named);
    return { ok: true, value: pageOf(found, offset, limit) };
  });
  return {
    // The script's text does not tell whether `tools.search(request)` is given a text or an object (dialects/executor/rewrite.ts).
    "tools.search": (args) => (isRecord(args) && isRecord(args["query"]) ? find(args["query"]) : searchTools(args)),
    "executor.search": find,
    "executor.find": service(pathSchema, usage("a path of tools"), ({ path }) => {
      const target = targetOf(path, scope);
      if (!target.ok) return target;
      const { server, tool } = target.value;
      return { ok: true, value: { server: server.identifier, tool: server.table.identifierOf(tool) } };
    }),
    "executor.describe": service(pathSchema, usage("tools.describe.tool({ path })"), async (given) => {
      const path = given.path.replace(/^tools\./, "");
      const target = targetOf(path, scope);
      if (target.ok) return { ok: true, value: describeTarget(target.value) };
      const { message } = target.error;
      const suggestions = await suggestionsFor(path, servers, index);
      return { ok: true, value: { path, name: path, error: { code: "tool_not_found", message, suggestions } } };
    }),
    "executor.sources": service(
      sourcesSchema,
      usage("tools.executor.sources.list({ query?, limit?, offset? })"),
      ({ query, limit, offset }) => {
        const words = query.toLowerCase().split(/[^a-z0-9]+/);
        const items = servers
          .filter(({ identifier }) => words.every((word) => identifier.toLowerCase().includes(word)))
          .map(({ name, identifier, sdk }) => ({ id: identifier, name, toolCount: sdk.tools.length }));
        return { ok: true, value: pageOf(items, offset, limit) };
      },
    ),
    "executor.connections": service(
      connectionsSchema,
      usage("tools.executor.coreTools.connections.list({ integration? })"),
      ({ integration }) => {
        const named = integration === undefined ? servers : namespaceOf(integration, servers);
        const connections = named.map(({ identifier }) => {
          return { address: `tools.${identifier}`, integration: identifier, owner: "user", name: "main" };
        });
        return { ok: true, value: { connections } };
      },
    ),
  };
}

/** A path with a connection stands for the same one without. The whole path of a tool that is held, renamed or left out stands for no other tool. */
function targetOf(path: string, scope: RunScope): ReturnType<typeof findTarget> {
  const target = findTarget(path, scope);
  const short = withoutConnection(path, scope.servers);
  if (target.ok || short === path) return target;
  // A pattern that leaves out the whole path counts here, whatever tools have names close to it.
  const leftOut = splitsOf(path, scope.servers).map(({ server: { identifier, table }, tool }) =>
    absentReason(identifier, tool, table, absentTools(scope.absent, identifier), true),
  );
  const error = leftOut.find((reason) => reason !== undefined);
  return error === undefined ? findTarget(short, scope) : { ok: false, error };
}

function withoutConnection(path: string, servers: readonly ServerCatalog[]): string {
  for (const { server, tool } of splitsOf(path, servers)) {
    const name = tool.replace(CONNECTION, "");
    if (name !== tool) return `${server.identifier}.${name}`;
  }
  return path;
}

/** @returns no server for a namespace that does not exist: its search finds nothing */
function namespaceOf(namespace: string, servers: readonly ServerCatalog[]): readonly ServerCatalog[] {
  const server = findServer(namespace, servers) ?? findServer(namespace.split(".", 1)[0] ?? "", servers);
  return server === undefined ? [] : [server];
}

/** Each page is cut from the same list: a search with another limit would rank in another order. */
function matchingTools(index: SearchIndex, query: string, servers: readonly ServerCatalog[]): readonly object[] {
  const identifiers = servers.map(({ identifier }) => identifier);
  const text = pathQuery(query, servers);
  const find = (limit: number) => search(index, text, { limit, servers: identifiers }).hits;
  const best = find(DEFAULT_LIMIT);
  const shown = new Set(best.map(({ server, tool }) => `${server}.${tool}`));
  const others = best.length < DEFAULT_LIMIT ? [] : find(MAX_FOUND);
  const all = [...best, ...others.filter(({ server, tool }) => !shown.has(`${server}.${tool}`))];
  return all.flatMap(({ server, tool, score, isWeak }) => {
    // A script calls the first tool that it finds.
    if (isWeak) return [];
    const { description } = servers.find(({ identifier }) => identifier === server)?.table.find(tool) ?? {};
    return [{ path: `${server}.${tool}`, name: tool, description, integration: server, sourceId: server, score }];
  });
}

function pageOf(all: readonly object[], offset: number, limit: number): object {
  const items = all.slice(offset, offset + limit);
  const next = offset + items.length;
  const hasMore = next < all.length;
  return { items, total: all.length, hasMore, nextOffset: hasMore ? next : null };
}

function describeTarget({ server, tool }: { readonly server: ServerCatalog; readonly tool: ToolDefinition }): object {
  const identifier = server.table.identifierOf(tool);
  const types = printToolTypes(server.sdk, identifier);
  return {
    path: `${server.identifier}.${identifier}`,
    name: identifier,
    description: tool.description,
    inputTypeScript: types?.input,
    outputTypeScript: `{ ok: true; data: ${types?.output ?? "unknown"} } | ${FAILURE}`,
    typeScriptDefinitions: types?.definitions ?? {},
  };
}

async function suggestionsFor(
  path: string,
  servers: readonly ServerCatalog[],
  index: () => Promise<SearchIndex>,
): Promise<readonly string[]> {
  const [split] = splitsOf(withoutConnection(path, servers), servers);
  if (split !== undefined) {
    const { identifier, table } = split.server;
    return closeTools(split.tool, table.identifiers).map((tool) => `${identifier}.${tool}`);
  }
  const identifiers = servers.map(({ identifier }) => identifier);
  const { hits } = search(await index(), path.replaceAll(".", " "), { limit: MAX_SUGGESTIONS, servers: identifiers });
  return hits.filter(({ isWeak }) => !isWeak).map(({ server, tool }) => `${server}.${tool}`);
}
