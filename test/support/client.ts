/** Connects real MCP clients, one per era, to the gateway under test inside workerd. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { exports } from "cloudflare:workers";
import { envelopeOf, textOf, type Envelope } from "./answer.ts";

const ORIGIN = "http://localhost";

/** @param headers sent with every request; without credentials the principal is "local" */
export async function connect(
  era: "modern" | "legacy" = "modern",
  headers: Readonly<Record<string, string>> = {},
  capabilities: NonNullable<ConstructorParameters<typeof Client>[1]>["capabilities"] = {},
): Promise<Client> {
  const mode = era === "modern" ? ({ pin: "2026-07-28" } as const) : ("legacy" as const);
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode }, capabilities });
  const fetch = (url: string | URL, init?: RequestInit): Promise<Response> => ask(new Request(url, init));
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp`), { fetch, requestInit: { headers } }),
  );
  return client;
}

/** Calls the Worker's own `fetch`, including all routes and guards. */
export function ask(request: Request): Promise<Response> {
  // A request from a network always has a host.
  if (!request.headers.has("host")) request.headers.set("host", new URL(request.url).host);
  return (exports as unknown as { default: Fetcher }).default.fetch(request);
}

export async function execute(client: Client, args: Record<string, unknown>): Promise<Envelope> {
  return envelopeOf(await client.callTool({ name: "execute_code", arguments: args }));
}

export async function searchText(client: Client, args: Record<string, unknown>): Promise<string> {
  return textOf(await client.callTool({ name: "search_tools", arguments: args }));
}
