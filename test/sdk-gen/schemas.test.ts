/** One schema in, one type out: every construct of JSON Schema and OpenAPI that catalogs contain, and the odd ones. */
import { describe, expect, test } from "vitest";
import { buildServerSdk, printTools } from "../../sdk-gen/index.ts";

/** the type of one argument `x` with this schema, and the shared types it needs in front */
function typeOf(schema: unknown, root: Record<string, unknown> = {}): string {
  const inputSchema = { type: "object", properties: { x: schema }, required: ["x"], ...root };
  const sdk = buildServerSdk({ name: "s", identifier: "s", tools: [{ name: "t", inputSchema }] });
  return printTools(sdk, ["t"], "signatures").replace("s.t(a:{x:", "").replace(/\}\)$/, "");
}
function signatureOf(inputSchema: unknown, outputSchema?: unknown): string {
  const tool = { name: "t", inputSchema, ...(outputSchema === undefined ? {} : { outputSchema }) };
  const sdk = buildServerSdk({ name: "s", identifier: "s", tools: [tool] });
  return printTools(sdk, ["t"], "signatures");
}

const LIST = {
  type: "object",
  properties: { value: { type: "string" }, next: { $ref: "#/$defs/List" } },
  required: ["value"],
};

describe("types", () => {
  test.each([
    { given: { type: "string" }, want: "string" },
    { given: { type: "integer", minimum: 1 }, want: "number" },
    { given: { type: "null" }, want: "null" },
    { given: {}, want: "unknown" },
    { given: true, want: "unknown" },
    { given: false, want: "never" },
    { given: { description: "anything" }, want: "unknown" },
    // type lists and nullable
    { given: { type: ["string", "null"] }, want: "string|null" },
    { given: { type: ["null", "string", "number"] }, want: "string|number|null" },
    { given: { type: "string", nullable: true }, want: "string|null" },
    { given: { type: "string", enum: ["a", "b"], nullable: true }, want: '"a"|"b"|null' },
    { given: { anyOf: [{ type: "string" }, { type: "null" }] }, want: "string|null" },
    // values
    { given: { enum: ["a", "b", "a"] }, want: '"a"|"b"' },
    { given: { enum: ["a", 1, true, null] }, want: '"a"|1|true|null' },
    { given: { enum: [true, false] }, want: "boolean" },
    { given: { type: "string", enum: ["a", 1] }, want: '"a"' },
    { given: { type: "string", enum: [] }, want: "string" },
    { given: { type: "string", enum: [1, 2] }, want: "string" },
    { given: { const: "on" }, want: '"on"' },
    { given: { const: { a: [1] } }, want: "{a:[1]}" },
    {
      given: { enum: ['say "hi"', "*/", "`${x}`", "\u2028\u202e"] },
      want: String.raw`"say \"hi\""|"*\/"|"\u0060\u0024{x}\u0060"|"\u2028\u202e"`,
    },
    { given: { enum: Array.from({ length: 400 }, (_, index) => `v${index}`) }, want: "string" },
    // arrays and tuples
    { given: { type: "array", items: { type: "string" } }, want: "string[]" },
    { given: { type: "array" }, want: "unknown[]" },
    { given: { items: { type: "string" } }, want: "string[]" },
    { given: { type: "array", items: { enum: ["a", "b"] } }, want: '("a"|"b")[]' },
    { given: { type: "array", items: { type: ["string", "null"] } }, want: "(string|null)[]" },
    { given: { type: "array", items: { type: "array", items: { type: "number" } } }, want: "number[][]" },
    {
      given: { type: "array", items: [{ type: "number" }, { type: "string" }], additionalItems: false, minItems: 2 },
      want: "[number,string]",
    },
    {
      given: { type: "array", prefixItems: [{ type: "number" }, { type: "string" }], items: false },
      want: "[number?,string?]",
    },
    { given: { type: "array", prefixItems: [{ type: "number" }], minItems: 1 }, want: "[number,...unknown[]]" },
    {
      given: { type: "array", prefixItems: [{ enum: ["a", "b"] }], items: { type: ["number", "null"] } },
      want: '[("a"|"b")?,...(number|null)[]]',
    },
    { given: { type: "array", items: false }, want: "[]" },
    // objects
    { given: { type: "object" }, want: "object" },
    { given: { type: "object", additionalProperties: false }, want: "{}" },
    { given: { type: "object", additionalProperties: true }, want: "object" },
    { given: { type: "object", additionalProperties: { type: "number" } }, want: "{[k:string]:number}" },
    { given: { properties: { a: { type: "string" } } }, want: "{a?:string}" },
    { given: { type: "object", properties: { a: {} }, required: ["a", "b"] }, want: "{a:unknown,b:unknown}" },
    {
      given: { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "number" } },
      want: "{a?:string,[k:string]:number|string|undefined}",
    },
    {
      given: { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: true },
      want: "{a:string,[k:string]:unknown}",
    },
    { given: { type: "object", patternProperties: { "^x-": { type: "string" } } }, want: "object" },
    {
      given: { type: "object", patternProperties: { "^x-": { type: "string" } }, additionalProperties: false },
      want: "{[k:string]:string}",
    },
    {
      given: { type: "object", properties: { "a-b": {}, "0": {}, default: {}, $x: {}, ["__proto__"]: {} } },
      want: '{"0"?:unknown,"a-b"?:unknown,default?:unknown,$x?:unknown,__proto__?:unknown}',
    },
    { given: { type: ["object", "null"], properties: { a: { type: "string" } } }, want: "{a?:string}|null" },
    // combinations
    {
      given: {
        anyOf: [{ type: "string" }, { type: "array", items: { oneOf: [{ type: "string" }, { type: "number" }] } }],
      },
      want: "string|(string|number)[]",
    },
    {
      given: { allOf: [{ properties: { a: { type: "string" } } }, { properties: { b: {} }, required: ["a"] }] },
      want: "{a:string,b?:unknown}",
    },
    { given: { allOf: [{ type: ["string", "number"] }, { enum: ["a", 1, null] }] }, want: '"a"|1' },
    {
      given: {
        type: "object",
        properties: { a: { type: "string" }, b: { type: "string" } },
        anyOf: [{ required: ["a"] }, { required: ["b"] }],
      },
      want: "{a?:string,b?:string}&({a:unknown}|{b:unknown})",
    },
    { given: { type: "string", anyOf: [{ format: "uri" }, { pattern: "^x" }] }, want: "string" },
    {
      given: { type: ["string", "object"], anyOf: [{ required: ["a"] }, { minLength: 2 }] },
      want: "string|{a:unknown}|object",
    },
    { given: { type: "string", not: { const: "x" } }, want: "string" },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    { given: { type: "object", if: { required: ["a"] }, then: { required: ["b"] } }, want: "object" },
    // malformed: a keyword of the wrong kind is as if absent
    { given: { type: "strnig" }, want: "unknown" },
    { given: { type: 5, properties: null, required: "a" }, want: "unknown" },
    { given: { type: "object", properties: "x", required: [1, {}] }, want: "object" },
    { given: { enum: "x", anyOf: "y", allOf: {}, oneOf: [] }, want: "unknown" },
    { given: "string", want: "unknown" },
    { given: [], want: "unknown" },
  ])("$given → $want", ({ given, want }) => {
    expect(typeOf(given)).toBe(want);
  });
});

describe("references", () => {
  const root = {
    $defs: { Color: { enum: ["red", "green"] }, List: LIST, "a/b~c d": { type: "number" } },
    definitions: { Old: { type: "boolean" } },
    components: {
      schemas: { Pet: { $anchor: "pet", type: "object", properties: { id: { type: "number" } }, required: ["id"] } },
    },
  };
  test.each([
    { given: { $ref: "#/$defs/Color" }, want: '"red"|"green"' },
    { given: { type: "array", items: { $ref: "#/$defs/Color" } }, want: '("red"|"green")[]' },
    { given: { $ref: "#/definitions/Old" }, want: "boolean" },
    { given: { $ref: "#/$defs/a~1b~0c%20d" }, want: "number" },
    { given: { $ref: "#/components/schemas/Pet" }, want: "{id:number}" },
    { given: { $ref: "#pet" }, want: "{id:number}" },
    { given: { $ref: "#/components/schemas/Pet", nullable: true }, want: "{id:number}|null" },
    {
      given: { allOf: [{ $ref: "#/components/schemas/Pet" }, { required: ["name"] }] },
      want: "{id:number,name:unknown}",
    },
    { given: { $ref: "#/$defs/Gone" }, want: "unknown" },
    { given: { $ref: "https://example.com/x.json" }, want: "unknown" },
    { given: { $ref: "#/properties/x" }, want: "unknown" },
    { given: { $ref: "#/%zz" }, want: "unknown" },
    { given: { $ref: "#/$defs/List" }, want: "type List={value:string,next?:List}\nList" },
    { given: { type: "array", items: { $ref: "#/properties/x" } }, want: "type X=X[]\nX" },
  ])("$given → $want", ({ given, want }) => {
    expect(typeOf(given, root)).toBe(want);
  });

  test("a reference to a property path is that property's type", () => {
    const schema = {
      type: "object",
      properties: {
        from: { type: "object", properties: { at: { type: "string" } }, required: ["at"] },
        to: { $ref: "#/properties/from" },
      },
    };
    expect(signatureOf(schema)).toBe("s.t(a?:{from?:{at:string},to?:{at:string}})");
  });

  test("siblings of a reference count from 2019-09 on, not in draft-07", () => {
    const schema = (dialect: string) => ({
      $schema: dialect,
      type: "object",
      properties: { x: { $ref: "#/$defs/Name", enum: ["a"] } },
      $defs: { Name: { type: "string" } },
    });
    expect(signatureOf(schema("http://json-schema.org/draft-07/schema#"))).toBe("s.t(a?:{x?:string})");
    expect(signatureOf(schema("https://json-schema.org/draft/2020-12/schema"))).toBe('s.t(a?:{x?:"a"})');
  });

  test("types that contain each other", () => {
    const schema = {
      type: "object",
      properties: { tree: { $ref: "#/$defs/Tree" } },
      $defs: {
        Tree: { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/Leaf" } } } },
        Leaf: { anyOf: [{ type: "string" }, { $ref: "#/$defs/Tree" }] },
      },
    };
    expect(signatureOf(schema)).toBe("type Tree={children?:(string|Tree)[]}\ns.t(a?:{tree?:Tree})");
  });

  test("a type that is directly itself is unknown there", () => {
    const schema = {
      type: "object",
      properties: { x: { $ref: "#/$defs/A" } },
      $defs: { A: { anyOf: [{ type: "string" }, { $ref: "#/$defs/B" }] }, B: { $ref: "#/$defs/A" } },
    };
    expect(signatureOf(schema)).toBe("s.t(a?:{x?:unknown})");
  });
});

describe("arguments and results", () => {
  test.each([
    { given: undefined, want: "s.t()" },
    { given: { type: "object", properties: {} }, want: "s.t()" },
    { given: { type: "object", additionalProperties: false }, want: "s.t()" },
    { given: { type: "object", additionalProperties: true }, want: "s.t(a?:object)" },
    { given: { properties: { a: { type: "string" } } }, want: "s.t(a?:{a?:string})" },
    { given: { properties: { a: { type: "string" } }, required: ["a"] }, want: "s.t(a:{a:string})" },
    { given: { type: "string" }, want: "s.t()" },
    {
      given: { oneOf: [{ properties: { a: { type: "string" } }, required: ["a"] }, { properties: { b: {} } }] },
      want: "s.t(a?:{a:string}|{b?:unknown})",
    },
    {
      given: {
        allOf: [
          { properties: { id: { type: "number" } }, required: ["id"] },
          { anyOf: [{ required: ["x"] }, { required: ["y"] }] },
        ],
      },
      want: "s.t(a:{id:number}&({x:unknown}|{y:unknown}))",
    },
    {
      given: { $ref: "#/$defs/In", $defs: { In: { properties: { a: {} }, required: ["a"] } } },
      want: "s.t(a:{a:unknown})",
    },
    // A required argument with a default can be left out; one that nothing describes is shown.
    {
      given: { properties: { scale: { enum: ["css", "device"], default: "css" } }, required: ["scale"] },
      want: 's.t(a?:{scale?:"css"|"device"})',
    },
    {
      given: {
        properties: { clip: { properties: { x: { type: "number", default: 0 }, y: {} }, required: ["x", "y"] } },
        required: ["clip"],
      },
      want: "s.t(a:{clip:{x:number,y:unknown}})",
    },
    {
      given: { properties: {}, required: ["ghost"], additionalProperties: false },
      want: "s.t(a:{ghost:unknown})",
    },
    // Arguments that a condition brings.
    {
      given: {
        type: "object",
        properties: { mode: { type: "string" } },
        if: { properties: { mode: { const: "file" }, strict: { const: true } } },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { properties: { mode: { minLength: 1 }, path: { type: "string" } }, required: ["path"] },
        else: { properties: { path: { type: "null" } }, required: ["url"] },
        dependentSchemas: { path: { properties: { encoding: { type: "string" } } } },
        dependentRequired: { url: ["host"] },
      },
      want: "s.t(a?:{mode?:string,path?:string|null,encoding?:string,strict?:unknown,url?:unknown,host?:unknown})",
    },
    {
      given: {
        type: "object",
        properties: { x: { type: "string" } },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        allOf: [{ if: { properties: { x: { const: "a" } } }, then: { properties: { x: { const: "a" }, y: {} } } }],
      },
      want: "s.t(a?:{x?:string,y?:unknown})",
    },
    {
      given: {
        type: "object",
        properties: { mode: {} },
        allOf: ["string", "number"].map((type) => ({
          properties: { mode: {} },
          if: { properties: { mode: { const: type } } },
          // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
          then: { properties: { x: { type } } },
        })),
      },
      want: "s.t(a?:{mode?:unknown,x?:string|number})",
    },
  ])("arguments $given → $want", ({ given, want }) => {
    expect(signatureOf(given)).toBe(want);
  });

  test.each([
    { given: { type: "object", properties: { n: { type: "number" } }, required: ["n"] }, want: "s.t():{n:number}" },
    { given: { type: "array", items: { enum: ["a", "b"] } }, want: 's.t():("a"|"b")[]' },
    { given: { properties: { n: { type: "number", default: 0 } }, required: ["n"] }, want: "s.t():{n:number}" },
    { given: {}, want: "s.t()" },
    { given: "nonsense", want: "s.t()" },
  ])("results $given → $want", ({ given, want }) => {
    expect(signatureOf({}, given)).toBe(want);
  });
});
