/**
 * Shortens a type for a text with little room: objects below a number of levels become `object`, long enumerations become
 * the kinds of their values. The result is wider than the type, never narrower.
 */
import { ANY_OBJECT, STRING, UNKNOWN, type Type } from "./ir.ts";

const MAX_LITERALS = 12;

/** @param levels number of object levels to keep: 1 keeps the properties and hides their own properties */
export function foldType(type: Type, levels: number): Type {
  switch (type.kind) {
    case "object":
      if (levels === 0) return ANY_OBJECT;
      return {
        ...type,
        properties: type.properties.map((property) => ({ ...property, type: foldType(property.type, levels - 1) })),
        rest: type.rest && foldType(type.rest, levels - 1),
      };
    case "array":
      return { kind: "array", element: foldType(type.element, levels) };
    case "union":
    case "intersection":
      return foldMembers(type, levels);
    case "tuple":
    case "reference":
      return UNKNOWN;
    default:
      return type;
  }
}

function foldMembers(type: Type & { readonly kind: "union" | "intersection" }, levels: number): Type {
  const literals = type.members.filter(({ kind }) => kind === "literal");
  const isLong =
    literals.length > MAX_LITERALS && literals.every((one) => one.kind === "literal" && typeof one.value === "string");
  const members = isLong ? [STRING, ...type.members.filter(({ kind }) => kind !== "literal")] : type.members;
  const folded = members.map((member) => foldType(member, levels));
  const isObject = (one: Type): boolean => one === ANY_OBJECT;
  const kept = folded.filter((one, i) => !isObject(one) || folded.findIndex(isObject) === i);
  const [only] = kept;
  return kept.length === 1 && only ? only : { kind: type.kind, members: kept };
}
