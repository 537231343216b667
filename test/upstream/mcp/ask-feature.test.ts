/** Lists of features are read to their end, or fail. */
import type { Client } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { askFeature } from "../../../src/upstream/mcp/ask-feature.ts";
import { SlowLists } from "../../../src/upstream/mcp/slow-lists.ts";

/** @param pages the answers, in order */
function ask(pages: readonly object[]) {
  const left = [...pages];
  const client = { request: () => Promise.resolve(left.shift()) } as unknown as Client;
  const options = {
    server: "notes",
    slowLists: new SlowLists("notes"),
    timeoutMs: 1_000,
    trace: undefined,
    meta: undefined,
  };
  return askFeature(client, "resources/list", {}, { ...options, signal: new AbortController().signal });
}

const page = (name: string, rest: object = {}) => ({ resources: [{ name, uri: `notes:${name}` }], ...rest });

it("all pages are joined", async () => {
  const { structuredContent } = (await ask([page("a", { nextCursor: "b" }), page("b", { nextCursor: null })])) as {
    readonly structuredContent: unknown;
  };
  expect(structuredContent).toMatchObject([{ name: "a" }, { name: "b" }]);
});

it.each([
  { nextCursor: "c".repeat(100_001), says: "a cursor of 100001 characters; at most 100000 are sent" },
  { nextCursor: 5, says: "a cursor that is not a text" },
])("a cursor that cannot be sent is no end: $says", async ({ nextCursor, says }) => {
  await expect(ask([page("a", { nextCursor })])).rejects.toThrow(`notes lists its resources with ${says}.`);
});
