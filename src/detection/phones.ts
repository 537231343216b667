/**
 * Finds phone numbers that are written as such: international with `+` or `00`, North American with separators, and `tel:` links. Plain
 * digits are not taken for a phone number, because ids, times and amounts look alike.
 */
import { spansOf } from "./span.ts";
import type { Span } from "./span.ts";

const INTERNATIONAL = /(?<![\p{L}\p{N}_.+(=-])\+[1-9][\d .()-]{6,29}/gu;
const WITH_ZEROS = /(?<![\p{L}\p{N}_.+-])00[1-9]\d{0,2}(?: \d{2,8}){2,5}(?![\p{L}\p{N}_-]|[.,:]\d)/gu;
const NORTH_AMERICAN =
  /(?<![\p{L}\p{N}_.+/-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?[2-9]\d{2}[ .-]|[2-9]\d{2}([ .-])[2-9]\d{2}\1)\d{4}(?![\p{L}\p{N}_]|[./:-]\d)/gu;
const LINK = /(?<=\btel:)\+?[\d().-]{5,25}/giu;

const MIN_DIGITS = 8;
const MAX_DIGITS = 15;

export function findPhones(text: string): readonly Span[] {
  if (!/\d{4}|\+\d|\(\d/.test(text)) return [];
  const international = spansOf(text, INTERNATIONAL).flatMap(({ start, end }) => numberIn(text, start, end) ?? []);
  const withZeros = spansOf(text, WITH_ZEROS).filter(({ start, end }) => isOfLength(text.slice(start + 2, end)));
  return [...international, ...withZeros, ...spansOf(text, NORTH_AMERICAN), ...spansOf(text, LINK)];
}

/** Takes groups of digits as long as they belong to one number. */
function numberIn(text: string, start: number, max: number): Span | undefined {
  let end: number | undefined;
  let digits = 0;
  for (let at = start + 1; at <= max; at += 1) {
    const isDigit = /\d/.test(text[at] ?? "");
    if (isDigit) digits += 1;
    else {
      if (digits > MAX_DIGITS) break;
      if (/\d/.test(text[at - 1] ?? "") && !/[\p{L}_]/u.test(text[at] ?? "")) end = at;
      // Two blanks, or a date or an amount after the number, are no part of it.
      if (/[ .-]{2}/.test(text.slice(at - 1, at + 1)) || !/[ .()-]/.test(text[at] ?? "")) break;
    }
  }
  return end !== undefined && isOfLength(text.slice(start, end)) ? { start, end } : undefined;
}

function isOfLength(number: string): boolean {
  const digits = number.replaceAll(/\D/g, "").length;
  return digits >= MIN_DIGITS && digits <= MAX_DIGITS;
}
