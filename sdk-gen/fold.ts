/**
 * Shortens a type for a text with little room: objects below a number of levels become `object`, long enumerations become
 * the kinds of their values. The result is wider than the type, never narrower.
 */
import { ANY_OBJECT, STRING, UNKNOWN, type ObjectType, type Type } from "./ir.ts";

const MAX_LITERALS = 12;
/** A type is a graph and its text a tree: three levels of 1,000 properties of one type each would print a billion. */
const MAX_PARTS = 5_000;

/** @param levels number of object levels to keep: 1 keeps the properties and hides their own properties */
export function foldType(type: Type, levels: number): Type {
  return new Folding().fold(type, levels);
}

class Folding {
  #parts = 0;

  fold(type: Type, levels: number): Type {
    switch (type.kind) {
      case "object":
        return this.#foldObject(type, levels);
      case "array":
        return this.#isFull() ? UNKNOWN : { kind: "array", element: this.fold(type.element, levels) };
      case "union":
      case "intersection":
        return this.#isFull() ? UNKNOWN : this.#foldMembers(type, levels);
      case "tuple":
      case "reference":
        return UNKNOWN;
      default:
        return type;
    }
  }

  #isFull(): boolean {
    this.#parts += 1;
    return this.#parts > MAX_PARTS;
  }

  #foldObject(type: ObjectType, levels: number): Type {
    if (levels === 0 || this.#isFull()) return ANY_OBJECT;
    this.#parts += type.properties.length;
    return {
      ...type,
      properties: type.properties.map((property) => ({ ...property, type: this.fold(property.type, levels - 1) })),
      rest: type.rest && this.fold(type.rest, levels - 1),
    };
  }

  #foldMembers(type: Type & { readonly kind: "union" | "intersection" }, levels: number): Type {
    const literals = type.members.filter(({ kind }) => kind === "literal");
    const isLong =
      literals.length > MAX_LITERALS &&
      literals.every((one) => one.kind === "literal" && typeof one.value === "string");
    const members = isLong ? [STRING, ...type.members.filter(({ kind }) => kind !== "literal")] : type.members;
    this.#parts += members.length;
    const folded = members.map((member) => this.fold(member, levels));
    const isObject = (one: Type): boolean => one === ANY_OBJECT;
    const first = folded.findIndex(isObject);
    const kept = folded.filter((one, index) => !isObject(one) || index === first);
    const [only] = kept;
    return kept.length === 1 && only ? only : { kind: type.kind, members: kept };
  }
}
