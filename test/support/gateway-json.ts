/** The gateway.json of the gateway under test: healthy upstreams of every kind, and broken ones of every kind. The realms
 * of the protected upstream are each used by one test file, which changes how they behave. */
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
      vault: { url: `${origins.protectedOne}/r/vault/mcp`, auth: "oauth" },
      forge: { url: `${origins.protectedOne}/r/forge/mcp`, auth: "oauth" },
      depot: { url: `${origins.protectedOne}/r/depot/mcp`, auth: "oauth" },
      porch: { url: `${origins.protectedOne}/r/porch/mcp`, auth: "oauth" },
      bound: { url: `${origins.protectedOne}/r/bound/mcp`, auth: "oauth" },
      "by-hand": {
        url: `${origins.protectedOne}/r/by-hand/mcp`,
        auth: { type: "oauth", clientId: "by-hand", clientSecret: "${BY_HAND_SECRET}", scope: "read" },
      },
      machine: {
        url: `${origins.protectedOne}/r/machine/mcp`,
        auth: {
          type: "client_credentials",
          clientId: "by-hand",
          clientSecret: "${BY_HAND_SECRET}",
          scope: "read write",
        },
      },
      robot: {
        url: `${origins.protectedOne}/r/${origins.robotRealm}/mcp`,
        auth: {
          type: "client_credentials",
          tokenUrl: `${origins.protectedOne}/r/${origins.robotRealm}/token`,
          clientId: "by-hand",
          clientSecret: "${BY_HAND_SECRET}",
        },
      },
      filesystem: { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "/tmp"] },
    },
  });
}
