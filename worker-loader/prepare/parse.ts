/**
 * Script text in, syntax tree out. Plain JavaScript is parsed here in well under a millisecond; only what does not
 * parse, or is declared TypeScript, goes to the transpiler (see `prepare.ts`).
 */
import { parse } from "acorn";
import type { Program } from "acorn";
import type { RunError } from "../outcome.ts";

export type Parsed =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly error: RunError };

/** One Markdown code fence around the whole script is a habit of models, not part of the script. */
const FENCE = /^\s*```[^\n`]*\n([\s\S]*?)\n?```\s*$/;

/** The text inside a fence, with blank lines in place of the opening one so that line numbers hold. */
export function withoutFence(code: string): string {
  const match = FENCE.exec(code);
  if (!match || match[1] === undefined) return code;
  const linesBefore = code.slice(0, code.indexOf("```")).split("\n").length;
  return "\n".repeat(linesBefore) + match[1];
}

export function parseScript(code: string): Parsed {
  try {
    const program = parse(code, {
      ecmaVersion: "latest",
      sourceType: "module",
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
    return { ok: true, program };
  } catch (error) {
    return { ok: false, error: syntaxError(code, error) };
  }
}

/** `{ a: 1, b }` alone reads as a block to a parser and as a value to everybody else. */
export function isLoneObjectLiteral(code: string): boolean {
  const text = code.trim().replace(/;$/, "");
  if (!text.startsWith("{") || !text.endsWith("}")) return false;
  const wrapped = parseScript(`(${text}\n)`);
  if (!wrapped.ok || wrapped.program.body.length !== 1) return false;
  const [statement] = wrapped.program.body;
  return statement?.type === "ExpressionStatement" && statement.expression.type === "ObjectExpression";
}

function syntaxError(code: string, error: unknown): RunError {
  const message = error instanceof Error ? error.message.replace(/ \(\d+:\d+\)$/, "") : "The script does not parse";
  const base = { code: "SYNTAX_ERROR", message: `SyntaxError: ${message}` } as const;
  if (!(error instanceof SyntaxError) || !("loc" in error)) return base;
  const { line, column } = error.loc as { line: number; column: number };
  const source = code.split("\n")[line - 1]?.trim().slice(0, 200);
  return { ...base, line, column: column + 1, ...(source ? { hint: `Line ${line}: ${source}` } : {}) };
}
