/**
 * Integers that a JavaScript number does not hold are texts of digits in a script (../exact-json.ts), also when it hands them on as
 * arguments. Where a tool's schema asks for a number and for no text, such a text is the number it says.
 */

import { isRecord } from "../lib/is-record.ts";

/** Levels of arguments and of their schema. */
const MAX_LEVELS = 16;
/** Longer ones are no ids. */
const LONG_INTEGER = /^-?[1-9]\d{15,99}$/;

/** @param make of the digits what stands in their place @returns the arguments themselves when there is none */
export function replaceLongIntegers(args: unknown, schema: unknown, make: (digits: string) => unknown): unknown {
  return replace(args, schema, 0);

  function replace(value: unknown, part: unknown, level: number): unknown {
    if (!isRecord(part) || level > MAX_LEVELS) return value;
    if (typeof value === "string") return isLongInteger(value) && wantsNumber(part) ? make(value) : value;
    if (Array.isArray(value)) return mapped(value, (item) => replace(item, part["items"], level + 1));
    const { properties } = part;
    if (!isRecord(value) || !isRecord(properties)) return value;
    const entries = Object.entries(value);
    const made = mapped(entries, (entry) => {
      const [key, item] = entry;
      const other = Object.hasOwn(properties, key) ? replace(item, properties[key], level + 1) : item;
      return other === item ? entry : [key, other];
    });
    return made === entries ? value : Object.fromEntries(made as [string, unknown][]);
  }
}

function isLongInteger(text: string): boolean {
  return LONG_INTEGER.test(text) && !Number.isSafeInteger(Number(text));
}

function wantsNumber({ type }: Readonly<Record<string, unknown>>): boolean {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return (types.includes("integer") || types.includes("number")) && !types.includes("string");
}

/** @returns the list itself when nothing is another */
function mapped<T>(items: readonly T[], replace: (item: T) => unknown): readonly unknown[] {
  const made = items.map(replace);
  return made.some((item, at) => item !== items[at]) ? made : items;
}
