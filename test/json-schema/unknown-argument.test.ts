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
  { given: { id: "i1" }, want: "args.id is not an argument of this tool." },
  { given: { id: "i1", xy: 1, price: 2 }, want: "args.id is not an argument of this tool." },
  { given: { "": "i1", price: 2 }, want: "args. is not an argument of this tool." },
])("$given", ({ given, want }) => {
  expect(judgeArgs(ITEM, given, 100)).toBe(want);
});
