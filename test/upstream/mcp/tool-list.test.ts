/** What is read of the tools that an upstream lists. */
import { expect, it } from "vitest";
import { ToolListReader } from "../../../src/upstream/mcp/tool-list.ts";

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
