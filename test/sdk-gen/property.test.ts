/**
 * A type may be wider than its schema, never narrower: 1,000 random schemas, up to four values each that ajv calls valid,
 * and tsc must take every one. Schemas and values come from a seeded generator, so a failure can be repeated.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { buildServerSdk, printDeclarations } from "../../sdk-gen/index.ts";
import { Random } from "../support/random.ts";
import { typeCheck } from "../bench/type-check.ts";

const SCHEMAS = 1000;

type Schema = Record<string, unknown>;

const NAMES = ["a", "b", "c-d", "default", "$e", "f.g"] as const;
const DEFS = ["One", "Two", "Three"] as const;

function randomSchema(random: Random, depth: number): Schema | boolean {
  const inner = () => randomSchema(random, depth - 1);
  const list = (): unknown[] => Array.from({ length: 1 + random.below(3) }, inner);
  const leaf = random.pick(["string", "number", "integer", "boolean", "null", "values", "any"]);
  const kind =
    depth <= 0
      ? leaf
      : random.pick([
          leaf,
          leaf,
          "object",
          "object",
          "object",
          "array",
          "tuple",
          "anyOf",
          "oneOf",
          "allOf",
          "ref",
          "types",
          "beside",
          "if",
        ]);
  switch (kind) {
    case "values":
      return random.chance(0.3)
        ? { const: random.pick<unknown>(["x", 1, null, true, [1, "y"], { a: 1 }]) }
        : { enum: ["red", 'q"*/', 2, null, false].slice(random.below(4)) };
    case "any":
      return random.pick<Schema | boolean>([{}, true, { description: "*/ anything" }]);
    case "object":
      return randomObject(random, depth);
    case "array":
      return { type: "array", items: inner(), ...(random.chance(0.2) ? { minItems: 1 } : {}) };
    case "tuple":
      return {
        type: "array",
        prefixItems: list(),
        ...(random.chance(0.5) ? { items: random.chance(0.5) ? false : inner() } : {}),
        minItems: random.below(4),
      };
    case "anyOf":
    case "oneOf":
    case "allOf":
      return { [kind]: list() };
    case "ref":
      return { $ref: `#/$defs/${random.pick(DEFS)}`, ...(random.chance(0.2) ? { enum: ["red", null] } : {}) };
    case "types":
      return {
        type: ["null", "string", "object", "array", "number"].slice(random.below(4)),
        properties: { a: inner() },
        items: inner(),
      };
    case "beside":
      return {
        ...randomObject(random, depth),
        [random.pick(["anyOf", "oneOf"])]: [{ required: ["a"] }, { required: ["b"], properties: { b: inner() } }],
      };
    case "if":
      return {
        ...randomObject(random, depth),
        if: inner(),
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: inner(),
        else: inner(),
        not: { const: "impossible" },
      };
    default:
      return { type: kind, ...(random.chance(0.2) && kind !== "null" ? { nullable: true } : {}) };
  }
}

function randomObject(random: Random, depth: number): Schema {
  const names = NAMES.filter(() => random.chance(0.5));
  const schema: Schema = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, randomSchema(random, depth - 1)])),
  };
  if (random.chance(0.5)) schema["required"] = NAMES.filter(() => random.chance(0.25));
  if (random.chance(0.4))
    schema["additionalProperties"] = random.pick<unknown>([false, true, randomSchema(random, depth - 1)]);
  if (random.chance(0.1)) schema["patternProperties"] = { "^z": randomSchema(random, depth - 1) };
  return schema;
}

/** a value that tries to fit; whether it does is for ajv to say */
function randomValue(random: Random, schema: unknown, root: Schema, depth: number): unknown {
  if (typeof schema !== "object" || schema === null || depth > 6) return anyValue(random);
  const {
    $ref,
    type,
    properties,
    required,
    additionalProperties,
    prefixItems,
    items,
    anyOf,
    oneOf,
    allOf,
    enum: values,
  } = schema as Schema;
  const inner = (part: unknown) => randomValue(random, part, root, depth + 1);
  if ("const" in schema) return schema.const;
  if (Array.isArray(values)) return values[random.below(values.length)] as unknown;
  if (typeof $ref === "string") return inner((root["$defs"] as Schema)[$ref.slice("#/$defs/".length)]);
  if ("nullable" in schema && random.chance(0.3)) return null;
  const name: unknown = Array.isArray(type) ? type[random.below(type.length)] : type;
  const branches = [anyOf, oneOf].find(Array.isArray) ?? [];
  const branch: unknown = branches[random.below(Math.max(branches.length, 1))];
  if (name === "object") {
    const value: Schema = {};
    const all = {
      ...(properties as Schema | undefined),
      ...((branch as Schema | undefined)?.["properties"] as Schema | undefined),
    };
    const needed = [required, (branch as Schema | undefined)?.["required"]].flatMap((list) =>
      Array.isArray(list) ? (list as string[]) : [],
    );
    for (const key of new Set([...Object.keys(all), ...needed])) {
      if (needed.includes(key) || random.chance(0.5)) value[key] = inner(all[key] ?? additionalProperties);
    }
    if (additionalProperties !== false && random.chance(0.3)) value["z_extra"] = inner(additionalProperties);
    return value;
  }
  if (name === "array") {
    const fixed = Array.isArray(prefixItems) ? prefixItems.map(inner) : [];
    const further = items === false ? [] : Array.from({ length: random.below(3) }, () => inner(items));
    return [...fixed, ...further];
  }
  if (name === "string") return random.pick(["", "text", 'q"*/']);
  if (name === "number" || name === "integer") return random.below(100);
  if (name === "boolean") return random.chance(0.5);
  if (name === "null") return null;
  if (branch !== undefined) return inner(branch);
  if (Array.isArray(allOf)) {
    const parts = allOf.map(inner);
    return parts.every((part) => typeof part === "object" && part !== null && !Array.isArray(part))
      ? Object.assign({}, ...parts)
      : parts[0];
  }
  return anyValue(random);
}

function anyValue(random: Random): unknown {
  return random.pick<unknown>(["x", 7, true, null, {}, { a: "x", other: [1] }, [], ["x", 1]]);
}

test(`${SCHEMAS} random schemas: every valid argument fits the generated type`, { timeout: 180_000 }, () => {
  const random = new Random(20261121);
  // Each schema is compiled to be used at most forty times, so what makes compiled code faster or explains its answers costs more than it saves.
  const quick = { code: { optimize: false }, inlineRefs: false, messages: false, validateSchema: false } as const;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, ...quick });
  const tools: { name: string; inputSchema: unknown }[] = [];
  const lines = ["export {};"];
  let withValues = 0;
  while (tools.length < SCHEMAS) {
    const $defs = Object.fromEntries(
      DEFS.map((name) => [name, { type: "object", properties: { next: randomSchema(random, 2) } }]),
    );
    const inputSchema = {
      type: "object",
      properties: { x: randomSchema(random, 4) },
      required: ["x"],
      additionalProperties: false,
      $defs,
    };
    const name = `t${tools.length}`;
    tools.push({ name, inputSchema });
    const validate = ajv.compile(inputSchema);
    const values = new Set<string>();
    for (let attempt = 0; attempt < 40 && values.size < 4; attempt++) {
      const value = randomValue(random, inputSchema, inputSchema, 0);
      if (validate(value)) values.add(JSON.stringify(value));
    }
    if (values.size > 0) withValues++;
    for (const value of values)
      lines.push(`{ const v: Parameters<typeof s.${name}>[0] = ${value}; } // ${JSON.stringify(inputSchema)}`);
  }
  const sdk = buildServerSdk({ name: "s", identifier: "s", tools });
  const errors = typeCheck(
    new Map([
      ["sdk.d.ts", printDeclarations([sdk])],
      ["values.ts", lines.join("\n")],
    ]),
  );
  const shown = errors
    .slice(0, 5)
    .map(
      ({ file, line, message }) => `${file}:${line} ${message}\n${file === "values.ts" ? (lines[line - 1] ?? "") : ""}`,
    );
  expect(shown).toEqual([]);
  // the test means something only if most schemas were tried
  expect(withValues).toBeGreaterThan(SCHEMAS * 0.8);
  expect(lines.length).toBeGreaterThan(SCHEMAS * 2);
});
