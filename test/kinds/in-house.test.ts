/** Upstreams that are part of the deployment: another Worker behind a binding, and tools in code. */
import { RefreshTurns } from "../../src/upstream/credentials/refresh-turns.ts";
import type { Client } from "@modelcontextprotocol/client";
import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { upstreamListSchema } from "../../src/contract/upstreams.ts";
import { defineTool, type LocalServers } from "../../src/upstream/local-servers.ts";
import { openConnector } from "../../src/upstream/open-connector.ts";
import { unwrapResult } from "../../src/upstream/result.ts";
import { api } from "../support/api.ts";
import { connect, execute, searchText } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

describe("a Worker behind a service binding", () => {
  it("answers a script", async () => {
    expect(await execute(client, { code: "await billing.total({ amounts: [1, 2, 39] })" })).toMatchObject({
      value: 42,
    });
  });

  it("may be an McpAgent of the Agents SDK, whose session keeps its state", async () => {
    expect(await searchText(client, { query: "agent.add" })).toContain("agent.add");
    const code = "[await agent.add({ by: 2 }), await agent.add({ by: 40 })]";
    expect(await execute(client, { code })).toMatchObject({ value: [2, 42] });
  });

  it("that is not bound is named", async () => {
    const { upstreams } = upstreamListSchema.parse(await (await api("/upstreams")).json());
    expect(upstreams.find(({ name }) => name === "unbound")).toMatchObject({
      status: "down",
      reason: expect.stringContaining('binding = "NOT_BOUND" to wrangler.toml'),
    });
  });

  it("that refuses says so", async () => {
    const { upstreams } = upstreamListSchema.parse(await (await api("/upstreams")).json());
    expect(upstreams.find(({ name }) => name === "keyless_service")).toMatchObject({
      status: "down",
      reason: expect.stringContaining("HTTP 401"),
    });
  });
});

describe("a tool in code", () => {
  it("has the types of its schemas", async () => {
    const text = await searchText(client, { query: "weather.convert_temperature", detail: "signatures" });
    expect(text).toContain("weather.convert_temperature(a:{celsius:number}):{fahrenheit:number}");
    expect(await execute(client, { code: "await weather.convert_temperature({ celsius: 100 })" })).toMatchObject({
      value: { fahrenheit: 212 },
    });
  });

  const localServers: LocalServers = {
    short: [
      defineTool({
        name: "list",
        description: "A list",
        input: z.object({ n: z.int().default(2) }),
        output: z.array(z.int()),
        run: ({ n }) => Array.from({ length: n }, (_, at) => at),
      }),
      defineTool({
        name: "fail",
        description: "Fails",
        input: z.object({}),
        destructive: true,
        run: () => {
          throw new Error("the disk is full");
        },
      }),
      defineTool({
        name: "lie",
        description: "Returns something else than it says",
        input: z.object({}),
        output: z.object({ a: z.number() }),
        run: () => JSON.parse('{"a":"text"}') as { a: number },
      }),
    ],
    v1: () => {
      const server = new McpServerV1({ name: "old", version: "1.0.0" });
      server.registerTool("echo", { description: "Say it back", inputSchema: { text: z.string() } }, ({ text }) => ({
        content: [{ type: "text", text }],
      }));
      return server;
    },
  };

  const open = (server: string) => {
    const opened = openConnector({
      server,
      config: { type: "local" },
      env: {},
      localServers,
      known: undefined,
      credentials: {
        gateway: "g",
        store: unused(),
        turns: new RefreshTurns(),
        firstIssuer: (_client, issuer) => Promise.resolve(issuer),
      },
      onToolsChanged: () => undefined,
      onResourceUpdated: () => undefined,
      onSignedIn: () => undefined,
    });
    if (!opened.ok) throw new Error(opened.reason);
    return opened.connector;
  };
  const signal = new AbortController().signal;

  it("may return any value, fail in its own words, and is held to its schema", async () => {
    const connector = open("short");
    const listed = await connector.list(signal);
    if (listed === "unchanged") throw new Error("It was never listed.");
    const call = async (name: string, args = {}) => {
      const tool = listed.tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`There is no tool ${name}.`);
      return unwrapResult(await connector.call(tool, args, { signal }));
    };
    expect(await call("list", {})).toStrictEqual({ ok: true, value: [0, 1] });
    expect(await call("fail")).toStrictEqual({ ok: false, message: "the disk is full" });
    expect(await call("lie")).toMatchObject({ ok: false, message: expect.stringContaining("expected number") });
    expect(listed.tools.find(({ name }) => name === "fail")?.annotations).toStrictEqual({ destructiveHint: true });
    await connector.close();
  });

  it("may be of an McpServer of SDK v1", async () => {
    const connector = open("v1");
    const listed = await connector.list(signal);
    if (listed === "unchanged") throw new Error("It was never listed.");
    expect(listed.tools.map(({ name }) => name)).toStrictEqual(["echo"]);
    const result = await connector.call({ name: "echo" }, { text: "hi" }, { signal });
    expect(result.content).toStrictEqual([{ type: "text", text: "hi" }]);
    await connector.close();
  });
});

function unused(): never {
  return undefined as never;
}
