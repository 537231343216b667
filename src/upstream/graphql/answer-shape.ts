/**
 * The shape of an answer: which fields a selection asks for, and of which types. Fields of all members of a union are in one shape. A server
 * refuses a query in which two of them have the same name and types that differ, also by `!` alone, although no object has both (GraphQL
 * specification, 5.3.2, SameResponseShape).
 */
import { isLeafType, isListType, isNonNullType, type GraphQLOutputType } from "graphql";

/** Fields by name. */
export type Shape = ReadonlyMap<string, SelectedField>;

export interface SelectedField {
  /** As a selection has it: `name`, or `owner { id }`. */
  readonly text: string;
  readonly type: GraphQLOutputType;
  /** Empty for a plain value. */
  readonly shape: Shape;
}

/** @param other a field of the same name, if there is one. @returns true if both may be asked for in one answer */
export function isMergeable(field: SelectedField, other: SelectedField | undefined): boolean {
  if (other === undefined) return true;
  if (!areAlike(field.type, other.type)) return false;
  return [...field.shape].every(([name, inner]) => isMergeable(inner, other.shape.get(name)));
}

/** Objects of different types are alike: their fields are compared one by one. */
function areAlike(one: GraphQLOutputType, other: GraphQLOutputType): boolean {
  if (isNonNullType(one) || isNonNullType(other))
    return isNonNullType(one) && isNonNullType(other) && areAlike(one.ofType, other.ofType);
  if (isListType(one) || isListType(other))
    return isListType(one) && isListType(other) && areAlike(one.ofType, other.ofType);
  return one === other || !(isLeafType(one) || isLeafType(other));
}

/** @param other has only fields that `isMergeable` with those of `one`. @returns a shape with the fields of both */
export function mergeShapes(one: Shape, other: Shape): Shape {
  const merged = new Map(one);
  for (const [name, field] of other) {
    const same = merged.get(name);
    merged.set(name, same === undefined ? field : { ...same, shape: mergeShapes(same.shape, field.shape) });
  }
  return merged;
}
