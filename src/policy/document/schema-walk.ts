/** Finds the schema that a place in a document is checked with: the keys that are known there, and the member of a union that was meant. */
import * as z from "zod";
import { CONDITION_KEYS } from "./condition-keys.ts";

/** @returns the schema without its optional and lazy wrappers */
export function unwrapped(schema: unknown): unknown {
  let inner = schema;
  for (;;) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodLazy) inner = inner.unwrap();
    else return inner;
  }
}

/** The member of a union that the value was meant to be, chosen by whether the value is a list, and for conditions by their key. */
export function intendedMember(union: z.ZodUnion, value: unknown): unknown {
  const members = union.options.map(unwrapped);
  if (Array.isArray(value)) return members.find((member) => member instanceof z.ZodArray);
  if (value === null || typeof value !== "object") return undefined;
  const key = CONDITION_KEYS.find((name) => Object.hasOwn(value, name));
  return key === undefined
    ? undefined
    : members.find((member) => member instanceof z.ZodObject && Object.hasOwn(member.shape, key));
}

/** @returns undefined when the path leads past what the schema describes */
export function schemaAt(root: unknown, rootValue: unknown, path: readonly PropertyKey[]): unknown {
  let schema = chosen(root, rootValue);
  let value = rootValue;
  for (const key of path) {
    value = partOf(value, key);
    if (schema instanceof z.ZodObject) {
      const shape: Readonly<Record<PropertyKey, unknown>> = schema.shape;
      schema = chosen(Object.hasOwn(shape, key) ? shape[key] : undefined, value);
    } else if (schema instanceof z.ZodRecord) schema = chosen(schema.valueType, value);
    else if (schema instanceof z.ZodArray) schema = chosen(schema.element, value);
    else return undefined;
  }
  return schema;
}

function chosen(schema: unknown, value: unknown): unknown {
  const plain = unwrapped(schema);
  return plain instanceof z.ZodUnion ? (intendedMember(plain, value) ?? plain) : plain;
}

export function partOf(value: unknown, key: PropertyKey): unknown {
  return value !== null && typeof value === "object" && Object.hasOwn(value, key)
    ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
    : undefined;
}

export function knownKeys(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
