/** Regular expressions in one pass: the same verdict as the platform's engine, in time that grows with the text alone. Pure. */
import { describe, expect, it } from "vitest";
import { compilePattern, type Pattern } from "../../src/patterns/pattern.ts";
import { Random } from "../support/random.ts";

const ATOMS = [
  ...["a", "b", "c", ".", "[ab]", "[^a]", "\\w", "\\d", "\\s", "\\b", "^", "$", "(?:a|b)", "(a)", "😀", "\\u0061"],
  ...["[^]", "[]", "\\p{L}", "-", "\\.", "\\n", "(?<n>b)", "[\\w.-]", "\\x61", "\\u{1F600}"],
];
const QUANTIFIERS = ["", "", "*", "+", "?", "{2}", "{1,3}", "{0,2}?", "*?", "{2,}"];
const TEXTS = [
  "",
  "a",
  "b",
  "ab",
  "aab",
  "abc",
  "a-b",
  "1",
  "a1 b",
  "😀",
  "a😀b",
  "\n",
  "a\nb",
  "ba ab",
  "cccc",
  "aaaaab",
];

describe("a pattern", () => {
  it("decides as the platform's engine does", () => {
    const random = new Random(7);
    let compared = 0;
    for (let round = 0; round < 6_000; round += 1) {
      const source = generate(random, 2);
      const native = nativeOf(source);
      if (native === undefined) continue;
      const pattern = compiled(source);
      for (const text of TEXTS) {
        compared += 1;
        expect(
          pattern.test(text, () => undefined),
          `${source} on ${JSON.stringify(text)}`,
        ).toBe(native.test(text));
      }
    }
    expect(compared).toBeGreaterThan(50_000);
  });

  it.each(["[\\w-.]+@", "\\-", "a{,3}", "]", "a{"])("that only an older browser takes, %s, is taken", (source) => {
    const native = new RegExp(source);
    const pattern = compiled(source);
    for (const text of ["x-y.z@", "-", "a{,3}", "]", "a{", ""]) {
      expect(
        pattern.test(text, () => undefined),
        text,
      ).toBe(native.test(text));
    }
  });

  it.each([
    { source: "(?=a)b", why: "looks ahead" },
    { source: "(?<!a)b", why: "looks ahead or behind" },
    { source: "(a)\\1", why: "refers back" },
    { source: "(", why: "not a regular expression" },
    { source: "a{1000000}", why: "states" },
    { source: "((a{100}){100}){100}", why: "states" },
    { source: "(((){1000}){1000}){1000}", why: "states" },
    { source: "(){1000000000}", why: "states" },
    { source: `${"(".repeat(900)}${")".repeat(900)}`, why: "groups" },
    { source: "a".repeat(5_000), why: "characters" },
  ])("is refused at once where one pass cannot decide it: $why", ({ source, why }) => {
    expect(compilePattern(source)).toContain(why);
  });

  it.each([
    { source: "^(a+)+$", text: `${"a".repeat(50_000)}b` },
    { source: "(a|a)*b", text: "a".repeat(50_000) },
    { source: "^(\\w+\\s?)*$", text: `${"a".repeat(50_000)}!` },
    { source: ".*.*.*=", text: "x".repeat(50_000) },
    { source: "(x+x+)+y", text: "x".repeat(50_000) },
    { source: "^.{1,4000}$", text: "x".repeat(50_000) },
  ])("takes steps in proportion to the text: $source", ({ source, text }) => {
    const pattern = compiled(source);
    const whole = stepsOf(pattern, text);
    const half = stepsOf(pattern, text.slice(text.length / 2));
    expect(whole).toBeLessThan(text.length * 20);
    expect(whole / half).toBeLessThan(2.1);
  });
});

function compiled(source: string): Pattern {
  const pattern = compilePattern(source);
  if (typeof pattern === "string") throw new Error(`${source}: ${pattern}`);
  return pattern;
}

function stepsOf(pattern: Pattern, text: string): number {
  let steps = 0;
  pattern.test(text, (more) => (steps += more));
  return steps;
}

function nativeOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "u");
  } catch {
    return undefined;
  }
}

function generate(random: Random, depth: number): string {
  let source = "";
  for (let parts = 1 + random.below(4); parts > 0; parts -= 1) {
    const choice = depth > 0 ? random.below(12) : 0;
    if (choice < 7) {
      const atom = random.pick(ATOMS);
      source += atom + (["^", "$", "\\b"].includes(atom) ? "" : random.pick(QUANTIFIERS));
    } else if (choice < 10)
      source += `(${random.pick(["", "?:"])}${generate(random, depth - 1)})${random.pick(QUANTIFIERS)}`;
    else source += `${generate(random, depth - 1)}|${generate(random, depth - 1)}`;
  }
  return source;
}
