/**
 * Observes the structure of results, which becomes the output type of a tool that declares none.
 *
 * A shape never holds a value. Keys of an object that look like data (ids, dates, addresses, or simply many) are values
 * too, so such an object becomes a dictionary. Merging is commutative and idempotent and only ever widens. A shape has a
 * bounded number of parts, so it can be stored as JSON: one with more has its deepest parts replaced by "any value".
 */
import { ANY_OBJECT, BOOLEAN, NULL, NUMBER, STRING, UNKNOWN, type Type } from "./ir.ts";
import { union } from "./union.ts";

export interface Shape {
  /** Any value; every other field is then absent. */
  readonly unknown?: true;
  readonly null?: true;
  readonly boolean?: true;
  readonly number?: true;
  readonly string?: true;
  /** Element shape; an array that was always empty has the empty shape `{}`. */
  readonly array?: Shape;
  /** Sorted by name. */
  readonly object?: readonly ShapeProperty[];
  /** An object whose keys are data: shape of its values. */
  readonly dictionary?: Shape;
}

export interface ShapeProperty {
  readonly name: string;
  readonly shape: Shape;
  /** Missing from at least one of the results. */
  readonly optional?: true;
}

const MAX_DEPTH = 8;
const MAX_PROPERTIES = 60;
const MAX_ELEMENTS = 100;
/** Parts of one result that are looked at. */
const MAX_NODES = 2_000;
const MAX_SHAPE_PARTS = 1_000;
const MAX_NAME_CHARS = 60;
/** Keys that look like data, not like names in a program: digits in a row, hex runs, UUIDs, addresses, paths, blanks. */
const DATA_KEY = /\d{3}|[0-9a-f]{8}-|^[0-9a-f]{12,}$|[@/\\:\s]|^\d+$|[^\x20-\x7e]/i;

const ANYTHING: Shape = { unknown: true };

export function observeShape(value: unknown): Shape {
  return bounded(observe(value, 0, { nodes: 0 }));
}

/** Merges two shapes of one tool's results. */
export function mergeShapes(a: Shape, b: Shape): Shape {
  return bounded(merge(a, b));
}

function bounded(shape: Shape): Shape {
  let kept = shape;
  for (let depth = MAX_DEPTH; partsOf(kept) > MAX_SHAPE_PARTS; depth -= 1) kept = withoutDeeper(kept, depth);
  return kept;
}

function partsOf({ array, object = [], dictionary }: Shape): number {
  let parts = 1;
  for (const inner of [array, dictionary, ...object.map(({ shape }) => shape)]) if (inner) parts += partsOf(inner);
  return parts;
}

/** Replaces lists and objects below a depth by "any value". */
function withoutDeeper(shape: Shape, depth: number): Shape {
  const { array, object, dictionary } = shape;
  if (!array && !object && !dictionary) return shape;
  if (depth === 0) return ANYTHING;
  const cut = (inner: Shape): Shape => withoutDeeper(inner, depth - 1);
  return {
    ...shape,
    ...(array && { array: cut(array) }),
    ...(object && { object: object.map((property) => ({ ...property, shape: cut(property.shape) })) }),
    ...(dictionary && { dictionary: cut(dictionary) }),
  };
}

function observe(value: unknown, depth: number, budget: { nodes: number }): Shape {
  budget.nodes += 1;
  if (budget.nodes > MAX_NODES) return ANYTHING;
  if (typeof value === "string") return { string: true };
  if (typeof value === "number") return { number: true };
  if (typeof value === "boolean") return { boolean: true };
  if (typeof value !== "object") return ANYTHING;
  if (value === null) return { null: true };
  if (depth >= MAX_DEPTH) return ANYTHING;
  if (Array.isArray(value)) {
    let element: Shape = {};
    for (const item of value.slice(0, MAX_ELEMENTS)) element = merge(element, observe(item, depth + 1, budget));
    return { array: value.length > MAX_ELEMENTS ? widenSampled(element) : element };
  }
  const entries = Object.entries(value);
  const names = entries.map(([name]) => name);
  if (names.length > MAX_PROPERTIES || names.some(isData)) {
    let of: Shape = {};
    for (const [, item] of entries.slice(0, MAX_ELEMENTS)) of = merge(of, observe(item, depth + 1, budget));
    return { dictionary: of };
  }
  const object = entries.map(([name, item]) => ({ name, shape: observe(item, depth + 1, budget) }));
  return { object: object.sort(byName) };
}

/** Makes all properties optional: elements outside the sample may lack them. */
function widenSampled(shape: Shape): Shape {
  if (!shape.object) return shape;
  return { ...shape, object: shape.object.map((property) => ({ ...property, optional: true as const })) };
}

function isData(name: string): boolean {
  return name.length > MAX_NAME_CHARS || name === "" || DATA_KEY.test(name);
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function merge(a: Shape, b: Shape): Shape {
  if (a.unknown || b.unknown) return ANYTHING;
  let merged: Shape = { ...a, ...b };
  if (a.array && b.array) merged = { ...merged, array: merge(a.array, b.array) };
  const dictionary = [a.dictionary, b.dictionary].filter((shape) => shape !== undefined);
  const objects = [a.object, b.object].filter((object) => object !== undefined);
  const [first, second] = objects;
  if (dictionary.length === 0) {
    if (!first || !second) return merged;
    const object = mergeProperties(first, second);
    if (object.length <= MAX_PROPERTIES) return { ...merged, object };
  }
  const { object: _, ...rest } = merged;
  const values = [...dictionary, ...objects.flatMap((object) => object.map((property) => property.shape))];
  let of: Shape = {};
  for (const shape of values) of = merge(of, shape);
  return { ...rest, dictionary: of };
}

function mergeProperties(a: readonly ShapeProperty[], b: readonly ShapeProperty[]): readonly ShapeProperty[] {
  const left = new Map(a.map((property) => [property.name, property]));
  const right = new Map(b.map((property) => [property.name, property]));
  const merged: ShapeProperty[] = [];
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const one = left.get(name);
    const other = right.get(name);
    if (one && other) {
      const shape = merge(one.shape, other.shape);
      merged.push(one.optional || other.optional ? { name, shape, optional: true } : { name, shape });
    } else {
      const only = one ?? other;
      if (only) merged.push({ name, shape: only.shape, optional: true });
    }
  }
  return merged.sort(byName);
}

/** @returns the IR of a shape; the empty shape is unknown */
export function shapeType(shape: Shape, depth = 0): Type {
  if (shape.unknown || depth > MAX_DEPTH) return UNKNOWN;
  const members: Type[] = [];
  if (shape.string) members.push(STRING);
  if (shape.number) members.push(NUMBER);
  if (shape.boolean) members.push(BOOLEAN);
  if (shape.array) members.push({ kind: "array", element: shapeType(shape.array, depth + 1) });
  if (shape.object) {
    members.push({
      kind: "object",
      properties: shape.object.map(({ name, optional, shape: inner }) => ({
        name,
        isRequired: optional !== true,
        type: shapeType(inner, depth + 1),
        notes: "",
      })),
      rest: undefined,
      isClosed: false,
      hint: "",
    });
  }
  if (shape.dictionary) members.push({ ...ANY_OBJECT, rest: shapeType(shape.dictionary, depth + 1) });
  if (shape.null) members.push(NULL);
  return members.length === 0 ? UNKNOWN : union(members);
}
