/**
 * Parses JavaScript, in well under a millisecond for most scripts. Only text that does not parse here, or is declared
 * TypeScript, goes to the transpiler (see `source.ts`).
 */
import type { Options, Program, Node } from "acorn";
import type { RunError } from "../outcome.ts";
import { spendSteps } from "./budget.ts";
import { parseProgram } from "./linear-parser.ts";
import { syntaxError } from "./syntax-error.ts";
import { childrenOf } from "./syntax-tree.ts";

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

/** Maximum number of levels. The engine in a guest failed at 4,000 of them, and at 500 nested loops or functions. */
const MAX_LEVELS = 2_000;
/** Levels that a scope counts as: the guards add four levels around a loop, and a dialect's rewriting adds a function in a function. */
const LEVELS_OF_SCOPE = 8;
/** Levels that other enclosing statements count as: one that produces the script's value gets a block around it. */
const LEVELS_OF_STATEMENT = 4;

const SCOPE = /^(?:For|While|DoWhile|Block|Switch|Catch|Static|Class|Function|ArrowFunction)/;
const STATEMENT = /^(?:If|Labeled|Try)Statement$/;

/**
 * Refuses syntax trees that are nested too deeply. All code that reads a script recurs by its nesting: the walks here, the parser, and the
 * engine in the guest. Without this bound, such a script would exhaust a stack, which in the guest ends the isolate without an error message.
 *
 * @throws RangeError
 */
function refuseDeepNesting(program: Node): void {
  const waiting: [node: Node, levels: number][] = [[program, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, above] = next;
    const levels = above + levelsOf(node);
    if (levels > MAX_LEVELS) throw new RangeError("The script is nested too deeply.");
    for (const child of childrenOf(node)) waiting.push([child, levels]);
  }
}

function levelsOf({ type }: Node): number {
  if (SCOPE.test(type)) return LEVELS_OF_SCOPE;
  return STATEMENT.test(type) ? LEVELS_OF_STATEMENT : 1;
}
