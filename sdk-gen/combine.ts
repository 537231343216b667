/**
 * Union and intersection of types, kept small: nested unions flatten, a literal vanishes beside its own kind, objects
 * merge. Where an exact answer would grow (a union times a union), the result is wider, never narrower.
 */
import { ANY_OBJECT, BOOLEAN, NEVER, NULL, UNKNOWN, type ObjectType, type Property, type Type } from "./ir.ts";

const MAX_MEMBERS = 300;
const MAX_CONJUNCTS = 60;
const MAX_PRODUCTS = 1_000;

export function union(types: readonly Type[]): Type {
  const members: Type[] = [];
  const keys = new Set<string | Type>();
  const kinds = new Set<string>();
  const add = (type: Type): boolean => {
    if (type.kind === "unknown") return false;
    if (type.kind === "never") return true;
    if (type.kind === "union") return type.members.every(add);
    const key = scalarKey(type) ?? type;
    if (!keys.has(key)) {
      keys.add(key);
      kinds.add(type.kind);
      members.push(type);
    }
    return members.length <= MAX_MEMBERS;
  };
  if (!types.every(add)) return members.length > MAX_MEMBERS ? widened(members) : UNKNOWN;
  let kept = members.filter((type) => type.kind !== "literal" || !kinds.has(typeof type.value));
  const isTrue = (type: Type) => type.kind === "literal" && type.value === true;
  const isFalse = (type: Type) => type.kind === "literal" && type.value === false;
  if (kept.some(isTrue) && kept.some(isFalse)) {
    kept = kept.map((type) => (isTrue(type) ? BOOLEAN : type)).filter((type) => !isFalse(type));
  }
  const [only] = kept;
  if (only === undefined) return NEVER;
  if (kept.length === 1) return only;
  if (kinds.has("null")) kept = [...kept.filter((type) => type.kind !== "null"), NULL];
  return { kind: "union", members: kept };
}

/** Widens a union with too many members: literals become their kinds; any other type makes the union unknown. */
function widened(members: readonly Type[]): Type {
  const kinds = new Set<"string" | "number" | "boolean" | "null">();
  for (const type of members) {
    if (type.kind === "literal") kinds.add(literalKind(type.value));
    else if (type.kind === "string" || type.kind === "number" || type.kind === "boolean" || type.kind === "null") {
      kinds.add(type.kind);
    } else return UNKNOWN;
  }
  return union([...kinds].map((kind) => ({ kind })));
}

function literalKind(value: string | number | boolean): "string" | "number" | "boolean" {
  if (typeof value === "string") return "string";
  return typeof value === "number" ? "number" : "boolean";
}

function scalarKey(type: Type): string | undefined {
  if (type.kind === "literal") return `${typeof type.value}:${type.value}`;
  const scalar = type.kind === "string" || type.kind === "number" || type.kind === "boolean" || type.kind === "null";
  return scalar ? type.kind : undefined;
}

export function intersect(a: Type, b: Type): Type {
  if (a === b || b.kind === "unknown") return a;
  if (a.kind === "unknown") return b;
  if (a.kind === "never" || b.kind === "never") return NEVER;
  if (a.kind === "union" || b.kind === "union") return intersectUnion(a, b);
  if (opaque(a) && b === ANY_OBJECT) return a;
  if (opaque(b) && a === ANY_OBJECT) return b;
  if (opaque(a) || opaque(b)) return both(a, b);
  return valueKind(a) === valueKind(b) ? intersectSameKind(a, b) : NEVER;
}

/** Intersects two types whose values are of one kind, such as two objects, or a string and one of its literals. */
function intersectSameKind(a: Type, b: Type): Type {
  if (a.kind === "literal" && b.kind === "literal") return a.value === b.value ? a : NEVER;
  if (a.kind === "literal") return a;
  if (b.kind === "literal") return b;
  if (a.kind === "object" && b.kind === "object") return mergeObjects(a, b);
  if (a.kind === "array" && b.kind === "array") return { kind: "array", element: intersect(a.element, b.element) };
  // a tuple against an array or another tuple: the first conjunct alone is wider than both
  return a.kind === "tuple" ? a : b.kind === "tuple" ? b : a;
}

/** @returns true for types whose intersection can only be printed, not computed */
function opaque(type: Type): boolean {
  return type.kind === "reference" || type.kind === "intersection";
}

function valueKind(type: Type): string {
  if (type.kind === "literal") return typeof type.value;
  return type.kind === "tuple" ? "array" : type.kind;
}

/** Intersects kind by kind: a string on one side can only meet a string on the other. */
function intersectUnion(a: Type, b: Type): Type {
  const left = a.kind === "union" ? a.members : [a];
  const right = b.kind === "union" ? b.members : [b];
  if (b === ANY_OBJECT) return union(left.filter((type) => opaque(type) || type.kind === "object"));
  if ([...left, ...right].some(opaque)) return both(a, b);
  const kinds = new Set(left.map(valueKind));
  return union(
    [...kinds].map((kind) => {
      const ofKind = (type: Type) => valueKind(type) === kind;
      return intersectKind(left.filter(ofKind), right.filter(ofKind));
    }),
  );
}

function intersectKind(left: readonly Type[], right: readonly Type[]): Type {
  const [one, other] = [left[0], right[0]];
  if (!one || !other) return NEVER;
  if (left.length === 1 && right.length === 1) return intersect(one, other);
  if (one.kind !== "object" && one.kind !== "array" && one.kind !== "tuple") {
    if (left.some((type) => type.kind !== "literal")) return union(right);
    if (right.some((type) => type.kind !== "literal")) return union(left);
    const shared = new Set(right.map(scalarKey));
    return union(left.filter((type) => shared.has(scalarKey(type))));
  }
  if (left.length === 1 && one === ANY_OBJECT) return union(right);
  if (right.length === 1 && other === ANY_OBJECT) return union(left);
  return both(union(left), union(right));
}

function both(a: Type, b: Type): Type {
  // TypeScript multiplies unions out and gives up at 100,000 (TS2590): leaving a conjunct away is only wider.
  let products = 1;
  const members = [a, b]
    .flatMap((type) => (type.kind === "intersection" ? type.members : [type]))
    .filter((type) => {
      const factor = type.kind === "union" ? type.members.length : 1;
      if (products * factor > MAX_PRODUCTS) return false;
      products *= factor;
      return true;
    });
  const [first] = members;
  if (!first) return UNKNOWN;
  if (members.length === 1) return first;
  if (members.length > MAX_CONJUNCTS) return first;
  // Objects among the members merge into one.
  const objects = members.filter((type) => type.kind === "object");
  const [head, ...tail] = objects;
  if (!head || tail.length === 0) return { kind: "intersection", members };
  const merged = tail.reduce(mergeObjects, head);
  const others = members.filter((type) => type.kind !== "object");
  return others.length === 0 ? merged : { kind: "intersection", members: [merged, ...others] };
}

export function mergeObjects(a: ObjectType, b: ObjectType): ObjectType {
  if (a === ANY_OBJECT) return b;
  if (b === ANY_OBJECT) return a;
  const properties = new Map<string, Property>(a.properties.map((property) => [property.name, property]));
  for (const property of b.properties) {
    const own = properties.get(property.name);
    properties.set(property.name, own ? mergeProperty(own, property) : property);
  }
  // A property that one conjunct forbids cannot be allowed by another.
  const closed = a.closed || b.closed;
  const rest = closed ? undefined : a.rest && b.rest ? intersect(a.rest, b.rest) : (a.rest ?? b.rest);
  return { kind: "object", properties: [...properties.values()], rest, closed, hint: a.hint || b.hint };
}

function mergeProperty(a: Property, b: Property): Property {
  return {
    name: a.name,
    required: a.required || b.required,
    type: intersect(a.type, b.type),
    notes: a.notes.includes(b.notes) ? a.notes : b.notes.includes(a.notes) ? b.notes : `${a.notes} ${b.notes}`,
  };
}
