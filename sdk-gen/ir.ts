/**
 * The intermediate representation: the information of a JSON Schema that TypeScript can express.
 *
 * A type here is a graph, not a tree: equal schemas may share one object, and a recursive schema is a `reference` to a
 * `Definition` whose `type` is filled in after the reference was made. Every consumer must therefore memoise by object
 * and stop at references. A type may be wider than its schema, never narrower.
 */
export type Type =
  | { readonly kind: "unknown" }
  | { readonly kind: "never" }
  | { readonly kind: "string" | "number" | "boolean" | "null" }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | { readonly kind: "array"; readonly element: Type }
  | TupleType
  | ObjectType
  | { readonly kind: "union"; readonly members: readonly Type[]; readonly hint?: string }
  | { readonly kind: "intersection"; readonly members: readonly Type[]; readonly hint?: string }
  | { readonly kind: "reference"; readonly definition: Definition };

interface TupleType {
  readonly kind: "tuple";
  readonly elements: readonly Type[];
  /** Number of required elements. */
  readonly required: number;
  /** Type of further elements; none: no further elements. */
  readonly rest: Type | undefined;
}

export interface ObjectType {
  readonly kind: "object";
  readonly properties: readonly Property[];
  /** Type of properties not listed; none: the schema forbids others or does not speak of them. */
  readonly rest: Type | undefined;
  /** The schema forbids others. */
  readonly isClosed: boolean;
  /** The name its author gave it; "" for none. */
  readonly hint: string;
}

export interface Property {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: Type;
  /** Description and constraints, cleaned, on one line; may be empty. */
  readonly notes: string;
  /** The text, or each text of a list, is bytes as base64. A text that is meant as itself may be valid base64, too. */
  readonly isBase64?: boolean;
}

/** A recursive type; `type` is set once, before it is read. */
export interface Definition {
  readonly hint: string;
  type: Type;
}

export const UNKNOWN: Type = { kind: "unknown" };
export const NEVER: Type = { kind: "never" };
export const STRING: Type = { kind: "string" };
export const NUMBER: Type = { kind: "number" };
export const BOOLEAN: Type = { kind: "boolean" };
export const NULL: Type = { kind: "null" };
/** Any object: `{ [k: string]: unknown }`. */
export const ANY_OBJECT: ObjectType = { kind: "object", properties: [], rest: UNKNOWN, isClosed: false, hint: "" };

/** A type without parts, which prints as its kind. */
type PlainType = Extract<Type, { kind: "unknown" | "never" | "string" | "number" | "boolean" | "null" }>;

const PLAIN: ReadonlySet<Type["kind"]> = new Set(["unknown", "never", "string", "number", "boolean", "null"]);

export function isPlain(type: Type): type is PlainType {
  return PLAIN.has(type.kind);
}
