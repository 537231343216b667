/**
 * Compiles the patterns of conditions. They are matched in linear time, since the text is an attacker's. `(?i)` at the beginning ignores
 * the case of letters.
 */
import { compilePattern, type Pattern } from "../../patterns/pattern.ts";

const IGNORE_CASE = "(?i)";

/** @returns the pattern, or the reason why it cannot be used */
export function compileRegex(source: string): Pattern | string {
  return source.startsWith(IGNORE_CASE)
    ? compilePattern(source.slice(IGNORE_CASE.length), "of any case")
    : compilePattern(source);
}
