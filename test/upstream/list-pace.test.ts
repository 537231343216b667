/** How soon the list of an upstream is read again. */
import { expect, it } from "vitest";
import { MIN_RELIST_MS, RELIST_BURST, RELIST_TOOLS, RELIST_VALUES } from "../../src/limits/upstream-limits.ts";
import { ListPace } from "../../src/upstream/list-pace.ts";

function paceAfter(cause: "use" | "upstream", reads: number): ListPace {
  const pace = new ListPace();
  for (let read = 0; read < reads; read += 1) pace.note(cause, 1_000);
  return pace;
}

it.each([
  { what: "some changes at once", cause: "upstream", reads: RELIST_BURST - 1, want: 0 },
  { what: "more changes", cause: "upstream", reads: RELIST_BURST, want: RELIST_BURST * MIN_RELIST_MS },
  { what: "a long list that changes", cause: "upstream", reads: 1, entries: RELIST_TOOLS, want: 2 * MIN_RELIST_MS },
  { what: "a list of many values", cause: "upstream", reads: 1, values: 2 * RELIST_VALUES, want: 3 * MIN_RELIST_MS },
  { what: "requests for a list of many values", cause: "use", reads: 1, values: RELIST_VALUES, want: MIN_RELIST_MS },
  { what: "requests for a short list", cause: "use", reads: 10, want: 0 },
  { what: "requests for a long list", cause: "use", reads: 1, entries: RELIST_TOOLS, want: MIN_RELIST_MS },
] as const)("$what", ({ cause, reads, want, ...given }) => {
  const pace = paceAfter(cause, reads);
  const size = { entries: 0, values: 0, ...given };
  expect(pace.waitMs(cause, size, 1_000)).toBe(want);
  expect(pace.waitMs(cause, size, 1_000 + want)).toBe(0);
});

it("requests and announced changes have a pace of their own", () => {
  expect(paceAfter("use", 10).waitMs("upstream", { entries: RELIST_TOOLS, values: 0 }, 1_000)).toBe(0);
});
