/** What is read of the tools that an upstream lists. */
import { describe, expect, it } from "vitest";
import { ToolListReader, listPage } from "../../../src/upstream/mcp/tool-list.ts";

it.each([
  { given: { readOnlyHint: true, destructiveHint: true }, want: { readOnlyHint: false, destructiveHint: true } },
  { given: { readOnlyHint: true, destructiveHint: false }, want: { readOnlyHint: true, destructiveHint: false } },
  { given: { destructiveHint: true }, want: { destructiveHint: true } },
])("a tool with $given counts as the more dangerous of what it says", ({ given, want }) => {
  const reader = new ToolListReader();
  reader.add([{ name: "remove", inputSchema: { type: "object" }, annotations: given }]);
  expect(reader.finish().tools).toMatchObject([{ name: "remove", annotations: want }]);
  expect(reader.finish().tools[0]?.annotations).toStrictEqual(want);
});

describe("a page", () => {
  const tools = [{ name: "read", inputSchema: { type: "object" } }];
  const remarksOf = (nextCursor: unknown): readonly string[] => {
    const page = listPage.parse(nextCursor === undefined ? { tools } : { tools, nextCursor });
    const reader = new ToolListReader();
    reader.add(page.tools);
    expect(reader.finish().tools).toHaveLength(1);
    return reader.finish().unreadable;
  };

  it.each([
    { nextCursor: "c".repeat(100_001), says: "a cursor of 100001 characters; at most 100000 are sent" },
    { nextCursor: 5, says: "a cursor that is no text" },
    { nextCursor: { page: 2 }, says: "a cursor that is no text" },
  ])("whose cursor cannot be sent says so: $says", ({ nextCursor, says }) => {
    expect(listPage.parse({ tools, nextCursor }).nextCursor).toBeUndefined();
    expect(remarksOf(nextCursor)).toStrictEqual([`the list has ${says}; the pages after it are not read`]);
  });

  it.each([undefined, null, "next"])("with the cursor %s says nothing", (nextCursor) => {
    expect(remarksOf(nextCursor)).toStrictEqual([]);
    expect(listPage.parse({ tools, nextCursor }).nextCursor).toBe(nextCursor ?? undefined);
  });
});
