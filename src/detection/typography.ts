/**
 * Numbers as word processors, web pages and keyboards of other scripts write them: between their groups stand blanks that do not break a
 * line, and hyphens and dashes that are not those of ASCII; digits, letters and signs are as wide as a Chinese character, or the digits
 * are those of Arabic and Persian.
 */
import { mergeSpans, type Span } from "./span.ts";

/** No-break, en, em, figure, thin, narrow no-break and ideographic blanks. A tab is none of them: it separates the cells of a table. */
const BLANK = /[\u00a0\u2002\u2003\u2007\u2009\u202f\u3000]/g;
/**
 * Hyphens, among them the one that does not break a line, dashes as wide as a digit or an "n", the minus, and the mark of a long vowel,
 * which has the key of the hyphen on Japanese keyboards.
 */
const HYPHEN = /[\u2010-\u2013\u2212\u30fc]/g;
/** The signs of ASCII in the width of a Chinese character, in the order of ASCII; a whole run at a time is replaced faster. */
const FULL_WIDTH = /[\uff01-\uff5e]+/g;
const FULL_WIDTH_OFFSET = 0xfee0;
const ASCII_ZERO = 0x30;
/** A quick test: most texts have none of these characters, and each of the four replacements costs as much as this. */
const MAY_BE_REPLACED = /[^\0-\u007f]/;
/** The last four bits of their code are their value. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]+/g;

/**
 * Finds values both in the text and in the text with the separators and digits of ASCII, in which every character stands at the same
 * offset. The text itself counts as well, because a dash also ends a number: `4111 1111 1111 1111\u201312/30`.
 */
export function inTypography(find: (text: string) => readonly Span[]): (text: string) => readonly Span[] {
  return (text) => {
    if (!MAY_BE_REPLACED.test(text)) return mergeSpans(find(text));
    const plain = inAscii(text);
    return mergeSpans(plain === text ? find(text) : [...find(text), ...find(plain)]);
  };
}

function inAscii(text: string): string {
  return text
    .replaceAll(BLANK, " ")
    .replaceAll(HYPHEN, "-")
    .replaceAll(FULL_WIDTH, (signs) => withCodes(signs, (code) => code - FULL_WIDTH_OFFSET))
    .replaceAll(ARABIC_DIGITS, (digits) => withCodes(digits, (code) => ASCII_ZERO + (code & 15)));
}

function withCodes(text: string, codeOf: (code: number) => number): string {
  let plain = "";
  for (let at = 0; at < text.length; at += 1) plain += String.fromCharCode(codeOf(text.charCodeAt(at)));
  return plain;
}
