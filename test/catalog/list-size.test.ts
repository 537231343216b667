/** Lists that do not fit into one message are left out, the longest first. Pure. */
import { expect, it } from "vitest";
import { listChars, listsBeyond } from "../../src/catalog/list-size.ts";

const list = (chars: number) => [{ name: "x".repeat(chars) }];

it.each([
  { given: [10, 20, 30], max: 200, want: [] },
  { given: [100, 20, 30], max: 120, want: [0] },
  { given: [500, 20, 500], max: 120, want: [0, 2] },
  { given: [500], max: 100, want: [0] },
])("of lists of $given characters, $max in all, $want do not fit", ({ given, max, want }) => {
  expect([...listsBeyond(given.map(list), max)].toSorted((a, b) => a - b)).toStrictEqual(want);
});

it("counts a list as JSON", () => {
  expect(listChars(list(10))).toBe(JSON.stringify(list(10)).length);
});
