/**
 * Describes a syntax error so that the author, often a model, can repair it: the parser's message, or a more specific one
 * where the parser's says little ("Unexpected token"), with the position and the line.
 */
import type { RunError } from "../outcome.ts";
import { adviceAt } from "./foreign-text.ts";
import { positionAt, type Position } from "./position.ts";

type ParseCode = "SYNTAX_ERROR" | "TRANSPILE_ERROR";

const MAX_SOURCE_LENGTH = 200;

/** @returns an error with its position, and its line as the hint */
export function errorAt<Code extends string>(
  code: Code,
  message: string,
  place: Position | undefined,
  text: string,
  advice?: string,
): RunError<Code> {
  const source = place && sourceLine(text, place);
  const hint = [source && `Line ${place?.line}: ${source}`, advice].filter(Boolean).join("\n");
  return { code, message, ...place, ...(hint && { hint }) };
}

/** @returns the line, or the part around the position if it is long */
function sourceLine(text: string, { line, column }: Position): string {
  const source = text.split("\n")[line - 1] ?? "";
  if (source.length <= MAX_SOURCE_LENGTH) return source.trim();
  const start = Math.max(0, column - MAX_SOURCE_LENGTH / 2);
  return `…${source.slice(start, start + MAX_SOURCE_LENGTH).trim()}…`;
}

/** @param text the script as the user sent it, `offset` an index into it */
export function syntaxError(text: string, offset: number, parserMessage: string): RunError<ParseCode> {
  const message = `SyntaxError: ${explain(text, offset, parserMessage)}`;
  const place = positionAt(text, offset);
  return errorAt("SYNTAX_ERROR", message, place, text, adviceAt(text, place));
}

interface Rule {
  /** Tested against the text from the place of the error on. */
  readonly at?: RegExp;
  /** Tested against the parser's message. */
  readonly says?: RegExp;
  readonly message: string;
}

const STRICT = "scripts run in strict mode";

const RULES: readonly Rule[] = [
  { at: /^<!--/, message: "HTML-like comments (<!--) are not allowed; use //" },
  { at: /^["'`]?[“”‘’]/, message: "Typographic quotes are not string delimiters; use \" or '" },
  {
    at: /^\\?[nrt"'`]/,
    says: /^Expecting Unicode escape/,
    message: "A backslash is outside a string: the script is escaped twice, with \\n where a line break is meant",
  },
  { says: /^'with' in strict mode/, message: `The with statement is not allowed: ${STRICT}` },
  { at: /^0[0-9_]/, says: /^Invalid number/, message: `Octal numbers are written 0o17: ${STRICT}` },
  { says: /^Octal literal/, message: `Octal escapes are not allowed in strings: ${STRICT}; use \\x or \\u` },
  { says: /^Deleting local variable/, message: `A variable cannot be deleted: ${STRICT}` },
  { says: /^Argument name clash/, message: `Two parameters have the same name: ${STRICT}` },
  {
    says: /^Cannot use keyword 'await' outside an async function/,
    message: "await is only allowed at the top level of the script and inside async functions, and never as a name",
  },
  { at: /^enum\b/, says: /reserved/, message: "enum is TypeScript" },
  {
    says: /^Unsyntactic (break|continue)/,
    message: "break and continue belong inside a loop or switch, or need a label",
  },
];

function explain(text: string, offset: number, parserMessage: string): string {
  const [fence] = /^\s*(?:```|~~~)/.exec(text) ?? [];
  if (fence !== undefined) {
    const isClosed = text.slice(fence.length).includes(`\n${fence.trim()}`);
    return isClosed
      ? "Text is outside the Markdown code fence around the script"
      : "The Markdown code fence around the script is not closed";
  }
  const rest = text.slice(offset, offset + 40);
  const rule = RULES.find(({ at, says }) => (at?.test(rest) ?? true) && (says?.test(parserMessage) ?? true));
  if (rule) return rule.message;
  const unseen = /^Unexpected character '([^ -~])'$/u.exec(parserMessage)?.[1]?.codePointAt(0);
  if (unseen !== undefined) return `Unexpected character U+${unseen.toString(16).toUpperCase().padStart(4, "0")}`;
  if (parserMessage !== "Unexpected token") return parserMessage;
  if (rest.trim() === "" && text.slice(offset).trim() === "") {
    return "Unexpected end of the script: something is not closed or not complete";
  }
  const token = /^([\w$]+|=>|[=!]==?|&&|\|\||\?\?|\.\.\.|\S)/.exec(rest)?.[0] ?? rest.charAt(0);
  return `Unexpected ${JSON.stringify(token)}`;
}
