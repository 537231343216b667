/**
 * A place in a value, and what a schema says about it: whether it takes a number there and no text. All subschemas that apply to the place
 * are read: through `$ref`, `allOf`, `anyOf`, `oneOf`, and into properties and items.
 *
 * The schema is an upstream's. Each place answers a question once, for all values that stand there, so that the work depends on the schema
 * and not on the size of the value; it is counted, because references can double and lead in circles.
 */
import { isLongInteger } from "../../lib/exact-json.ts";
import { isRecord } from "../../lib/is-record.ts";
import { CheckRun } from "./check-run.ts";
import { References, referenceOf } from "./references.ts";
import type { Words } from "./value-rules.ts";

/** The kinds of values that a place permits, as bits; others than these two do not matter here. */
const TEXT = 1;
const NUMBER = 2;

/** `all` subschemas have to fit (`allOf`, `$ref`), or `any` of them (`anyOf`, `oneOf`). */
type Join = "all" | "any";

/** All names that no subschema lists. */
const OTHER_NAMES = Symbol("other names");

interface PlaceOptions {
  readonly join: Join;
  /** The subschema itself; absent where others are only joined. */
  readonly words?: Words;
  readonly readParts: () => readonly Place[];
}

/** State that all places of one schema share. */
interface Reader {
  readonly run: CheckRun;
  readonly placeOf: (schema: unknown) => Place;
}

/** @returns the place of the whole value. Its methods throw CheckTooCostly */
export function placeOfSchema(root: unknown): Place {
  const references = new References(root);
  const places = new Map<object, Place>();
  const reader: Reader = {
    run: new CheckRun(0),
    placeOf: (schema) => {
      const words = isRecord(schema) ? schema : schema === false ? NOTHING : ANYTHING;
      let place = places.get(words);
      if (place === undefined) {
        const ref = referenceOf(words);
        const isOnlyRef = ref !== undefined && references.hideSiblings;
        const target = (): Place[] => (ref === undefined ? [] : [reader.placeOf(references.target(ref))]);
        place = isOnlyRef
          ? new Place(reader, { join: "all", readParts: target })
          : new Place(reader, { join: "all", words, readParts: () => [...target(), ...joinedIn(words, reader)] });
        places.set(words, place);
      }
      return place;
    },
  };
  return reader.placeOf(root);
}

const ANYTHING: Words = {};
const NOTHING: Words = { enum: [] };

function joinedIn(words: Words, reader: Reader): Place[] {
  const placesOf = (keyword: string): Place[] => {
    const listed = words[keyword];
    if (!Array.isArray(listed)) return [];
    reader.run.spend(listed.length);
    return listed.map(reader.placeOf);
  };
  const choices = ["anyOf", "oneOf"].flatMap((keyword) => {
    const parts = placesOf(keyword);
    return parts.length === 0 ? [] : [new Place(reader, { join: "any", readParts: () => parts })];
  });
  return [...placesOf("allOf"), ...choices];
}

export class Place {
  readonly #reader: Reader;
  readonly #join: Join;
  readonly #words: Words | undefined;
  readonly #readParts: () => readonly Place[];
  #read: readonly Place[] | undefined;
  /** `undefined` inside is what a question gets that leads back to itself. */
  #kinds: { value: number | undefined } | undefined;
  #names: ReadonlySet<string> | undefined;
  #tupleLength: number | undefined;
  readonly #children = new Map<string | number | symbol, Place | undefined>();

  constructor(reader: Reader, { join, words, readParts }: PlaceOptions) {
    reader.run.spend(1);
    this.#reader = reader;
    this.#join = join;
    this.#words = words;
    this.#readParts = readParts;
  }

  /** @returns true if a number may stand here, and no text of digits */
  wantsNumber(): boolean {
    return this.#kindsHere() === NUMBER;
  }

  /** @param step a property's name or an item's index @returns undefined where the schema says nothing of it */
  child(step: string | number): Place | undefined {
    const key = typeof step === "number" ? Math.min(step, this.#tupleLengthHere()) : this.#keyOf(step);
    if (this.#children.has(key)) return this.#children.get(key);
    // For a reference that leads back here.
    this.#children.set(key, undefined);
    const child = this.#reader.run.nested(() => this.#readChild(step));
    this.#children.set(key, child);
    return child;
  }

  #readChild(step: string | number): Place | undefined {
    const { run } = this.#reader;
    const own =
      this.#words && (typeof step === "number" ? itemOf(this.#words, step, run) : propertyOf(this.#words, step, run));
    const found = new Set<Place>(own === undefined ? [] : [this.#reader.placeOf(own)]);
    for (const part of this.#parts()) {
      const child = part.child(step);
      if (child !== undefined) found.add(child);
    }
    const [only, ...others] = found;
    if (others.length === 0) return only;
    run.spend(found.size);
    return new Place(this.#reader, { join: this.#join, readParts: () => [...found] });
  }

  #parts(): readonly Place[] {
    this.#read ??= this.#readParts();
    this.#reader.run.spend(1 + this.#read.length);
    return this.#read;
  }

  #kindsHere(): number | undefined {
    if (this.#kinds !== undefined) return this.#kinds.value;
    this.#kinds = { value: undefined };
    const own = this.#words && kindsOf(this.#words, this.#reader.run);
    const parts = this.#reader.run.nested(() => this.#parts().map((part) => part.#kindsHere()));
    const said = [own, ...parts].filter((kinds) => kinds !== undefined);
    const isAny = this.#join === "any" && said.length > 0;
    const value = isAny ? said.reduce((a, b) => a | b, 0) : said.reduce((a, b) => a & b, TEXT | NUMBER);
    this.#kinds = { value };
    return value;
  }

  #keyOf(name: string): string | symbol {
    return this.#namesHere().has(name) ? name : OTHER_NAMES;
  }

  /** The names that some subschema lists. */
  #namesHere(): ReadonlySet<string> {
    if (this.#names !== undefined) return this.#names;
    const properties = this.#words?.["properties"];
    const own = new Set(isRecord(properties) ? Object.keys(properties) : []);
    this.#reader.run.spend(own.size);
    this.#names = own;
    const parts = this.#reader.run.nested(() => this.#parts().map((part) => part.#namesHere()));
    const [first, ...others] = own.size === 0 ? parts : [own, ...parts];
    if (first === undefined || others.length === 0) return (this.#names = first ?? own);
    for (const names of [first, ...others]) {
      this.#reader.run.spend(names.size);
      for (const name of names) own.add(name);
    }
    return own;
  }

  /** The number of first items that some subschema describes one by one. */
  #tupleLengthHere(): number {
    if (this.#tupleLength !== undefined) return this.#tupleLength;
    this.#tupleLength = this.#words === undefined ? 0 : tupleOf(this.#words).length;
    const parts = this.#reader.run.nested(() => this.#parts().map((part) => part.#tupleLengthHere()));
    this.#tupleLength = parts.reduce((longest, length) => Math.max(longest, length), this.#tupleLength);
    return this.#tupleLength;
  }
}

function kindsOf({ type, enum: listed, const: only }: Words, run: CheckRun): number {
  const types: readonly unknown[] | undefined = Array.isArray(type)
    ? type
    : typeof type === "string"
      ? [type]
      : undefined;
  const values: readonly unknown[] | undefined = Array.isArray(listed)
    ? listed
    : only === undefined
      ? undefined
      : [only];
  run.spend((types?.length ?? 0) + (values?.length ?? 0));
  const isText = (value: unknown): boolean => typeof value === "string" && isLongInteger(value);
  const isNumber = (value: unknown): boolean => typeof value === "number";
  const hasText = types?.includes("string") !== false && values?.some(isText) !== false;
  const hasNumber =
    (types === undefined || types.includes("integer") || types.includes("number")) && values?.some(isNumber) !== false;
  return (hasText ? TEXT : 0) | (hasNumber ? NUMBER : 0);
}

function propertyOf(
  { properties, patternProperties, additionalProperties }: Words,
  name: string,
  run: CheckRun,
): unknown {
  if (isRecord(properties) && Object.hasOwn(properties, name)) return properties[name];
  // The patterns are not matched here: what they say may be anything.
  if (isRecord(patternProperties) && !isEmpty(patternProperties, run)) return ANYTHING;
  return restOf(additionalProperties, run);
}

function itemOf(words: Words, at: number, run: CheckRun): unknown {
  const { items, additionalItems } = words;
  const tuple = tupleOf(words);
  return at < tuple.length ? tuple[at] : restOf(Array.isArray(items) ? additionalItems : items, run);
}

/** Before draft 2020-12, `items` was the list. */
function tupleOf({ prefixItems, items }: Words): readonly unknown[] {
  return Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
}

/** `true` and `{}` say no more about the rest than a schema that does not mention it. */
function restOf(schema: unknown, run: CheckRun): unknown {
  return isRecord(schema) && !isEmpty(schema, run) ? schema : undefined;
}

function isEmpty(schema: object, run: CheckRun): boolean {
  const { length } = Object.keys(schema);
  run.spend(length);
  return length === 0;
}
