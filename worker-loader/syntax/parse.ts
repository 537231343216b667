/**
 * Parses JavaScript, in well under a millisecond for most scripts. Only text that does not parse here, or is declared
 * TypeScript, goes to the transpiler (see `source.ts`).
 */
import type { Options, Program } from "acorn";
import type { RunError } from "../outcome.ts";
import { spendSteps } from "./budget.ts";
import { parseProgram } from "./linear-parser.ts";
import { refuseDeepNesting } from "./nesting.ts";
import { syntaxError } from "./syntax-error.ts";

export type Parsed =
  | { readonly ok: true; readonly program: Program }
  /** `offset` of the error in the parsed text; `reached`: how far the parser had read by then. */
  | { readonly ok: false; readonly error: RunError; readonly offset: number; readonly reached: number };

/** The syntax of scripts, which become the body of an async function in a module: strict, with `await` and `return`. */
export const SYNTAX: Options = {
  ecmaVersion: "latest",
  sourceType: "module",
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
};

/** acorn repeats the names and patterns of a script in its messages, whatever their length. */
const MAX_MESSAGE_LENGTH = 300;

/** @throws RangeError for code that is nested too deeply */
export function parseScript(code: string): Parsed {
  spendSteps(code.length);
  try {
    const program = parseProgram(code, SYNTAX);
    refuseDeepNesting(program);
    return { ok: true, program };
  } catch (error) {
    // A RangeError concerns the nesting, not the grammar; see `prepareScript`.
    if (!(error instanceof SyntaxError) || !("pos" in error)) throw error;
    const offset = Number(error.pos);
    const message = shorten(withoutPlace(error.message));
    const reached = "raisedAt" in error ? Number(error.raisedAt) : offset;
    return { ok: false, error: syntaxError(code, offset, message), offset, reached };
  }
}

/** Removes the position ` (12:3)` that acorn appends to its messages. */
function withoutPlace(message: string): string {
  const open = message.lastIndexOf(" (");
  return open !== -1 && /^ \(\d{1,7}:\d{1,7}\)$/.test(message.slice(open)) ? message.slice(0, open) : message;
}

function shorten(message: string): string {
  return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message;
}
