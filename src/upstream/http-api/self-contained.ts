/**
 * A schema of an API description as one that stands alone: what it refers to moves into its `$defs`, nearest first, as far as a budget
 * goes; the rest is `{}`, which is anything. Where a part does not fit, long enums become their types first. Only words of JSON Schema are kept, so examples and vendor extensions cost nothing.
 */
import { asRecord, isRecord } from "../../lib/is-record.ts";
import type { Discriminators } from "../../../sdk-gen/index.ts";
import { createResolver, discriminatorsIn, isOneSided, jsonType, MAX_LITERALS } from "../../../sdk-gen/index.ts";
import { MAX_API_PARTS, MAX_API_SCHEMA_DEPTH, MAX_API_SCHEMA_NODES } from "../../limits/api-limits.ts";
import { usableValues } from "./usable-values.ts";

interface SchemaBudget {
  /** JSON of the whole schema, about. */
  readonly maxChars: number;
  /** Descriptions of its parts are kept. */
  readonly hasText: boolean;
}

type OneSidedWord = "readOnly" | "writeOnly";

/** The use of a schema: a request has no read-only properties, an answer no write-only ones. */
type SchemaUse = "request" | "answer";

export type SelfContained = (schema: unknown, use: SchemaUse, budget: SchemaBudget) => unknown;

interface Copied {
  readonly value: unknown;
  readonly chars: number;
  /** Names in `$defs`. */
  readonly refs: readonly string[];
  readonly hasLongEnum: boolean;
  readonly hasSubtypes: boolean;
}

/** The purpose of a copy; copies of a part for the same purpose are the same. */
interface CopyUse {
  readonly use: SchemaUse;
  readonly hasText: boolean;
  /** Enums with more values become their types. */
  readonly maxEnumValues: number;
  /** A base type is the union of its subtypes and itself. */
  readonly showsSubtypes: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const VALUES = new Set([
  ...["type", "enum", "const", "format", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ...["multipleOf", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
  ...["nullable", "x-nullable", "deprecated", "readOnly", "writeOnly", "contentEncoding", "contentMediaType"],
]);
const SCHEMAS = new Set([
  ...["additionalItems", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else", "items"],
  ...["unevaluatedItems", "unevaluatedProperties"],
]);
const TEXTS = new Set(["description", "title"]);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const MAPS = new Set(["properties", "patternProperties", "dependentSchemas"]);
/** A longer default is a document of its own. */
const MAX_DEFAULT_CHARS = 200;

export function selfContainedIn(document: unknown): SelfContained {
  const resolve = createResolver(document);
  const names = new Map<string, string>();
  const refs = new Map<string, string>();
  /** The number to try next for a name, because thousands of references can end in the same one. */
  const numbers = new Map<string, number>();
  const copies = new Map<string, Copied>();
  const work = { parts: 0 };
  const spend = (steps: number): void => void (work.parts += steps);
  const discriminators = discriminatorsIn(document, resolve, spend);
  /** Unions of base types and their subtypes, by references that no description has. */
  const unions = new Map<string, unknown>();
  const schemaAt = (ref: string): unknown => unions.get(ref) ?? resolve(ref);

  /** @returns the reference to the union of a base type and its subtypes; undefined where it has none */
  const unionOf = (ref: string): string | undefined => {
    const union = `${ref.slice(0, ref.lastIndexOf("/") + 1)}Any${ref.slice(ref.lastIndexOf("/") + 1)} `;
    if (unions.has(union)) return union;
    const subtypes = discriminators.subtypesOf(resolve(ref));
    if (subtypes.length === 0) return undefined;
    // A value of an unknown subtype may be valid, too. The empty second part makes the reference mean the base type alone.
    unions.set(union, { anyOf: [...subtypes.map(({ narrowed }) => narrowed), { allOf: [{ $ref: ref }, {}] }] });
    return union;
  };

  const nameOf = (ref: string): string => {
    const known = names.get(ref);
    if (known !== undefined) return known;
    const last = ref.slice(ref.lastIndexOf("/") + 1).replaceAll(/[^A-Za-z0-9_.-]+/g, "_") || "schema";
    const stem = last.slice(0, 80);
    let name = stem;
    let number = numbers.get(stem) ?? 2;
    for (; refs.has(name); number += 1) name = `${stem}_${number}`;
    numbers.set(stem, number);
    names.set(ref, name);
    refs.set(name, ref);
    return name;
  };

  const definition = (name: string, to: CopyUse): Copied => {
    const key = `${to.use} ${to.hasText} ${to.maxEnumValues} ${to.showsSubtypes} ${name}`;
    const known = copies.get(key);
    if (known !== undefined) return known;
    const made = copy(schemaAt(refs.get(name) ?? ""), to);
    copies.set(key, made);
    return made;
  };

  const oneSided: Record<OneSidedWord, WeakMap<object, boolean>> = {
    readOnly: new WeakMap(),
    writeOnly: new WeakMap(),
  };
  const isFor = (schema: unknown, word: OneSidedWord): boolean => {
    if (!isRecord(schema)) return false;
    const before = oneSided[word].get(schema);
    if (before !== undefined) return before;
    const made = isOneSided(schema, word, resolve, spend);
    oneSided[word].set(schema, made);
    return made;
  };

  /** @param hasArguments the properties are arguments of a tool, which all are given: a number in a path is read-only elsewhere */
  const copy = (schema: unknown, to: CopyUse, hasArguments = false): Copied => {
    const found = new Set<string>();
    let hasSubtypes = false;
    const refer = (ref: string, isBase: boolean): string | undefined => {
      if (resolve(ref) === undefined) return undefined;
      const union = isBase || !to.showsSubtypes ? undefined : unionOf(ref);
      hasSubtypes ||= union !== undefined;
      const name = nameOf(union ?? ref);
      found.add(name);
      return `#/$defs/${name}`;
    };
    const isForOthers = (item: unknown): boolean => isFor(item, to.use === "request" ? "readOnly" : "writeOnly");
    // Arguments are checked against their schema, and descriptions seldom say all values of a discriminator: only answers are told apart by it.
    const narrowed: Discriminators["narrowed"] =
      to.use === "answer" ? discriminators.narrowed : (alternative) => alternative;
    const copier = new Copier({ ...to, work, isForOthers, refer, hasArguments, narrowed });
    const value = copier.schema(schema, 0);
    const chars = JSON.stringify(value).length;
    return { value, chars, refs: [...found], hasLongEnum: copier.hasLongEnum, hasSubtypes };
  };

  const fitted = (schema: unknown, to: CopyUse, maxChars: number): Fitted => {
    const root = copy(schema, to, to.use === "request");
    let { chars, hasLongEnum, hasSubtypes } = root;
    let isComplete = chars <= maxChars;
    if (!isRecord(root.value) || root.refs.length === 0)
      return { value: root.value, isComplete, hasLongEnum, hasSubtypes };
    const definitions = new Map<string, unknown>();
    const queue = [...root.refs];
    // The list grows while it is read: nearest first.
    for (const name of queue) {
      if (definitions.has(name)) continue;
      const { value, chars: own, refs: further, ...has } = definition(name, to);
      hasLongEnum ||= has.hasLongEnum;
      hasSubtypes ||= has.hasSubtypes;
      const fits = chars + own <= maxChars;
      definitions.set(name, fits ? value : {});
      chars += fits ? own + name.length + 5 : name.length + 8;
      if (fits) queue.push(...further);
      else isComplete = false;
    }
    const value = { ...root.value, $defs: Object.fromEntries(definitions) };
    return { value, isComplete, hasLongEnum, hasSubtypes };
  };

  return (schema, use, { maxChars, hasText }) => {
    // A value takes two characters at least: of an enum that cannot fit no copy is made.
    const maxEnumValues = Math.max(MAX_LITERALS, Math.floor(maxChars / 2));
    // Nested unions in an argument would make its check exponential.
    const to = { use, hasText, maxEnumValues, showsSubtypes: use === "answer" };
    let whole = fitted(schema, to, maxChars);
    if (whole.isComplete) return whole.value;
    if (whole.hasSubtypes) whole = fitted(schema, { ...to, showsSubtypes: false }, maxChars);
    if (whole.isComplete || !whole.hasLongEnum) return whole.value;
    return fitted(schema, { ...to, maxEnumValues: MAX_LITERALS, showsSubtypes: false }, maxChars).value;
  };
}

interface Fitted {
  readonly value: unknown;
  /** False if a part became `{}`, or the schema is longer without its parts. */
  readonly isComplete: boolean;
  readonly hasLongEnum: boolean;
  readonly hasSubtypes: boolean;
}

/** Alternatives of real descriptions overlap: what fits two of them is accepted by the API, and `oneOf` would refuse it. */
function withAnyOf(entries: readonly [string, unknown][]): readonly [string, unknown][] {
  if (entries.some(([word]) => word === "anyOf")) return entries.filter(([word]) => word !== "oneOf");
  return entries.map(([word, value]) => [word === "oneOf" ? "anyOf" : word, value]);
}

interface CopyOptions extends CopyUse {
  /** Parts that all copies together have looked at. */
  readonly work: { parts: number };
  /** @returns true for a property that the other side has alone */
  readonly isForOthers: (schema: unknown) => boolean;
  /** @param isBase the schema is extended here @returns the reference into `$defs`; undefined where it leads nowhere */
  readonly refer: (ref: string, isBase: boolean) => string | undefined;
  readonly narrowed: Discriminators["narrowed"];
  readonly hasArguments: boolean;
}

/** Types of the values of long enums, which many tools may share. */
const typesOfEnums = new WeakMap<readonly unknown[], readonly string[]>();

/** @returns the schema with a longer enum as the types of its values; the same one if there is none */
function withoutLongEnum(schema: Fields, maxValues: number): Fields {
  const { enum: values, ...others } = schema;
  if (!Array.isArray(values) || values.length <= maxValues) return schema;
  if (others["type"] !== undefined) return others;
  const types = typesOfEnums.get(values) ?? [...new Set(values.map(jsonType))];
  typesOfEnums.set(values, types);
  return { ...others, type: types };
}

function usable(values: readonly unknown[], schema: Fields): readonly unknown[] | undefined {
  return usableValues(values, schema["type"], schema["nullable"] === true || schema["x-nullable"] === true);
}

interface Position {
  readonly depth: number;
  /** See `Copier.schema`. */
  readonly isBase: boolean;
}

/** Words beside a reference by which a schema extends what it refers to. */
const EXTENDS = ["properties", "required", "allOf", "anyOf", "oneOf", "additionalProperties", "unevaluatedProperties"];

class Copier {
  readonly #options: CopyOptions;
  #nodes = 0;
  #hasLongEnum = false;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  get hasLongEnum(): boolean {
    return this.#hasLongEnum;
  }

  /** @param isBase a part of another schema, which extends it */
  schema(given: unknown, depth: number, isBase = false): unknown {
    if (typeof given === "boolean") return given;
    this.#nodes += 1;
    if (!isRecord(given) || depth > MAX_API_SCHEMA_DEPTH || this.#nodes > MAX_API_SCHEMA_NODES) return {};
    if (this.#options.work.parts > MAX_API_PARTS) return {};
    const words = Object.entries(withoutLongEnum(given, this.#options.maxEnumValues));
    this.#options.work.parts += words.length;
    const entries = words.flatMap(([word, value]): [string, unknown][] => {
      const copied = this.#word(word, value, given, { depth: depth + 1, isBase });
      return copied === undefined ? [] : [[word, copied]];
    });
    return Object.fromEntries(this.#options.use === "request" ? withAnyOf(entries) : entries);
  }

  #word(word: string, value: unknown, schema: Fields, { depth, isBase }: Position): unknown {
    if (word === "$ref")
      return typeof value === "string"
        ? this.#options.refer(value, isBase || EXTENDS.some((one) => one in schema))
        : undefined;
    if (TEXTS.has(word)) return this.#options.hasText && typeof value === "string" ? value : undefined;
    if (word === "default") return (JSON.stringify(value)?.length ?? 0) <= MAX_DEFAULT_CHARS ? value : undefined;
    if (word === "required") return this.#required(value, schema, depth);
    if (word === "const") return usable([value], schema)?.[0];
    if (word === "enum" && Array.isArray(value)) {
      this.#hasLongEnum ||= value.length > MAX_LITERALS;
      return usable(value, schema);
    }
    if (VALUES.has(word)) return value;
    if (word === "items" && Array.isArray(value)) return value.map((item) => this.schema(item, depth));
    if (SCHEMAS.has(word)) return this.schema(value, depth);
    if (LISTS.has(word)) return Array.isArray(value) ? this.#list(word, value, schema, { depth, isBase }) : undefined;
    return MAPS.has(word) && isRecord(value) ? this.#map(word, value, depth) : undefined;
  }

  #map(word: string, value: Fields, depth: number): Fields {
    const all = Object.entries(value);
    const entries = all.filter(([, item]) => word !== "properties" || !this.#isLeftOut(item, depth));
    this.#options.work.parts += all.length;
    return Object.fromEntries(entries.map(([name, item]) => [name, this.schema(item, depth)]));
  }

  #list(word: string, list: readonly unknown[], schema: Fields, { depth, isBase }: Position): readonly unknown[] {
    if (word === "anyOf" || word === "oneOf") {
      const hasValues = schema["discriminator"] !== undefined;
      return list.map((item) => this.schema(hasValues ? this.#options.narrowed(item, schema) : item, depth, isBase));
    }
    if (word !== "allOf") return list.map((item) => this.schema(item, depth));
    // One part alone is the schema itself, with a description or beside null.
    const extendsParts = list.length > 1 || isRecord(schema["properties"]);
    return list.map((item) => this.schema(item, depth, isBase || extendsParts));
  }

  #required(value: unknown, { properties }: Fields, depth: number): unknown {
    if (!Array.isArray(value)) return undefined;
    const own = asRecord(properties);
    return value.filter(
      (name) => typeof name === "string" && !(Object.hasOwn(own, name) && this.#isLeftOut(own[name], depth)),
    );
  }

  /** @param depth of the property */
  #isLeftOut(property: unknown, depth: number): boolean {
    return !(this.#options.hasArguments && depth === 1) && this.#options.isForOthers(property);
  }
}
