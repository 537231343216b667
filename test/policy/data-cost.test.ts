/** The cost of a search for personal data by the number of values, not by their length: short values that nothing can match are passed over. */
import { describe, expect, it } from "vitest";
import { DATA_KINDS, FIND_KIND, MIN_CHARS_OF_KIND } from "../../src/detection/kinds.ts";
import { MAX_DATA_CHARS } from "../../src/limits/data-limits.ts";
import { compilePattern } from "../../src/patterns/pattern.ts";
import { compilePolicy } from "../../src/policy/compile.ts";
import type { WantedKind } from "../../src/policy/data/data-rules.ts";
import { inspectJson, type InspectedJson } from "../../src/policy/data/inspect-json.ts";
import { validatePolicy } from "../../src/policy/document/validate.ts";

const CARD = 4_111_111_111_111_111;

function wantedBy(kinds: readonly string[], patterns: Readonly<Record<string, string>> = {}): readonly WantedKind[] {
  const document = { version: "1", default: "allow", data: [{ kinds, action: "redact" }], patterns };
  const validation = validatePolicy(document);
  if (!validation.ok) throw new Error(JSON.stringify(validation.problems));
  return compilePolicy(validation.document).data?.toolData("a.b")?.results ?? [];
}

/** @returns the result, and the texts that were searched */
function searched(json: string, wanted: readonly WantedKind[]): { result: InspectedJson; texts: readonly string[] } {
  const texts: string[] = [];
  const noted = wanted.map((one): WantedKind => ({
    ...one,
    find(text, spend) {
      texts.push(text);
      return one.find(text, spend);
    },
  }));
  return { result: inspectJson(json, noted, () => ""), texts };
}

describe("a search of many values", () => {
  it("asks no detector about numbers and texts that are too short for it", () => {
    const json = JSON.stringify([1, -20, 1.5, 123_456, "", "a", "hello", CARD, { id: 7 }]);
    const { result, texts } = searched(json, wantedBy(["card"]));
    expect(texts).toEqual([String(CARD)]);
    expect(result).toMatchObject({ ok: true, json: expect.stringContaining("[REDACTED:card]") });
  });

  it("finds values of a pattern that are as short as its shortest match", () => {
    const json = JSON.stringify([12, 1, "x7", "7", 70]);
    const { result } = searched(json, wantedBy(["x"], { x: "[17][0-9]|x7" }));
    expect(result).toMatchObject({ ok: true, json: '["[REDACTED:x]",1,"[REDACTED:x]","7","[REDACTED:x]"]' });
  });

  it.each([
    { json: '[0,5,"0"]', pattern: "[0-9]", want: '["[REDACTED:x]","[REDACTED:x]","[REDACTED:x]"]' },
    { json: '{"v":0}', pattern: "^\\d{1,3}$", want: '{"v":"[REDACTED:x]"}' },
    { json: '["[1e9]"]', pattern: "^\\d{9,12}$", want: "[REDACTED:x]" },
    { json: '["[1e6]"]', pattern: "\\d{7}", want: "[REDACTED:x]" },
  ])("finds $pattern in $json, where what is written is shorter than what it stands for", ({ json, pattern, want }) => {
    const found = inspectJson(json, wantedBy(["x"], { x: pattern }), () => "");
    expect(found).toMatchObject({ ok: true, json: expect.stringContaining(want) });
  });

  it("is over its budget where a detector has to be asked about each of millions", () => {
    const json = `[${"1,".repeat(MAX_DATA_CHARS / 2 - 2)}1]`;
    expect(inspectJson(json, wantedBy(["x"], { x: "[2-9]" }), () => "")).toMatchObject({ ok: false, kind: undefined });
    expect(inspectJson(json, wantedBy(["x"], { x: "[2-9]{2}" }), () => "")).toMatchObject({ ok: true, json });
  });

  it("counts each value of which many are known", () => {
    const known = new Map(Array.from({ length: 200 }, (_, index) => [`${index + 10}`, `X_${index}`]));
    const json = `[${"111,".repeat(MAX_DATA_CHARS / 8)}1]`;
    expect(inspectJson(json, wantedBy(["card"]), () => "", known)).toMatchObject({ ok: false, kind: undefined });
  });
});

const SHORTEST: Readonly<Record<(typeof DATA_KINDS)[number], readonly string[]>> = {
  secret: ['pwd="a'],
  card: ["30569309025904"],
  email: ["a@b.co"],
  phone: ["+12345678", "tel:12345"],
  iban: ["NO9386011117947"],
};

it.each(DATA_KINDS)("the shortest text with a %s has as many characters as is said", (kind) => {
  for (const text of SHORTEST[kind]) {
    expect(text).toHaveLength(MIN_CHARS_OF_KIND[kind]);
    expect(FIND_KIND[kind](text)).toHaveLength(1);
  }
});

it.each([
  ["abc", 3],
  ["a|bcd", 1],
  ["(ab){2,5}c?", 4],
  ["^a*$", 0],
  ["\\bx+y", 2],
  ["\\u{1F600}.", 2],
])("the shortest match of %s has %s characters", (source, minChars) => {
  expect(compilePattern(source)).toMatchObject({ minChars });
});
