/**
 * From an entry of gateway.json to a connector, or to the reason why there is none. This is the only place that
 * knows all kinds of upstreams; secrets are read by what it calls, and nowhere else.
 */
import { InMemoryTransport, type Transport } from "@modelcontextprotocol/client";
import type { ServiceServerConfig, TunnelServerConfig } from "../config/api-servers.ts";
import { asksClient, type HttpServerConfig, type ServerConfig } from "../config/gateway-config.ts";
import { rawNumber } from "../lib/exact-json.ts";
import { TUNNEL_PROBE_MS } from "../limits/tunnel-limits.ts";
import { cacheResults, type CachedConnector } from "./around/cache-results.ts";
import { checkResults } from "./around/check-results.ts";
import { chooseTools } from "./around/choose-tools.ts";
import { limitParallel } from "./around/limit-parallel.ts";
import { retryCalls } from "./around/retry-calls.ts";
import { openCredential } from "./credentials/open-credential.ts";
import { Redaction } from "./credentials/redaction.ts";
import { undefinedLocalServer } from "../config/undefined-local-server.ts";
import { staticCredentials } from "./credentials/static-credentials.ts";
import { transportAuth } from "./credentials/token-source.ts";
import { serverOf } from "./local-servers.ts";
import { HttpTransport } from "./mcp/http-transport.ts";
import { McpConnector, type McpConnectorOptions } from "./mcp/mcp-connector.ts";
import { openGraphql } from "./graphql/open-graphql.ts";
import { openOpenApi } from "./openapi/open-openapi.ts";
import type { Followed } from "./mcp/resource-updates.ts";
import type { Negotiation, ProbedTransport } from "./mcp/open-in-era.ts";
import type { Opened, OpenOptions } from "./open-options.ts";
import { Remote } from "./mcp/remote.ts";
import { StreamAllowance } from "./mcp/stream-allowance.ts";
import { createUpstreamFetch } from "./mcp/upstream-fetch.ts";
import type { Credential } from "./credentials/credential.ts";

const DEFAULT_TIMEOUT_MS = 60_000;

export const NO_CREDENTIAL: Credential = { describe: () => Promise.resolve({ state: "none" }) };

export function openConnector(options: OpenOptions): Opened {
  const { config, server } = options;
  if (config.type === "unusable") return { ok: false, reason: `${config.reason} ${config.fix}` };
  if ("command" in config) return { ok: false, reason: stdioReason(server, config.command) };
  let cached: CachedConnector | undefined;
  const opened = openKind(
    {
      ...options,
      onToolsChanged: () => {
        cached?.forget();
        options.onToolsChanged();
      },
      onResourceUpdated: (uri) => {
        cached?.forget();
        options.onResourceUpdated(uri);
      },
    },
    config,
  );
  if (!opened.ok) return opened;
  const { tools, results, max_parallel: maxParallel, cache_seconds: cacheSeconds } = config;
  let connector = retryCalls(opened.connector);
  if (maxParallel !== undefined) connector = limitParallel(connector, maxParallel);
  // A failure is not kept; what is kept is checked each time that it is passed on.
  if (results === "strict") connector = checkResults(connector, results);
  if (cacheSeconds !== undefined) connector = cached = cacheResults(connector, cacheSeconds);
  if (results === "warn") connector = checkResults(connector, results);
  if (tools !== undefined) connector = chooseTools(connector, tools);
  return { ...opened, connector };
}

type UsableConfig = Exclude<ServerConfig, { readonly type: "unusable" } | { readonly command: string }>;

function openKind(options: OpenOptions, config: UsableConfig): Opened {
  const timeoutMs = config.timeouts?.call_ms ?? DEFAULT_TIMEOUT_MS;
  switch (config.type) {
    case "local":
      return openLocal(options, timeoutMs);
    case "openapi":
      return openOpenApi(options, config, timeoutMs);
    case "graphql":
      return openGraphql(options, config, timeoutMs);
    case "tunnel":
      return openTunnelled(options, config, timeoutMs);
    case "service":
      return openService(options, config, timeoutMs);
    default:
      return openHttp(options, config);
  }
}

type McpParts = Pick<McpConnectorOptions, "openTransport" | "timeoutMs" | "connectMs"> & Partial<McpConnectorOptions>;

function openMcp(options: OpenOptions, parts: McpParts, credential = NO_CREDENTIAL): Opened {
  const { server, config, known, onToolsChanged, onResourceUpdated, asksPersons = false } = options;
  const connector = new McpConnector({
    server,
    known,
    onToolsChanged,
    onResourceUpdated,
    asksPersons,
    asksClient: asksClient(config),
    redaction: new Redaction(),
    tokens: undefined,
    remote: undefined,
    longInteger: rawNumber,
    ...parts,
  });
  const followResources = (uris: ReadonlySet<string>): Promise<Followed> => connector.followResources(uris);
  return { ok: true, connector, credential, waiting: parts.waiting, followResources };
}

function openHttp(options: OpenOptions, config: HttpServerConfig): Opened {
  const { server, env } = options;
  const fixed = staticCredentials(server, config, env);
  if (!fixed.ok) return fixed;
  const { address, headers } = fixed;
  const redaction = new Redaction(fixed.secrets);
  const opened = openCredential({ ...options, auth: config.auth, address, redaction, isStatic: fixed.isStatic });
  if (!opened.ok) return opened;
  const { tokens, credential } = opened;
  const timeoutMs = config.timeouts?.call_ms ?? config.timeout_ms ?? DEFAULT_TIMEOUT_MS;
  const connectMs = config.timeouts?.connect_ms ?? timeoutMs;
  // The transport follows redirects within the origin only: the address is the deployment's choice, where it leads is not.
  const remote = new Remote({
    server,
    address,
    headers,
    sendsCredentials: fixed.isStatic || config.auth !== undefined,
    fetch: createUpstreamFetch({ timeoutMs }),
  });
  const openTransport = (): Transport => {
    const streams = new StreamAllowance();
    const send = remote.watched(createUpstreamFetch({ timeoutMs, streams }));
    return new HttpTransport(address, {
      requestInit: { headers },
      onInsufficientScope: "throw",
      reconnectionScheduler: streams.scheduleReconnection,
      ...(tokens ? transportAuth(tokens, send) : { fetch: send }),
    });
  };
  return openMcp(options, { openTransport, timeoutMs, connectMs, redaction, tokens, remote }, credential);
}

/** The platform's own way from Worker to Worker: nothing of it is on a network. */
function openService(options: OpenOptions, config: ServiceServerConfig, timeoutMs: number): Opened {
  const { server, env } = options;
  const { binding, path = "/mcp" } = config;
  const service = Object.hasOwn(env, binding) ? env[binding] : undefined;
  if (!isService(service)) {
    const reason = `mcpServers.${server} names the binding ${binding}, which this Worker does not have. Add [[services]] with binding = "${binding}" to wrangler.toml.`;
    return { ok: false, reason };
  }
  // A binding has no host; some servers want one that looks public.
  const url = `https://${server.toLowerCase().replaceAll(/[^a-z0-9-]/g, "-")}.service${path}`;
  const fixed = staticCredentials(server, { url, headers: config.headers }, env);
  if (!fixed.ok) return fixed;
  const { address, headers } = fixed;
  const send = (input: string | URL, init?: RequestInit): Promise<Response> => service.fetch(String(input), init);
  const target = { server, address, sendsCredentials: fixed.isStatic };
  const remote = new Remote({ ...target, headers, fetch: createUpstreamFetch({ timeoutMs, send }) });
  const openTransport = (): Transport => {
    const streams = new StreamAllowance();
    const watched = remote.watched(createUpstreamFetch({ timeoutMs, streams, send }));
    const { scheduleReconnection } = streams;
    const init = { requestInit: { headers }, reconnectionScheduler: scheduleReconnection, fetch: watched };
    return new HttpTransport(address, init);
  };
  const connectMs = config.timeouts?.connect_ms ?? timeoutMs;
  const redaction = new Redaction(fixed.secrets);
  return openMcp(options, { openTransport, timeoutMs, connectMs, redaction, remote });
}

/** A server on a machine that has opened a tunnel, as soon as it has. */
function openTunnelled(options: OpenOptions, config: TunnelServerConfig, timeoutMs: number): Opened {
  const { server, tunnels } = options;
  if (tunnels === undefined)
    return { ok: false, reason: `${server} is of type "tunnel", and there are no tunnels here.` };
  const connectMs = config.timeouts?.connect_ms ?? timeoutMs;
  const waiting = (): string | undefined => tunnels.waiting(server);
  const probeMs = Math.min(TUNNEL_PROBE_MS, connectMs / 2);
  const openTransport = (negotiation: Negotiation): ProbedTransport =>
    tunnels.openTransport(server, negotiation === "patient" ? undefined : probeMs);
  return openMcp(options, { openTransport, timeoutMs, connectMs, waiting });
}

interface Service {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

function isService(value: unknown): value is Service {
  return typeof value === "object" && value !== null && "fetch" in value;
}

function openLocal(options: OpenOptions, timeoutMs: number): Opened {
  const { server, localServers } = options;
  const create = Object.hasOwn(localServers, server) ? localServers[server] : undefined;
  if (create === undefined) {
    return { ok: false, reason: undefinedLocalServer(server, Object.keys(localServers)) };
  }
  const openTransport = (): Transport => {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    const made = typeof create === "function" ? create() : serverOf(server, create);
    void made.connect(serverSide as never);
    return clientSide;
  };
  return openMcp(options, { openTransport, timeoutMs, connectMs: timeoutMs, known: undefined, longInteger: Number });
}

function stdioReason(server: string, command: string): string {
  return (
    `${server} is a local process (command "${command}"), which cannot run at the edge. ` +
    `Carry it with npx isogate tunnel FILE and the entry {"type": "tunnel"}, or bridge it to streamable HTTP (for example: npx supergateway --stdio "${command} …" --outputTransport streamableHttp) and give its url.`
  );
}
