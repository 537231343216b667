/** Where a list of an upstream goes on, and what is said of a cursor that cannot be sent back. */
import { expect, it } from "vitest";
import { readCursor } from "../../../src/upstream/mcp/read-cursor.ts";

it.each([
  { given: undefined, want: {} },
  { given: null, want: {} },
  { given: "next", want: { cursor: "next" } },
  { given: "c".repeat(100_000), want: { cursor: "c".repeat(100_000) } },
  { given: "c".repeat(100_001), want: { problem: "a cursor of 100001 characters; at most 100000 are sent" } },
  { given: 5, want: { problem: "a cursor that is not a text" } },
  { given: { page: 2 }, want: { problem: "a cursor that is not a text" } },
])("a cursor", ({ given, want }) => {
  expect(readCursor(given)).toStrictEqual(want);
});
