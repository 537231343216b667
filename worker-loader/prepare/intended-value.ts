/**
 * Finds text that its author means as a value although the grammar reads it as a statement, or not at all:
 * - an object literal as the whole script or as its last statement: `{ a: 1, b }`, `{ total, items }`;
 * - a function without a name as the whole script: `async function () { … }`.
 *
 * Both only need parentheses, which are inserted if the result is exactly such a value and nothing follows it. This changes
 * the meaning only of a last block that is also an object literal (`{ a }`, `{ a: 1 }`), and scripts do not end with a label or
 * with a block around one name.
 */
import MagicString from "magic-string";
import type { Expression, Program } from "acorn";
import { parseExpression, tokensOf } from "../syntax/linear-parser.ts";
import { SYNTAX, parseScript } from "../syntax/parse.ts";
import { locateThroughEdits, type Derived } from "../syntax/position.ts";

/** Start and end offset of a value. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** @param program the syntax tree of the text, which parses */
export function findIntendedValue(code: string, program: Program): Span | undefined {
  const last = program.body.at(-1);
  if (last?.type !== "BlockStatement") return undefined;
  const [only, ...more] = last.body;
  const mayBeLiteral =
    more.length === 0 &&
    (only === undefined
      ? program.body.length === 1
      : only.type === "ExpressionStatement" || only.type === "LabeledStatement");
  // A block after `return` on a line of its own is never reached; making it a value would hide the mistake.
  if (!mayBeLiteral || program.body.at(-2)?.type === "ReturnStatement") return undefined;
  return valueAt(code, last.start);
}

/** @param errorOffset offset of the parse error; the value starts before it */
export function findIntendedValueNear(code: string, errorOffset: number): Span | undefined {
  const first = firstToken(code);
  if (first === undefined) return undefined;
  if (/^(async\s+)?function\b|^\{/.test(code.slice(first, first + 40))) {
    const whole = valueAt(code, first);
    if (whole) return whole;
  }
  for (const start of possibleStarts(code, errorOffset)) {
    const value = valueAt(code, start);
    if (value && endsStatement(code.slice(0, start))) return value;
  }
  return undefined;
}

/** The semicolon keeps the expression before it from being called: `const a = 1\n{ a, b: 2 }`. */
export function inParentheses(code: string, { start, end }: Span): Derived {
  const edit = new MagicString(code);
  edit.appendLeft(start, ";(");
  edit.appendRight(end, ")");
  return { code: edit.toString(), locate: locateThroughEdits(edit) };
}

function valueAt(code: string, start: number): Span | undefined {
  const value = expressionAt(code, start);
  const isIntended = value?.type === "ObjectExpression" || value?.type === "FunctionExpression";
  return isIntended && value.start === start && isEmptyText(code.slice(value.end)) ? value : undefined;
}

function expressionAt(code: string, start: number): Expression | undefined {
  try {
    return parseExpression(code, start, SYNTAX);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isEmptyText(code: string): boolean {
  const parsed = parseScript(code);
  return parsed.ok && parsed.program.body.every((statement) => statement.type === "EmptyStatement");
}

function endsStatement(code: string): boolean {
  const before = parseScript(code);
  return before.ok && before.program.body.at(-1)?.type !== "ReturnStatement";
}

function firstToken(code: string): number | undefined {
  try {
    const token = tokensOf(code, SYNTAX).getToken();
    return token.start === token.end ? undefined : token.start;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** @returns offsets of braces that can open a last statement. Each costs a parse, so only the likeliest: least indented, then last. */
function possibleStarts(code: string, before: number): readonly number[] {
  const found = [];
  for (const { index, 0: text, 1: indent = "" } of code.slice(0, before).matchAll(/[\n;}]([ \t]*)\{/g)) {
    found.push({ start: index + text.length - 1, indent: indent.length });
  }
  found.sort((one, other) => one.indent - other.indent || other.start - one.start);
  return found.slice(0, 4).map(({ start }) => start);
}
