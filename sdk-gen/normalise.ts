/**
 * Phase 1: reads one schema object, of any dialect and however malformed, into a record of the keywords that matter.
 *
 * Draft-07, 2019-09, 2020-12, OpenAPI 3.0 and 3.1 differ only here: `nullable`, `items` as a list, `additionalItems`,
 * boolean schemas, `$recursiveRef`. A keyword of the wrong type is ignored. Sub-schemas stay raw (`unknown`) and are read
 * when they are reached, so unused parts of a huge schema cost nothing.
 */
import { isRecord } from "./is-record.ts";
import { textsIn } from "./texts-in.ts";

export interface Keywords {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly ref: string | undefined;
  readonly types: ReadonlySet<JsonType> | undefined;
  readonly isNullable: boolean;
  /** Values of `enum` or `const`. */
  readonly values: readonly unknown[] | undefined;
  readonly properties: readonly (readonly [name: string, schema: unknown])[];
  readonly patterns: readonly unknown[];
  readonly required: ReadonlySet<string>;
  /** `additionalProperties` as written */
  readonly additional: unknown;
  readonly hasObjectWords: boolean;
  readonly hasArrayWords: boolean;
  readonly items: unknown;
  readonly prefix: readonly unknown[] | undefined;
  readonly minItems: number;
  readonly allOf: readonly unknown[];
  /** Lists of alternatives (`anyOf`, `oneOf`); at least one of each list applies. */
  readonly choices: readonly (readonly unknown[])[];
}

export type JsonType = "string" | "number" | "boolean" | "null" | "object" | "array";

/** @returns true if every value is allowed (`true`, `{}`, or no schema at all), false if none is */
export function readSchema(schema: unknown): Keywords | boolean {
  if (schema === false) return false;
  if (!isRecord(schema)) return true;
  const raw = schema;
  const tuple = listOf(raw["prefixItems"]) ?? listOf(raw["items"]);
  const items = Array.isArray(raw["items"]) ? raw["additionalItems"] : raw["items"];
  const properties = isRecord(raw["properties"]) ? Object.entries(raw["properties"]) : [];
  return {
    raw,
    ref: readReference(raw),
    types: readTypes(raw["type"]),
    isNullable: raw["nullable"] === true || raw["x-nullable"] === true,
    values: readValues(raw),
    properties,
    patterns: isRecord(raw["patternProperties"]) ? Object.values(raw["patternProperties"]) : [],
    required: new Set(textsIn(raw["required"])),
    additional: raw["additionalProperties"] ?? raw["unevaluatedProperties"],
    hasObjectWords: OBJECT_WORDS.some((word) => isObjectLike(raw[word])),
    hasArrayWords: isRecord(raw["items"]) || tuple !== undefined,
    items: items ?? raw["unevaluatedItems"],
    prefix: tuple,
    minItems: typeof raw["minItems"] === "number" ? raw["minItems"] : 0,
    allOf: listOf(raw["allOf"]) ?? [],
    choices: [listOf(raw["anyOf"]), listOf(raw["oneOf"])].filter((list) => list !== undefined),
  };
}

const OBJECT_WORDS = ["properties", "required", "additionalProperties", "patternProperties"] as const;

function isObjectLike(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** @returns the value if it is a list with at least one element */
function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) && value.length > 0 ? value : undefined;
}

function readReference(raw: Readonly<Record<string, unknown>>): string | undefined {
  for (const word of ["$ref", "$dynamicRef", "$recursiveRef"]) {
    const ref = raw[word];
    if (typeof ref === "string") return ref;
  }
  return undefined;
}

const TYPES: ReadonlyMap<unknown, JsonType> = new Map<unknown, JsonType>([
  ["string", "string"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "boolean"],
  ["null", "null"],
  ["object", "object"],
  ["array", "array"],
  // `file` appears in Swagger 2 and in many OpenAPI 3.0 documents.
  ["file", "string"],
]);

/** An unknown type word makes the whole keyword ignored, which is the wider reading. */
function readTypes(type: unknown): ReadonlySet<JsonType> | undefined {
  const words = Array.isArray(type) ? type.slice(0, 20) : [type];
  const types = new Set<JsonType>();
  for (const word of words) {
    const known = TYPES.get(word);
    if (!known) return undefined;
    types.add(known);
  }
  return types.size > 0 ? types : undefined;
}

function readValues(raw: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  if (Object.hasOwn(raw, "const")) return [raw["const"]];
  return listOf(raw["enum"]);
}
