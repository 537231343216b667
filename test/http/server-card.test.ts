/** The server card and server.json describe the gateway, under the requested address, to programs that have not connected yet. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import * as z from "zod";
import manifest from "../../package.json";
import { ask } from "../support/client.ts";

const described = z.strictObject({
  $schema: z.url(),
  name: z.string().regex(/^[A-Za-z0-9.-]+\/[A-Za-z0-9._-]+$/),
  version: z.string(),
  title: z.string(),
  description: z.string().max(100),
  remotes: z
    .array(
      z.strictObject({
        type: z.literal("streamable-http"),
        url: z.url(),
        supportedProtocolVersions: z.array(z.string()).optional(),
      }),
    )
    .length(1),
});

const read = (path: string, origin = "http://localhost") => ask(new Request(`${origin}${path}`));

it.each(["/mcp/server-card", "/.well-known/mcp/server-card", "/.well-known/mcp/server-card.json"])(
  "%s is the server card",
  async (path) => {
    const response = await read(path);
    expect(response.headers.get("content-type")).toBe("application/mcp-server-card+json");
    const { name, remotes, version } = described.parse(await response.json());
    expect(name).toBe("localhost/isogate");
    expect(version).toBe(manifest.version);
    expect(remotes[0]?.url).toBe("http://localhost/mcp");
  },
);

it("/server.json is what the MCP registry takes, with the address that was asked", async () => {
  const { remotes } = described.parse(await (await read("/server.json", "http://127.0.0.1:8787")).json());
  expect(remotes).toStrictEqual([{ type: "streamable-http", url: "http://127.0.0.1:8787/mcp" }]);
});

it("the versions of the card are those that the endpoint speaks", async () => {
  const { remotes } = described.parse(await (await read("/mcp/server-card")).json());
  const [modern, ...others] = remotes[0]?.supportedProtocolVersions ?? [];
  expect(modern).toBe("2026-07-28");
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    fetch: (url, init) => ask(new Request(url, init)),
  });
  const client = new Client({ name: "reader", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(transport);
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  await client.close();
  expect(others.length).toBeGreaterThan(1);
  for (const version of others) expect(await negotiated(version)).toContain(`"protocolVersion":"${version}"`);
});

/** @returns the version that the gateway agrees on with a client of the 2025 protocol versions */
async function negotiated(protocolVersion: string): Promise<string> {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: "reader", version: "1" } };
  const response = await ask(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
    }),
  );
  return response.text();
}
