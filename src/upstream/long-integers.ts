/**
 * Integers that a JavaScript number does not hold are texts of digits in a script (lib/exact-json.ts), also when it hands them on as
 * arguments. Where a tool's schema asks for a number and for no text, such a text is the number it says. The check of the arguments, what is
 * sent, and the check of results are made by the same replacement.
 */

import { isLongInteger } from "../lib/exact-json.ts";
import { isRecord } from "../lib/is-record.ts";
import { MAX_VALUE_DEPTH } from "../limits/upstream-limits.ts";
import { CheckTooCostly } from "./json-schema/check-run.ts";
import { placeOfSchema, type Place } from "./json-schema/place.ts";

/** Integers of 64 bits are below it. Numbers far above, like 6e23, are no ids. */
const MAX_ID = 2 ** 64;

/**
 * @param args arguments or a result
 * @param make of the digits what stands in their place
 * @returns `args` itself when there is none, or when the schema takes too many steps to read
 */
export function replaceLongIntegers(args: unknown, schema: unknown, make: (digits: string) => unknown): unknown {
  return replaceWhere(args, schema, isDigits, make);
}

/**
 * Finds an integer that may have lost digits when it became a JavaScript number, where the schema asks for a number and the text of the digits
 * can be given instead.
 * @param args as a script gave them; a direct call's numbers are exact
 * @returns what is wrong, like `args has the number 12345678901234567000, …`; undefined when nothing is
 */
export function inexactInteger(args: unknown, schema: unknown): string | undefined {
  let found: number | undefined;
  replaceWhere(args, schema, isInexact, (number) => (found ??= number));
  if (found === undefined) return undefined;
  return `args has the number ${found}, which JavaScript may have rounded: pass an integer of that size as a string of digits.`;
}

function isDigits(value: unknown): value is string {
  return typeof value === "string" && isLongInteger(value);
}

function isInexact(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER && Math.abs(value) <= MAX_ID;
}

/** Replaces the values for which `matches` is true, where the schema wants a number and no text. */
function replaceWhere<T>(
  args: unknown,
  schema: unknown,
  matches: (value: unknown) => value is T,
  make: (value: T) => unknown,
): unknown {
  if (!holds(args, matches)) return args;
  try {
    return replace(args, placeOfSchema(schema), 0);
  } catch (error) {
    if (error instanceof CheckTooCostly) return args;
    throw error;
  }

  function replace(value: unknown, place: Place | undefined, level: number): unknown {
    if (place === undefined || level > MAX_VALUE_DEPTH) return value;
    if (matches(value)) return place.wantsNumber() ? make(value) : value;
    if (Array.isArray(value)) return mapped(value, (item, at) => replace(item, place.child(at), level + 1));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value);
    const made = mapped(entries, (entry) => {
      const [key, item] = entry;
      const other = replace(item, place.child(key), level + 1);
      return other === item ? entry : [key, other];
    });
    return made === entries ? value : Object.fromEntries(made as [string, unknown][]);
  }
}

/** True of few arguments: the others are spared the reading of the schema. A list is used instead of recursion, because depth is checked later. */
function holds(args: unknown, matches: (value: unknown) => boolean): boolean {
  const waiting: unknown[] = [args];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (matches(value)) return true;
    if (value === null || typeof value !== "object") continue;
    for (const part of Object.values(value)) waiting.push(part);
  }
  return false;
}

/** @returns the list itself when nothing is another */
function mapped<T>(items: readonly T[], replace: (item: T, at: number) => unknown): readonly unknown[] {
  const made = items.map(replace);
  return made.some((item, at) => item !== items[at]) ? made : items;
}
