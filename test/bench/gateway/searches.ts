/**
 * `search_tools` over HTTP: with one small server, and with the tool lists of real servers behind the gateway. The first search of a
 * process also reads the vocabulary from the assets and makes the catalog searchable; the client has listed the tools before.
 */
import { goldenCatalogs, goldenRequests } from "../../catalog/golden/golden.ts";
import type { CatalogTool } from "../../fixtures/catalogs/load.ts";
import { serve, type RunningServer } from "../../fixtures/upstreams/node-server.ts";
import { BenchClient } from "./client.ts";
import { sample, type Section } from "./section.ts";
import { startWorkerd } from "../../support/workerd/gateway.ts";

/** Reading thousands of tools from storage-less upstreams takes a while on a busy machine. */
const LISTED_WITHIN_MS = 30_000;
const PROCESSES = 9;

export const searches: Section = {
  name: "searches",
  async measure({ bundle, directory }) {
    const catalogs = goldenCatalogs();
    const upstream = await startCatalogUpstream(new Map(catalogs.map(({ name, tools }) => [name, tools])));
    try {
      const many = Object.fromEntries(
        catalogs.map(({ name }) => [name, { type: "http", url: `${upstream.origin}/${name}` }]),
      );
      const count = catalogs.reduce((sum, { tools }) => sum + tools.length, 0);
      const measure = async (folder: string, mcpServers: Record<string, unknown>): Promise<number[]> => {
        const gateway = await startWorkerd({ bundle, directory: `${directory}/${folder}`, mcpServers });
        const client = new BenchClient(gateway.port);
        try {
          await everythingListed(client);
          const queries = goldenRequests.slice(0, 200).map(({ request }) => request);
          const search = async (query = ""): Promise<number> => (await client.search({ query })).ms;
          await sample(20, (index) => search(queries[index]));
          return await sample(queries.length, (index) => search(queries[index]));
        } finally {
          client.close();
          await gateway.stop();
        }
      };
      const first = (folder: string, mcpServers: Record<string, unknown>): Promise<number[]> =>
        sample(PROCESSES, async () => {
          const gateway = await startWorkerd({ bundle, directory: `${directory}/${folder}`, mcpServers });
          const client = new BenchClient(gateway.port);
          try {
            await client.listTools();
            return (await client.search({ query: "create an issue" })).ms;
          } finally {
            client.close();
            await gateway.stop();
          }
        });
      return [
        { what: "search_tools: 1 server, 2 tools", samples: await measure("few", { notes: { type: "local" } }) },
        { what: `search_tools: ${catalogs.length} servers, ${count} tools`, samples: await measure("many", many) },
        { what: "  first of a process: 1 server", samples: await first("few", { notes: { type: "local" } }) },
        { what: `  first of a process: ${catalogs.length} servers`, samples: await first("many", many) },
      ];
    } finally {
      await upstream.close();
    }
  },
};

/** Waits until no server is still connecting. @throws when it takes too long or one is down */
async function everythingListed(client: BenchClient): Promise<void> {
  const until = performance.now() + LISTED_WITHIN_MS;
  for (;;) {
    const { text } = await client.search({ detail: "names", limit: 1 });
    const down = /^\/\/ .* is down: .*$/m.exec(text)?.[0];
    if (down !== undefined) throw new Error(down);
    if (!text.includes("still connecting")) return;
    if (performance.now() > until) throw new Error(`Not listed within ${LISTED_WITHIN_MS} ms:\n${text}`);
  }
}

/** Many servers in one: `/<name>` lists the tools of that name. They are never called. */
function startCatalogUpstream(lists: ReadonlyMap<string, readonly CatalogTool[]>): Promise<RunningServer> {
  return serve(async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const { id, method } = (await request.json()) as { id?: number; method: string };
    if (id === undefined) return new Response(null, { status: 202 });
    const tools = lists.get(new URL(request.url).pathname.slice(1));
    const serverInfo = { name: "catalog", version: "1.0.0" };
    const results: Record<string, unknown> = {
      initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo },
      "tools/list": { tools },
    };
    const result = results[method];
    const error = { code: -32_601, message: "Method not found" };
    return Response.json({ jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) });
  });
}
