/**
 * The schema of a body as a plain list of properties, when it is one: an object, or an `allOf` of objects, through
 * references. Alternatives of whole objects, dictionaries and everything cyclic are not, and stay one argument.
 */
import { isRecord } from "../normalise.ts";
import type { Description, Fields } from "./description.ts";

const MAX_DEPTH = 20;
const MAX_PROPERTIES = 1_000;

export interface FlatObject {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** nothing else is allowed */
  readonly closed: boolean;
  /** `anyOf: [{ required: ["a"] }, { required: ["b"] }]` and the like: which of the properties go together */
  readonly rules: readonly Fields[];
}

interface Draft {
  readonly properties: Map<string, unknown>;
  readonly required: Set<string>;
  closed: boolean;
  readonly rules: Fields[];
}

export function flattenObject(description: Description, schema: unknown): FlatObject | undefined {
  const draft: Draft = { properties: new Map(), required: new Set(), closed: false, rules: [] };
  if (!add(description, schema, draft, 0)) return undefined;
  return draft.properties.size > 0 && draft.properties.size <= MAX_PROPERTIES ? draft : undefined;
}

function add(description: Description, value: unknown, draft: Draft, depth: number): boolean {
  const schema = description.follow(value);
  if (!schema || depth > MAX_DEPTH || !isObjectSchema(schema)) return false;
  const { properties, additionalProperties: additional } = schema;
  if (isRecord(schema["patternProperties"]) || schema["unevaluatedProperties"] !== undefined) return false;
  // Properties of any name cannot stand beside parameters.
  if (isRecord(additional) && Object.keys(additional).length > 0) return false;
  if (additional === false) draft.closed = true;
  for (const [name, property] of isRecord(properties) ? Object.entries(properties) : []) {
    if (isRecord(property) && property["readOnly"] === true) continue;
    const known = draft.properties.get(name);
    draft.properties.set(name, known === undefined ? property : { allOf: [known, property] });
    if (draft.properties.size > MAX_PROPERTIES) return false;
  }
  if (!addRequired(schema, draft)) return false;
  const parts = schema["allOf"];
  return !Array.isArray(parts) || parts.every((part) => add(description, part, draft, depth + 1));
}

function isObjectSchema(schema: Fields): boolean {
  const { type } = schema;
  if (type === undefined) return ["properties", "required", "allOf"].some((word) => schema[word] !== undefined);
  return type === "object" || (Array.isArray(type) && type.every((word) => word === "object" || word === "null"));
}

function addRequired(schema: Fields, draft: Draft): boolean {
  const { required, properties } = schema;
  for (const name of Array.isArray(required) ? required : []) {
    const property = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isReadOnly = isRecord(property) && property["readOnly"] === true;
    if (typeof name === "string" && !isReadOnly) draft.required.add(name);
  }
  for (const word of ["anyOf", "oneOf"]) {
    const choices = schema[word];
    if (choices === undefined) continue;
    if (!Array.isArray(choices) || !choices.every(isRule)) return false;
    draft.rules.push({ [word]: choices });
  }
  return true;
}

const RULE_WORDS = new Set(["required", "title", "description", "type"]);

function isRule(choice: unknown): boolean {
  return isRecord(choice) && "required" in choice && Object.keys(choice).every((word) => RULE_WORDS.has(word));
}
