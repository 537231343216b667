/**
 * `/mcp`: both protocol eras on one URL. Answers are always streams with a short keep-alive, because the only sign that
 * a client has gone away is that the stream cannot be written to any more (measured: a JSON answer notices nothing
 * before its end); the run it waited for is then cancelled. 2025-era clients are served by legacy-mcp.ts.
 */
import { isLegacyRequest } from "@modelcontextprotocol/server";
import { createMcpHandler } from "agents/mcp/server";
import { proofOf } from "../auth/principal.ts";
import type { Principal } from "../auth/principal.ts";
import type { Env } from "../config/env.ts";
import { REST_STATUS } from "../contract/error-codes.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { mayHoldLongNumber, parseForScript } from "../lib/exact-json.ts";
import { sha256 } from "../lib/hash.ts";
import { isRecord } from "../lib/is-record.ts";
import { createServer, publishesTools } from "../mcp/server.ts";
import { toolListVersion } from "../mcp/tool-list.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";
import type { ListenRequest } from "../rpc/listening.ts";
import { currentCatalog } from "../worker/current-catalog.ts";
import { withAnswerStatus } from "./answer-status.ts";
import { PRINCIPAL_BODY } from "./body-bounds.ts";
import type { BodyBounds } from "./body-bounds.ts";
import { changesStream } from "./change-streams.ts";
import type { Changes } from "./change-streams.ts";
import { rpcError, serveLegacyMcp } from "./legacy-mcp.ts";
import { createBackend } from "./mcp-backend.ts";
import { isListening, serveListening, tooManyListen } from "./mcp-listening.ts";
import { readRequestBody } from "./request-body.ts";

/** A client that has gone away is noticed after one or two of these. */
const KEEP_ALIVE_MS = 250;
const MESSAGE_BODY: BodyBounds = { ...PRINCIPAL_BODY, maxBytes: 4_194_304 };
/** Characters of an id and of a progress token. Each notification repeats it: of millions of characters, a hundred times, it takes all memory. */
const MAX_ID_CHARS = 1_000;

export async function serveMcp(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  config: GatewayConfig,
  principal: Principal,
): Promise<Response> {
  const body = await readMessage(request, principal.id);
  if (body instanceof Response) return body;
  const { origin } = new URL(request.url);
  const backend = createBackend(env, ctx, config, principal, origin);
  const gateway = gatewayOf(env, principal.id);
  const stream = crypto.randomUUID();
  let isAgain = false;
  const changesOf = (heard: Pick<ListenRequest, "session" | "resources">): Changes => ({
    async read() {
      const { snapshot, catalog } = await currentCatalog(env, principal, origin);
      const { fetchHosts: hosts, packages, exposures } = backend;
      return sha256(toolListVersion(snapshot, catalog, { hosts, packages, exposures }));
    },
    hear(waitMs) {
      const asked = { ...heard, proof: proofOf(principal), access: principal.access, isAgain, waitMs };
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
      decide: (word) => backend.decide(word),
      cancel: (cancelled) => gateway.cancelRequest(cancelled),
      endClientSession: (session) => gateway.endClientSession(session),
      ...(publishesTools(backend.exposures) && {
        async listen(session: string) {
          const changes = changesOf({ session });
          return (await changes.hear(0)).state === "listening" ? changesStream(changes) : tooManyListen();
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

/** @returns the parsed body of a POST, or why there is none */
async function readMessage(request: Request, sender: string): Promise<unknown> {
  if (request.method !== "POST") return undefined;
  const read = await readRequestBody(request, MESSAGE_BODY, sender);
  if (!read.ok) return rpcError(REST_STATUS[read.error.code], -32_000, read.error.detail);
  const text = new TextDecoder().decode(read.value);
  try {
    const body: unknown = JSON.parse(text);
    const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
    if (messages.some(hasLongId))
      return rpcError(
        400,
        -32_600,
        `Invalid Request: ids and progress tokens have at most ${MAX_ID_CHARS} characters.`,
      );
    return withExactArguments(body, text);
  } catch (error) {
    return rpcError(400, -32_700, `Parse error: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function hasLongId(message: unknown): boolean {
  if (!isRecord(message)) return false;
  const { id, params } = message;
  const meta = isRecord(params) ? params["_meta"] : undefined;
  return [id, isRecord(meta) ? meta["progressToken"] : undefined].some(
    (one) => typeof one === "string" && one.length > MAX_ID_CHARS,
  );
}

/** Arguments keep the digits of long integers as text, so that the input of a script does; ids of messages stay what they are. */
function withExactArguments(body: unknown, text: string): unknown {
  if (!mayHoldLongNumber(text)) return body;
  const exact = parseForScript(text);
  return Array.isArray(body) && Array.isArray(exact)
    ? body.map((message, at) => withArgumentsOf(message, exact[at]))
    : withArgumentsOf(body, exact);
}

function withArgumentsOf(message: unknown, exact: unknown): unknown {
  if (!isCall(message) || !isCall(exact)) return message;
  return { ...message, params: { ...message.params, arguments: exact.params.arguments } };
}

function isCall(message: unknown): message is { readonly params: { readonly arguments: unknown } } {
  if (message === null || typeof message !== "object" || !("params" in message)) return false;
  const { params } = message;
  return params !== null && typeof params === "object" && Object.hasOwn(params, "arguments");
}
