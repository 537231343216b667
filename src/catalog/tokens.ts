/**
 * Estimates the o200k tokens of a text: the text is split by that tokenizer's own rule, and a piece costs the average of pieces of its
 * kind and length (counted over the SDK text of 40 real catalogs). The tokenizer itself is a table of 2 MB.
 * `test/catalog/tokens.test.ts` bounds the error: within 10 % for signatures and full text of every catalog (at most 6 % measured);
 * a bare list of names is at most 12 % off above 300 tokens, and 44 % in one of 41, where the server's name repeats in every line.
 */
const PIECE =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+/gu;

/**
 * Tokens per word by length: at the start of a piece, after a blank, after another character; each in lower case, capitalised
 * and in capitals. A capital after a point or a dash is seldom one token with it.
 */
const WORDS = {
  start: {
    lower: [0, 1, 1, 1.04, 1.03, 1.05, 1.1, 1.05, 1.16, 1.45, 1.45, 1.35, 2, 1.9, 2.3, 2.6],
    capitalised: [0, 1, 1, 1.01, 1.01, 1.02, 1.03, 1.03, 1.06, 1.07, 1.25, 1.2, 1.25, 1.6, 1.9, 2.2],
    capitals: [0, 1, 1, 1.2, 1.15, 1.25, 1.7, 1.7, 2.1, 2.2, 2.6, 2.8, 3, 3.2, 3.4, 3.6],
  },
  blank: {
    lower: [0, 1, 1, 1, 1, 1, 1.01, 1.02, 1.02, 1.05, 1.05, 1.05, 1.05, 1.06, 1.17, 1.34],
    capitalised: [0, 1, 1, 1.01, 1.01, 1.06, 1.2, 1.11, 1.1, 1.15, 1.3, 1.25, 1.25, 1.3, 1.45, 1.6],
    capitals: [0, 1, 1, 1.05, 1.09, 1.4, 1.4, 1.85, 1.95, 2.1, 2.5, 2.5, 2.6, 2.8, 3, 3.2],
  },
  other: {
    lower: [0, 1, 1.05, 1.16, 1.19, 1.4, 1.25, 1.68, 1.68, 1.87, 1.96, 2.08, 2.14, 2.15, 2.4, 2.8],
    capitalised: [0, 1.05, 1.7, 1.85, 1.6, 1.5, 2.1, 1.96, 2.01, 2.1, 2.3, 2.3, 2.2, 2.4, 2.5, 2.7],
    capitals: [0, 1, 1.2, 1.75, 1.5, 1.63, 1.7, 1.85, 2.3, 2.4, 2.6, 2.8, 3, 3.2, 3.4, 3.6],
  },
} as const;
/** Runs of at least three signs that are one token; most others are two. */
const SINGLE_SIGNS = new Set([
  "://",
  "[],",
  '"})',
  ":**",
  "...",
  "'''",
  ")\n/",
  "}\n/",
  "').",
  "'),",
  '").',
  '",[',
  '":"',
  ')."',
]);

export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) tokens += tokensOf(piece);
  return Math.ceil(tokens);
}

function tokensOf(piece: string): number {
  const last = piece.charCodeAt(piece.length - 1);
  if (isLetter(last)) {
    if (last > 0x02_4f) return Math.max(1, piece.length * 0.7);
    return tokensOfWord(piece);
  }
  if (last >= 0x30 && last <= 0x39) return 1;
  return tokensOfSigns(piece.trim());
}

function tokensOfWord(piece: string): number {
  const first = piece.charCodeAt(0);
  const place = isLetter(first) ? "start" : first === 0x20 ? "blank" : "other";
  const word = place === "start" ? piece : piece.slice(1);
  const letters = isCapital(word.charCodeAt(0))
    ? isCapital(word.charCodeAt(1))
      ? "capitals"
      : "capitalised"
    : "lower";
  return byLength(WORDS[place][letters], word.length);
}

function tokensOfSigns(signs: string): number {
  if (signs.length <= 2 || SINGLE_SIGNS.has(signs)) return 1;
  return signs.length <= 4 ? 2 : Math.max(2, signs.length / 3);
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || isCapital(code) || code > 0xbf;
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

function byLength(table: readonly number[], length: number): number {
  const longest = table.length - 1;
  return (table[Math.min(length, longest)] ?? 1) + Math.max(0, length - longest) * 0.25;
}
