/**
 * Finds keywords of a JSON Schema (drafts 4 to 2020-12) that check nothing because they have a value of another type. The check of a value
 * counts them as absent (upstream/json-schema/), which is right for the schemas of upstreams; a person who writes `"type": "intger"` has
 * to hear of it. Keywords that are not known are left alone: vendors have their own.
 */
import { createResolver } from "../../sdk-gen/index.ts";
import { isRecord } from "../lib/is-record.ts";
import { MAX_SCHEMA_NODES } from "../limits/check-limits.ts";
import { shorten } from "../lib/shorten.ts";

interface KeywordProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A place where a schema is expected. */
interface Place {
  readonly path: KeywordProblem["path"];
  readonly schema: unknown;
}

/** @returns a problem, or the places of the schemas in a value */
type Reading = string | readonly { readonly step: readonly (string | number)[]; readonly schema: unknown }[];

/** Reads the value of one keyword. */
type Keyword = (value: unknown) => Reading;

/** @returns the first problem, each schema before those inside it; undefined if there is none */
export function keywordProblem(root: unknown): KeywordProblem | undefined {
  const resolve = createResolver(root);
  const seen = new Set<unknown>();
  const places: Place[] = [{ path: [], schema: root }];
  for (const { path, schema } of places) {
    if (typeof schema === "boolean" || seen.has(schema)) continue;
    if (!isRecord(schema))
      return { path, message: `must be a schema (an object, true or false), not ${shown(schema)}` };
    if (seen.size >= MAX_SCHEMA_NODES) return { path, message: `comes after ${MAX_SCHEMA_NODES} other schemas` };
    seen.add(schema);
    for (const [word, value] of Object.entries(schema)) {
      const reading = KEYWORDS.get(word)?.(value) ?? [];
      if (typeof reading === "string") return { path: [...path, word], message: reading };
      for (const { step, schema: inner } of reading) places.push({ path: [...path, word, ...step], schema: inner });
    }
    // A reference may lead to a place that no keyword leads to.
    const target = typeof schema["$ref"] === "string" ? resolve(schema["$ref"]) : undefined;
    if (isRecord(target)) places.push({ path: [...path, "$ref"], schema: target });
  }
  return undefined;
}

const TYPES = ["string", "number", "integer", "boolean", "null", "object", "array"];
const TYPE_NAMES = TYPES.join(", ");

const type: Keyword = (value) => {
  const named: readonly unknown[] = Array.isArray(value) ? value : [value];
  const unknown = named.find((one) => !TYPES.some((name) => name === one));
  if (named.length === 0) return `must name a type: ${TYPE_NAMES}`;
  return unknown === undefined ? [] : `has no type ${shown(unknown)}; the types are ${TYPE_NAMES}`;
};

function valueThat(isRight: (value: unknown) => boolean, expected: string): Keyword {
  return (value) => (isRight(value) ? [] : `must be ${expected}, not ${shown(value)}`);
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isNumber = (value: unknown): value is number => typeof value === "number";
const isFlag = (value: unknown): boolean => typeof value === "boolean";

const text = valueThat(isText, "a string");
const texts = valueThat(isTexts, "an array of strings");
const flag = valueThat(isFlag, "true or false");
const number = valueThat(isNumber, "a number");
const positive = valueThat((value) => isNumber(value) && value > 0, "a number above 0");
const count = valueThat((value) => Number.isInteger(value) && Number(value) >= 0, "a whole number of at least 0");
const list = valueThat(Array.isArray, "an array");
/** A number; `true` or `false` in draft 4. */
const exclusive = valueThat((value) => isNumber(value) || isFlag(value), "a number");

const schema: Keyword = (value) => [{ step: [], schema: value }];

const schemas: Keyword = (value) =>
  Array.isArray(value) && value.length > 0
    ? value.map((inner: unknown, index) => ({ step: [index], schema: inner }))
    : `must be an array of schemas, not ${shown(value)}`;

const named: Keyword = (value) =>
  isRecord(value)
    ? Object.entries(value).map(([name, inner]) => ({ step: [name], schema: inner }))
    : `must be an object of schemas, not ${shown(value)}`;

/** One schema for all items, or one for each in drafts before 2020-12, where there may be none. */
const items: Keyword = (value) => (Array.isArray(value) ? (value.length === 0 ? [] : schemas(value)) : schema(value));

const needs: Keyword = (value) =>
  isRecord(value) && Object.values(value).every(isTexts)
    ? []
    : `must be an object whose values are arrays of strings, not ${shown(value)}`;

/** Names or a schema for each property, in drafts before 2019-09. */
const dependencies: Keyword = (value) =>
  isRecord(value) ? named(Object.fromEntries(Object.entries(value).filter(([, one]) => !isTexts(one)))) : named(value);

const READ_BY: readonly (readonly [Keyword, readonly string[]])[] = [
  [type, ["type"]],
  [list, ["enum"]],
  [number, ["minimum", "maximum"]],
  [exclusive, ["exclusiveMinimum", "exclusiveMaximum"]],
  [positive, ["multipleOf"]],
  [count, ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]],
  [count, ["minContains", "maxContains"]],
  [flag, ["uniqueItems", "nullable"]],
  [texts, ["required"]],
  [needs, ["dependentRequired"]],
  [dependencies, ["dependencies"]],
  [items, ["items"]],
  [schemas, ["prefixItems", "allOf", "anyOf", "oneOf"]],
  [named, ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]],
  [schema, ["additionalProperties", "unevaluatedProperties", "propertyNames"]],
  [schema, ["additionalItems", "unevaluatedItems", "contains", "not", "if", "then", "else"]],
  [text, ["pattern", "format", "title", "description"]],
  [text, ["$ref", "$dynamicRef", "$recursiveRef", "$anchor", "$dynamicAnchor", "$id", "$schema"]],
];

const KEYWORDS = new Map(READ_BY.flatMap(([keyword, words]) => words.map((word) => [word, keyword] as const)));

const MAX_SHOWN_CHARS = 60;

function shown(value: unknown): string {
  const json = JSON.stringify(value);
  return shorten(json, MAX_SHOWN_CHARS);
}
