/** What is read of the tools that an upstream lists. */
import { expect, it } from "vitest";
import { MAX_LIST_TOOLS, MAX_LIST_VALUES, MAX_TOOL_VALUES } from "../../../src/limits/upstream-limits.ts";
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

it("a tool that can only be called as a task is left out, with a remark", () => {
  const reader = new ToolListReader();
  const tools = ["forbidden", "optional", "required"].map((taskSupport) => ({
    name: taskSupport,
    execution: { taskSupport },
  }));
  reader.add([...tools, { name: "odd", execution: "required" }]);
  const { tools: read, unreadable } = reader.finish();
  expect(read.map(({ name }) => name)).toStrictEqual(["forbidden", "optional", "odd"]);
  expect(unreadable).toStrictEqual([
    'tools[2] required can only be called as a task (execution.taskSupport is "required"), which the gateway does not support',
  ]);
});

/** A tool whose definition has so many JSON values, and few characters. */
function toolOf(name: string, values: number): object {
  const own = 5;
  const properties = Object.fromEntries(Array.from({ length: values - own }, (_, index) => [`p${index}`, {}]));
  return { name, inputSchema: { type: "object", properties } };
}

it.each([
  { what: "objects", entry: {} },
  { what: "numbers", entry: 0 },
  { what: "names of another type", entry: { name: 7, inputSchema: { type: "object" } } },
])("a list ends after its entries, also where none is usable: $what", ({ entry }) => {
  const reader = new ToolListReader();
  const started = performance.now();
  reader.add(Array.from({ length: 2_000_000 }, () => entry));
  expect(performance.now() - started).toBeLessThan(5_000);
  const { tools, unreadable, size } = reader.finish();
  expect({ tools, isFull: reader.isFull }).toStrictEqual({ tools: [], isFull: true });
  expect(size.entries).toBe(MAX_LIST_TOOLS);
  expect(unreadable[0]).toBe("tools[0] has no usable name");
});

it("a tool of too many values is left out, and the others are read", () => {
  const reader = new ToolListReader();
  reader.add([toolOf("most", MAX_TOOL_VALUES), toolOf("more", MAX_TOOL_VALUES + 1), toolOf("small", 10)]);
  const { tools, unreadable, size } = reader.finish();
  expect(tools.map(({ name }) => name)).toStrictEqual(["most", "small"]);
  expect(size).toStrictEqual({ entries: 3, values: 2 * MAX_TOOL_VALUES + 11 });
  expect(unreadable).toStrictEqual([`tools[1] more has more than ${MAX_TOOL_VALUES} values of JSON`]);
});

it("a list of too many values is read to its bound", () => {
  const reader = new ToolListReader();
  const most = MAX_LIST_VALUES / MAX_TOOL_VALUES;
  reader.add(Array.from({ length: most + 2 }, (_, index) => toolOf(`t${index}`, MAX_TOOL_VALUES)));
  const { tools, unreadable } = reader.finish();
  expect(tools).toHaveLength(most);
  expect(unreadable).toStrictEqual([
    `the list has more than ${MAX_LIST_VALUES} values of JSON; ${most} tools of it are read`,
  ]);
});
