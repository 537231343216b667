/** An argument that a tool does not have: which one may have been meant. */
import { expect, it } from "vitest";
import { judgeArgs } from "../../src/upstream/arguments/judge-args.ts";

const ITEM = {
  name: "update_item",
  inputSchema: {
    type: "object",
    properties: { item_id: { type: "string" }, price: { type: "number" }, currency: { type: "string" } },
    required: ["item_id", "price"],
  },
} as const;

it.each([
  { given: { id: "i1", price: 2 }, want: "args.id is not an argument of this tool. Did you mean item_id?" },
  { given: { ID: "i1", price: 2 }, want: "args.ID is not an argument of this tool. Did you mean item_id?" },
  {
    given: { item_id: "i1", new_price: 2 },
    want: "args.new_price is not an argument of this tool. Did you mean price?",
  },
  { given: { item_id: "i1", price: 2, id: "i1" }, want: "args.id is not an argument of this tool." },
  { given: { id: "i1" }, want: "args.id is not an argument of this tool. args.item_id, args.price are missing." },
  {
    given: { id: "i1", xy: 1, price: 2 },
    want: "args.id is not an argument of this tool. args.xy is not an argument of this tool. args.item_id is missing.",
  },
  {
    given: { itemId: "i1", prize: 2, zzz: 3 },
    want: "args.itemId is not an argument of this tool. Did you mean item_id? args.prize is not an argument of this tool. Did you mean price? args.zzz is not an argument of this tool.",
  },
  {
    given: { item_id: "i1", price: 1, a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 },
    want: expect.stringMatching(/args\.e is not an argument of this tool\. 1 more name is no argument of it\.$/),
  },
  {
    given: { "": "i1", price: 2 },
    want: "args. is not an argument of this tool. args.item_id is missing.",
  },
])("$given", ({ given, want }) => {
  expect(judgeArgs(ITEM, given, 100)).toStrictEqual(want);
});

const LIST = ["state", "page", "per_page", "sort"];

it.each([
  {
    given: ["pageSize"],
    properties: LIST,
    want: "args.pageSize is not an argument of this tool. Did you mean per_page?",
  },
  { given: ["limit"], properties: LIST, want: "args.limit is not an argument of this tool. Did you mean per_page?" },
  {
    given: ["perPage"],
    properties: LIST,
    want: "args.perPage is not an argument of this tool. Did you mean per_page?",
  },
  { given: ["pageSize"], properties: ["page", "q"], want: "args.pageSize is not an argument of this tool." },
  {
    given: ["per_page"],
    properties: ["first", "after"],
    want: "args.per_page is not an argument of this tool. Did you mean first?",
  },
  {
    given: ["count"],
    properties: ["maxResults", "account"],
    want: "args.count is not an argument of this tool. Did you mean maxResults?",
  },
  {
    given: ["page_size"],
    properties: ["pageSize", "limit"],
    want: "args.page_size is not an argument of this tool. Did you mean pageSize?",
  },
])("$given of $properties", ({ given, properties, want }) => {
  const tool = {
    name: "list",
    inputSchema: { type: "object", properties: Object.fromEntries(properties.map((name) => [name, {}])) },
  };
  expect(judgeArgs(tool, Object.fromEntries(given.map((name) => [name, 1])), 100)).toBe(want);
});

it("required names are missing where several of them may have been meant", () => {
  const properties = { item_id: {}, item_ip: {} };
  const tool = { name: "one", inputSchema: { type: "object", properties, required: ["item_id", "item_ip"] } };
  expect(judgeArgs(tool, { item_ix: 1 }, 100)).toBe(
    "args.item_ix is not an argument of this tool. Did you mean item_id or item_ip? args.item_id, args.item_ip are missing.",
  );
});

it("takes little time for wrong names of a tool with many arguments", () => {
  const properties = Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`${"name_aB".repeat(9)}${n}`, {}]));
  const tool = { name: "list", inputSchema: { type: "object", properties } };
  judgeArgs(tool, {}, 2);
  const wrong = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`${"name_aB".repeat(8)}_x${n}`, 1]));
  const started = performance.now();
  judgeArgs(tool, wrong, 1_000);
  expect(performance.now() - started).toBeLessThan(1_000);
});
