/** Descriptions in YAML: what they say, and that hostile ones cost no more time than their length. */
import { expect, it } from "vitest";
import { MAX_YAML_SIGNS, MAX_YAML_VALUES } from "../../src/limits/api-limits.ts";
import { parseDescription } from "../../src/upstream/openapi/load-api.ts";

const parsed = (text: string): unknown => parseDescription("api", text);
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

it.each([
  { given: "a: 1\nb: [x, 'y', null, true, 1.5]", want: { a: 1, b: ["x", "y", null, true, 1.5] } },
  { given: "a: &a { x: 1 }\nb: *a", want: { a: { x: 1 }, b: { x: 1 } } },
  { given: "a: &a { x: 1, y: 1 }\nb: { <<: *a, x: 2 }", want: { a: { x: 1, y: 1 }, b: { x: 2, y: 1 } } },
  {
    given: "a: &a { x: 1 }\nb: &b { x: 2, y: 2 }\nc: { <<: [*a, *b] }",
    want: { a: { x: 1 }, b: { x: 2, y: 2 }, c: { x: 1, y: 2 } },
  },
  { given: '"<<": 1', want: { "<<": 1 } },
  { given: "200: a\n~: b", want: { "200": "a", "": "b" } },
  { given: "a: 1\na: 2", want: { a: 2 } },
  { given: "", want: null },
])("$given", ({ given, want }) => {
  expect(parsed(given)).toStrictEqual(want);
});

it("keeps a key called __proto__ as a key", () => {
  const value = parsed("__proto__: { polluted: 1 }\nb: { <<: { __proto__: { polluted: 2 } } }") as { b: object };
  expect(Object.keys(value)).toStrictEqual(["__proto__", "b"]);
  expect("polluted" in value).toBe(false);
  expect("polluted" in value.b).toBe(false);
});

it.each([
  { what: "aliases that double", given: `a0: &a0 [1, 2]\n${bomb((before) => `[${before}, ${before}]`, 40)}` },
  { what: "merges that double", given: `a0: &a0 { x: 1 }\n${bomb((before) => `{ <<: [${before}, ${before}] }`, 40)}` },
])("refuses $what", ({ given }) => {
  expect(() => parsed(given)).toThrow(`more than ${MAX_YAML_VALUES} values`);
});

it.each([
  { what: "an alias inside its anchor", given: "a: &a [*a]", why: "no anchor before it" },
  { what: "a list as a key", given: "? [a]\n: 1", why: "A key is a map or a list" },
  { what: "a merge of a text", given: "a: { <<: x }", why: "is of no map" },
  { what: "deep nesting", given: "[".repeat(600) + "]".repeat(600), why: "nested deeper" },
])("refuses $what", ({ given, why }) => {
  expect(() => parsed(`x:\n- ${given.replaceAll("\n", "\n  ")}`)).toThrow(why);
});

it.each([
  { what: "zeros in a line", given: `a: [${"0,".repeat(MAX_YAML_SIGNS)}0]` },
  { what: "zeros by lines", given: `a:\n${"- 0\n".repeat(MAX_YAML_SIGNS)}` },
  { what: "lists in lists by lines", given: `a:\n${"- - - - - - 0\n".repeat(MAX_YAML_SIGNS / 6)}` },
  { what: "keys in keys by lines", given: `a:\n${"  ? ? ? 0\n".repeat(MAX_YAML_SIGNS / 4)}` },
  { what: "empty lists", given: `a: [${"[],".repeat(MAX_YAML_SIGNS / 2)}[]]` },
])("refuses too many $what before it is parsed", ({ given }) => {
  expect(() => parsed(given)).toThrow(`more than ${MAX_YAML_SIGNS} lines, commas, brackets and dashes`);
});

// Each took from seconds to hours with the conversion of the `yaml` package.
it.each([
  {
    what: "many keys",
    given: range(60_000)
      .map((index) => `a${index}: 1\n`)
      .join(""),
  },
  { what: "keys inside keys", given: "? ".repeat(20_000) },
  { what: "maps inside keys", given: `${"{".repeat(20_000)}:` },
  {
    what: "a large map that is merged often",
    given: `a: &a {${range(2_000).join(": 1, ")}: 1}\n${range(900)
      .map((index) => `b${index}: { <<: *a }\n`)
      .join("")}`,
  },
])("takes no long time for $what", ({ given }) => {
  const started = performance.now();
  try {
    parsed(given);
  } catch {
    // It may be refused.
  }
  expect(performance.now() - started).toBeLessThan(10_000);
});

function bomb(level: (before: string) => string, levels: number): string {
  return range(levels)
    .map((index) => `a${index + 1}: &a${index + 1} ${level(`*a${index}`)}\n`)
    .join("");
}
