/**
 * Tells whether a value has the type a parameter's schema wants, or can be converted without guessing: numeric text to a
 * number, a number to text, one element to a list. Objects and lists never become text, and only "true" and "false"
 * become booleans.
 */
import { isRecord } from "../is-record.ts";

interface Fit {
  readonly value: unknown;
  /** 1 for an unchanged value, less for a converted one. */
  readonly certainty: number;
}

const CONVERTED = 0.9;
/** With these bounds, a hostile schema with many alternatives at every depth takes at most 8³ steps. */
const MAX_DEPTH = 3;
const MAX_ALTERNATIVES = 8;

/** @returns undefined when the value does not fit; a schema that is not understood fits everything */
export function fit(value: unknown, schema: unknown, depth = 0): Fit | undefined {
  const asIs: Fit = { value, certainty: 1 };
  if (!isRecord(schema) || depth >= MAX_DEPTH) return asIs;
  const { enum: options, const: only, anyOf, oneOf, type, items } = schema;
  if (Array.isArray(options)) return options.includes(value) ? asIs : undefined;
  if (only !== undefined) return only === value ? asIs : undefined;
  const alternatives = Array.isArray(anyOf) ? anyOf : oneOf;
  if (Array.isArray(alternatives)) {
    return best(alternatives.slice(0, MAX_ALTERNATIVES).map((alternative) => fit(value, alternative, depth + 1)));
  }
  const types = Array.isArray(type) ? type : [type];
  return best(types.slice(0, MAX_ALTERNATIVES).map((one) => fitType(value, one, items, depth)));
}

function best(fits: readonly (Fit | undefined)[]): Fit | undefined {
  let found: Fit | undefined;
  for (const one of fits) if (one !== undefined && one.certainty > (found?.certainty ?? 0)) found = one;
  return found;
}

function fitType(value: unknown, type: unknown, items: unknown, depth: number): Fit | undefined {
  const asIs: Fit = { value, certainty: 1 };
  switch (type) {
    case "string":
      if (typeof value === "string") return asIs;
      return typeof value === "number" ? converted(String(value)) : undefined;
    case "number":
    case "integer":
      return fitNumber(value, type);
    case "boolean":
      if (typeof value === "boolean") return asIs;
      return value === "true" || value === "false" ? converted(value === "true") : undefined;
    case "null":
      return value === null ? asIs : undefined;
    case "array":
      return fitArray(value, items, depth);
    case "object":
      return isRecord(value) ? asIs : undefined;
    default:
      return asIs;
  }
}

function fitNumber(value: unknown, type: "number" | "integer"): Fit | undefined {
  const number = typeof value === "string" && /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || (type === "integer" && !Number.isInteger(number))) return undefined;
  return number === value ? { value, certainty: 1 } : converted(number);
}

function fitArray(value: unknown, items: unknown, depth: number): Fit | undefined {
  if (Array.isArray(value)) {
    const areItems = value.every((item) => fit(item, items, depth + 1)?.certainty === 1);
    return areItems ? { value, certainty: 1 } : undefined;
  }
  if (value === null || typeof value === "object") return undefined;
  const item = fit(value, items, depth + 1);
  return item && converted([item.value]);
}

function converted(value: unknown): Fit {
  return { value, certainty: CONVERTED };
}
