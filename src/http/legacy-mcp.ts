/**
 * `/mcp` for 2025-era clients. Each POST has a server of its own; what relates one to another is the session (mcp/client-session.ts).
 * A `notifications/cancelled` is passed to the principal's Gateway, which knows the run of the request.
 */
import { isRecord } from "../lib/is-record.ts";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { JSONRPCMessage, Server } from "@modelcontextprotocol/server";
import { newSessionId, readSessionId, type ClientIntroduction } from "../mcp/client-session.ts";
import { decisionIn } from "../mcp/ask-to-approve.ts";
import type { SessionRequest } from "../runs/run-scope.ts";
import type { ClientDecision } from "../mcp/client-decision.ts";
import { passedStream } from "./passed-stream.ts";
import { rpcError } from "./rpc-error.ts";

const SESSION_HEADER = "mcp-session-id";

/** Messages of one POST, as many as the SDK takes. Each cancellation in them is a request to the Gateway: tens of thousands stop it for seconds. */
const MAX_BATCH_MESSAGES = 100;

/** Id of the request that tells a per-request server for 2025-era clients who its client is. */
const INTRODUCTION_ID = "isogate:introduction";

interface LegacyServing {
  readonly keepAliveMs: number;
  /** @param session undefined before there is one, or from a client that keeps to none */
  createServer(session: string | undefined): Server;
  /** A client's user has answered the question about calls that wait. */
  decide(word: ClientDecision): Promise<void>;
  cancel(request: SessionRequest): Promise<void>;
  endClientSession(session: string): Promise<void>;
  /** The stream on which a client hears of changes; absent where there is nothing to hear. */
  readonly listen?: ((session: string) => Promise<Response>) | undefined;
}

/** @param body the parsed body of a POST */
export async function serveLegacyMcp(request: Request, body: unknown, serving: LegacyServing): Promise<Response> {
  const session = request.headers.get(SESSION_HEADER) ?? undefined;
  const introduction = session === undefined ? undefined : readSessionId(session);
  if (session !== undefined && introduction === undefined) {
    return rpcError(404, -32_001, "Session not found: send initialize again.");
  }
  if (request.method === "DELETE" && session !== undefined) {
    await serving.endClientSession(session);
    return new Response(null, { status: 200 });
  }
  if (request.method === "GET" && session !== undefined && serving.listen) return serving.listen(session);
  if (request.method !== "POST")
    return rpcError(405, -32_000, "Method not allowed: use POST.", { Allow: "POST, DELETE" });
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (messages.length > MAX_BATCH_MESSAGES)
    return rpcError(400, -32_600, `Invalid Request: a batch has at most ${MAX_BATCH_MESSAGES} messages.`);
  // The transport would answer one of them, after both have run.
  if (hasRepeatedId(messages))
    return rpcError(400, -32_600, "Invalid Request: two requests of the batch have the same id.");
  if (session !== undefined) {
    const cancelled = messages.flatMap((message) => cancelledId(message) ?? []);
    await Promise.all(cancelled.map((id) => serving.cancel({ session, id })));
    const decisions = messages.flatMap((message) => decisionIn(message) ?? []);
    for (const decision of decisions) await serving.decide(decision);
    if (decisions.length > 0 && decisions.length === messages.length) return new Response(null, { status: 202 });
  }
  const response = await answer(request, body, introduction, serving.createServer(session), serving.keepAliveMs);
  const initialize = messages.find(isInitialize);
  const begun = initialize && response.ok ? newSessionId(initialize.params) : undefined;
  if (begun !== undefined) response.headers.set(SESSION_HEADER, begun);
  return response;
}

function hasRepeatedId(messages: readonly unknown[]): boolean {
  const ids = messages.flatMap((message) => (isRecord(message) && "method" in message ? [message.id] : []));
  const known = ids.filter((id) => id !== undefined);
  return new Set(known).size < known.length;
}

async function answer(
  request: Request,
  body: unknown,
  introduction: ClientIntroduction | undefined,
  server: Server,
  keepAliveMs: number,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ keepAliveMs });
  await server.connect(transport);
  if (introduction) await introduce(transport, introduction);
  const response = await transport.handleRequest(request, { parsedBody: body });
  if (response.body === null || !response.headers.get("content-type")?.includes("text/event-stream")) {
    await server.close();
    return response;
  }
  // When the client stops reading, what the server still does is aborted.
  return new Response(passedStream(response.body.getReader(), { onEnd: () => server.close() }), response);
}

/** Plays the client's `initialize` to a server that was made for a later request. */
async function introduce(
  transport: WebStandardStreamableHTTPServerTransport,
  params: ClientIntroduction,
): Promise<void> {
  const send = transport.send.bind(transport);
  const introduced = Promise.withResolvers<void>();
  transport.send = async (message, options) => {
    if ("id" in message && message.id === INTRODUCTION_ID) introduced.resolve();
    else await send(message, options);
  };
  const initialize = { jsonrpc: "2.0", id: INTRODUCTION_ID, method: "initialize", params } as const;
  transport.onmessage?.(initialize as unknown as JSONRPCMessage);
  await introduced.promise;
}

function cancelledId(message: unknown): string | number | undefined {
  if (!isRecord(message) || message["method"] !== "notifications/cancelled" || !isRecord(message["params"]))
    return undefined;
  const { requestId } = message["params"];
  return typeof requestId === "string" || typeof requestId === "number" ? requestId : undefined;
}

function isInitialize(message: unknown): message is { readonly params: unknown } {
  return isRecord(message) && message["method"] === "initialize";
}
