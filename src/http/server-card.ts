/**
 * Describes this MCP server to programs that have not connected to it: the server card (SEP-2127) and a `server.json` as the MCP registry has it.
 * Both are the same for everybody and name no upstream.
 */
import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { Hono } from "hono/tiny";
import type { Context } from "hono";
import { SERVER_INFO } from "../mcp/server.ts";
import type { AppEnv } from "./app-env.ts";
import { originOf } from "./origin.ts";

const CARD_SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
const REGISTRY_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
/** The registry takes at most 100 characters. */
const DESCRIPTION = "Runs scripts that call the tools of many MCP servers and HTTP APIs, behind one endpoint.";
/** The protocol without sessions, which the SDK lists apart from the others. */
const MODERN_VERSION = "2026-07-28";

/** `<endpoint>/server-card` is the place that SEP-2127 reserves; earlier drafts looked under /.well-known. */
const CARD_PATHS = ["/mcp/server-card", "/.well-known/mcp/server-card", "/.well-known/mcp/server-card.json"];

export const serverCard = new Hono<AppEnv>();

for (const path of CARD_PATHS) {
  serverCard.get(path, (c) => {
    const versions = new Set([MODERN_VERSION, LATEST_PROTOCOL_VERSION, ...SUPPORTED_PROTOCOL_VERSIONS]);
    const remote = { ...remoteOf(c), supportedProtocolVersions: [...versions] };
    return answer({ $schema: CARD_SCHEMA, ...identityOf(c), remotes: [remote] }, "application/mcp-server-card+json");
  });
}

serverCard.get("/server.json", (c) =>
  answer({ $schema: REGISTRY_SCHEMA, ...identityOf(c), remotes: [remoteOf(c)] }, "application/json"),
);

function identityOf(c: Context<AppEnv>): object {
  const { title, version } = SERVER_INFO;
  return { name: `${reversed(new URL(originOf(c)).hostname)}/isogate`, version, title, description: DESCRIPTION };
}

function remoteOf(c: Context<AppEnv>): object {
  return { type: "streamable-http", url: `${originOf(c)}/mcp` };
}

/** `gateway.example.com` → `com.example.gateway`; an address of numbers is no name and stays as it is. */
function reversed(hostname: string): string {
  const plain = hostname.replaceAll(/[^A-Za-z0-9.-]/g, "-");
  return /^[\d.]+$/.test(plain) ? plain : plain.split(".").toReversed().join(".");
}

function answer(body: object, type: string): Response {
  const headers = {
    "content-type": type,
    "cache-control": "public, max-age=3600",
    "x-content-type-options": "nosniff",
  };
  return new Response(JSON.stringify(body), { headers });
}
