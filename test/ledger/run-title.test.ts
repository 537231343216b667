/** The titles of runs in lists and exports. */
import { expect, it } from "vitest";
import { titleOf } from "../../src/ledger/run-title.ts";

it.each([
  { given: "\n  const a = 1;\na", want: "const a = 1;" },
  { given: 'await __servers["evil"]["write"](input)', want: "evil.write" },
  { given: String.raw`await __servers["a\"b"]["c.d"](input)`, want: 'a"b.c.d' },
  { given: 'await __servers["evil"]["write"](input); 1', want: 'await __servers["evil"]["write"](input); 1' },
  { given: "x".repeat(130), want: `${"x".repeat(119)}…` },
])("of $given is $want", ({ given, want }) => {
  expect(titleOf(given)).toBe(want);
});
