/**
 * `/mcp`: both protocol eras on one URL. Answers are always streams with a short keep-alive, because the only sign that
 * a client has gone away is that the stream cannot be written to any more (measured: a JSON answer notices nothing
 * before its end); the run it waited for is then cancelled. 2025-era clients are served by legacy-mcp.ts.
 */
import { isLegacyRequest, ProtocolErrorCode } from "@modelcontextprotocol/server";
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
import { changesStream, type ChangeSource } from "./change-streams.ts";
import { serveLegacyMcp } from "./legacy-mcp.ts";
import { createBackend } from "./mcp-backend.ts";
import { readMessage } from "./mcp-message.ts";
import { isListening, serveListening, tooManyListen } from "./mcp-listening.ts";
import { passedStream } from "./passed-stream.ts";
import { parseJson } from "../lib/parse-json.ts";

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
          const first = await changes.next(0);
          return first.state === "listening" ? changesStream(changes, first) : tooManyListen();
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

/** A longer part is a result. */
const MAX_REFUSAL_BYTES = 20_000;

/**
 * Gives an answer the status that it should have, where its stream was opened before the answer was known: the protocol wants status 400 where
 * a client lacks a capability (MCP 2026-07-28, "Missing Required Client Capability"), which is known only when an upstream has said so. Waits
 * for the first part of the stream, which is the answer itself or a blank that keeps the connection open.
 */
async function withAnswerStatus(response: Response): Promise<Response> {
  if (!response.ok || response.body === null) return response;
  const reader = response.body.getReader();
  const first = await reader.read();
  const refusal = first.done ? undefined : missingCapability(first.value);
  if (refusal !== undefined) {
    await reader.cancel();
    return Response.json(refusal, { status: 400 });
  }
  return new Response(passedStream(reader, { first: first.value }), response);
}

/** @returns the message, if it is the error that has a status of its own */
function missingCapability(part: Uint8Array): object | undefined {
  if (part.byteLength > MAX_REFUSAL_BYTES) return undefined;
  const [, data = ""] = /^event: message\ndata: (.*)\n\n$/.exec(new TextDecoder().decode(part)) ?? [];
  const message = parseJson(data);
  if (!isRecord(message) || !isRecord(message["error"])) return undefined;
  return message["error"]["code"] === ProtocolErrorCode.MissingRequiredClientCapability ? message : undefined;
}
