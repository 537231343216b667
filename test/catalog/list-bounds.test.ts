/** The bounds of a list leave room for the largest lists that there are. */
import { expect, it } from "vitest";
import { countValues } from "../../src/lib/count-values.ts";
import { MAX_LIST_VALUES, MAX_TOOL_VALUES } from "../../src/limits/upstream-limits.ts";
import { ToolListReader } from "../../src/upstream/mcp/tool-list.ts";
import { loadCatalogs } from "../fixtures/catalogs/load.ts";

it.each(loadCatalogs())("$name is read whole, with as much room again", ({ tools }) => {
  const reader = new ToolListReader();
  reader.add(tools);
  const read = reader.finish();
  expect(read.unreadable.filter((remark) => /values/.test(remark))).toStrictEqual([]);
  expect(countValues(tools, Infinity)).toBeLessThan(MAX_LIST_VALUES / 2);
  for (const tool of tools) expect(countValues(tool, Infinity)).toBeLessThan(MAX_TOOL_VALUES / 2);
});

it.each([
  { given: 1, want: 1 },
  { given: [], want: 1 },
  { given: [1, [2, {}], { a: null, b: "x" }], want: 8 },
])("values of $given", ({ given, want }) => {
  expect(countValues(given, 100)).toBe(want);
  expect(countValues(given, want)).toBe(want);
  expect(countValues(given, want - 1)).toBe(want);
  expect(
    countValues(
      Array.from({ length: 9 }, () => given),
      5,
    ),
  ).toBe(6);
});
