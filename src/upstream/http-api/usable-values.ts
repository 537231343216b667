/**
 * The values of an `enum` or `const` as values of the type beside it. Descriptions in YAML list numbers where the type is a text (`[1.5, 2]`) and texts where it
 * is a number; as they stand no argument fits both. Pure.
 */
import { jsonType } from "../../../sdk-gen/index.ts";

/** @param type as written @returns undefined where none of the values can be of the type, or there are none: then they say nothing */
export function usableValues(
  values: readonly unknown[],
  type: unknown,
  isNullable: boolean,
): readonly unknown[] | undefined {
  if (values.length === 0) return undefined;
  const listed: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (listed.some((one) => typeof one !== "string" || !KNOWN.has(one))) return values;
  const types = new Set(listed.map((one) => (one === "integer" ? "number" : one)));
  if (isNullable) types.add("null");
  if (values.every((value) => types.has(jsonType(value)))) return values;
  const fit = values.map((value) => (types.has(jsonType(value)) ? value : coerced(value, types)));
  return fit.some((value) => types.has(jsonType(value))) ? [...new Set(fit)] : undefined;
}

const KNOWN: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null", "array", "object"]);

function coerced(value: unknown, types: ReadonlySet<unknown>): unknown {
  if (types.has("string") && (typeof value === "number" || typeof value === "boolean")) return String(value);
  if (typeof value !== "string") return value;
  if (types.has("number") && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)) return Number(value);
  if (types.has("boolean") && (value === "true" || value === "false")) return value === "true";
  return value;
}
