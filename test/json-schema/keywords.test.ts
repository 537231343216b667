/** Keywords of a saved script's schema that have a value of another type, which a check of an input would ignore. */
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { schemaProblem } from "../../src/saved-scripts/check-input.ts";
import { keywordProblem } from "../../src/saved-scripts/schema-keywords.ts";

const PLACE = { type: "intger" };

describe("a schema is refused", () => {
  it.each([
    { given: { type: "foo" }, path: "type", says: 'has no type "foo"' },
    { given: { type: ["string", "foo"] }, path: "type", says: 'has no type "foo"' },
    { given: { type: [] }, path: "type", says: "must name a type" },
    { given: { type: 5 }, path: "type", says: "has no type 5" },
    { given: { properties: 5 }, path: "properties", says: "must be an object of schemas, not 5" },
    {
      given: { properties: { a: "string" } },
      path: "properties.a",
      says: 'must be a schema (an object, true or false), not "string"',
    },
    { given: { required: "a" }, path: "required", says: 'must be an array of strings, not "a"' },
    { given: { properties: { a: { required: true } } }, path: "properties.a.required", says: "an array of strings" },
    { given: { required: [1] }, path: "required", says: "an array of strings" },
    { given: { enum: 5 }, path: "enum", says: "must be an array, not 5" },
    { given: { minimum: "3" }, path: "minimum", says: 'must be a number, not "3"' },
    { given: { exclusiveMaximum: null }, path: "exclusiveMaximum", says: "a number" },
    { given: { multipleOf: 0 }, path: "multipleOf", says: "a number above 0" },
    { given: { minLength: -1 }, path: "minLength", says: "a whole number" },
    { given: { maxItems: "5" }, path: "maxItems", says: "a whole number" },
    { given: { pattern: 5 }, path: "pattern", says: "a string" },
    { given: { uniqueItems: "yes" }, path: "uniqueItems", says: "true or false" },
    { given: { additionalProperties: "no" }, path: "additionalProperties", says: "must be a schema" },
    { given: { dependentRequired: { a: "b" } }, path: "dependentRequired", says: "arrays of strings" },
    { given: { allOf: {} }, path: "allOf", says: "an array of schemas" },
    { given: { $ref: 5 }, path: "$ref", says: "a string" },
    // At any depth, by every keyword that has schemas.
    {
      given: { properties: { a: { items: { properties: { b: PLACE } } } } },
      path: "properties.a.items.properties.b.type",
      says: "intger",
    },
    { given: { items: [true, PLACE] }, path: "items[1].type", says: "intger" },
    { given: { prefixItems: [PLACE] }, path: "prefixItems[0].type", says: "intger" },
    { given: { patternProperties: { "^a": PLACE } }, path: 'patternProperties["^a"].type', says: "intger" },
    { given: { dependencies: { a: ["b"], c: PLACE } }, path: "dependencies.c.type", says: "intger" },
    { given: { $defs: { a: PLACE } }, path: "$defs.a.type", says: "intger" },
    { given: { anyOf: [{ not: PLACE }] }, path: "anyOf[0].not.type", says: "intger" },
    { given: { $ref: "#/parts/a", parts: { a: PLACE } }, path: "$ref.type", says: "intger" },
  ])("with $given", ({ given, path, says }) => {
    const problem = schemaProblem(given);
    expect(problem).toContain(`input_schema.${path} `);
    expect(problem).toContain(says);
  });
});

it.each([
  {},
  { type: ["string", "null"], minLength: 1, format: "of their own" },
  { type: "object", properties: { type: { type: "string" }, required: { type: "boolean" } }, required: ["type"] },
  { properties: { a: true, b: false }, additionalProperties: false },
  { enum: [{ type: "foo" }], const: { minimum: "3" }, default: { required: "a" }, examples: { type: 5 } },
  { "x-vendor": { type: "foo" }, discriminator: { propertyName: "kind" } },
  { minimum: 3, exclusiveMinimum: true },
  { type: "object", properties: { next: { $ref: "#" } } },
])("%j is a schema", (given) => {
  expect(schemaProblem(given)).toBeUndefined();
});

it("reads each schema once, however often it is referred to, and not too many", () => {
  const definitions = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`d${n}`, { allOf: [1, 2].map(() => ({ $ref: `#/$defs/d${n + 1}` })) }]),
  );
  expect(keywordProblem({ $defs: { ...definitions, d50: PLACE } })?.path.join(".")).toBe("$defs.d50.type");
  const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`p${n}`, {}]));
  expect(keywordProblem({ properties: many })?.message).toContain("20000");
});

interface Group {
  readonly description: string;
  readonly schema: unknown;
}

const packed = await readFile(new URL("../fixtures/json-schema-suite/suite.json.gz", import.meta.url));
const suite = JSON.parse(gunzipSync(packed).toString()) as Readonly<Record<string, readonly Group[]>>;

it.each(Object.entries(suite))("has nothing against the schemas of the official test suite, %s", (_draft, groups) => {
  const refused = groups.flatMap(({ description, schema }) => {
    const problem = keywordProblem(schema);
    return problem === undefined ? [] : [{ description, problem }];
  });
  expect(refused).toStrictEqual([]);
});
