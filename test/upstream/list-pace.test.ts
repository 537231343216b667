/** How soon the list of an upstream is read again. */
import { expect, it } from "vitest";
import { MIN_RELIST_MS, RELIST_BURST, RELIST_TOOLS } from "../../src/limits/upstream-limits.ts";
import { ListPace } from "../../src/upstream/list-pace.ts";

function paceAfter(cause: "use" | "upstream", reads: number): ListPace {
  const pace = new ListPace();
  for (let read = 0; read < reads; read += 1) pace.note(cause, 1_000);
  return pace;
}

it.each([
  { what: "some changes at once", cause: "upstream", reads: RELIST_BURST - 1, tools: 0, want: 0 },
  { what: "more changes", cause: "upstream", reads: RELIST_BURST, tools: 0, want: RELIST_BURST * MIN_RELIST_MS },
  { what: "a long list that changes", cause: "upstream", reads: 1, tools: RELIST_TOOLS, want: 2 * MIN_RELIST_MS },
  { what: "requests for a short list", cause: "use", reads: 10, tools: 0, want: 0 },
  { what: "requests for a long list", cause: "use", reads: 1, tools: RELIST_TOOLS, want: MIN_RELIST_MS },
] as const)("$what", ({ cause, reads, tools, want }) => {
  const pace = paceAfter(cause, reads);
  expect(pace.waitMs(cause, tools, 1_000)).toBe(want);
  expect(pace.waitMs(cause, tools, 1_000 + want)).toBe(0);
});

it("requests and announced changes have a pace of their own", () => {
  expect(paceAfter("use", 10).waitMs("upstream", RELIST_TOOLS, 1_000)).toBe(0);
});
