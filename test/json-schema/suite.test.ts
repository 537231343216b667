/**
 * The official test suite of JSON Schema. A schema that is wider than it says costs a message; one that is stricter refuses a call that is
 * right: so nothing may be refused that the suite accepts, and what is wider is named here.
 */
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { SchemaChecker } from "../../src/upstream/json-schema/schema-checker.ts";

interface Group {
  readonly file: string;
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

const packed = await readFile(new URL("../fixtures/json-schema-suite/suite.json.gz", import.meta.url));
const suite = JSON.parse(gunzipSync(packed).toString()) as Readonly<Record<string, readonly Group[]>>;

const DECLARED: Readonly<Record<string, string>> = {
  draft4: "http://json-schema.org/draft-04/schema#",
  draft7: "http://json-schema.org/draft-07/schema#",
};

/** By file: other documents are never fetched, and references relative to an `$id` inside of a schema are not followed. */
const WIDER: ReadonlySet<string> = new Set([
  ...["refRemote", "definitions", "defs", "ref", "recursiveRef", "dynamicRef", "anchor"],
  // 1e308 divided by 0.5 is no number that can be looked at.
  "multipleOf",
  // Through `$dynamicRef`.
  ...["unevaluatedItems", "unevaluatedProperties"],
]);

/** By file: formats are checked although 2020-12 only describes them, and a vocabulary cannot be taken away. */
const STRICTER: ReadonlySet<string> = new Set(["format", "vocabulary"]);

describe.each(Object.entries(suite))("%s", (draft, groups) => {
  const outcomes = groups.flatMap((group) => judge(draft, group));

  it("refuses nothing that is right", () => {
    expect(outcomes.filter(({ is, file }) => is === "stricter" && !STRICTER.has(file))).toStrictEqual([]);
  });

  it("accepts what is wrong only where a reference is not followed", () => {
    const wider = outcomes.filter(({ is }) => is === "wider");
    expect(wider.filter(({ file }) => !WIDER.has(file))).toStrictEqual([]);
    expect(wider.length / outcomes.length).toBeLessThan(0.05);
  });
});

it("checks an enumeration beside a constant", () => {
  const checker = new SchemaChecker({ const: 1, enum: [2] });
  expect([1, 2].map((value) => checker.check(value, 1).ok)).toStrictEqual([false, false]);
});

function judge(draft: string, { file, description, schema, tests }: Group) {
  const declared = DECLARED[draft];
  const isBare = declared !== undefined && schema !== null && typeof schema === "object" && !("$schema" in schema);
  const checker = new SchemaChecker(isBare ? { $schema: declared, ...schema } : schema);
  return tests.map((one) => {
    const checked = checker.check(one.data, JSON.stringify(one.data).length);
    const is = (checked.ok === true) === one.valid ? "right" : one.valid ? "stricter" : "wider";
    return { file, description, case: one.description, is };
  });
}
