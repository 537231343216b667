/**
 * Direct tools whose results a rule about data changes. A client that knows the output schema would refuse `[REDACTED:email]` where the schema
 * wants an address, after the call was made.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { z } from "zod";
import { serve } from "../fixtures/upstreams/node-server.ts";
import { openGateway } from "./gateway.ts";

const PERSON = { email: "ada@corp.example", card: 4_242_424_242_424_242 };

const lasting = new AsyncDisposableStack();
afterAll(() => lasting.disposeAsync());

let client: Client;
beforeAll(async () => {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "people", version: "1" });
    const outputSchema = z.object({ email: z.email(), card: z.number() });
    server.registerTool("find", { inputSchema: z.object({}), outputSchema }, () => ({
      content: [],
      structuredContent: PERSON,
    }));
    return server;
  });
  const running = await serve((request) => handler.fetch(request));
  lasting.defer(() => running.close());
  const people = { url: `${running.origin}/mcp`, expose: "both" };
  const data = [{ kinds: ["email", "card"], in: "results", tools: "ruled.*", action: "redact" }];
  const gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: { ruled: people, free: people },
    settings: { policy: { version: "1", default: "allow", data } },
    vars: { ISOGATE_OPEN: "local" },
  });
  lasting.defer(() => gateway.stop());
  client = new Client({ name: "direct-data", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway.url)));
  lasting.defer(() => client.close());
  await vi.waitFor(async () => {
    if ((await client.listTools()).tools.length < 4) throw new Error("not every server is listed yet");
  }, 30_000);
});

it("are published without an output schema, and answer", async () => {
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === "ruled__find")).not.toHaveProperty("outputSchema");
  const { structuredContent } = await client.callTool({ name: "ruled__find", arguments: {} });
  expect(structuredContent).toStrictEqual({ email: "[REDACTED:email]", card: "[REDACTED:card]" });
});

it("are those of the servers that the rule concerns", async () => {
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === "free__find")).toHaveProperty("outputSchema");
  expect((await client.callTool({ name: "free__find", arguments: {} })).structuredContent).toStrictEqual(PERSON);
});
