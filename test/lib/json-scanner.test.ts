/** The names of properties are counted as they come, wherever the text is cut, and in time that grows with its length. */
import { describe, expect, it } from "vitest";
import { JsonScanner, hasManyNames } from "../../src/lib/json-scanner.ts";

const encoder = new TextEncoder();
const named = (count: number, name = (index: number) => `k${index}`): string =>
  `{${Array.from({ length: count }, (_, index) => `${JSON.stringify(name(index))}:0`).join(",")}}`;

/** @param pieces of equal length @returns what exceeds a bound */
function scan(text: string, maxNames: number, pieces: number): string | undefined {
  const scanner = new JsonScanner({ maxDepth: 1_000, maxNames });
  const bytes = encoder.encode(text);
  const size = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length; at += size) {
    scanner.beginChunk();
    const chunk = bytes.subarray(at, at + size);
    const problem = scanner.scan(chunk, 0, chunk.length);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

describe.each([1, 3])("in %d pieces", (pieces) => {
  it.each([
    { what: "as many as may be", text: named(96), isRefused: false },
    { what: "more", text: named(104), isRefused: true },
    { what: "in several objects", text: `[${named(52)},${named(52, (index) => `m${index}`)}]`, isRefused: true },
    { what: "with blanks before the colon", text: named(104).replaceAll(":", " \n:"), isRefused: true },
    { what: "with escaped quotes", text: named(104, (index) => `"\\${index}`), isRefused: true },
    { what: "longer than names that are compared", text: named(104, () => "n".repeat(200)), isRefused: true },
    { what: "the same ones again", text: `[${Array(1_000).fill(named(90)).join(",")}]`, isRefused: false },
    { what: "strings that are no names", text: JSON.stringify(Array.from({ length: 999 }, String)), isRefused: false },
    { what: "names inside a string", text: JSON.stringify({ text: named(999) }), isRefused: false },
    { what: "strings before a colon in another string", text: '["a",": b"]'.repeat(999), isRefused: false },
  ])("$what", ({ text, isRefused }) => {
    expect(scan(text, 100, pieces)).toBe(isRefused ? "has more than 100 different names of properties" : undefined);
  });
});

it.each([
  { what: "many names", text: named(60_000), want: true },
  { what: "many names after blanks", text: ` \ufeff\n${named(60_000)}`, want: true },
  { what: "fewer names", text: named(40_000), want: false },
  { what: "names inside a string", text: JSON.stringify({ text: named(60_000) }), want: false },
  { what: "a long text", text: "x".repeat(1_000_000), want: false },
])("a whole text: $what", ({ text, want }) => {
  expect(hasManyNames(text, 50_000)).toBe(want);
});

it("takes linear time for 8 MB of any kind", () => {
  const texts = [
    named(700_000),
    `[${'{"a":0},'.repeat(1_000_000)}0]`,
    `["${"\\\\".repeat(4_000_000)}"]`,
    '"":'.repeat(2_700_000),
  ];
  for (const text of texts) {
    const started = performance.now();
    scan(text, Number.POSITIVE_INFINITY, 1);
    expect(performance.now() - started).toBeLessThan(3_000);
  }
});
