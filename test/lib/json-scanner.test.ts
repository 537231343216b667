/** Values and the names of properties are counted as they come, wherever the text is cut, and in time that grows with its length. */
import { describe, expect, it } from "vitest";
import { JsonScanner, excessOfJson, type JsonBounds } from "../../src/lib/json-scanner.ts";

const encoder = new TextEncoder();
const named = (count: number, name = (index: number) => `k${index}`): string =>
  `{${Array.from({ length: count }, (_, index) => `${JSON.stringify(name(index))}:0`).join(",")}}`;

const listed = (count: number, value: string): string => `[${Array<string>(count).fill(value).join(",")}]`;
const UNBOUNDED = { maxDepth: 1_000, maxNames: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY };

/** @param pieces of equal length @returns what exceeds a bound */
function scan(text: string, bounds: Partial<JsonBounds>, pieces: number): string | undefined {
  const scanner = new JsonScanner({ ...UNBOUNDED, ...bounds });
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
    const want = isRefused ? "has more than 100 different names of properties" : undefined;
    expect(scan(text, { maxNames: 100 }, pieces)).toBe(want);
  });

  it.each([
    { what: "as many numbers as may be", text: listed(98, "0"), isRefused: false },
    { what: "more numbers", text: listed(101, "0"), isRefused: true },
    { what: "with blanks between them", text: listed(101, " \n0\t"), isRefused: true },
    { what: "as many values of objects as may be", text: listed(32, '{"a":1}'), isRefused: false },
    { what: "more values of objects", text: listed(34, '{"a":1}'), isRefused: true },
    { what: "empty objects", text: listed(34, "{}"), isRefused: true },
    { what: "as many lists in lists as may be", text: "[".repeat(50) + "]".repeat(50), isRefused: false },
    { what: "lists in lists", text: "[".repeat(51) + "]".repeat(51), isRefused: true },
    { what: "lists that do not end", text: "[".repeat(51), isRefused: true },
    { what: "values inside a string", text: JSON.stringify({ text: listed(999, "[]") }), isRefused: false },
  ])("values: $what", ({ text, isRefused }) => {
    expect(scan(text, { maxValues: 100 }, pieces)).toBe(isRefused ? "has more than 100 values" : undefined);
  });
});

it.each([
  { what: "many names", text: named(60_000), want: "has more than 50000 different names of properties" },
  {
    what: "many names after blanks",
    text: ` \ufeff\n${named(60_000)}`,
    want: "has more than 50000 different names of properties",
  },
  { what: "fewer names", text: named(40_000), want: undefined },
  { what: "names inside a string", text: JSON.stringify({ text: named(60_000) }), want: undefined },
  { what: "a long text", text: "x".repeat(1_000_000), want: undefined },
  { what: "many values", text: listed(200_000, "0"), want: "has more than 150000 values" },
  { what: "many empty lists", text: listed(100_000, "[]"), want: "has more than 150000 values" },
  { what: "fewer values", text: listed(140_000, "0"), want: undefined },
])("a whole text: $what", ({ text, want }) => {
  expect(excessOfJson(text, { maxNames: 50_000, maxValues: 150_000 })).toBe(want);
});

it("takes linear time for 8 MB of any kind", () => {
  const texts = [
    named(700_000),
    `[${'{"a":0},'.repeat(1_000_000)}0]`,
    `["${"\\\\".repeat(4_000_000)}"]`,
    '"":'.repeat(2_700_000),
  ];
  for (const text of texts) {
    const started = process.cpuUsage();
    scan(text, {}, 1);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(3_000);
  }
});
