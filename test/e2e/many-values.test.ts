/**
 * Answers within their bytes, depth and names whose values are too many for a Gateway of 128 MB. Each is refused alone, and says why; long
 * honest ones are passed on.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { startWorkerd } from "../support/workerd/gateway.ts";
import type { RawWorker } from "../support/workerd/serve.ts";

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

const MB = 1024 * 1024;
/** The platform ends an isolate at this size. */
const MAX_HEAP_MEGABYTES = 128;

const listed = (value: string, bytes: number): string =>
  `[${Array<string>(Math.floor(bytes / (value.length + 1)))
    .fill(value)
    .join(",")}]`;
const record = (index: number): object => ({
  ...{ id: 100_000 + index, name: `Customer ${index}`, mail: `c${index}@example.com`, isActive: index % 2 === 0 },
  ...{ balance: index * 1.25, tags: ["new", "vip"], address: { city: "Berlin", zip: "10115" } },
});

/** JSON of results, by the name of the tool. */
const RESULTS: Readonly<Record<string, () => string>> = {
  zeros: () => `{"content":${listed("0", 2 * MB)}}`,
  some_zeros: () => `{"content":${listed("0", 0.7 * MB)}}`,
  objects: () => `{"content":${listed("{}", 7.9 * MB)}}`,
  many_objects: () => `{"content":${listed("{}", 50_000)}}`,
  some_objects: () => `{"content":${listed("{}", 1.4 * MB)}}`,
  few_objects: () => `{"content":${listed("{}", 14_900)}}`,
  lists: () => `{"content":[],"structuredContent":${listed("[".repeat(99) + "]".repeat(99), 7.9 * MB)}}`,
  lists_at_bound: () => `{"content":[],"structuredContent":{"a":${listed("[".repeat(90) + "]".repeat(90), 1.5 * MB)}}}`,
  text_of_lists: () =>
    JSON.stringify({ content: [{ type: "text", text: listed("[".repeat(99) + "]".repeat(99), 7 * MB) }] }),
  text: () => JSON.stringify({ content: [{ type: "text", text: "x".repeat(7.9 * MB) }] }),
  records: () =>
    JSON.stringify({ content: [], structuredContent: { rows: Array.from({ length: 50_000 }, (_, at) => record(at)) } }),
  numbers: () =>
    JSON.stringify({ content: [], structuredContent: { all: Array.from({ length: 200_000 }, (_, at) => at) } }),
};
const TOOLS = Object.keys(RESULTS).map((name) => ({ name, inputSchema: { type: "object" } }));

const servers: Server[] = [];
let directory: string;
let gateway: RawWorker;

beforeAll(async () => {
  directory = await temporaryDirectory();
  const evil = await listening((request, response) => void answer(request, response));
  const mcpServers = Object.fromEntries(["old", "modern"].map((name) => [name, { url: `${evil}/${name}` }]));
  const api = { type: "openapi", spec: `${evil}/spec`, base_url: evil };
  gateway = await startWorkerd({
    bundle: inject("bundle"),
    directory,
    mcpServers: { ...mcpServers, api },
    ...{ policy: { version: "1", default: "allow" }, maxHeapMegabytes: MAX_HEAP_MEGABYTES },
  });
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  await rm(directory, { recursive: true, force: true });
});

const TOO_MANY = /has more than \d+ values/;
const NO_OBJECTS = /expected a list of objects/;
const NO_LIST = /without a list of/;
const TOO_LONG = /has lists of more than \d+ entries/;

it.each([
  { call: "old.zeros({})", says: NO_OBJECTS },
  { call: "old.some_zeros({})", says: NO_OBJECTS },
  { call: "old.objects({})", says: TOO_MANY },
  { call: "old.lists({})", says: TOO_MANY },
  { call: "old.text_of_lists({})", says: TOO_MANY },
  { call: "old.$resources.list()", says: NO_LIST },
  { call: "old.$resources.read({ uri: 'a:b' })", says: NO_LIST },
  { call: "old.$prompts.list()", says: NO_LIST },
  { call: "modern.zeros({})", says: TOO_LONG },
  { call: "modern.some_zeros({})", says: TOO_LONG },
  { call: "modern.many_objects({})", says: TOO_LONG },
  { call: "modern.few_objects({})", says: /in the protocol's form/ },
])("$call is refused alone", { timeout: 60_000 }, async ({ call, says }) => {
  expect(await run(`await ${call}`)).toMatchObject({
    ok: false,
    error: { code: "UPSTREAM_ERROR", message: expect.stringMatching(says) as string },
  });
  expect(await run("await old.numbers({}).then(({ all }) => all.length)")).toMatchObject({ ok: true, result: 200_000 });
});

it.each([
  { call: "old.some_objects({}).then((blocks) => blocks.length > 480_000)", want: true },
  { call: "old.text({}).then((text) => text.length)", want: Math.floor(7.9 * MB) },
  { call: "old.records({}).then(({ rows }) => rows.length)", want: 50_000 },
  { call: "modern.records({}).then(({ rows }) => rows.length)", want: 50_000 },
])("$call is passed on", { timeout: 60_000 }, async ({ call, want }) => {
  expect(await run(`await ${call}`)).toMatchObject({ ok: true, result: want });
});

it(
  "four answers at once, each with nearly as many values as are taken, are passed on",
  { timeout: 60_000 },
  async () => {
    // A script that keeps all of them would need the memory for it, which is not the Gateway's.
    const call = "old.lists_at_bound({}).then(({ a }) => a.length > 8_000)";
    const code = `await Promise.all([${Array<string>(4).fill(call).join(", ")}])`;
    const options = { cpu_ms: 30_000 };
    expect(await rest("/code/exec", { code, options })).toMatchObject({
      ok: true,
      result: Array<boolean>(4).fill(true),
    });
  },
);

it("a description of too many values is refused alone", { timeout: 60_000 }, async () => {
  await rest("/upstreams/api/refresh", {});
  expect(await statusOf("api")).toMatchObject({ status: "down", reason: expect.stringMatching(TOO_MANY) as string });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/spec") {
    const others = `"info":{"title":"x","version":"1"},"paths":{}`;
    response.writeHead(200, { "content-type": "application/json" });
    return void response.end(`{"openapi":"3.0.0",${others},"tags":${listed("{}", 15.9 * MB)}}`);
  }
  if (request.method === "GET") return void response.writeHead(405).end();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString() || "{}") as Message;
  if (id === undefined) return void response.writeHead(202).end();
  const result = resultOf(request.url ?? "", method ?? "", params?.name ?? "");
  if (result === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": "application/json" });
  response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
}

/** @returns JSON text */
function resultOf(url: string, method: string, tool: string): string | undefined {
  const capabilities = { tools: {}, ...(url === "/old" && { resources: {}, prompts: {} }) };
  const isModern = url === "/modern";
  const complete = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  if (isModern) {
    if (method === "server/discover") {
      return JSON.stringify({ ...complete, supportedVersions: ["2026-07-28"], capabilities });
    }
    if (method === "tools/list") return JSON.stringify({ ...complete, tools: TOOLS });
    return method === "tools/call" ? RESULTS[tool]?.().replace("{", '{"resultType":"complete",') : undefined;
  }
  switch (method) {
    case "initialize":
      return JSON.stringify({ protocolVersion: "2025-06-18", capabilities, serverInfo: { name: "e", version: "1" } });
    case "tools/list":
      return JSON.stringify({ tools: TOOLS });
    case "tools/call":
      return RESULTS[tool]?.();
    case "resources/list":
      return `{"resources":${listed("0", 0.7 * MB)}}`;
    case "resources/read":
      return `{"contents":${listed("0", 0.7 * MB)}}`;
    case "prompts/list":
      return `{"prompts":${listed("0", 0.7 * MB)}}`;
    default:
      return undefined;
  }
}

async function listening(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function run(code: string): Promise<unknown> {
  return rest("/code/exec", { code });
}

async function statusOf(name: string): Promise<unknown> {
  const { upstreams } = (await rest("/upstreams")) as { readonly upstreams: readonly { readonly name: string }[] };
  return upstreams.find((one) => one.name === name);
}

async function rest(route: string, body?: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${gateway.port}/api/v1${route}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}
