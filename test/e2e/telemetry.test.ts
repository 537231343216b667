/** Traces, from a client's request through the gateway to an upstream, and as a collector gets them. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { serve } from "../fixtures/upstreams/node-server.ts";
import type { UpstreamStats } from "../fixtures/upstreams/stats.ts";
import { startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import { openGateway, type TestGateway } from "./gateway.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, string> }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

interface Export {
  readonly authorization: string | null;
  readonly type: string | null;
  readonly body: { readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: Span[] }[] }[] };
}

const lasting = new AsyncDisposableStack();
const exports: Export[] = [];
let status = 200;
let gateway: TestGateway;
let upstreams: readonly { readonly origin: string }[];

beforeAll(async () => {
  const collector = await serve(async (request) => {
    const { headers } = request;
    const body = (await request.json()) as Export["body"];
    exports.push({ authorization: headers.get("authorization"), type: headers.get("content-type"), body });
    return new Response("{}", { status });
  });
  lasting.defer(() => collector.close());
  const modern = await startToolsUpstream("modern");
  lasting.defer(() => modern.close());
  const legacy = await startToolsUpstream("legacy");
  lasting.defer(() => legacy.close());
  upstreams = [modern, legacy];
  gateway = await openGateway({
    bundle: inject("bundle"),
    vars: { ISOGATE_OPEN: "local", COLLECTOR_TOKEN: "c0llector-t0ken" },
    mcpServers: {
      modern: { type: "http", url: `${modern.origin}/mcp` },
      legacy: { type: "http", url: `${legacy.origin}/mcp` },
    },
    settings: {
      telemetry: { otlp_url: `${collector.origin}/v1/traces`, headers: { authorization: "Bearer ${COLLECTOR_TOKEN}" } },
    },
  });
  lasting.defer(() => gateway.stop());
});

afterAll(() => lasting.disposeAsync());

async function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await fetch(gateway.origin + path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(body),
  });
  return answer.text();
}

async function run(code: string, traceparent?: string): Promise<string> {
  const text = await post("/api/v1/code/exec", { code }, traceparent === undefined ? {} : { traceparent });
  return (JSON.parse(text) as { run: string }).run;
}

function spansOf(id: string): Span[] {
  const all = exports.flatMap(({ body }) =>
    body.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((s) => s.spans)),
  );
  const trace = all.find((span) => attributesOf(span)["isogate.run.id"] === id)?.traceId;
  return all.filter(({ traceId }) => traceId === trace);
}

async function collected(id: string, count: number): Promise<Span[]> {
  await expect.poll(() => spansOf(id).length, { timeout: 10_000 }).toBe(count);
  return spansOf(id);
}

function attributesOf({ attributes }: Span): Record<string, string | undefined> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

describe("a run's trace", () => {
  it("goes on from the asker's, down to the calls, and to upstreams of both eras", async () => {
    const id = await run(
      `await modern.add({ a: 1, b: 2 }); await legacy.echo({ text: "hi" }); await modern.fail({}).catch(() => 0)`,
      `00-${TRACE}-${SPAN}-01`,
    );
    const [request, script, add, echo, fail, ...rest] = await collected(id, 5);
    expect(rest).toStrictEqual([]);
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: SPAN, name: "execute_code", kind: 2, status: {} });
    expect(script).toMatchObject({ traceId: TRACE, parentSpanId: request?.spanId, name: "run", kind: 1 });
    for (const call of [add, echo, fail]) {
      expect(call).toMatchObject({ traceId: TRACE, parentSpanId: script?.spanId, kind: 3 });
      expect(BigInt(call?.startTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(BigInt(script?.startTimeUnixNano ?? 0));
      expect(BigInt(call?.endTimeUnixNano ?? 0)).toBeLessThanOrEqual(BigInt(script?.endTimeUnixNano ?? 0));
    }
    expect(add?.name).toBe("tools/call add");
    expect(fail?.status).toStrictEqual({ code: 2, message: expect.stringContaining("the disk is full") });
    expect(fail && attributesOf(fail)).toMatchObject({ "isogate.server": "modern", "error.type": "TOOL_ERROR" });
    expect(request && attributesOf(request)).toMatchObject({ "isogate.calls": "3", "isogate.calls.failed": "1" });
    const traces = await Promise.all(
      upstreams.map(async ({ origin }) => ((await (await fetch(`${origin}/stats`)).json()) as UpstreamStats).trace),
    );
    for (const [trace, span] of [
      [traces[0], fail],
      [traces[1], echo],
    ] as const) {
      const passedOn = `00-${TRACE}-${span?.spanId}-01`;
      expect(trace).toStrictEqual({ header: passedOn, meta: passedOn });
    }
  });

  it("has the runs of saved scripts inside that of the script that calls them", async () => {
    await post("/api/v1/scripts", { name: "inner", code: "await modern.echo({ text: 'inner' })" });
    const trace = "1234567890abcdef1234567890abcdef";
    const id = await run("await scripts.inner()", `00-${trace}-${SPAN}-01`);
    const spans = await collected(id, 5);
    const under = (parent: Span | undefined): (Span | undefined)[] =>
      spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
    const [outer] = spans.filter(({ parentSpanId }) => parentSpanId === SPAN);
    expect(outer && attributesOf(outer)["isogate.run.id"]).toBe(id);
    const [script] = under(outer);
    const [inner] = under(script);
    expect(inner).toMatchObject({ traceId: trace, name: "execute_code", kind: 1 });
    expect(inner && attributesOf(inner)).toMatchObject({ "isogate.run.via": "script", "isogate.script": "inner@1" });
    const [innerScript] = under(inner);
    const [call] = under(innerScript);
    expect([innerScript?.name, call?.name]).toStrictEqual(["run", "tools/call echo"]);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(5);
  });

  it("is the one that an MCP client names in _meta", async () => {
    const text = await post(
      "/mcp",
      {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "execute_code",
          arguments: { code: "1" },
          _meta: {
            traceparent: `00-${TRACE}-aaaaaaaaaaaaaaaa-01`,
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
          },
        },
      },
      {
        traceparent: `00-${TRACE}-bbbbbbbbbbbbbbbb-01`,
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "execute_code",
      },
    );
    const id = /r_\w+/.exec(text)?.[0] ?? text;
    await expect
      .poll(() => spansOf(id).map(({ parentSpanId }) => parentSpanId), { timeout: 10_000 })
      .toContain("aaaaaaaaaaaaaaaa");
  });

  it("is its own without an asker's, and shows a refused script as one failed span", async () => {
    const [request, ...rest] = await collected(await run("return (;"), 1);
    expect(rest).toStrictEqual([]);
    expect(request?.traceId).not.toBe(TRACE);
    expect(request?.parentSpanId).toBeUndefined();
    expect(request?.status.code).toBe(2);
  });

  it("is passed on and not collected when the asker does not want it collected", async () => {
    const other = "aaaabbbbccccddddaaaabbbbccccdddd";
    await run("await modern.echo({ text: 'quiet' })", `00-${other}-${SPAN}-00`);
    await collected(await run("1"), 2);
    const all = JSON.stringify(exports);
    expect(all).not.toContain(other);
    const stats = (await (await fetch(`${upstreams[0]?.origin}/stats`)).json()) as UpstreamStats;
    expect(stats.trace?.header).toMatch(new RegExp(`^00-${other}-[0-9a-f]{16}-00$`));
  });
});

it("carries the configured headers, and none of the secrets", () => {
  expect(exports.length).toBeGreaterThan(0);
  for (const { authorization, type, body } of exports) {
    expect([authorization, type]).toStrictEqual(["Bearer c0llector-t0ken", "application/json"]);
    expect(JSON.stringify(body)).not.toContain("c0llector-t0ken");
  }
});

it("costs nothing but its spans when the collector fails, and the log says so", async () => {
  status = 503;
  expect(await run("40 + 2")).toMatch(/^r_/);
  await expect.poll(() => gateway.readLog(), { timeout: 10_000 }).toMatch(/2 spans were lost: .*status 503/);
  status = 200;
  await collected(await run("1 + 1"), 2);
});
