/** The gateway.json of the gateway under test: healthy upstreams of every kind beside every way of being broken. */
import type { UpstreamOrigins } from "./upstream-origins.ts";

export function testGatewayJson(origins: UpstreamOrigins): string {
  return JSON.stringify({
    mcpServers: {
      everything: { type: "http", url: `${origins.everything}/mcp` },
      modern: { type: "http", url: `${origins.modern}/mcp`, headers: { Authorization: "Bearer ${TEST_TOKEN}" } },
      "legacy-tools": { url: `${origins.legacy}/mcp` },
      odd: { url: `${origins.odd}/mcp` },
      annotated: { url: `${origins.annotated}/mcp` },
      notes: { type: "local" },
      hasty: { url: `${origins.modern}/mcp`, timeout_ms: 400 },
      locked: { url: `${origins.odd}/locked` },
      dead: { url: "http://127.0.0.1:9/mcp" },
      silent: { url: `${origins.silent}/mcp` },
      needs_secret: { url: `${origins.modern}/mcp`, headers: { "X-Key": "${MISSING_SECRET}" } },
      filesystem: { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "/tmp"] },
    },
  });
}
