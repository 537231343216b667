/**
 * Groups of writing systems, as far as they tell where an address ends in a sentence. Words of Chinese, Japanese or Thai stand without
 * blanks between them, and so does an address among them; Korean particles follow an address without one.
 */
export type Writing = "spaced" | "unspaced";

/** The extensions include letters that several scripts share, such as the mark of a long vowel in Japanese. */
const UNSPACED =
  /(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;
/** Letters of no script, such as the micro sign, stand beside those of any. */
const SPACED = /(?!\p{Script=Common})\p{L}/u;

/** @returns undefined for a digit, a sign, and a letter of no script */
export function writingOf(character: string): Writing | undefined {
  if (UNSPACED.test(character)) return "unspaced";
  return SPACED.test(character) ? "spaced" : undefined;
}
