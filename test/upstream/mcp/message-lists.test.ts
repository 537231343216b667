/** Lists of an upstream's message are bounded before the client checks their entries. */
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { MAX_MESSAGE_BLOCKS, MAX_MESSAGE_ENTRIES } from "../../../src/limits/upstream-limits.ts";
import { callResult } from "../../../src/upstream/mcp/call-result.ts";
import { withBoundedLists } from "../../../src/upstream/mcp/message-lists.ts";

const entries = (count: number, entry: unknown = 0): unknown[] => Array.from({ length: count }, () => entry);
const answer = (result: object) => ({ jsonrpc: "2.0", id: 7, result }) as JSONRPCMessage;
const MORE = entries(MAX_MESSAGE_ENTRIES + 1);

it.each([
  { content: MORE, resultType: "complete" },
  { supportedVersions: MORE },
  { serverInfo: { icons: MORE } },
  { _meta: { "io.modelcontextprotocol/serverInfo": { icons: MORE } }, resultType: "complete" },
  { prompts: [{ name: "a", arguments: MORE }], resultType: "complete" },
  { tools: [{ name: "a", inputSchema: { type: "object", required: MORE } }], resultType: "complete" },
  {
    tools: [{ name: "a", inputSchema: { properties: Object.fromEntries(MORE.map((_, at) => [`p${at}`, 0])) } }],
    resultType: "complete",
  },
  { tools: entries(3, { name: "a", icons: entries(MAX_MESSAGE_ENTRIES / 2) }), resultType: "complete" },
])("an answer with too many entries is refused alone: %o", (result) => {
  expect(withBoundedLists(answer(result))).toMatchObject({
    id: 7,
    error: { message: `its answer has lists of more than ${MAX_MESSAGE_ENTRIES} entries` },
  });
});

it.each([
  { content: MORE },
  { tools: MORE },
  { content: [], structuredContent: { rows: MORE } },
  { toolResult: MORE },
  { tools: [{ name: "a", inputSchema: { enum: MORE } }] },
  { tools: [{ name: "a", inputSchema: { properties: { a: { enum: MORE } } } }], resultType: "complete" },
])("an answer is passed on: %o", (result) => {
  const message = answer(result);
  expect(withBoundedLists(message)).toBe(message);
});

it("content of 2026-07-28, which the client checks block by block, has fewer entries", () => {
  const content = entries(MAX_MESSAGE_BLOCKS + 1, {});
  expect(withBoundedLists(answer({ content, resultType: "complete" }))).toMatchObject({
    error: { message: `its answer has lists of more than ${MAX_MESSAGE_BLOCKS} entries` },
  });
  const message = answer({ content: content.slice(1), resultType: "complete" });
  expect(withBoundedLists(message)).toBe(message);
});

it("a request or notification with too many entries is dropped", () => {
  const params = { messages: MORE };
  expect(withBoundedLists({ jsonrpc: "2.0", id: 1, method: "sampling/createMessage", params })).toBeUndefined();
  expect(withBoundedLists({ jsonrpc: "2.0", method: "notifications/progress", params })).toBeUndefined();
});

it.each([{ content: [0] }, { content: [{}, 0] }, { content: [null] }, { content: [[]] }, { content: "x" }])(
  "content that is no list of objects is no result: %o",
  (result) => {
    expect(callResult.safeParse(result).error?.issues).toMatchObject([{ message: "expected a list of objects" }]);
  },
);

it("a result with a million entries that are no objects has one issue", () => {
  expect(callResult.safeParse({ content: entries(1_000_000) }).error?.issues).toHaveLength(1);
});
