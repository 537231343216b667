/**
 * Values for a schema, from outside: json-schema-faker makes them, ajv is the judge of which are valid. A mutant is one
 * valid instance with one thing wrong (a required key gone, another type, a value outside an enum, a key a closed object
 * does not know), kept only when ajv agrees that it is invalid.
 */
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { generateSync, type JsonSchema } from "json-schema-faker";

const OPTIONS = { strict: false, validateFormats: false, logger: false } as const;
const MAX_INSTANCES = 4;
const MAX_MUTANTS = 12;
const MAX_INSTANCE_CHARS = 20_000;

export interface Cases {
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

export function makeCases(schema: unknown, seed: number): Cases | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  const validate = compile(schema);
  if (!validate) return undefined;
  const valid = instances(schema, validate, seed);
  const mutated = new Map<string, unknown>();
  for (const instance of valid) {
    for (const mutant of mutants(schema as Node, instance, 0)) {
      if (mutated.size >= MAX_MUTANTS) break;
      const text = JSON.stringify(mutant);
      if (!mutated.has(text) && !validate(mutant)) mutated.set(text, mutant);
    }
  }
  return { valid, invalid: [...mutated.values()] };
}

/** the judge in the dialect the schema names; without one MCP means 2020-12, which old tuples do not fit */
function compile(schema: object): ValidateFunction | undefined {
  const uri = (schema as Node)["$schema"];
  const old = typeof uri === "string" && uri.includes("draft-0");
  for (const Judge of old ? [Ajv] : [Ajv2020, Ajv]) {
    try {
      return new Judge(OPTIONS).compile(schema);
    } catch {
      // a schema this judge refuses
    }
  }
  return undefined;
}

function instances(schema: object, validate: ValidateFunction, seed: number): readonly unknown[] {
  const found = new Map<string, unknown>();
  const attempts = [
    { alwaysFakeOptionals: true, seed },
    { optionalsProbability: 0, seed: seed + 1 },
    ...[2, 3, 4, 5, 6, 7].map((step) => ({ optionalsProbability: 0.5, seed: seed + step })),
  ];
  for (const options of attempts) {
    if (found.size >= MAX_INSTANCES) break;
    try {
      const instance: unknown = generateSync(structuredClone(schema) as JsonSchema, {
        maxDefaultItems: 2,
        maxDepth: 6,
        ...options,
      });
      const text = JSON.stringify(instance);
      if (text && text.length <= MAX_INSTANCE_CHARS && !found.has(text) && validate(instance))
        found.set(text, instance);
    } catch {
      // a schema the faker cannot do
    }
  }
  return [...found.values()];
}

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function* mutants(schema: Node, instance: unknown, depth: number): Generator {
  if (depth > 3) return;
  if (Array.isArray(schema["enum"]) || "const" in schema) yield "no such value";
  for (const other of ["text", 12.5, true, ["x"], { unexpected: 1 }]) {
    if (depth > 0 && typeof other !== typeof instance) yield other;
  }
  if (Array.isArray(instance) && isNode(schema["items"]) && instance.length > 0) {
    for (const inner of mutants(schema["items"], instance[0], depth + 1)) yield [inner, ...instance.slice(1)];
  }
  if (!isNode(instance)) return;
  for (const name of Array.isArray(schema["required"]) ? schema["required"] : []) {
    const { [String(name)]: _, ...others } = instance;
    yield others;
  }
  yield { ...instance, no_such_key_here: 1 };
  const properties = isNode(schema["properties"]) ? schema["properties"] : {};
  for (const [name, inner] of Object.entries(properties)) {
    if (!(name in instance) || !isNode(inner)) continue;
    for (const value of mutants(inner, instance[name], depth + 1)) yield { ...instance, [name]: value };
  }
}
