/** A check of a value against a schema ends soon, whatever both are; and says what is wrong. Pure. */
import { describe, expect, it } from "vitest";
import { checkArgs, uncheckedParts } from "../../src/upstream/arguments/check-args.ts";
import { startProcessorTime } from "../support/processor-time.ts";

/** A generous multiple of what the slowest takes (130 ms on two busy cores); without bounds they take between 9 s and for ever. */
const SOON_MS = 2_000;

function judge(
  inputSchema: unknown,
  args: unknown,
): { readonly wrong: string | undefined; readonly unchecked: string } {
  const tool = { name: "t", inputSchema };
  const elapsedMs = startProcessorTime();
  const wrong = checkArgs(tool, args, JSON.stringify(args).length);
  expect(elapsedMs()).toBeLessThan(SOON_MS);
  return { wrong, unchecked: uncheckedParts([tool]).join("; ") };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const property = (schema: object): object => ({ type: "object", properties: { a: schema } });

describe("ends soon", () => {
  it.each([
    {
      what: "a pattern that tries again",
      schema: property({ pattern: "^(a+)+$" }),
      a: `${"a".repeat(31)}b`,
      says: "must match",
    },
    {
      what: "words and blanks",
      schema: property({ pattern: "^(\\w+\\s?)*$" }),
      a: `${"a".repeat(5_000)}!`,
      says: "must match",
    },
    { what: "an address", schema: property({ format: "url" }), a: `http://${"a".repeat(60)}!`, says: "" },
    { what: "100,000 different items", schema: property({ uniqueItems: true }), a: numbers(100_000), says: "" },
    {
      what: "one item twice among 100,000",
      schema: property({ uniqueItems: true }),
      a: [...numbers(100_000), 7],
      says: "equal items",
    },
    {
      what: "a megabyte of numbers",
      schema: property({ items: { type: "integer" } }),
      a: numbers(150_000),
      says: "",
    },
    {
      what: "a list of objects against a long enumeration",
      schema: property({ items: { enum: numbers(5_000).map((id) => ({ id })) } }),
      a: numbers(20_000).map(() => ({ id: 4_999 })),
      says: "",
    },
    {
      what: "many names against many patterns",
      schema: property({ patternProperties: Object.fromEntries(numbers(800).map((n) => [`a{${n % 50}}b${n}`, {}])) }),
      a: Object.fromEntries(numbers(10_000).map((n) => [`k${n}`, n])),
      says: "takes too many steps",
    },
    { what: "a tree with two ways at each level", schema: twoWays(), a: tree(60), says: "takes too many steps" },
    { what: "a small such tree", schema: twoWays(), a: tree(3), says: "args.a" },
    { what: "300 levels", schema: property({}), a: deep(300), says: "nested deeper than 200 levels" },
  ])("$what", ({ schema, a, says }) => {
    const { wrong } = judge(schema, { a });
    expect(wrong === undefined).toBe(says === "");
    expect(wrong ?? "").toContain(says);
  });

  it.each([
    { what: "references that double", schema: doubling(22), says: "an empty object already takes too many steps" },
    { what: "a reference to itself", schema: { $ref: "#" }, says: "nested too deeply" },
    {
      what: "a circle of references",
      schema: { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
      says: "nested too deeply",
    },
    { what: "a reference to nowhere", schema: { $ref: "#/nowhere" }, says: "leads nowhere" },
    { what: "a pattern that looks ahead", schema: property({ pattern: "^(?!a)" }), says: "looks ahead" },
    { what: "a pattern that is none", schema: { patternProperties: { "(": {} } }, says: "not a regular expression" },
  ])("checks nothing that cannot be, and says so: $what", ({ schema, says }) => {
    const { wrong, unchecked } = judge(schema, {});
    expect(wrong).toBeUndefined();
    expect(unchecked).toContain(says);
  });

  it.each([
    ["no schema", undefined],
    ["a text", "object"],
    [
      "keywords of wrong types",
      {
        type: 7,
        properties: [1],
        required: "a",
        enum: {},
        items: 3,
        allOf: {},
        pattern: [],
        minLength: "x",
        anyOf: [],
      },
    ],
    ["names of prototypes", { properties: { __proto__: 1, constructor: {}, toString: {} }, required: [null, {}] }],
  ])("checks nothing with %s", (_what, schema) => {
    expect(judge(schema, { a: 1, constructor: 2 }).wrong).toBeUndefined();
  });

  it("does not take a name of Object.prototype for one that is there", () => {
    expect(judge({ required: ["toString"] }, {}).wrong).toBe("args.toString is missing.");
    expect(
      judge({ properties: JSON.parse('{"__proto__":{"type":"string"}}') as object }, JSON.parse('{"__proto__":1}'))
        .wrong,
    ).toBe("args.__proto__ must be string, not number.");
  });

  it("leaves open what an unusable part would decide, also where it is turned around", () => {
    const unusable = { pattern: "(?=a)" };
    for (const schema of [
      { not: unusable },
      { oneOf: [unusable, { type: "string" }] },
      { if: unusable, else: false },
      { anyOf: [{ type: "number" }, unusable] },
    ]) {
      expect(judge(property(schema), { a: "x" }).wrong, JSON.stringify(schema)).toBeUndefined();
    }
    expect(judge(property({ allOf: [unusable, { type: "number" }] }), { a: "x" }).wrong).toContain("must be number");
  });
});

describe("says what is wrong", () => {
  it.each([
    { schema: { required: ["a", "b"] }, args: {}, want: "args.a is missing. args.b is missing." },
    {
      schema: property({ items: { type: "string" } }),
      args: { a: ["x", 7] },
      want: "args.a[1] must be string, not number.",
    },
    {
      schema: property({ enum: ["open", "closed"] }),
      args: { a: "shut" },
      want: 'args.a must be one of "open", "closed".',
    },
    { schema: property({ type: "integer", minimum: 1 }), args: { a: 0 }, want: "args.a must be >= 1." },
    {
      schema: { properties: { "a b": { type: "null" } } },
      args: { "a b": 1 },
      want: 'args["a b"] must be null, not number.',
    },
    {
      schema: property({ additionalProperties: false, properties: { x: {} } }),
      args: { a: { y: 1 } },
      want: "args.a.y is not allowed here.",
    },
    {
      schema: property({
        anyOf: [{ type: "string" }, { properties: { kind: { const: "k" } }, required: ["kind"], type: "object" }],
      }),
      args: { a: { kind: "q" } },
      want: 'args.a matches none of the 2 allowed forms. args.a.kind must be "k".',
    },
    {
      schema: {
        ...property({ anyOf: [{ $ref: "#/$defs/Genre" }], nullable: true }),
        $defs: { Genre: { enum: ["SF", "ART"] } },
      },
      args: { a: 7 },
      want: 'args.a must be one of "SF", "ART".',
    },
    { schema: property({ oneOf: [{ type: "string" }] }), args: { a: 7 }, want: "args.a must be string, not number." },
    {
      schema: property({ format: "date-time" }),
      args: { a: "yesterday" },
      want: "args.a must be a date-time like 2024-01-31T18:30:00Z.",
    },
    { schema: property({ format: "date" }), args: { a: "31.1.2024" }, want: "args.a must be a date like 2024-01-31." },
    {
      schema: property({ format: "date" }),
      args: { a: "2024-01-02T00:00:00.000Z" },
      want: 'args.a must be a date like 2024-01-31, not "2024-01-02T00:00:00.000Z".',
    },
    {
      schema: property({ type: "string", enum: ["x"] }),
      args: { a: null },
      want: 'args.a must be string, not null; leave it out, or pass undefined. args.a must be "x".',
    },
    {
      schema: { ...property({ type: "string" }), required: ["a"] },
      args: { a: null },
      want: "args.a must be string, not null.",
    },
    {
      schema: property({ type: "object", properties: { b: { type: "string" } } }),
      args: { a: { b: null } },
      want: "args.a.b must be string, not null.",
    },
  ])("$want", ({ schema, args, want }) => {
    expect(judge(schema, args).wrong).toBe(want);
  });
});

function twoWays(): object {
  const child = (k: string): object => ({
    type: "object",
    properties: { l: { $ref: "#/$defs/n" }, k: { const: k } },
    required: ["k"],
  });
  return {
    $defs: { n: { anyOf: [child("x"), child("y"), { type: "number" }] } },
    properties: { a: { $ref: "#/$defs/n" } },
  };
}

function tree(levels: number): unknown {
  return levels === 0 ? "leaf" : { l: tree(levels - 1), k: "y" };
}

function deep(levels: number): unknown {
  return levels === 0 ? 1 : [deep(levels - 1)];
}

/** Each uses the next one twice. */
function doubling(count: number): object {
  const defs = numbers(count).map((n) => [
    `d${n}`,
    { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
  ]);
  return { $defs: { ...(Object.fromEntries(defs) as object), [`d${count}`]: {} }, $ref: "#/$defs/d0" };
}
