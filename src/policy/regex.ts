/** Patterns of conditions, matched in linear time, since the text is an enemy's. `(?i)` at the beginning ignores the case of letters. */
import { compilePattern } from "../patterns/pattern.ts";
import type { Pattern } from "../patterns/pattern.ts";

const IGNORE_CASE = "(?i)";

/** @returns why the pattern cannot be used, when it cannot */
export function compileRegex(source: string): Pattern | string {
  return source.startsWith(IGNORE_CASE)
    ? compilePattern(source.slice(IGNORE_CASE.length), "of any case")
    : compilePattern(source);
}
