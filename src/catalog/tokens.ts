/**
 * How many o200k tokens a text costs, estimated: counted in pieces as that tokenizer splits them before merging
 * (words, up to three digits, runs of punctuation, white space), where a long word is several tokens. The tokenizer
 * itself is a 2 MB table. `test/catalog/tokens.test.ts` holds the error on real SDK text.
 */
const PIECE = /[A-Za-z\u00C0-\u024F]+|\d{1,3}|[^\sA-Za-z0-9\u00C0-\u024F]+|\n+| {2,}/g;

export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    const code = piece.charCodeAt(0);
    if (code > 0x2e_7f) tokens += piece.length;
    else if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code >= 0xc0) tokens += wordTokens(piece);
    else tokens += Math.ceil(piece.length / 3);
  }
  return Math.ceil(tokens);
}

/** camelCase splits; a word of up to nine letters is mostly one token. */
function wordTokens(word: string): number {
  let tokens = 0;
  for (const part of word.split(/(?<=[a-z])(?=[A-Z])/)) tokens += part.length <= 9 ? 1 : Math.ceil(part.length / 6.5);
  return tokens;
}
