/**
 * Which value of a discriminator stands for which schema: the keys of its mapping, else the name of the component. Alternatives get theirs as a
 * literal, and for a base type its subtypes are found, which extend it by `allOf` and are not seen from it. OpenAPI 3, and Swagger 2, whose
 * discriminator is the name of the property.
 */
import { isRecord } from "./is-record.ts";
import type { Resolve } from "./references.ts";
import { stepsOfText } from "./steps-of-text.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface Subtype {
  readonly schema: unknown;
  /** The schema with its values of the discriminator. */
  readonly narrowed: unknown;
  /** The values of the discriminator, which is the property `property`. */
  readonly property: string;
  readonly values: readonly string[];
}

export interface Discriminators {
  /** @param holder has the alternative in `oneOf` or `anyOf` @returns the alternative, with its values of the discriminator where they are known */
  readonly narrowed: (alternative: unknown, holder: Fields) => unknown;
  /** @returns the schemas that extend a base type; none where they are too many */
  readonly subtypesOf: (base: unknown) => readonly Subtype[];
}

/** A base type with more subtypes is as it is written: each of them is a part of every tool that has the base. */
const MAX_SUBTYPES = 12;
const MAX_MAPPED = 500;
const MAX_INDEXED = 50_000;
const MAX_LOOKED_AT = 20;
const MAX_VALUE_CHARS = 200;
/** All values of one alternative, which each holder of the alternative repeats. */
const MAX_VALUES_CHARS = 1_000;
/** An own enum with more values is not compared. */
const MAX_LISTED = 1_000;
const RESTRICTING = ["const", "allOf", "anyOf", "oneOf", "not", "pattern", "default", "example"];

/** @param spend called with the steps that it takes */
export function discriminatorsIn(document: unknown, resolve: Resolve, spend: (steps: number) => void): Discriminators {
  const root = isRecord(document) ? document : {};
  const components = isRecord(root["components"]) ? root["components"] : {};
  const is3 = isRecord(components["schemas"]);
  const own = is3 ? components["schemas"] : root["definitions"];
  const schemas: Fields = isRecord(own) ? own : {};
  const place = is3 ? "#/components/schemas/" : "#/definitions/";
  const mappings = new WeakMap<object, Mapping>();
  let extending: ReadonlyMap<object, readonly string[]> | undefined;

  const mappingOf = (discriminator: unknown): Mapping => {
    if (!isRecord(discriminator)) return EMPTY;
    const known = mappings.get(discriminator);
    if (known !== undefined) return known;
    const keys = new Map<string, string[]>();
    let isKnown = true;
    const mapping = isRecord(discriminator["mapping"]) ? Object.entries(discriminator["mapping"]) : [];
    for (const [key, value] of mapping.slice(0, MAX_MAPPED)) {
      const name = typeof value === "string" ? value.slice(value.lastIndexOf("/") + 1) : "";
      if (!Object.hasOwn(schemas, name) || key.length > MAX_VALUE_CHARS) isKnown = false;
      else keys.set(name, [...(keys.get(name) ?? []), key]);
    }
    spend(mapping.length);
    const made = { keys, isKnown: isKnown && mapping.length <= MAX_MAPPED };
    mappings.set(discriminator, made);
    return made;
  };

  /** @returns undefined where it is not known */
  const valuesOf = (name: string, discriminator: unknown): readonly string[] | undefined => {
    if (!Object.hasOwn(schemas, name) || name.length > MAX_VALUE_CHARS) return undefined;
    const { keys, isKnown } = mappingOf(discriminator);
    const mapped = keys.get(name);
    if (mapped !== undefined || !isKnown) return mapped;
    const schema = schemas[name];
    const said = isRecord(schema) ? schema["x-discriminator-value"] : undefined;
    return [typeof said === "string" && said.length <= MAX_VALUE_CHARS ? said : name];
  };

  const withValues = (ref: string, holder: Fields): Subtype | undefined => {
    const property = propertyOf(holder);
    const values = ref.startsWith(place) ? valuesOf(ref.slice(place.length), holder["discriminator"]) : undefined;
    const schema = { $ref: ref };
    if (property === undefined || values === undefined || /[~/%]/.test(ref.slice(place.length))) return undefined;
    const fit = values.join("").length > MAX_VALUES_CHARS ? undefined : fitting(schema, property, values);
    const narrowed = fit === undefined ? schema : { allOf: [schema, { properties: { [property]: { enum: fit } } }] };
    return { schema, narrowed, property, values };
  };

  /** The time of finding a reference grows with its length. */
  const follow = (ref: string): unknown => {
    spend(1 + stepsOfText(ref));
    return resolve(ref);
  };

  /** @returns those of the values that the schema's own property permits; undefined where they say nothing new or are not its values */
  const fitting = (schema: unknown, property: string, values: readonly string[]): readonly string[] | undefined => {
    let isClosed = false;
    const open: unknown[] = [schema];
    // The list grows while it is read.
    for (let at = 0; at < open.length && at < MAX_LOOKED_AT; at += 1) {
      const one = open[at];
      spend(1);
      if (!isRecord(one)) continue;
      if (typeof one["$ref"] === "string") open.push(follow(one["$ref"]));
      const { properties, allOf } = one;
      if (isRecord(properties) && Object.hasOwn(properties, property)) return among(properties[property], values);
      if (one["additionalProperties"] === false || one["unevaluatedProperties"] === false) isClosed = true;
      if (Array.isArray(allOf)) open.push(...(allOf.slice(0, MAX_LOOKED_AT) as unknown[]));
    }
    return isClosed ? undefined : values;
  };

  const among = (property: unknown, values: readonly string[]): readonly string[] | undefined => {
    let schema = property;
    for (let hop = 0; hop < MAX_LOOKED_AT && isRecord(schema) && typeof schema["$ref"] === "string"; hop += 1) {
      schema = follow(schema["$ref"]);
    }
    // Other keywords of the property may exclude the value: some generators name a class in the discriminator and list other texts in an enum.
    if (!isRecord(schema) || RESTRICTING.some((word) => Object.hasOwn(schema, word))) return undefined;
    const { type, enum: listed } = schema;
    if (!Array.isArray(listed)) return type === undefined || type === "string" ? values : undefined;
    if (listed.length > MAX_LISTED) return undefined;
    spend(listed.length);
    const fit = values.filter((value) => listed.includes(value));
    return fit.length > 0 && fit.length < listed.length ? fit : undefined;
  };

  const index = (): ReadonlyMap<object, readonly string[]> => {
    const found = new Map<object, string[]>();
    let parts = 0;
    for (const [name, schema] of Object.entries(schemas)) {
      const allOf: unknown = isRecord(schema) ? schema["allOf"] : undefined;
      const list: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
      parts += 1 + list.length;
      if (parts > MAX_INDEXED) break;
      for (const part of list) {
        const ref: unknown = isRecord(part) ? part["$ref"] : undefined;
        if (typeof ref !== "string" || (parts += stepsOfText(ref)) > MAX_INDEXED) continue;
        const base = resolve(ref);
        if (!isRecord(base)) continue;
        const names = found.get(base) ?? [];
        names.push(name);
        found.set(base, names);
      }
    }
    spend(parts);
    return found;
  };

  const subtypes = new WeakMap<object, readonly Subtype[]>();
  return {
    narrowed: (alternative, holder) => {
      const ref = isRecord(alternative) ? alternative["$ref"] : undefined;
      return (typeof ref === "string" && withValues(ref, holder)?.narrowed) || alternative;
    },
    subtypesOf: (base) => {
      if (!isRecord(base) || propertyOf(base) === undefined || "oneOf" in base || "anyOf" in base) return [];
      const known = subtypes.get(base);
      if (known !== undefined) return known;
      extending ??= index();
      const names = new Set(extending.get(base)?.slice(0, MAX_SUBTYPES + 1));
      // Those of subtypes, too: the set grows while it is read.
      for (const name of names) {
        if (names.size > MAX_SUBTYPES) break;
        const schema = schemas[name];
        const further = isRecord(schema) ? extending.get(schema) : undefined;
        for (const one of further?.slice(0, MAX_SUBTYPES + 1) ?? []) names.add(one);
      }
      const made = names.size > MAX_SUBTYPES ? [] : [...names].map((name) => withValues(place + name, base));
      const all = made.filter((one) => one !== undefined);
      subtypes.set(base, all);
      return all;
    },
  };
}

interface Mapping {
  /** Values of the discriminator, by the names of components. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** False if it names what is no component: then a component without a key may be one of those. */
  readonly isKnown: boolean;
}

const EMPTY: Mapping = { keys: new Map(), isKnown: true };

function propertyOf({ discriminator }: Fields): string | undefined {
  const name = isRecord(discriminator) ? discriminator["propertyName"] : discriminator;
  return typeof name === "string" && name !== "" && name.length <= MAX_VALUE_CHARS ? name : undefined;
}
