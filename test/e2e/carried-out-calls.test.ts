/** Calls that an upstream has carried out and whose results scripts do not get: conditions on earlier calls count them, and the ledger says so. */
import { rm } from "node:fs/promises";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { z } from "zod";
import { serve, type RunningServer } from "../fixtures/upstreams/node-server.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { startWorkerd } from "../support/workerd/gateway.ts";
import type { RawWorker } from "../support/workerd/serve.ts";

interface Transfer {
  readonly amount: number;
  readonly memo: unknown;
}

/** The memo of every transfer that was made. */
const made: unknown[] = [];
let upstream: RunningServer;
let directory: string;
let gateway: RawWorker;

const MANY = JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 0])));

/** @returns the text of the answer */
function answerTo({ memo }: Transfer): string {
  made.push(memo);
  if (memo === "many" || memo === "plenty") return MANY;
  return JSON.stringify({ memo: memo === "long" ? "x".repeat(4_100_000) : memo });
}

const transfer = z.object({ amount: z.number(), memo: z.unknown() });
const handler = createMcpHandler(
  () => {
    const server = new McpServer({ name: "pay", version: "1.0.0" });
    server.registerTool("transfer", { inputSchema: transfer }, (args) => ({
      content: [{ type: "text", text: answerTo(args) }],
      ...(args.memo === "refused@b.co" && { isError: true }),
    }));
    const outputSchema = z.looseObject({});
    server.registerTool("checked", { inputSchema: transfer, outputSchema }, (args) => ({
      content: [],
      structuredContent: JSON.parse(answerTo(args)) as Record<string, unknown>,
    }));
    return server;
  },
  { legacy: "reject" },
);

/** The tool `checked` promises a memo that is a text. */
async function mcp(request: Request): Promise<Response> {
  // Other answers may be streams that stay open.
  const isList = (await request.clone().text()).includes('"tools/list"');
  const response = await handler.fetch(request);
  if (!isList) return response;
  const text = await response.text();
  const promised = `"outputSchema":{"type":"object","properties":{"memo":{"type":"string"}}`;
  return new Response(
    text.replace(/"outputSchema":\{.*?"properties":\{\}/, () => promised),
    response,
  );
}

async function api(request: Request): Promise<Response> {
  const args = (await request.json()) as Transfer;
  const text = answerTo(args);
  if (args.memo === "page") return new Response("<html></html>", { headers: { "content-type": "text/html" } });
  return new Response(text, { headers: { "content-type": "application/json" } });
}

const schema = { type: "object", properties: { amount: { type: "number" }, memo: { type: "string" } } };
const API = {
  openapi: "3.1.0",
  info: { title: "Bank", version: "1" },
  paths: {
    "/transfer": {
      post: {
        operationId: "transfer",
        requestBody: { required: true, content: { "application/json": { schema } } },
        responses: { 200: { description: "ok", content: { "application/json": { schema: { type: "object" } } } } },
      },
    },
  },
};

/** At most 100 for each memo. */
const sum = {
  tool: ["pay.*", "api.*"],
  within: "1d",
  of: "args.amount",
  include_call: true,
  where: [{ path: "args.memo", op: "eq", ref: "args.memo" }],
};
const policy = {
  version: "1",
  default: "allow",
  tools: {
    "pay.*": { require: [{ sum, op: "lte", value: 100 }] },
    "api.*": { require: [{ sum, op: "lte", value: 100 }] },
  },
  data: [{ kinds: ["email"], action: "block", in: "results", tools: ["pay.transfer"] }],
};

const start = (): Promise<RawWorker> =>
  startWorkerd({
    bundle: inject("bundle"),
    directory,
    mcpServers: {
      pay: { url: `${upstream.origin}/mcp`, results: "strict" },
      api: { type: "openapi", spec: API, base_url: upstream.origin },
    },
    policy,
    fetch: { allow: ["127.0.0.1"] },
  });

beforeAll(async () => {
  directory = await temporaryDirectory();
  upstream = await serve((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/odd") return Promise.resolve(new Response("x", { headers: { "content-encoding": "zstd" } }));
    return pathname === "/mcp" ? mcp(request) : api(request);
  });
  gateway = await start();
  await rest("/upstreams/pay/refresh", {});
  await rest("/upstreams/api/refresh", {});
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
  await rm(directory, { recursive: true, force: true });
});

const CASES = [
  { call: "pay.transfer", memo: "a@b.co", outcome: "ok", code: "POLICY_DENIED" },
  { call: "pay.transfer.raw", memo: "raw@b.co", outcome: "ok", code: "POLICY_DENIED" },
  { call: "pay.transfer", memo: "long", outcome: "ok", code: "POLICY_DENIED" },
  { call: "pay.transfer", memo: "many", outcome: "unknown", code: "UPSTREAM_ERROR" },
  { call: "pay.checked", memo: 7, outcome: "ok", code: "TOOL_ERROR" },
  { call: "pay.checked.raw", memo: 8, outcome: "ok", code: undefined },
  { call: "api.transfer", memo: "plenty", outcome: "ok", code: "TOOL_ERROR" },
  { call: "api.transfer", memo: "page", outcome: "unknown", code: "TOOL_ERROR" },
] as const;

it.each(CASES)("$call with $memo counts as what it is", async ({ call, memo, outcome, code }) => {
  const script = `for (let at = 0; at < 4; at += 1) await ${call}({ amount: 40, memo: input }).catch(() => 0)`;
  const { run } = await rest("/code/exec", { code: script, input: memo });
  expect(made.filter((one) => one === memo)).toHaveLength(2);
  const { calls } = (await rest(`/runs/${String(run)}/calls`)) as { readonly calls: readonly object[] };
  const sent = { outcome, attempts: 1, ...(code !== undefined && { code }) };
  expect(calls).toMatchObject([sent, sent, { outcome: "refused" }, { outcome: "refused" }]);
  const counts = outcome === "ok" ? { failed_calls: 2, unknown_calls: 0 } : { failed_calls: 2, unknown_calls: 2 };
  expect(await rest(`/runs/${String(run)}`)).toMatchObject(counts);
});

it("a request of a script whose answer is refused may have been carried out", async () => {
  const code = "await fetch(input).catch(() => 0)";
  const { run } = await rest("/code/exec", { code, input: `${upstream.origin}/odd` });
  const calls = [{ server: "fetch", outcome: "unknown", attempts: 1, code: "TOOL_ERROR" }];
  expect(await rest(`/runs/${String(run)}/calls`)).toMatchObject({ calls });
});

it("a call that the upstream refuses has failed, also where its words are withheld", async () => {
  const code = "await pay.transfer({ amount: 90, memo: input }).catch(({ code }) => code)";
  for (const count of [1, 2]) {
    const { result, run } = await rest("/code/exec", { code, input: "refused@b.co" });
    expect(result).toBe("POLICY_DENIED");
    expect(await rest(`/runs/${String(run)}/calls`)).toMatchObject({ calls: [{ outcome: "failed", attempts: 1 }] });
    expect(made.filter((one) => one === "refused@b.co")).toHaveLength(count);
  }
});

it("they count after a restart, too", async () => {
  await gateway.stop();
  gateway = await start();
  for (const { call, memo } of CASES) {
    const code = `await ${call}({ amount: 40, memo: input }).catch(({ code }) => code)`;
    expect(await rest("/code/exec", { code, input: memo })).toMatchObject({ result: "POLICY_DENIED" });
    expect(made.filter((one) => one === memo)).toHaveLength(2);
  }
});

async function rest(route: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`http://127.0.0.1:${gateway.port}/api/v1${route}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}
