/**
 * Schemas of direct tools that every client can read. Clients compile the output schemas of a whole list at once, and refuse the whole
 * list for one schema that they cannot read (MCP TypeScript SDK 1.x, with ajv): one upstream would take everything from them.
 */

import { isRecord } from "../lib/is-record.ts";

type Schema = Readonly<Record<string, unknown>>;

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** @returns the input schema, or one that allows every object: the gateway itself checks arguments */
export function readableInput(schema: unknown): Schema & { readonly type: "object" } {
  const readable = isRecord(schema) && isObjectSchema(schema) ? schema : {};
  return { ...readable, type: "object" };
}

/** @returns undefined where a client could not read it; a result needs no output schema */
export function readableOutput(schema: unknown): (Schema & { readonly type: "object" }) | undefined {
  if (!isRecord(schema) || schema["type"] !== "object" || !isObjectSchema(schema) || !isReadable(schema, schema))
    return undefined;
  return { ...schema, type: "object" };
}

/** The protocol itself demands this of the outermost schema. */
function isObjectSchema({ properties = {}, required = [] }: Schema): boolean {
  return isRecord(properties) && Object.values(properties).every(isRecord) && isListOf(required, isText);
}

type Check = (value: unknown, root: Schema, schema: Schema) => boolean;

const anything: Check = () => true;
const text: Check = isText;
const flag: Check = (value) => typeof value === "boolean";
const number: Check = (value) => Number.isFinite(value);
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const schemas: Check = (value, root) => isListOf(value, (one) => isReadable(one, root)) && !isEmpty(value);
const byName: Check = (value, root) => isRecord(value) && Object.values(value).every((one) => isReadable(one, root));

/** Keywords, and what a client reads under each. Others make some clients refuse the schema, or would be read in different ways. */
const KEYWORDS: Readonly<Record<string, Check>> = {
  ...named("title description format $comment $schema contentEncoding contentMediaType", text),
  ...named("default const examples deprecated readOnly writeOnly", anything),
  ...named("minimum maximum exclusiveMinimum exclusiveMaximum", number),
  ...named("minLength maxLength minItems maxItems minProperties maxProperties", count),
  ...named("uniqueItems unevaluatedProperties", flag),
  ...named("items additionalProperties not", isReadable),
  ...named("anyOf oneOf allOf prefixItems", schemas),
  ...named("properties $defs definitions", byName),
  type: (value) => {
    const types: readonly unknown[] = Array.isArray(value) ? value : [value];
    return types.length > 0 && new Set(types).size === types.length && types.every((type) => TYPES.has(type));
  },
  enum: (value) => Array.isArray(value) && !isEmpty(value),
  required: (value) => isListOf(value, isText),
  pattern: isPattern,
  multipleOf: (value) => Number.isFinite(value) && (value as number) > 0,
  nullable: (value, _root, schema) => typeof value === "boolean" && schema["type"] !== undefined,
  $ref: (value, root) => value === "#" || isDefined(value, root),
};

function named(keywords: string, check: Check): Readonly<Record<string, Check>> {
  return Object.fromEntries(keywords.split(" ").map((keyword) => [keyword, check]));
}

/** Lists of tools have schemas of few levels. */
function isReadable(schema: unknown, root: Schema): boolean {
  if (typeof schema === "boolean") return true;
  if (!isRecord(schema)) return false;
  return Object.entries(schema).every(([keyword, value]) => {
    const check = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    return check?.(value, root, schema) ?? keyword.startsWith("x-");
  });
}

function isPattern(value: unknown): boolean {
  try {
    // As ajv does it. It is not matched with anything here.
    return typeof value === "string" && new RegExp(value, "u").source !== "";
  } catch {
    return false;
  }
}

function isDefined(reference: unknown, root: Schema): boolean {
  const [, place, name] =
    typeof reference === "string" ? (/^#\/(\$defs|definitions)\/(\w+)$/.exec(reference) ?? []) : [];
  const definitions = place === undefined ? undefined : root[place];
  return name !== undefined && isRecord(definitions) && Object.hasOwn(definitions, name);
}

function isListOf(value: unknown, is: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => is(item));
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
