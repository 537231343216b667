/**
 * Finds phone numbers that are written as such: international with `+` or `00`, North American with separators, and `tel:` links. Plain
 * digits are not taken for a phone number, because ids, times and amounts look alike.
 */
import { spansOf, type Span } from "./span.ts";

/**
 * Latin letters, digits and signs of arithmetic before a number make it part of a formula or an id. Letters of other scripts do not,
 * because many of these scripts write no blanks. A date may have a `+` before it in a list of changes.
 */
const INTERNATIONAL =
  /(?<![\p{sc=Latin}\p{sc=Greek}\p{Nd}_.+=-]|[\p{sc=Latin}\p{Nd}_.+=)\]-]\()(?:\+|\(\+(?=[1-9]\d{0,2}\)))(?!\d\d?\/\d\d?\/\d{4}(?!\d))[1-9][\d .()/-]{6,29}/gu;
const WITH_ZEROS =
  /(?<![\p{sc=Latin}\p{Nd}_.+-]|[\p{sc=Latin}\p{Nd}_.+=)\]-]\()(?:00[1-9]\d{0,2}|\(00[1-9]\d{0,2}\)) \d{1,8}(?: \d{2,8}){1,4}(?![\p{sc=Latin}\p{Nd}_-]|[.,:]\d)/gu;
const NORTH_AMERICAN =
  /(?<![\p{sc=Latin}\p{Nd}_.+/-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?[2-9]\d{2}[ .-]|[2-9]\d{2}([ .-])[2-9]\d{2}\1)\d{4}(?![\p{sc=Latin}\p{Nd}_]|[./:-]\d)/gu;
const LINK = /(?<=\btel:)\+?[\d().-]{5,25}/giu;

/** Currencies and units of counting, which stand behind a number without a blank. */
const IS_AMOUNT = /[元円圓人万萬亿億%％€$£¥₩]/u;

const MIN_DIGITS = 8;
const MAX_DIGITS = 15;

export function findPhones(text: string): readonly Span[] {
  if (!/\d{4}|\+\d|\(\d/.test(text)) return [];
  const international = spansOf(text, INTERNATIONAL).flatMap(({ start, end }) => numberIn(text, start, end) ?? []);
  const withZeros = spansOf(text, WITH_ZEROS).filter(({ start, end }) =>
    isOfLength(text.slice(text.indexOf("00", start) + 2, end)),
  );
  return [...international, ...withZeros, ...spansOf(text, NORTH_AMERICAN), ...spansOf(text, LINK)];
}

/** Takes groups of digits as long as they belong to one number. @param start of the `+`, or of the parenthesis before it */
function numberIn(text: string, start: number, max: number): Span | undefined {
  let end: number | undefined;
  let digits = 0;
  for (let at = text.indexOf("+", start) + 1; at <= max; at += 1) {
    const isDigit = /\d/.test(text[at] ?? "");
    if (isDigit) digits += 1;
    else {
      if (digits > MAX_DIGITS) break;
      if (/\d/.test(text[at - 1] ?? "") && !/[\p{sc=Latin}_]/u.test(text[at] ?? "")) end = at;
      // A slash in a number that is complete leads to another one.
      if (text[at] === "/" && digits >= MIN_DIGITS) break;
      // Two blanks, or a date or an amount after the number, are no part of it.
      if (/[ ./-]{2}/.test(text.slice(at - 1, at + 1)) || !/[ .()/-]/.test(text[at] ?? "")) break;
    }
  }
  if (end === undefined || !isOfLength(text.slice(start, end)) || IS_AMOUNT.test(text.slice(end, end + 1)))
    return undefined;
  // `(+12345678)` is a change of an amount.
  return text[start - 1] === "(" && /^\+\d+$/.test(text.slice(start, end)) ? undefined : { start, end };
}

function isOfLength(number: string): boolean {
  const digits = number.replaceAll(/\D/g, "").length;
  return digits >= MIN_DIGITS && digits <= MAX_DIGITS;
}
