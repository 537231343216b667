/**
 * `/mcp`: both protocol eras on one URL. Answers are always streams with a short keep-alive, because the only sign that
 * a client has gone away is that the stream cannot be written to any more (measured: a JSON answer notices nothing
 * before its end); the run it waited for is then cancelled.
 */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { semanticRank } from "../catalog/semantic/semantic-rank.ts";
import { outputBudget } from "../config/gateway-config.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { Principal } from "../auth/principal.ts";
import type { Env } from "../env.ts";
import { gatewayOf, serviceOf } from "../gateway/gateway-stub.ts";
import { createServer } from "../mcp/server.ts";
import type { McpBackend } from "../mcp/server.ts";
import { currentCatalog } from "./current-catalog.ts";
import { searchIndex } from "./search-index.ts";
import { executeFor } from "./run-backend.ts";

const KEEP_ALIVE_MS = 1_000;

export function serveMcp(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  config: GatewayConfig,
  principal: Principal,
): Promise<Response> {
  const backend = createBackend(env, ctx, config, principal, new URL(request.url).origin);
  // Host and Origin are checked for every route by the guards, before anything else.
  const handler = createMcpHandler(() => createServer(backend), { responseMode: "sse", keepAliveMs: KEEP_ALIVE_MS });
  return handler.fetch(request);
}

function createBackend(
  env: Env,
  ctx: ExecutionContext,
  config: GatewayConfig,
  principal: Principal,
  origin: string,
): McpBackend {
  const asking = { env, config, principal, origin, waitUntil: (work: Promise<unknown>) => ctx.waitUntil(work) };
  const gateway = gatewayOf(env, principal.id);
  return {
    catalog: () => currentCatalog(env, principal, origin),
    index: (catalog) => searchIndex(asking, catalog),
    async rankByMeaning(query, catalog) {
      if (env.AI === undefined) return undefined;
      try {
        return await semanticRank(env.AI, gateway, catalog, query, (work) => ctx.waitUntil(work));
      } catch (error) {
        console.error("search by meaning:", error);
        return undefined;
      }
    },
    execute(asked, { snapshot, catalog }, asker, signal, listener) {
      const from = { via: "mcp", ...asker } as const;
      return executeFor(asking, { asked, origin: from, snapshot, catalog, signal, ...(listener && { listener }) });
    },
    awaitSignIn: (server, ms) => gateway.awaitSignIn(server, ms),
    results: {
      list: () => serviceOf(gateway, "runs").handles(),
      read: (run, of, part) => serviceOf(gateway, "runs").part(run, of, part),
    },
    outputBudget: outputBudget(config),
  };
}
