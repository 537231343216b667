/**
 * Advice about a script that does not parse because it is no script alone: Markdown, HTML or prose around it, or Python. What scripts may have in
 * their texts and comments, too, counts only in the line of the error.
 */
import type { Position } from "./position.ts";

const MAX_LINE_LENGTH = 1_000;

const CODE_ALONE = "Send the code alone, without other text.";
const NO_HTML = "Send the code alone, without HTML around it.";
const ESCAPED =
  "The script is HTML-escaped: send the characters <, >, &, \" and ' for &lt;, &gt;, &amp;, &quot; and &#39;.";
const PYTHON = "This looks like Python; a script is JavaScript or TypeScript.";

/** @param place of the error */
export function adviceAt(text: string, place: Position | undefined): string | undefined {
  // Markdown that was not one fence around everything is the most common reason why nothing parses.
  if (/^[ \t]*(```|~~~)/m.test(text)) return "Send the code alone, or in one closed code fence, without other text.";
  if (/^\s*<(?:script|html|!doctype|code|pre)\b/i.test(text)) return NO_HTML;
  const lines = text.split("\n");
  if (lines.some((line) => isPython(line.trim()))) return PYTHON;
  const wrong = (place && lines[place.line - 1]) ?? "";
  if (place === undefined || wrong.length > MAX_LINE_LENGTH) return undefined;
  const column = place.column - 1;
  if (isEscapedAt(wrong, column)) return ESCAPED;
  if (PROSE.test(wrong.trim())) return CODE_ALONE;
  return isPythonAt(wrong, column) ? PYTHON : undefined;
}

const PYTHON_BLOCK = /^(?:def|class|for|if|elif|while|with|except) /;
const PYTHON_IMPORT = /^(?:from [\w.]+ )?import [\w., ]+$/;

function isPython(line: string): boolean {
  const isBlock = line.endsWith(":") && !line.includes("{") && PYTHON_BLOCK.test(line);
  return isBlock || PYTHON_IMPORT.test(line);
}

/** A comment, a text in three quotes, or a block in one line. */
const PYTHON_LINE = /^\s*(?:# |#$|(?:if|while|elif|with|for(?! await\b)) (?!\()[^{]{1,200}: \S)|"""/;
/** Operators, a lambda or a comprehension; the parser fails at the word or behind it. */
const PYTHON_BEFORE = /(?<![\w$.])(?:not|and|or|is|lambda) *$/;
const PYTHON_FROM = /^ *(?:(?:and|or|not|is) |for [\w, ()]{1,100} in\b)/;

function isPythonAt(line: string, column: number): boolean {
  const [before, from] = [line.slice(0, column), line.slice(column)];
  const isFormatted = /(?<![\w$.])[fr]$/.test(before) && /^["']/.test(from);
  return PYTHON_LINE.test(line) || isFormatted || PYTHON_BEFORE.test(before) || PYTHON_FROM.test(from);
}

const ENTITY = /&(?:lt|gt|amp|quot|apos|nbsp|#39|#x27|#34);/g;

/** The parser fails at an entity, in it or behind it: `a &lt;` reads on up to the semicolon. */
function isEscapedAt(line: string, column: number): boolean {
  return line.matchAll(ENTITY).some(({ 0: entity, index }) => index <= column && column <= index + entity.length);
}

/** `Sure! Here's the code:` */
const PROSE = /^[A-Z][\w'’]*[,!.:]?(?: [\w'’"`-]+[,!.:;]?){2,}$/;
