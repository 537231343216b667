/**
 * Numbers as word processors and web pages set them: between their groups stand blanks that do not break a line, and hyphens and dashes
 * that are not those of the keyboard.
 */
import { mergeSpans } from "./span.ts";
import type { Span } from "./span.ts";

/** No-break, en, em, figure, thin, narrow no-break and ideographic blanks. A tab is none of them: it separates the cells of a table. */
const BLANK = /[\u00a0\u2002\u2003\u2007\u2009\u202f\u3000]/g;
/** Hyphens, among them the one that does not break a line, and dashes as wide as a digit or an "n". */
const HYPHEN = /[\u2010-\u2013]/g;

/**
 * Finds values both in the text and in the text with the separators of the keyboard, in which every character stands at the same offset.
 * The text itself counts as well, because a dash also ends a number: `4111 1111 1111 1111\u201312/30`.
 */
export function inTypography(find: (text: string) => readonly Span[]): (text: string) => readonly Span[] {
  return (text) => {
    const plain = text.replaceAll(BLANK, " ").replaceAll(HYPHEN, "-");
    return mergeSpans(plain === text ? find(text) : [...find(text), ...find(plain)]);
  };
}
