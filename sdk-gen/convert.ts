/**
 * Phase 2: normalised schema → intermediate representation.
 *
 * Every schema object is converted once and found again by identity, so a `$ref` used a hundred times costs one visit.
 * Meeting an object that is still being converted means recursion: behind a property or an element that becomes a named
 * reference, and directly (`A = A | string`) it becomes `unknown`, which TypeScript can print and the schema allows.
 * Depth, nodes, properties and text are limited; beyond a limit the type is `unknown` and the object open.
 *
 * Two readings are on purpose not the widest: a schema with `properties` and no `type` is an object (strictly it admits
 * the number 5), and a schema silent about further properties does not advertise them.
 */
import { intersect, union } from "./combine.ts";
import {
  ANY_OBJECT,
  BOOLEAN,
  NEVER,
  NULL,
  NUMBER,
  STRING,
  UNKNOWN,
  type Definition,
  type Property,
  type Type,
} from "./ir.ts";
import { readSchema, type JsonType, type Keywords } from "./normalise.ts";
import { readNotes } from "./notes.ts";
import { createResolver, type Resolve } from "./references.ts";
import { cleanLine } from "./text.ts";

const MAX_DEPTH = 100;
const MAX_NODES = 10_000;
const MAX_NAME_CHARS = 200;
const MAX_LITERALS = 250;
const MAX_LITERAL_CHARS = 200;
const MAX_PREFIX = 40;
/** a `$ref` to a property path is worth a name only when it ends in one */
const GENERIC_STEP = /^(?:items|\d+|anyOf|oneOf|allOf|additionalProperties)$/;

export function convertSchema(schema: unknown): Type {
  return new Conversion(schema).convert(schema, undefined);
}

interface Open {
  /** how many properties or elements lie between the root and this schema */
  readonly guards: number;
  definition: Definition | undefined;
}

class Conversion {
  readonly #resolve: Resolve;
  readonly #ignoresBesideRef: boolean;
  readonly #done = new Map<object, Type>();
  readonly #open = new Map<object, Open>();
  readonly #hints = new Map<object, string>();
  #nodes = 0;
  #depth = 0;
  #guards = 0;

  constructor(root: unknown) {
    this.#resolve = createResolver(root);
    const dialect = readSchema(root);
    const uri = typeof dialect === "boolean" ? undefined : dialect.raw["$schema"];
    // Up to draft-07 a `$ref` hides its siblings.
    this.#ignoresBesideRef = typeof uri === "string" && /draft-0[3-7]/.test(uri);
  }

  /** @param inherited the types a parent allows, for a branch of `anyOf` or `allOf` that names none */
  convert(schema: unknown, inherited: ReadonlySet<JsonType> | undefined): Type {
    if (typeof schema !== "object" || schema === null) return schema === false ? NEVER : UNKNOWN;
    const done = this.#done.get(schema);
    if (done) return done;
    const open = this.#open.get(schema);
    if (open) {
      if (open.guards === this.#guards) return UNKNOWN;
      open.definition ??= { hint: this.#hints.get(schema) ?? "", type: UNKNOWN };
      return { kind: "reference", definition: open.definition };
    }
    if (this.#depth >= MAX_DEPTH || ++this.#nodes > MAX_NODES) return UNKNOWN;
    const entry: Open = { guards: this.#guards, definition: undefined };
    this.#open.set(schema, entry);
    this.#depth++;
    let type = this.#read(schema, inherited);
    this.#depth--;
    this.#open.delete(schema);
    if (entry.definition) {
      entry.definition.type = type;
      type = { kind: "reference", definition: entry.definition };
    }
    this.#done.set(schema, type);
    return type;
  }

  #guarded(schema: unknown): Type {
    this.#guards++;
    const type = this.convert(schema, undefined);
    this.#guards--;
    return type;
  }

  #read(schema: object, inherited: ReadonlySet<JsonType> | undefined): Type {
    const words = readSchema(schema);
    if (typeof words === "boolean") return words ? UNKNOWN : NEVER;
    let type: Type;
    if (words.ref !== undefined) {
      type = this.#follow(words.ref);
      if (!this.#ignoresBesideRef) type = intersect(type, this.#own(words, undefined));
    } else type = this.#own(words, inherited);
    return words.nullable ? union([type, NULL]) : type;
  }

  #follow(ref: string): Type {
    const target = this.#resolve(ref);
    if (typeof target !== "object" || target === null) return target === false ? NEVER : UNKNOWN;
    const step = ref.split(/[/#]/).pop() ?? "";
    if (!this.#hints.has(target) && !GENERIC_STEP.test(step)) this.#hints.set(target, cleanLine(step).slice(0, 60));
    return this.convert(target, undefined);
  }

  #own(words: Keywords, inherited: ReadonlySet<JsonType> | undefined): Type {
    const types = words.types ?? inherited;
    let type = words.values ? this.#literals(words.values, types) : this.#shape(words, types);
    for (const part of words.allOf) type = intersect(type, this.convert(part, types));
    for (const choice of words.choices) {
      const branches = choice.slice(0, MAX_LITERALS + 1).map((branch) => this.convert(branch, types));
      if (choice.length <= MAX_LITERALS) type = intersect(type, union(branches));
    }
    return type;
  }

  /** what `type` and the words of objects and arrays say */
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
    let cut = false;
    for (const [name, schema] of words.properties) {
      if (name.length > MAX_NAME_CHARS || this.#nodes > MAX_NODES) {
        cut = true;
        continue;
      }
      this.#nodes++;
      listed.add(name);
      const type = this.#guarded(schema);
      properties.push({ name, required: words.required.has(name), type, notes: this.#notes(schema, name) });
    }
    const open = this.#rest(words);
    for (const name of words.required) {
      if (listed.has(name) || cut || name.length > MAX_NAME_CHARS || this.#nodes++ > MAX_NODES) continue;
      properties.push({ name, required: true, type: open ?? UNKNOWN, notes: "" });
    }
    if (cut) return { kind: "object", properties, rest: UNKNOWN, closed: false, hint };
    const silent = additional === undefined && words.patterns.length === 0;
    if (properties.length === 0 && silent) return ANY_OBJECT;
    return { kind: "object", properties, rest: open, closed: additional === false && open === undefined, hint };
  }

  /** the type of properties not listed */
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

  #literals(values: readonly unknown[], types: ReadonlySet<JsonType> | undefined): Type {
    const kinds = new Set(values.map(jsonType));
    const allowed = (kind: JsonType) => !types || types.has(kind);
    const long = (value: unknown) => typeof value === "string" && value.length > MAX_LITERAL_CHARS;
    if (values.length > MAX_LITERALS || values.some(long)) {
      const scalars = [...kinds].filter(allowed);
      if (scalars.some((kind) => kind === "object" || kind === "array")) return UNKNOWN;
      return union(scalars.map(simpleType));
    }
    const members = values.filter((value) => allowed(jsonType(value))).map((value) => valueType(value, 0));
    // No value of the right type: the author is confused, the wide reading is the type alone.
    if (members.length === 0) return types ? union([...types].map(simpleType)) : UNKNOWN;
    return union(members);
  }

  /** notes of a property, with those of the elements and alternatives behind it that no other property will carry */
  #notes(schema: unknown, name: string): string {
    const parts: string[] = [];
    const collect = (node: unknown, depth: number): void => {
      const words = readSchema(node);
      if (typeof words === "boolean" || depth > 3 || parts.length > 20) return;
      let text = readNotes(words.raw, name);
      if (text === "" && words.ref !== undefined) {
        const target = readSchema(this.#resolve(words.ref));
        if (typeof target !== "boolean") text = readNotes(target.raw, name);
      }
      if (text !== "" && !parts.some((part) => part.includes(text))) parts.push(text);
      if (!Array.isArray(words.raw["items"])) collect(words.raw["items"], depth + 1);
      for (const list of [words.allOf, ...words.choices]) for (const branch of list) collect(branch, depth + 1);
      if (typeof words.additional === "object") collect(words.additional, depth + 1);
    };
    collect(schema, 0);
    return parts.join("; ");
  }
}

function jsonType(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "object";
}

function simpleType(kind: JsonType): Type {
  if (kind === "object") return ANY_OBJECT;
  return kind === "array" ? { kind: "array", element: UNKNOWN } : { kind };
}

/** the type of one constant */
function valueType(value: unknown, depth: number): Type {
  if (value === null) return NULL;
  if (typeof value === "string" || typeof value === "boolean") return { kind: "literal", value };
  if (typeof value === "number") return Number.isFinite(value) ? { kind: "literal", value } : NUMBER;
  if (typeof value !== "object" || depth > 3) return UNKNOWN;
  if (Array.isArray(value)) {
    if (value.length > MAX_PREFIX) return { kind: "array", element: UNKNOWN };
    const elements = value.map((item) => valueType(item, depth + 1));
    return { kind: "tuple", elements, required: elements.length, rest: undefined };
  }
  const entries = Object.entries(value);
  if (entries.length > MAX_PREFIX) return ANY_OBJECT;
  const properties = entries.map(([name, item]) => ({
    name,
    required: true,
    type: valueType(item, depth + 1),
    notes: "",
  }));
  return { kind: "object", properties, rest: undefined, closed: true, hint: "" };
}
