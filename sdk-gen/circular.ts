/**
 * Removes direct self-references. `type A = A | string` is an error of TypeScript (TS2456): a definition may mention itself
 * only behind a property or an element. A schema can do so nevertheless, through any number of other definitions.
 */
import { union } from "./union.ts";
import { UNKNOWN, type Definition, type Type } from "./ir.ts";

/** @returns the definition's type, legal as a declaration; within `A`, `A | string` says no more than `string` */
export function withoutItself(definition: Definition): Type {
  const { type } = definition;
  if (!mentions(type, definition, new Set())) return type;
  const isItself = (one: Type) => one.kind === "reference" && one.definition === definition;
  const others = type.kind === "union" ? union(type.members.filter((member) => !isItself(member))) : UNKNOWN;
  return mentions(others, definition, new Set()) ? UNKNOWN : others;
}

function mentions(type: Type, definition: Definition, seen: Set<Type | Definition>): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  if (type.kind === "union" || type.kind === "intersection") {
    return type.members.some((member) => mentions(member, definition, seen));
  }
  if (type.kind !== "reference") return false;
  if (type.definition === definition) return true;
  if (seen.has(type.definition)) return false;
  seen.add(type.definition);
  return mentions(type.definition.type, definition, seen);
}
