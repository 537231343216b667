/**
 * The intersection of types, kept small: objects merge, a literal replaces its own kind. Where an exact answer would grow (a union times a
 * union), or once the budget of the server is used up, the result is wider, never narrower.
 */
import type { ConversionBudget } from "./budget.ts";
import { ANY_OBJECT, NEVER, UNKNOWN, type ObjectType, type Property, type Type } from "./ir.ts";
import { scalarKey, union } from "./union.ts";

const MAX_CONJUNCTS = 60;
const MAX_PRODUCTS = 1_000;

/**
 * Each pair of types is intersected once: types are graphs, and two chains of 30 types that use the next one twice have a billion pairs
 * of parts as trees.
 */
export class Intersections {
  readonly #budget: ConversionBudget;
  readonly #known = new Map<Type, Map<Type, Type>>();

  constructor(budget: ConversionBudget) {
    this.#budget = budget;
  }

  of(a: Type, b: Type): Type {
    if (a === b || b.kind === "unknown") return a;
    if (a.kind === "unknown") return b;
    if (a.kind === "never" || b.kind === "never") return NEVER;
    const others = this.#known.get(a) ?? new Map<Type, Type>();
    let type = others.get(b);
    if (type === undefined) {
      type = this.#intersect(a, b);
      this.#known.set(a, others.set(b, type));
    }
    return type;
  }

  mergeObjects(a: ObjectType, b: ObjectType): ObjectType {
    if (a === ANY_OBJECT) return b;
    if (b === ANY_OBJECT) return a;
    if (!this.#budget.takeParts(a.properties.length + b.properties.length)) return a;
    const properties = new Map<string, Property>(a.properties.map((property) => [property.name, property]));
    for (const property of b.properties) {
      const own = properties.get(property.name);
      properties.set(property.name, own ? this.#mergeProperty(own, property) : property);
    }
    // A property that one conjunct forbids cannot be allowed by another.
    const isClosed = a.isClosed || b.isClosed;
    const rest = isClosed ? undefined : a.rest && b.rest ? this.of(a.rest, b.rest) : (a.rest ?? b.rest);
    return { kind: "object", properties: [...properties.values()], rest, isClosed, hint: a.hint || b.hint };
  }

  #mergeProperty(a: Property, b: Property): Property {
    let { notes } = a;
    if (!notes.includes(b.notes)) {
      if (b.notes.includes(notes)) notes = b.notes;
      else if (this.#budget.takeNoteChars(notes.length + b.notes.length)) notes = `${notes} ${b.notes}`;
    }
    const isBase64 = a.isBase64 === true || b.isBase64 === true;
    const isRequired = a.isRequired || b.isRequired;
    return { name: a.name, isRequired, type: this.of(a.type, b.type), notes, ...(isBase64 && { isBase64 }) };
  }

  #intersect(a: Type, b: Type): Type {
    if (a.kind === "union" || b.kind === "union") return this.#intersectUnion(a, b);
    if (isOpaque(a) && b === ANY_OBJECT) return a;
    if (isOpaque(b) && a === ANY_OBJECT) return b;
    if (isOpaque(a) || isOpaque(b)) return this.#both(a, b);
    return valueKind(a) === valueKind(b) ? this.#intersectSameKind(a, b) : NEVER;
  }

  /** Intersects two types whose values are of one kind, such as two objects, or a string and one of its literals. */
  #intersectSameKind(a: Type, b: Type): Type {
    if (a.kind === "literal" && b.kind === "literal") return a.value === b.value ? a : NEVER;
    if (a.kind === "literal") return a;
    if (b.kind === "literal") return b;
    if (a.kind === "object" && b.kind === "object") return this.mergeObjects(a, b);
    if (a.kind === "array" && b.kind === "array") return { kind: "array", element: this.of(a.element, b.element) };
    // A tuple against an array or another tuple: the first conjunct alone is wider than both.
    return a.kind === "tuple" ? a : b.kind === "tuple" ? b : a;
  }

  /** Intersects kind by kind: a string on one side can only meet a string on the other. */
  #intersectUnion(a: Type, b: Type): Type {
    const left = a.kind === "union" ? a.members : [a];
    const right = b.kind === "union" ? b.members : [b];
    if (b === ANY_OBJECT) return union(left.filter((type) => isOpaque(type) || type.kind === "object"));
    if (!this.#budget.takeParts(left.length + right.length)) return a;
    if ([...left, ...right].some(isOpaque)) return this.#both(a, b);
    const kinds = new Set(left.map(valueKind));
    return union(
      [...kinds].map((kind) => {
        const ofKind = (type: Type) => valueKind(type) === kind;
        return this.#intersectKind(left.filter(ofKind), right.filter(ofKind));
      }),
    );
  }

  #intersectKind(left: readonly Type[], right: readonly Type[]): Type {
    const [one, other] = [left[0], right[0]];
    if (!one || !other) return NEVER;
    if (left.length === 1 && right.length === 1) return this.of(one, other);
    if (one.kind !== "object" && one.kind !== "array" && one.kind !== "tuple") {
      if (left.some((type) => type.kind !== "literal")) return union(right);
      if (right.some((type) => type.kind !== "literal")) return union(left);
      const shared = new Set(right.map(scalarKey));
      return union(left.filter((type) => shared.has(scalarKey(type))));
    }
    if (left.length === 1 && one === ANY_OBJECT) return union(right);
    if (right.length === 1 && other === ANY_OBJECT) return union(left);
    return this.#both(union(left), union(right));
  }

  #both(a: Type, b: Type): Type {
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
    const merged = tail.reduce((all, one) => this.mergeObjects(all, one), head);
    const others = members.filter((type) => type.kind !== "object");
    return others.length === 0 ? merged : { kind: "intersection", members: [merged, ...others] };
  }
}

/** @returns true for types whose intersection can only be printed, not computed */
function isOpaque(type: Type): boolean {
  return type.kind === "reference" || type.kind === "intersection";
}

function valueKind(type: Type): string {
  if (type.kind === "literal") return typeof type.value;
  return type.kind === "tuple" ? "array" : type.kind;
}
