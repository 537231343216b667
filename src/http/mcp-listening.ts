/**
 * `subscriptions/listen` of 2026-07-28 clients. The SDK serves the stream; here is who may listen, and for which resources. A resource that
 * no server reports changes of is left out of what the client is told it hears of.
 */
import { ProtocolError } from "@modelcontextprotocol/server";
import type { createMcpHandler } from "agents/mcp/server";
import { passedServers, unlistedPassedServers } from "../catalog/passed-servers.ts";
import { isRecord } from "../lib/is-record.ts";
import {
  MAX_LISTENERS,
  MAX_LISTENERS_OF_CREDENTIAL,
  MAX_RESOURCES_OF_LISTENER,
  MAX_SUBSCRIBED_URI_CHARS,
} from "../limits/listen-limits.ts";
import { passedFeatures } from "../mcp/passed-features.ts";
import type { McpBackend } from "../mcp/server.ts";
import type { ServerResource } from "../rpc/listening.ts";
import type { SingleCall } from "../runs/single-call.ts";
import { endingWith, followChanges, type ChangeSource, type ChangeNotice } from "./change-streams.ts";
import { rpcError } from "./rpc-error.ts";

type McpHandler = ReturnType<typeof createMcpHandler>;
type ListenBody = Readonly<Record<string, unknown>>;

interface ListenServing {
  readonly backend: McpBackend;
  readonly handler: McpHandler;
  readonly changesOf: (resources: readonly ServerResource[]) => ChangeSource;
}

export function isListening(body: unknown): body is ListenBody {
  return isRecord(body) && body["method"] === "subscriptions/listen";
}

export async function serveListening(
  request: Request,
  body: ListenBody,
  { backend, handler, changesOf }: ListenServing,
): Promise<Response> {
  const uris = resourcesIn(body);
  const excess = uris.length > MAX_RESOURCES_OF_LISTENER || uris.some((uri) => uri.length > MAX_SUBSCRIBED_URI_CHARS);
  if (excess) {
    const max = `${MAX_RESOURCES_OF_LISTENER} resources, whose URIs have at most ${MAX_SUBSCRIBED_URI_CHARS} characters`;
    return refusal(body, new ProtocolError(-32_602, `A client may subscribe to at most ${max}.`));
  }
  let watchable: readonly ServerResource[];
  try {
    watchable = await watchableOf(backend, uris, request);
  } catch (error) {
    if (error instanceof ProtocolError) return refusal(body, error);
    throw error;
  }
  const asked = changesOf(watchable);
  const first = await asked.next(0);
  if (first.state !== "listening") return tooManyListen();
  const honored = watchable.filter(({ uri }) => !first.refused.includes(uri));
  const changes = { ...changesOf(honored), stop: () => asked.stop() };
  const known = await changes.read().catch(() => undefined);
  const parsedBody = uris.length === 0 ? body : withResources(body, honored);
  const response = await handler.fetch(request, { parsedBody });
  if (!response.ok) {
    await changes.stop();
    return response;
  }
  const stopped = new AbortController();
  const { response: ending, hasRead, end } = endingWith(response, () => stopped.abort());
  const onCheck = ({ areToolsNew, updated }: ChangeNotice): void => {
    if (areToolsNew) handler.notify.toolsChanged();
    for (const uri of updated) handler.notify.resourceUpdated(uri);
  };
  const missed = first.updated.filter((uri) => honored.some((resource) => resource.uri === uri));
  onCheck({ areToolsNew: false, updated: missed });
  void followChanges(changes, known, stopped.signal, { onCheck, hasRead }).then(end, end);
  return ending;
}

export function tooManyListen(): Response {
  const max = `${MAX_LISTENERS} requests of one principal, and ${MAX_LISTENERS_OF_CREDENTIAL} with one key`;
  return rpcError(429, -32_000, `Too many change subscriptions are open: at most ${max}. Close some of them.`);
}

async function watchableOf(
  backend: McpBackend,
  uris: readonly string[],
  request: Request,
): Promise<readonly ServerResource[]> {
  if (uris.length === 0) return [];
  const { snapshot, catalog } = await backend.catalog();
  const client = request.headers.get("user-agent") ?? "";
  const run = (call: SingleCall) =>
    backend.execute(call, { snapshot, catalog }, { client }, { signal: request.signal });
  const { exposures, switchedOff } = backend;
  const unlisted = unlistedPassedServers(snapshot, exposures, switchedOff);
  const features = passedFeatures(passedServers(catalog, exposures), unlisted, { run, ask: run });
  const found = await features.watchable(uris);
  return [...found].flatMap(([uri, server]) => (server.ok ? [{ server: server.value, uri }] : []));
}

/** @returns none for a malformed request, which the SDK refuses */
function resourcesIn({ params }: ListenBody): readonly string[] {
  const notifications = isRecord(params) ? params["notifications"] : undefined;
  const uris = isRecord(notifications) ? notifications["resourceSubscriptions"] : undefined;
  return Array.isArray(uris) && uris.every((uri) => typeof uri === "string") ? [...new Set<string>(uris)] : [];
}

function withResources(body: ListenBody, resources: readonly ServerResource[]): ListenBody {
  const params = body["params"] as ListenBody;
  const notifications = params["notifications"] as ListenBody;
  const resourceSubscriptions = resources.map(({ uri }) => uri);
  return { ...body, params: { ...params, notifications: { ...notifications, resourceSubscriptions } } };
}

function refusal({ id }: ListenBody, { code, message, data }: ProtocolError): Response {
  return Response.json({ jsonrpc: "2.0", id: id ?? null, error: { code, message, data } });
}
