/**
 * Reads the schema of a body as a list of properties, if it is an object or an `allOf` of objects, through references.
 * Alternatives of whole objects, dictionaries and cyclic schemas are not flattened and stay one argument.
 */
import { isRecord } from "../is-record.ts";
import { isOneSided } from "../one-sided.ts";
import type { Subtype } from "../discriminators.ts";
import { textIn, type Description, type Fields } from "./description.ts";
import { isSameSchema } from "./same-schema.ts";

/** Limit on visited parts: references can double their number at every level. */
const MAX_VISITS = 1_000;
const MAX_PROPERTIES = 1_000;

interface FlatObject {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** Names of properties that only answers have. */
  readonly readOnly: ReadonlySet<string>;
  /** True if no other properties are allowed. */
  readonly isClosed: boolean;
  /** True if the schema says that there may be other properties. */
  readonly isOpen: boolean;
  /** Schemas that say which properties go together, such as `anyOf: [{ required: ["a"] }, { required: ["b"] }]`. */
  readonly rules: readonly Fields[];
}

interface Draft {
  readonly properties: Map<string, unknown>;
  readonly required: Set<string>;
  /** Names of properties that only responses have. */
  readonly readOnly: Set<string>;
  readonly rules: Fields[];
  /** Subtypes of the body, if its schema is a base type. */
  subtypes: readonly Subtype[];
  isClosed: boolean;
  isOpen: boolean;
  visits: number;
}

export function flattenObject(description: Description, schema: unknown): FlatObject | undefined {
  const draft = emptyDraft();
  if (!add(description, schema, draft, true)) return undefined;
  for (const name of draft.required) {
    if (draft.readOnly.has(name)) draft.required.delete(name);
    else if (!draft.properties.has(name)) draft.properties.set(name, {});
  }
  addSubtypes(description, draft);
  return draft.properties.size > 0 && draft.properties.size <= MAX_PROPERTIES ? draft : undefined;
}

function emptyDraft(): Draft {
  return {
    properties: new Map(),
    required: new Set(),
    readOnly: new Set(),
    rules: [],
    subtypes: [],
    isClosed: false,
    isOpen: false,
    visits: 0,
  };
}

/** Adds the properties that only subtypes have, as optional arguments; the value of the discriminator says which subtype the body is. */
function addSubtypes(description: Description, { properties, readOnly, subtypes }: Draft): void {
  const added = new Map<string, unknown[]>();
  for (const { schema } of subtypes) {
    const own = emptyDraft();
    if (!add(description, schema, own, false)) return;
    for (const [name, property] of own.properties) {
      if (properties.has(name) || readOnly.has(name)) continue;
      const all = added.get(name) ?? [];
      if (!all.some((one) => isSameSchema(description, one, property))) all.push(property);
      added.set(name, all);
    }
  }
  const [first] = subtypes;
  if (first === undefined || added.size > MAX_OF_SUBTYPES) return;
  for (const [name, all] of added) properties.set(name, all.length === 1 ? all[0] : { anyOf: all });
  const known = properties.get(first.property);
  const values = subtypes.flatMap((one) => one.values).map((value) => JSON.stringify(value));
  const text = isRecord(known) ? textIn(description.follow(known) ?? {}, "description") : "";
  const described = `${text === "" ? "" : `${text} `}For subtypes: ${values.slice(0, MAX_NAMED).join(", ")}`;
  if (isRecord(known)) properties.set(first.property, { ...known, description: described });
}

/** Further properties of a body that is a base type; with more it is as its own schema says. */
const MAX_OF_SUBTYPES = 100;
const MAX_NAMED = 20;

/** @param isWhole true if the schema is the body itself, and no base type that it extends */
function add(description: Description, value: unknown, draft: Draft, isWhole: boolean): boolean {
  const schema = description.followSchema(value);
  if (!schema || description.isSpent()) return false;
  draft.visits += 1;
  if (draft.visits > MAX_VISITS || !mayBeObject(schema)) return false;
  if (isRecord(schema["patternProperties"]) || schema["unevaluatedProperties"] !== undefined) return false;
  const { properties, required, allOf, additionalProperties: additional } = schema;
  // Properties of any name cannot stand beside parameters.
  if (isRecord(additional) && Object.keys(additional).length > 0) return false;
  if (additional === false) draft.isClosed = true;
  if (saysOpen(schema, isWhole)) draft.isOpen = true;
  if (isWhole) draft.subtypes = description.discriminators.subtypesOf(schema);
  description.spend(sizeOf(properties) + sizeOf(required));
  for (const [name, property] of isRecord(properties) ? Object.entries(properties) : []) {
    if (isOneSided(property, "readOnly", description.resolve, (steps) => description.spend(steps))) {
      draft.readOnly.add(name);
      continue;
    }
    const known = draft.properties.get(name);
    draft.properties.set(name, known === undefined ? property : { allOf: [known, property] });
    if (draft.properties.size > MAX_PROPERTIES) return false;
  }
  for (const name of Array.isArray(required) ? required : []) if (typeof name === "string") draft.required.add(name);
  if (!addRules(description, schema, draft)) return false;
  if (!Array.isArray(allOf)) return true;
  const isWrapper = isWhole && allOf.length === 1 && sizeOf(properties) === 0;
  return allOf.every((part) => add(description, part, draft, isWrapper));
}

function saysOpen({ additionalProperties: additional, discriminator }: Fields, isWhole: boolean): boolean {
  // A discriminator says that the body is of some subtype, which extends this schema and is not seen from here.
  // Swagger 2 has the name of its property alone.
  const hasSubtypes = isRecord(discriminator) || typeof discriminator === "string";
  return additional === true || isRecord(additional) || (isWhole && hasSubtypes);
}

/** @returns true unless the schema says that it is no object; one with a `description` alone may be one */
function mayBeObject(schema: Fields): boolean {
  const { type } = schema;
  if (type === undefined) return ["items", "prefixItems", "enum", "const"].every((word) => schema[word] === undefined);
  return type === "object" || (Array.isArray(type) && type.every((word) => word === "object" || word === "null"));
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}

function addRules(description: Description, schema: Fields, draft: Draft): boolean {
  for (const word of ["anyOf", "oneOf"]) {
    const choices = schema[word];
    if (choices === undefined) continue;
    if (!Array.isArray(choices) || !choices.every(isRule)) return false;
    description.spend(choices.reduce((sum: number, choice: Fields) => sum + 1 + sizeOf(choice["required"]), 0));
    draft.rules.push({ [word]: choices });
  }
  return true;
}

const RULE_WORDS = new Set(["required", "title", "description", "type"]);

function isRule(choice: unknown): boolean {
  return isRecord(choice) && "required" in choice && Object.keys(choice).every((word) => RULE_WORDS.has(word));
}
