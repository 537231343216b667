/** JSON inside of a text: the raw result of a tool has its value so, and a script parses it. */
import { parseToRewrite } from "../../lib/exact-json.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";

const BEGINNING = /^\s{0,100}[[{]/;

/** @returns undefined for a text that is no list or object in JSON, or one of many levels */
export function jsonIn(text: string): object | undefined {
  if (!BEGINNING.test(text)) return undefined;
  try {
    const value = parseToRewrite(text);
    return isDeeper(value, MAX_VALUE_DEPTH) ? undefined : (value as object);
  } catch {
    return undefined;
  }
}
