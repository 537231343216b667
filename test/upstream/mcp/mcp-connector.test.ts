/** Results of `tools/call` in both eras, as the connector reads them. The upstream is a transport that answers with what a test gives it. */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { UpstreamError, type ToolResult } from "../../../src/upstream/connector.ts";
import { Redaction } from "../../../src/upstream/credentials/redaction.ts";
import { McpConnector } from "../../../src/upstream/mcp/mcp-connector.ts";

const serverInfo = { name: "odd", version: "1" };
const capabilities = { tools: {} };

class AnsweringTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #answers: Readonly<Record<string, unknown>>;

  constructor(answers: Readonly<Record<string, unknown>>) {
    this.#answers = answers;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (!("id" in message) || !("method" in message)) return Promise.resolve();
    const { id, method } = message;
    const result = this.#answers[method];
    const error = { code: -32_601, message: "Method not found" };
    const answer = result === undefined ? { jsonrpc: "2.0", id, error } : { jsonrpc: "2.0", id, result };
    queueMicrotask(() => this.onmessage?.(answer as JSONRPCMessage));
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const ANSWERS = {
  legacy: { initialize: { protocolVersion: "2025-11-25", capabilities, serverInfo } },
  modern: {
    "server/discover": {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities,
      ttlMs: 0,
      cacheScope: "private",
      _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
    },
  },
};

function connectorTo(openTransport: () => Transport): McpConnector {
  return new McpConnector({
    openTransport,
    server: "odd",
    known: undefined,
    connectMs: 5_000,
    timeoutMs: 5_000,
    onToolsChanged: () => undefined,
    onResourceUpdated: () => undefined,
    asksPersons: false,
    asksClient: [],
    longInteger: Number,
    redaction: new Redaction(),
    tokens: undefined,
    remote: undefined,
  });
}

/** @param result JSON, read as the transports read it */
function call(era: "legacy" | "modern", result: string): Promise<ToolResult> {
  const answered = JSON.parse(result) as object;
  const complete = era === "modern" ? { resultType: "complete", ...answered } : answered;
  const connector = connectorTo(() => new AnsweringTransport({ ...ANSWERS[era], "tools/call": complete }));
  const tool = { name: "draw", inputSchema: { type: "object" } };
  return connector.call(tool, {}, { signal: AbortSignal.timeout(5_000) });
}

const TEXT = { type: "text", text: "two points" };

it.each(["legacy", "modern"] as const)("a result of the %s era is read as it is", async (era) => {
  const structured = '{"__proto__":{"id":1},"list":[1]}';
  const result = await call(era, `{"content":[${JSON.stringify(TEXT)}],"structuredContent":${structured}}`);
  expect(result.content).toStrictEqual([TEXT]);
  expect(JSON.stringify(result.structuredContent)).toBe(structured);
});

it.each(["legacy", "modern"] as const)("null stands for no structured content in the %s era", async (era) => {
  const result = await call(era, `{"content":[${JSON.stringify(TEXT)}],"structuredContent":null}`);
  expect(result).toStrictEqual({ content: [TEXT] });
});

it("an upstream that was slow to connect still has time for its list", async () => {
  const wait = new AbortController();
  class SlowTransport extends AnsweringTransport {
    override send(message: JSONRPCMessage): Promise<void> {
      if ("method" in message && message.method === "initialize") wait.abort();
      return super.send(message);
    }
  }
  const connector = connectorTo(() => new SlowTransport({ ...ANSWERS.legacy, "tools/list": { tools: [] } }));
  expect(await connector.list(wait.signal)).toMatchObject({ tools: [] });
});

it("a block of an unknown type is kept in the legacy era", async () => {
  const content = [{ type: "chart", points: [1, 2] }, TEXT];
  expect(await call("legacy", JSON.stringify({ content }))).toStrictEqual({ content });
});

it.each([
  { era: "modern", given: { content: [{ type: "chart", points: [1, 2] }, TEXT] } },
  { era: "legacy", given: { content: ["two points"] } },
  { era: "legacy", given: { content: [], isError: "perhaps" } },
  { era: "legacy", given: { task: { taskId: "t" } } },
] as const)("an answer that is no result of the $era era is told as such: $given", async ({ era, given }) => {
  const failure: unknown = await call(era, JSON.stringify(given)).catch((error: unknown) => error);
  if (!(failure instanceof UpstreamError)) throw new Error("It did not fail.", { cause: failure });
  expect(failure).toMatchObject({ code: "UPSTREAM_ERROR", isUnanswered: true, concernsCallOnly: true });
  expect(failure.message).toContain("odd could not answer draw in the protocol's form, although its answer arrived: ");
});

it.each([
  { given: { toolResult: { rows: 2 } }, want: { rows: 2 } },
  { given: { toolResult: 1, content: [] }, want: undefined },
  { given: {}, want: undefined },
])("the value of the protocol of 2024-10-07: $given", async ({ given, want }) => {
  expect((await call("legacy", JSON.stringify(given))).structuredContent).toStrictEqual(want);
});

it.each(["failure", "source", "bytes", "remark", "requiredCapabilities"])(
  "%s is the gateway's own field",
  async (field) => {
    const given = { content: [], [field]: { status: 401 } };
    expect(await call("legacy", JSON.stringify(given))).toStrictEqual({ content: [] });
  },
);
