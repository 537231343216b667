/**
 * Colours for read-only JavaScript, TypeScript and JSON: a tokeniser of one regular expression, which accepts any text and loses none of
 * it. (The editor has a real parser.)
 */
type TokenKind = "plain" | "comment" | "string" | "number" | "keyword" | "name";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const KEYWORDS = new Set(
  (
    "async await break case catch class const continue default delete do else export extends false finally for from function " +
    "if import in instanceof interface let new null of return static super switch this throw true try type typeof undefined " +
    "var void while yield string number boolean unknown never any readonly declare Promise Array Record"
  ).split(" "),
);

const TOKEN =
  /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\[\s\S])*`?)|(\b\d[\w.]*)|([A-Za-z_$][\w$]*)(?=(\s*\()?)/g;

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > at) tokens.push({ kind: "plain", text: text.slice(at, match.index) });
    const [whole, comment, string, number, word, called] = match;
    at = match.index + whole.length;
    if (comment !== undefined) tokens.push({ kind: "comment", text: whole });
    else if (string !== undefined) tokens.push({ kind: "string", text: whole });
    else if (number !== undefined) tokens.push({ kind: "number", text: whole });
    else if (word !== undefined && KEYWORDS.has(word)) tokens.push({ kind: "keyword", text: whole });
    else tokens.push({ kind: called === undefined ? "plain" : "name", text: whole });
  }
  if (at < text.length) tokens.push({ kind: "plain", text: text.slice(at) });
  return tokens;
}

/** Splits the tokens by lines: a token of many lines (a comment) is cut into one token per line. */
export function tokenLines(text: string): readonly (readonly Token[])[] {
  const lines: Token[][] = [[]];
  for (const { kind, text: whole } of tokensOf(text)) {
    for (const [index, part] of whole.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ kind, text: part });
    }
  }
  return lines;
}
