/**
 * The union of types, kept small: nested unions flatten, and a literal vanishes beside its own kind. A union of too many types is wider,
 * never narrower.
 */
import { BOOLEAN, NEVER, NULL, UNKNOWN, type Type } from "./ir.ts";

const MAX_MEMBERS = 300;

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

/** @returns equal keys for equal types without parts; undefined for other types */
export function scalarKey(type: Type): string | undefined {
  if (type.kind === "literal") return `${typeof type.value}:${type.value}`;
  const scalar = type.kind === "string" || type.kind === "number" || type.kind === "boolean" || type.kind === "null";
  return scalar ? type.kind : undefined;
}
