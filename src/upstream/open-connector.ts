/**
 * From an entry of gateway.json to a connector, or to the reason why there is none. This is the only place that
 * knows all kinds of upstreams and the only one that reads secrets.
 */
import { InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Transport } from "@modelcontextprotocol/client";
import type { HttpServerConfig, ServerConfig } from "../config/gateway-config.ts";
import { substituteSecrets } from "../config/secrets.ts";
import type { Connector } from "./connector.ts";
import type { LocalServers } from "./local-servers.ts";
import { McpConnector } from "./mcp-connector.ts";

const DEFAULT_TIMEOUT_MS = 60_000;

export interface OpenOptions {
  readonly server: string;
  readonly config: ServerConfig;
  readonly env: Readonly<Record<string, unknown>>;
  readonly localServers: LocalServers;
  readonly known: string | undefined;
  readonly onToolsChanged: () => void;
}

export type Opened =
  | { readonly ok: true; readonly connector: Connector }
  | { readonly ok: false; readonly reason: string };

export function openConnector(options: OpenOptions): Opened {
  const { config, server } = options;
  if ("command" in config) return { ok: false, reason: stdioReason(server, config.command) };
  if (config.type === "local") return openLocal(options);
  return openHttp(options, config);
}

function openHttp({ server, env, known, onToolsChanged }: OpenOptions, config: HttpServerConfig): Opened {
  const url = substituteSecrets(config.url, env);
  if (!url.ok) return { ok: false, reason: missingReason(server, url.missing) };
  const address = URL.parse(url.text);
  if (address === null || !["http:", "https:"].includes(address.protocol)) {
    return { ok: false, reason: `mcpServers.${server}.url is not an http(s) address: ${config.url}` };
  }
  const headers = new Headers();
  for (const [name, template] of Object.entries(config.headers ?? {})) {
    const value = substituteSecrets(template, env);
    if (!value.ok) return { ok: false, reason: missingReason(server, value.missing) };
    try {
      headers.set(name, value.text);
    } catch {
      return { ok: false, reason: `mcpServers.${server}.headers.${name} is not a valid HTTP header` };
    }
  }
  const openTransport = (): Transport => new StreamableHTTPClientTransport(address, { requestInit: { headers } });
  const timeoutMs = config.timeout_ms ?? DEFAULT_TIMEOUT_MS;
  return { ok: true, connector: new McpConnector({ server, openTransport, known, timeoutMs, onToolsChanged }) };
}

function openLocal({ server, localServers, onToolsChanged }: OpenOptions): Opened {
  const create = Object.hasOwn(localServers, server) ? localServers[server] : undefined;
  if (create === undefined) {
    const names = Object.keys(localServers).join(", ") || "none";
    return { ok: false, reason: `mcpServers.${server} is of type "local", but local-servers.ts defines ${names}` };
  }
  const openTransport = (): Transport => {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    void create().connect(serverSide);
    return clientSide;
  };
  const connector = new McpConnector({
    server,
    openTransport,
    known: undefined,
    timeoutMs: DEFAULT_TIMEOUT_MS,
    onToolsChanged,
  });
  return { ok: true, connector };
}

function stdioReason(server: string, command: string): string {
  return (
    `${server} is a local process (command "${command}"), which cannot run at the edge. ` +
    `Bridge it to streamable HTTP (for example: npx supergateway --stdio "${command} …" --outputTransport streamableHttp) and give its url.`
  );
}

function missingReason(server: string, name: string): string {
  return `${server} needs the secret ${name}, which is not set (npx wrangler secret put ${name}; locally: .dev.vars).`;
}
