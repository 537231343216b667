/**
 * Cleans text from upstreams so that it is safe in a comment and spends few tokens.
 *
 * Attacks stopped here: `*\/` ends a block comment, a line break ends a line comment, backticks and `${` end or enter a
 * template literal, `$&` is a replacement pattern, control and bidi characters and zero-width ones make a person see
 * another text than the model reads, the Unicode tag block hides whole sentences, lone surrogates break encoders.
 */

const LINE_BREAKS = /\r\n?|[\u2028\u2029\u0085\v\f]/g;
/**
 * Characters that show nothing: controls (not line feed), Unicode formats (zero-width, bidi, tags), blank-looking
 * letters of Hangul and Khmer, variation selectors.
 */
const INVISIBLE =
  /(?!\n)(?:\p{Cc}|\p{Cf}|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|\p{Variation_Selector}|[\u{2065}\u{fff0}-\u{fff8}\u{e0000}-\u{e0fff}])/gu;
const MAX_TEXT_CHARS = 20_000;

/** @returns text safe inside a block comment; lines are kept, indentation and repeated blanks are not */
export function cleanText(text: unknown): string {
  if (typeof text !== "string" || text === "") return "";
  return text
    .slice(0, MAX_TEXT_CHARS)
    .toWellFormed()
    .replace(LINE_BREAKS, "\n")
    .replace(/\t/g, " ")
    .replace(INVISIBLE, "")
    .replace(/`/g, "'")
    .replace(/\*(?=\/)/g, "* ")
    .replace(/\$(?=[&'{])/g, "$$ ")
    .replace(/ {2,}/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n")
    .trim();
}

/** @returns text on one line, safe after `//` */
export function cleanLine(text: unknown): string {
  return cleanText(text).replace(/\n/g, " ");
}

/** Characters that ABBREVIATION can match, including the one before the abbreviation. */
const MAX_ABBREVIATION_CHARS = 10;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|incl|approx|max|min|no|resp|cf|[A-Z])\.$/i;

/** @returns the first sentence on one line, at most `maxChars` characters long */
export function firstSentence(text: string, maxChars = 100): string {
  const joined = sentencesOf(text);
  const sentence = joined.slice(0, endOfSentence(joined)).replace(/(?<![\s:;,.])[\s:;,.]+$/, "");
  if (sentence.length <= maxChars) return sentence;
  const cut = sentence.slice(0, maxChars - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > maxChars / 2 ? cut.slice(0, space) : cut).replace(/(?<![\s:;,.])[\s:;,.]+$/, "").toWellFormed()}…`;
}

/** @returns a string literal that cannot end itself or a comment early, with invisible characters escaped */
export function quote(value: string): string {
  return JSON.stringify(value.toWellFormed())
    .replace(INVISIBLE, escapeUnicode)
    .replace(/[\u2028\u2029`]/g, escapeUnicode)
    .replace(/\*\//g, "*\\/")
    .replace(/\$(?=[&'{])/g, "\\u0024");
}

function escapeUnicode(char: string): string {
  let escaped = "";
  for (let index = 0; index < char.length; index += 1) {
    escaped += `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}

/** A line break ends a sentence unless the next line goes on in lower case. */
function sentencesOf(text: string): string {
  return cleanText(text).replace(/\n(?=[a-z(])/g, " ");
}

function endOfSentence(text: string): number {
  const [line = ""] = text.split("\n");
  for (const match of line.matchAll(/[.!?](?=\s|$)/g)) {
    if (!ABBREVIATION.test(line.slice(Math.max(0, match.index - MAX_ABBREVIATION_CHARS), match.index + 1)))
      return match.index;
  }
  return line.length;
}

/** The number of a server's texts that may share their first sentence before it is dropped. */
const MIN_SHARED = 3;

/** Removes first sentences that several texts share, where another sentence follows. */
export function withoutSharedBeginnings(texts: readonly string[]): string[] {
  const split = texts.map((text) => {
    const joined = sentencesOf(text);
    const end = endOfSentence(joined);
    return { text, first: joined.slice(0, end), rest: joined.slice(end).replace(/^[\s.!?]+/, "") };
  });
  const counts = new Map<string, number>();
  for (const { first } of split) counts.set(first, (counts.get(first) ?? 0) + 1);
  return split.map(({ text, first, rest }) => ((counts.get(first) ?? 0) >= MIN_SHARED && rest !== "" ? rest : text));
}
