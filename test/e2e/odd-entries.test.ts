/**
 * An upstream that is exposed directly, whose lists have entries of wrong forms, and a saved script with such a schema. Clients refuse a list as a whole, so one such entry would take
 * the tools, prompts and resources of all servers from them, and the gateway's own.
 */
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { serve } from "../fixtures/upstreams/node-server.ts";
import { openGateway } from "./gateway.ts";

const of = (a: unknown, more: object = {}) => ({ type: "object", properties: { a }, ...more });

/** Some clients cannot read these. */
const OUTPUTS: Readonly<Record<string, unknown>> = {
  type: of({ type: "nonsense" }),
  pattern: of({ type: "string", pattern: "(" }),
  reference: of({ $ref: "#/$defs/none" }),
  elsewhere: of({ $ref: "https://example.com/schema.json" }),
  enumeration: of({ enum: 5 }),
  nothing: of({ enum: [] }),
  minimum: of({ minimum: "x" }),
  nullable: of({ nullable: true }),
  asynchronous: of({ $async: true }),
  old_id: of({ id: "#a" }),
  additional: { type: "object", additionalProperties: "x" },
  no_schema: of(5),
  names: { type: "object", required: "a" },
};
const INPUTS: Readonly<Record<string, unknown>> = {
  in_no_schema: of(5),
  in_names: { type: "object", required: "a" },
  in_list: { type: "object", properties: "x" },
  in_truth: of(true),
};
const DATE = { type: ["string", "null"], format: "date", pattern: "^[0-9-]+$" };
const GOOD = of({ $ref: "#/$defs/b" }, { $defs: { b: DATE }, required: ["a"] });

const tool = (name: string, schemas: object) => ({ name, inputSchema: { type: "object" }, ...schemas });
const LISTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {}, prompts: {}, resources: {} },
    serverInfo: { name: "odd", version: "1" },
  },
  "tools/list": {
    tools: [
      tool("good", { outputSchema: GOOD }),
      ...Object.entries(OUTPUTS).map(([name, outputSchema]) => tool(name, { outputSchema })),
      ...Object.entries(INPUTS).map(([name, inputSchema]) => tool(name, { inputSchema })),
    ],
  },
  "prompts/list": {
    prompts: [
      { name: "good", arguments: [{ name: "a", required: true }] },
      { name: "a", arguments: "no" },
      { name: "b", arguments: [{ name: 5 }] },
      { name: "c", description: 5 },
      { title: "without a name" },
    ],
  },
  "resources/list": {
    resources: [
      { uri: "odd://good", name: "good" },
      { uri: 5, name: "a" },
      { uri: "odd://b" },
      { uri: "odd://c", name: "c", size: "large" },
    ],
  },
  "resources/templates/list": {
    resourceTemplates: [{ uriTemplate: "odd://{good}", name: "good" }, { uriTemplate: 5, name: "a" }, { name: "b" }],
  },
};

async function answer(request: Request): Promise<Response> {
  if (request.method !== "POST") return new Response(null, { status: 405 });
  const { id, method } = (await request.json()) as { readonly id?: number; readonly method: string };
  if (id === undefined) return new Response(null, { status: 202 });
  const result = LISTS[method];
  const body = result === undefined ? { error: { code: -32601, message: "There is no such method." } } : { result };
  return Response.json({ jsonrpc: "2.0", id, ...body });
}

const lasting = new AsyncDisposableStack();
afterAll(() => lasting.disposeAsync());

let url = "";
beforeAll(async () => {
  const odd = await serve(answer);
  lasting.defer(() => odd.close());
  const gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: { odd: { url: `${odd.origin}/mcp`, expose: "both" } },
    vars: { ISOGATE_OPEN: "local" },
  });
  lasting.defer(() => gateway.stop());
  url = gateway.url;
  const saved = { name: "odd_script", code: "1", expose: "tool" };
  const body = JSON.stringify({ ...saved, input_schema: { $async: true, properties: { a: { id: "#a", enum: [] } } } });
  const headers = { "content-type": "application/json" };
  const made = await fetch(`${gateway.origin}/api/v1/scripts`, { method: "POST", headers, body });
  if (!made.ok) throw new Error(await made.text());
});

interface Lists {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string; readonly outputSchema?: unknown }[] }>;
  listPrompts(): Promise<{ readonly prompts: readonly { readonly name: string }[] }>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  listResourceTemplates(): Promise<{ readonly resourceTemplates: readonly { readonly uriTemplate: string }[] }>;
}

const INFO = { name: "odd-entries", version: "1" };
const CLIENTS: Readonly<Record<string, () => Promise<Lists>>> = {
  "the v1 SDK": async () => {
    const client = new ClientV1(INFO);
    await client.connect(new TransportV1(new URL(url)));
    lasting.defer(() => client.close());
    return client;
  },
  "the v2 SDK in the 2025 era": () => openV2("legacy"),
  "the v2 SDK in that of 2026-07-28": () => openV2({ pin: "2026-07-28" }),
};

async function openV2(mode: "legacy" | { pin: string }): Promise<Lists> {
  const client = new ClientV2(INFO, { versionNegotiation: { mode } });
  await client.connect(new TransportV2(new URL(url)));
  lasting.defer(() => client.close());
  return client;
}

describe.each(Object.keys(CLIENTS))("%s", (name) => {
  let client: Lists;
  beforeAll(async () => {
    const open = CLIENTS[name];
    if (open === undefined) throw new Error(name);
    client = await open();
    await vi.waitFor(async () => {
      if ((await client.listTools()).tools.length < 4) throw new Error("the upstream is not listed yet");
    }, 30_000);
  });

  it("lists all tools, with the output schemas that it can read", async () => {
    const { tools } = await client.listTools();
    const names = ["good", ...Object.keys(OUTPUTS), ...Object.keys(INPUTS)].map((one) => `odd__${one}`);
    expect(tools.map((one) => one.name).sort()).toStrictEqual(
      ["execute_code", "search_tools", "odd_script", ...names].sort(),
    );
    expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toMatchObject([
      { name: "odd__good", outputSchema: GOOD },
    ]);
  });

  it("lists the prompts and resources that have their form", async () => {
    expect((await client.listPrompts()).prompts.map((one) => one.name)).toStrictEqual(["odd__good"]);
    const isForeign = (uri: string): boolean => !uri.startsWith("isogate:");
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri).filter(isForeign)).toStrictEqual(["odd://good"]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate).filter(isForeign)).toStrictEqual(["odd://{good}"]);
  });
});
