/**
 * `/mcp`: both protocol eras on one URL. Answers are always streams with a short keep-alive, because the only sign that
 * a client has gone away is that the stream cannot be written to any more (measured: a JSON answer notices nothing
 * before its end); the run it waited for is then cancelled. 2025-era clients are served by legacy-mcp.ts.
 */
import { isLegacyRequest } from "@modelcontextprotocol/server";
import { createMcpHandler } from "agents/mcp/server";
import type { Context } from "hono";
import { proofOf } from "../auth/principal.ts";
import { sha256 } from "../lib/hash.ts";
import { isRecord } from "../lib/is-record.ts";
import { createServer, publishesTools } from "../mcp/server.ts";
import { toolListVersion } from "../mcp/tool-list.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";
import type { ListenRequest } from "../rpc/listening.ts";
import { currentCatalog } from "../worker/current-catalog.ts";
import type { AppEnv } from "./app-env.ts";
import { withAnswerStatus } from "./answer-status.ts";
import { changesStream, type ChangeSource } from "./change-streams.ts";
import { serveLegacyMcp } from "./legacy-mcp.ts";
import { createBackend } from "./mcp-backend.ts";
import { readMessage } from "./mcp-message.ts";
import { isListening, serveListening, tooManyListen } from "./mcp-listening.ts";

/** A client that has gone away is noticed after one or two of these. */
const KEEP_ALIVE_MS = 250;

export async function serveMcp(c: Context<AppEnv>): Promise<Response> {
  const body = await readMessage(c);
  if (body instanceof Response) return body;
  const { env } = c;
  const request = c.req.raw;
  const ctx = c.executionCtx as ExecutionContext;
  const config = c.get("config");
  const principal = c.get("principal");
  const { origin } = new URL(request.url);
  const backend = createBackend(env, ctx, config, principal, origin);
  const gateway = gatewayOf(env, principal.id);
  const stream = crypto.randomUUID();
  let isAgain = false;
  const changesOf = (listened: Pick<ListenRequest, "session" | "resources">): ChangeSource => ({
    async read() {
      const { snapshot, catalog } = await currentCatalog(env, principal, origin);
      const { fetchHosts: hosts, packages, exposures } = backend;
      return sha256(toolListVersion(snapshot, catalog, { hosts, packages, exposures }));
    },
    next(waitMs) {
      const asked = { ...listened, proof: proofOf(principal), access: principal.access, isAgain, waitMs };
      isAgain = true;
      return gateway.listen(stream, asked);
    },
    stop() {
      const stopped = gateway.stopListening(stream);
      ctx.waitUntil(stopped);
      return stopped;
    },
  });
  if (await isLegacyRequest(request, body)) {
    return serveLegacyMcp(request, body, {
      keepAliveMs: KEEP_ALIVE_MS,
      createServer: (session) => createServer({ ...backend, tasks: undefined }, session),
      decide: async (word) => void (await backend.decide(word)),
      cancel: (cancelled) => gateway.cancelRequest(cancelled),
      endClientSession: (session) => gateway.endClientSession(session),
      ...(publishesTools(backend.exposures) && {
        async listen(session: string) {
          const changes = changesOf({ session });
          return (await changes.next(0)).state === "listening" ? changesStream(changes) : tooManyListen();
        },
      }),
    });
  }
  // Host and Origin are checked for every route by the guards, before anything else.
  const handler = createMcpHandler(() => createServer(backend), {
    responseMode: "sse",
    keepAliveMs: KEEP_ALIVE_MS,
    legacy: "reject",
    allowedOriginHostnames: "*",
    corsOptions: false,
  });
  if (publishesTools(backend.exposures)) {
    if (isListening(body)) {
      return serveListening(request, body, { backend, handler, changesOf: (resources) => changesOf({ resources }) });
    }
    if (isToolCall(body)) return withAnswerStatus(await handler.fetch(request, { parsedBody: body }));
  }
  return handler.fetch(request, body === undefined ? {} : { parsedBody: body });
}

function isToolCall(body: unknown): boolean {
  return isRecord(body) && body["method"] === "tools/call";
}
