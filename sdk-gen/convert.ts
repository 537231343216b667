/**
 * Phase 2: normalised schemas → intermediate representation.
 *
 * Every schema object is converted once and found again by identity, so a `$ref` used a hundred times costs one visit.
 * Meeting an object that is still being converted means recursion: behind a property or an element that becomes a named
 * reference, and directly (`A = A | string`) it becomes `unknown`, which TypeScript can print and the schema allows.
 * Depth, nodes, properties and text are limited; beyond a limit the type is `unknown` and the object open.
 *
 * A chain of `$ref`s can be as long as the schema: a reference at great depth is converted later, from the top, and a deep
 * type becomes a named reference, so neither this phase nor a later one recurses deeper than the limits allow.
 *
 * Two readings are on purpose not the widest: a schema with `properties` and no `type` is an object (strictly it admits
 * the number 5), and a schema silent about further properties does not advertise them.
 */
import type { ConversionBudget } from "./budget.ts";
import { withoutItself } from "./circular.ts";
import { Intersections } from "./intersect.ts";
import { literals } from "./literals.ts";
import { ANY_OBJECT, BOOLEAN, NEVER, NULL, NUMBER, STRING, UNKNOWN } from "./ir.ts";
import type { Definition, Property, Type } from "./ir.ts";
import { hasBase64 } from "./base64.ts";
import { isRecord } from "./is-record.ts";
import { readSchema, type JsonType, type Keywords } from "./normalise.ts";
import { PropertyNotes } from "./property-notes.ts";
import { createResolver, type Resolve } from "./references.ts";
import { cleanLine } from "./text.ts";
import { union } from "./union.ts";

const MAX_DEPTH = 100;
const MAX_NODES = 10_000;
/** A `$ref` at this depth is converted later; a target with this many levels gets a name. */
const MAX_REFERENCE_DEPTH = 50;
const MAX_NAME_CHARS = 200;
const MAX_CHOICES = 250;
const MAX_PREFIX = 40;
/** A `$ref` to a property path is worth a name only when it ends in one. */
const GENERIC_STEP = /^(?:items|\d+|anyOf|oneOf|allOf|additionalProperties|schema)$/;
/** Words beside a `$ref` that do not change its type. */
const SAYS_NOTHING = new Set(["$ref", "title", "description", "summary", "deprecated", "readOnly", "writeOnly"]);

/** @param budget that of the server, for all its schemas */
export function convertSchema(schema: unknown, budget: ConversionBudget): Type {
  return new Conversion(schema, budget).convertRoot(schema);
}

interface Open {
  /** How many properties or elements lie between the root and this schema. */
  readonly guards: number;
  definition: Definition | undefined;
}

class Conversion {
  readonly #resolve: Resolve;
  readonly #ignoresBesideRef: boolean;
  readonly #done = new Map<object, Type>();
  readonly #open = new Map<object, Open>();
  /** Target of a `$ref` → the name the reference gives it. */
  readonly #hints = new Map<object, string>();
  readonly #targets = new Set<object>();
  /** Number of levels of converted schemas, down to the next named reference. */
  readonly #heights = new Map<object, number>();
  /** Highest number of levels among the parts of the schema being converted. */
  #height = 0;
  readonly #later = new Map<object, Definition>();
  readonly #intersections: Intersections;
  readonly #notes: PropertyNotes;
  readonly #words = new Map<object, Keywords | boolean>();
  #nodes = 0;
  #depth = 0;
  #guards = 0;

  constructor(root: unknown, budget: ConversionBudget) {
    this.#resolve = createResolver(root);
    this.#intersections = new Intersections(budget);
    this.#notes = new PropertyNotes({ read: (schema) => this.#wordsOf(schema), resolve: this.#resolve }, budget);
    // Up to draft-07 a `$ref` hides its siblings.
    this.#ignoresBesideRef = isRecord(root) && /draft-0[3-7]/.test(String(root["$schema"]));
  }

  convertRoot(schema: unknown): Type {
    const type = this.convert(schema, undefined);
    for (const [target, definition] of this.#later) {
      this.#later.delete(target);
      this.#done.delete(target);
      this.#convertFresh(target, undefined, definition);
    }
    return type;
  }

  /** @param inherited the types a parent allows, for a branch of `anyOf` or `allOf` that names none */
  convert(schema: unknown, inherited: ReadonlySet<JsonType> | undefined): Type {
    if (typeof schema !== "object" || schema === null) return schema === false ? NEVER : UNKNOWN;
    const done = this.#done.get(schema);
    if (done) {
      this.#height = Math.max(this.#height, this.#heights.get(schema) ?? 0);
      return done;
    }
    const open = this.#open.get(schema);
    if (open) {
      if (open.guards === this.#guards) return UNKNOWN;
      open.definition ??= { hint: this.#hintOf(schema), type: UNKNOWN };
      return { kind: "reference", definition: open.definition };
    }
    return this.#convertFresh(schema, inherited, undefined);
  }

  /** @returns the name that references give a schema, or the schema it refers to itself */
  #hintOf(schema: object): string {
    const words = this.#wordsOf(schema);
    const target = typeof words === "boolean" || words.ref === undefined ? undefined : this.#target(words.ref);
    return this.#hints.get(schema) ?? (target && this.#hints.get(target)) ?? "";
  }

  #convertFresh(
    schema: object,
    inherited: ReadonlySet<JsonType> | undefined,
    definition: Definition | undefined,
  ): Type {
    if (this.#depth >= MAX_DEPTH) return UNKNOWN;
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) return UNKNOWN;
    const entry: Open = { guards: this.#guards, definition };
    const heightBefore = this.#height;
    this.#height = 0;
    this.#open.set(schema, entry);
    this.#depth += 1;
    let type = this.#read(schema, inherited);
    this.#depth -= 1;
    this.#open.delete(schema);
    const hint = this.#hints.get(schema) ?? "";
    // A composed type gets the name of the whole, not that of its first named part.
    const isComposed =
      type.kind === "union" || type.kind === "intersection" || (type.kind === "object" && "allOf" in schema);
    if (isComposed && hint !== "") type = { ...(type as Extract<Type, { hint?: string }>), hint };
    let height = this.#height + 1;
    if (height > MAX_REFERENCE_DEPTH && this.#targets.has(schema)) {
      entry.definition ??= { hint, type: UNKNOWN };
    }
    if (entry.definition) {
      entry.definition.type = type;
      entry.definition.type = withoutItself(entry.definition);
      type = { kind: "reference", definition: entry.definition };
      height = 0;
    }
    this.#height = Math.max(heightBefore, height);
    this.#heights.set(schema, height);
    this.#done.set(schema, type);
    return type;
  }

  /** Converts the schema of a property or an element, where recursion can be a named reference. */
  #guarded(schema: unknown): Type {
    if (this.#depth > MAX_REFERENCE_DEPTH) {
      const reference = this.#convertLater(schema);
      if (reference) return reference;
    }
    this.#guards += 1;
    const type = this.convert(schema, undefined);
    this.#guards -= 1;
    return type;
  }

  #convertLater(schema: unknown): Type | undefined {
    const words = this.#wordsOf(schema);
    if (typeof words === "boolean" || words.ref === undefined || words.isNullable) return undefined;
    if (!this.#ignoresBesideRef && Object.keys(words.raw).some((word) => !SAYS_NOTHING.has(word))) return undefined;
    const target = this.#target(words.ref);
    if (target === undefined || this.#done.has(target) || this.#open.has(target)) return undefined;
    const definition: Definition = { hint: this.#hints.get(target) ?? "", type: UNKNOWN };
    const reference: Type = { kind: "reference", definition };
    this.#later.set(target, definition);
    this.#done.set(target, reference);
    return reference;
  }

  /** Reads each schema once: many `$ref`s can point to one with thousands of properties. */
  #wordsOf(schema: unknown): Keywords | boolean {
    if (typeof schema !== "object" || schema === null) return readSchema(schema);
    let words = this.#words.get(schema);
    if (words === undefined) {
      words = readSchema(schema);
      this.#words.set(schema, words);
    }
    return words;
  }

  #read(schema: object, inherited: ReadonlySet<JsonType> | undefined): Type {
    const words = this.#wordsOf(schema);
    if (typeof words === "boolean") return words ? UNKNOWN : NEVER;
    let type: Type;
    if (words.ref !== undefined) {
      type = this.#follow(words.ref);
      if (!this.#ignoresBesideRef) type = this.#intersections.of(type, this.#own(words, undefined));
    } else type = this.#own(words, inherited);
    return words.isNullable ? union([type, NULL]) : type;
  }

  #follow(ref: string): Type {
    const target = this.#target(ref);
    if (target !== undefined) return this.convert(target, undefined);
    return this.#resolve(ref) === false ? NEVER : UNKNOWN;
  }

  #target(ref: string): object | undefined {
    const target = this.#resolve(ref);
    if (typeof target !== "object" || target === null) return undefined;
    this.#targets.add(target);
    const step = ref.split(/[/#]/).pop() ?? "";
    if (!this.#hints.has(target) && !GENERIC_STEP.test(step)) this.#hints.set(target, cleanLine(step).slice(0, 60));
    return target;
  }

  #own(words: Keywords, inherited: ReadonlySet<JsonType> | undefined): Type {
    const types = words.types ?? inherited;
    let type = words.values ? literals(words.values, types) : this.#shape(words, types);
    for (const part of words.allOf) type = this.#intersections.of(type, this.convert(part, types));
    for (const choice of words.choices) {
      const branches = choice.slice(0, MAX_CHOICES + 1).map((branch) => this.convert(branch, types));
      if (choice.length <= MAX_CHOICES) type = this.#intersections.of(type, union(branches));
    }
    return type;
  }

  /** Reads `type` and the keywords of objects and arrays. */
  #shape(words: Keywords, types: ReadonlySet<JsonType> | undefined): Type {
    if (!types) {
      if (words.hasObjectWords) return this.#object(words);
      return words.hasArrayWords ? this.#array(words) : UNKNOWN;
    }
    const members: Type[] = [];
    for (const name of types) {
      switch (name) {
        case "string":
          members.push(STRING);
          break;
        case "number":
          members.push(NUMBER);
          break;
        case "boolean":
          members.push(BOOLEAN);
          break;
        case "null":
          members.push(NULL);
          break;
        case "object":
          members.push(this.#object(words));
          break;
        case "array":
          members.push(this.#array(words));
          break;
      }
    }
    return union(members);
  }

  #object(words: Keywords): Type {
    const { raw, additional } = words;
    const title = typeof raw["title"] === "string" ? cleanLine(raw["title"]).slice(0, 60) : "";
    const hint = this.#hints.get(raw) ?? (/^[A-Z]\w*$/.test(title) ? title : "");
    const properties: Property[] = [];
    const listed = new Set<string>();
    let wasCut = false;
    for (const [name, schema] of words.properties) {
      if (name.length > MAX_NAME_CHARS || this.#nodes > MAX_NODES) {
        wasCut = true;
        continue;
      }
      this.#nodes += 1;
      listed.add(name);
      const type = this.#guarded(schema);
      const isRequired = words.required.has(name);
      const isBase64 = hasBase64(schema);
      properties.push({ name, isRequired, type, notes: this.#notes.of(schema, name), ...(isBase64 && { isBase64 }) });
    }
    const open = this.#rest(words);
    for (const name of words.required) {
      if (listed.has(name) || wasCut || name.length > MAX_NAME_CHARS || this.#nodes > MAX_NODES) continue;
      this.#nodes += 1;
      properties.push({ name, isRequired: true, type: open ?? UNKNOWN, notes: "" });
    }
    if (wasCut) return { kind: "object", properties, rest: UNKNOWN, isClosed: false, hint };
    const isSilent = additional === undefined && words.patterns.length === 0;
    if (properties.length === 0 && isSilent) return ANY_OBJECT;
    return { kind: "object", properties, rest: open, isClosed: additional === false && open === undefined, hint };
  }

  /** The type of properties not listed. */
  #rest({ additional, patterns }: Keywords): Type | undefined {
    const others = patterns.map((schema) => this.#guarded(schema));
    if (additional === undefined) return patterns.length > 0 ? UNKNOWN : undefined;
    if (additional !== false) others.push(additional === true ? UNKNOWN : this.#guarded(additional));
    return others.length > 0 ? union(others) : undefined;
  }

  #array({ items, prefix, minItems }: Keywords): Type {
    const rest = items === false ? undefined : this.#guarded(items);
    if (!prefix) return rest ? { kind: "array", element: rest } : { kind: "tuple", elements: [], required: 0, rest };
    if (prefix.length > MAX_PREFIX) return { kind: "array", element: UNKNOWN };
    const elements = prefix.map((schema) => this.#guarded(schema));
    return { kind: "tuple", elements, required: Math.min(Math.max(minItems, 0), elements.length), rest };
  }
}
