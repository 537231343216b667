/** The types of constants: what `enum` and `const` list. */
import { union } from "./union.ts";
import { ANY_OBJECT, NULL, NUMBER, UNKNOWN, type Type } from "./ir.ts";
import type { JsonType } from "./normalise.ts";

/** An enum with more values is shown as their type. */
export const MAX_LITERALS = 250;
const MAX_LITERAL_CHARS = 200;
/** Limit on the elements or properties of one constant. */
const MAX_PARTS = 40;

/** @param types types that the schema also names; values of other types are ignored */
export function literals(values: readonly unknown[], types: ReadonlySet<JsonType> | undefined): Type {
  const kinds = new Set(values.map(jsonType));
  const allowed = (kind: JsonType) => !types || types.has(kind);
  const long = (value: unknown) => typeof value === "string" && value.length > MAX_LITERAL_CHARS;
  if (values.length > MAX_LITERALS || values.some(long)) {
    const scalars = [...kinds].filter(allowed);
    if (scalars.some((kind) => kind === "object" || kind === "array")) return UNKNOWN;
    return union(scalars.map(simpleType));
  }
  const members = values.filter((value) => allowed(jsonType(value))).map((value) => valueType(value, 0));
  // No value has a type the schema allows: the schema contradicts itself, and its type alone is the wider reading.
  if (members.length === 0) return types ? union([...types].map(simpleType)) : UNKNOWN;
  return union(members);
}

export function jsonType(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "object";
}

function simpleType(kind: JsonType): Type {
  if (kind === "object") return ANY_OBJECT;
  return kind === "array" ? { kind: "array", element: UNKNOWN } : { kind };
}

/** The type of one constant. */
function valueType(value: unknown, depth: number): Type {
  if (value === null) return NULL;
  if (typeof value === "string" || typeof value === "boolean") return { kind: "literal", value };
  if (typeof value === "number") return Number.isFinite(value) ? { kind: "literal", value } : NUMBER;
  if (typeof value !== "object" || depth > 3) return UNKNOWN;
  if (Array.isArray(value)) {
    if (value.length > MAX_PARTS) return { kind: "array", element: UNKNOWN };
    const elements = value.map((item) => valueType(item, depth + 1));
    return { kind: "tuple", elements, required: elements.length, rest: undefined };
  }
  const entries = Object.entries(value);
  if (entries.length > MAX_PARTS) return ANY_OBJECT;
  const properties = entries.map(([name, item]) => ({
    name,
    isRequired: true,
    type: valueType(item, depth + 1),
    notes: "",
  }));
  return { kind: "object", properties, rest: undefined, isClosed: true, hint: "" };
}
