/**
 * JavaScript text in, syntax tree out, in well under a millisecond for most scripts. Only what does not parse here,
 * or is declared TypeScript, goes to the transpiler (see `source.ts`).
 */
import { parse } from "acorn";
import type { Options, Program } from "acorn";
import type { RunError } from "../outcome.ts";
import { syntaxError } from "./syntax-error.ts";

export type Parsed =
  | { readonly ok: true; readonly program: Program }
  /** `offset` of the error in the parsed text; `reached`: how far the parser had read by then. */
  | { readonly ok: false; readonly error: RunError; readonly offset: number; readonly reached: number };

/** Scripts become the body of an async function in a module: strict, with `await` and `return`. */
export const SYNTAX: Options = {
  ecmaVersion: "latest",
  sourceType: "module",
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
};

export function parseScript(code: string): Parsed {
  try {
    return { ok: true, program: parse(code, SYNTAX) };
  } catch (error) {
    // A RangeError is not about this text's grammar; see `prepareScript`.
    if (!(error instanceof SyntaxError) || !("pos" in error)) throw error;
    if (error.message.startsWith("Not enough stack space")) throw new RangeError(error.message);
    const offset = Number(error.pos);
    const message = error.message.replace(/ \(\d+:\d+\)$/, "");
    const reached = "raisedAt" in error ? Number(error.raisedAt) : offset;
    return { ok: false, error: syntaxError(code, offset, message), offset, reached };
  }
}
