/**
 * Strips the types of a script in place: each is replaced by blanks, so that every position stays. This takes about as long as parsing
 * JavaScript. What needs more than erasing (enums, namespaces, decorators, parameter properties), and whatever this does not understand,
 * is left to the transpiler.
 */
import type { Program } from "acorn";
import { BudgetExceeded, spendSteps } from "../syntax/budget.ts";
import { parseScript } from "../syntax/parse.ts";
import { erase } from "./erase.ts";
import { isSameTree } from "./same-tree.ts";
import { parseTyped, type TypedNode } from "./typed-syntax.ts";

/** @returns the script as JavaScript, with its tree; undefined if the transpiler has to read it */
export function eraseTypes(code: string): { readonly code: string; readonly program: Program } | undefined {
  spendSteps(code.length);
  const typed = readTyped(code);
  const erased = typed && erase(code, typed);
  if (!typed || !erased) return undefined;
  const plain = parseScript(erased.text);
  if (!plain.ok || !isSameTree(plain.program, typed, erased.nodes)) return undefined;
  return { code: erased.text, program: plain.program };
}

function readTyped(code: string): TypedNode | undefined {
  try {
    return parseTyped(code);
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error;
    // Most are syntax errors, which the transpiler explains. Others are text that is nested too deeply, or a fault of the plugin.
    return undefined;
  }
}
