/** Where texts of digits among arguments are the numbers that a schema wants: what is checked is what is sent, at exactly the same places. */
import { describe, expect, it } from "vitest";
import { checkArgs } from "../../src/upstream/arguments/check-args.ts";
import { inexactInteger, replaceLongIntegers } from "../../src/upstream/long-integers.ts";

const L = "12345678901234567890";
const N = { number: L };
const integer = { type: "integer" };

const replaced = (schema: unknown, args: unknown): unknown =>
  replaceLongIntegers(args, schema, (digits) => ({ number: digits }));

/** Users with an id, and what refers to them. */
const $defs = {
  U: {
    type: "object",
    properties: { id: { $ref: "#/$defs/Id" }, friends: { type: "array", items: { $ref: "#/$defs/U" } } },
  },
  Id: integer,
};

describe("a text of digits is a number where the schema wants one", () => {
  it.each([
    { name: "anyOf with null", schema: { anyOf: [integer, { type: "null" }] }, given: L, want: N },
    { name: "oneOf", schema: { oneOf: [{ type: "boolean" }, { type: "number" }] }, given: L, want: N },
    { name: "allOf", schema: { allOf: [integer, { minimum: 1 }], description: "an id" }, given: L, want: N },
    { name: "allOf with what is open", schema: { allOf: [integer, {}, true] }, given: L, want: N },
    { name: "anyOf beside a type", schema: { type: ["integer", "string"], anyOf: [integer] }, given: L, want: N },
    {
      name: "$ref, nested",
      schema: { $ref: "#/$defs/U" },
      given: { id: L, friends: [{ id: L, friends: [{ id: L }] }] },
      want: { id: N, friends: [{ id: N, friends: [{ id: N }] }] },
    },
    { name: "a list of $ref", schema: { items: { $ref: "#/$defs/U" } }, given: [{ id: L }], want: [{ id: N }] },
    {
      name: "$ref with null",
      schema: { anyOf: [{ $ref: "#/$defs/U" }, { type: "null" }] },
      given: { id: L },
      want: { id: N },
    },
    { name: "additionalProperties", schema: { additionalProperties: integer }, given: { x: L }, want: { x: N } },
    {
      name: "additionalProperties beside properties",
      schema: { properties: { name: { type: "string" } }, additionalProperties: integer },
      given: { name: L, ["__proto__"]: L, x: L },
      want: { name: L, ["__proto__"]: N, x: N },
    },
    { name: "prefixItems", schema: { prefixItems: [{}, integer], items: integer }, given: [L, L, L], want: [L, N, N] },
    {
      name: "items of draft 7",
      schema: { items: [{ type: "string" }, integer], additionalItems: integer },
      given: [L, L, L],
      want: [L, N, N],
    },
    {
      name: "properties of all parts of allOf",
      schema: { allOf: [{ properties: { id: {} } }, { properties: { id: integer } }] },
      given: { id: L },
      want: { id: N },
    },
    {
      name: "properties of one part of anyOf",
      schema: {
        anyOf: [{ properties: { kind: { const: "a" }, id: integer } }, { properties: { kind: { const: "b" } } }],
      },
      given: { kind: "a", id: L },
      want: { kind: "a", id: N },
    },
    {
      name: "words beside a number",
      schema: { anyOf: [{ type: "string", enum: ["all"] }, integer] },
      given: L,
      want: N,
    },
    { name: "$anchor", schema: { $ref: "#id", $defs: { id: { $anchor: "id", ...integer } } }, given: L, want: N },
  ])("$name", ({ schema, given, want }) => {
    const whole = { type: "object", properties: { a: schema }, $defs };
    expect(replaced(whole, { a: given, other: L })).toStrictEqual({ a: want, other: L });
    const args = replaceLongIntegers({ a: given }, whole, Number);
    expect(checkArgs({ name: "tool", inputSchema: whole }, args, 100)).toBeUndefined();
  });
});

describe("a text of digits stays a text", () => {
  it.each([
    { name: "anyOf with a text", schema: { anyOf: [integer, { type: "string" }] } },
    { name: "anyOf with anything", schema: { anyOf: [integer, {}] } },
    { name: "anyOf with a $ref that leads nowhere", schema: { anyOf: [integer, { $ref: "#/$defs/missing" }] } },
    { name: "a type that has both", schema: { type: ["integer", "string"] } },
    { name: "no type", schema: {} },
    { name: "a $ref to a text", schema: { $ref: "#/$defs/text" } },
    { name: "a text of digits among the words", schema: { anyOf: [integer, { enum: [L] }] } },
    { name: "a reference to itself", schema: { $ref: "#/properties/a" } },
    { name: "words beside a $ref of draft 7", schema: { $ref: "#/$defs/text", type: "integer" }, draft: 7 },
  ])("$name", ({ schema, draft }) => {
    const $schema = draft === undefined ? undefined : `http://json-schema.org/draft-0${draft}/schema#`;
    const whole = { $schema, properties: { a: schema }, $defs: { text: { type: "string" } } };
    expect(replaced(whole, { a: L })).toStrictEqual({ a: L });
  });

  it("where a pattern of names may say something else", () => {
    const schema = { patternProperties: { "^s": { type: "string" } }, additionalProperties: integer };
    expect(replaced(schema, { s: L })).toStrictEqual({ s: L });
  });

  it("where alternatives want a number and a text of the same name", () => {
    const schema = { oneOf: [{ properties: { id: integer } }, { properties: { id: { type: "string" } } }] };
    expect(replaced(schema, { id: L })).toStrictEqual({ id: L });
  });

  it("which is short, or has no such digits", () => {
    const args = { a: ["12", `${L}x`, "012345678901234567890", "9007199254740991"] };
    expect(replaced({ additionalProperties: { items: integer } }, args)).toBe(args);
  });
});

describe("hostile schemas end", () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, { allOf: [next, { ...next }], properties: { a: next, b: { ...next } } }];
    }),
  );

  it.each([
    {
      name: "references that lead in circles",
      schema: { anyOf: [{ $ref: "#" }, { allOf: [{ $ref: "#" }, integer] }] },
    },
    { name: "references that double", schema: { $ref: "#/$defs/d0", $defs: { ...doubling, d60: integer } } },
    {
      name: "a chain of references",
      schema: {
        $ref: "#/$defs/0",
        $defs: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [at, { $ref: `#/$defs/${at + 1}` }])),
      },
    },
    {
      name: "patterns beside names",
      schema: {
        patternProperties: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`^p${at}`, integer])),
        allOf: [{ properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`n${at}`, integer])) }],
      },
    },
    {
      name: "alternatives, each with thousands of names",
      schema: {
        anyOf: Array.from({ length: 200 }, (_, one) => ({
          properties: Object.fromEntries(Array.from({ length: 5_000 }, (__, at) => [`n${one}_${at}`, integer])),
        })),
      },
    },
  ])("$name", ({ schema }) => {
    let deep: unknown = L;
    for (let level = 0; level < 150; level += 1) deep = { a: deep, b: L };
    const started = performance.now();
    replaced(schema, L);
    const names = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`n${at}`, L]));
    replaced(schema, { ...names, ...(deep as object), list: Array.from({ length: 100_000 }, () => L) });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("and large arguments take a step for each value", () => {
    const alternatives = Array.from({ length: 50 }, (_, at) => ({ properties: { [`p${at}`]: integer } }));
    const schema = { additionalProperties: integer, properties: { list: { items: integer } }, allOf: alternatives };
    const names = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`key ${at}`, L]));
    const args = { ...names, list: Array.from({ length: 50_000 }, () => L) };
    const { list, ...others } = replaced(schema, args) as { list: unknown[] };
    expect(list.every((item) => item !== L)).toBe(true);
    expect(Object.values(others).every((item) => item !== L)).toBe(true);
  });

  it("and arguments of any depth are looked through", () => {
    let deep: unknown = L;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(replaced({ items: integer }, deep)).toBe(deep);
  });
});

describe("a number that JavaScript has rounded", () => {
  // oxlint-disable-next-line no-loss-of-precision -- The number is what it is about.
  const ROUNDED = 12345678901234567890;
  const schema = { properties: { id: integer, ids: { items: integer }, size: { type: "number" }, any: {} } };
  it.each([
    { args: { id: ROUNDED }, number: "12345678901234567000" },
    { args: { ids: [1, -ROUNDED] }, number: "-12345678901234567000" },
    { args: { size: 2 ** 53 }, number: "9007199254740992" },
    { args: { id: 2 ** 53 - 1 }, number: undefined },
    { args: { size: 6.02e23 }, number: undefined },
    { args: { size: 0.1 }, number: undefined },
    { args: { id: L, any: ROUNDED, other: ROUNDED }, number: undefined },
  ])("in $args", ({ args, number }) => {
    const said = inexactInteger(args, schema);
    expect(said).toBe(
      number &&
        `args has the number ${number}, which JavaScript may have rounded: pass an integer of that size as a string of digits.`,
    );
  });
});
