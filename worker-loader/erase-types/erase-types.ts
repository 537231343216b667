/**
 * Strips the types of a script in place: each is replaced by blanks, so that every position stays. This takes about as long as parsing
 * JavaScript. What needs more than erasing (enums, namespaces, decorators, parameter properties), and whatever this does not understand,
 * is left to the transpiler.
 */
import type { Program, Node } from "acorn";
import { BudgetExceeded, spendSteps } from "../syntax/budget.ts";
import { parseScript } from "../syntax/parse.ts";
import { erase } from "./erase.ts";
import { parseTyped, type TypedNode } from "./typed-syntax.ts";
import { isNode } from "../syntax/syntax-tree.ts";

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

/** Nodes around an expression that have no meaning of their own once types are blanked. */
const WRAPPERS = new Set([
  "ParenthesizedExpression",
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
]);

/**
 * Compares the tree of a script in TypeScript with that of the JavaScript that is left of it. Blanking types can change what a text means: a
 * line that begins with `(` continues the line before if a type stood between them, and `() => <T>{}` becomes a block.
 *
 * @param erased nodes of the typed tree that have no counterpart
 */
function isSameTree(plain: Node, typed: TypedNode, erased: ReadonlySet<Node>): boolean {
  spendSteps(1);
  const unwrapped = unwrap(typed);
  return Object.entries(plain).every(([key, value]) => {
    if (key === "start" || key === "end") return true;
    return isSameValue(value, unwrapped[key], erased);
  });
}

function isSameValue(plain: unknown, typed: unknown, erased: ReadonlySet<Node>): boolean {
  if (Array.isArray(plain)) {
    const left = Array.isArray(typed) ? typed.filter((item) => !erased.has(item as Node) && !isEmpty(item)) : [];
    const own = plain.filter((item) => !isEmpty(item));
    return own.length === left.length && own.every((item, at) => isSameValue(item, left[at], erased));
  }
  if (isNode(plain)) return isNode(typed) && isSameTree(plain, typed as TypedNode, erased);
  // The plugin leaves out some properties where acorn says `false` or `null`.
  if (!plain) return plain === typed || (plain !== "" && plain !== 0 && !typed);
  // A part of a template literal, a regular expression.
  if (typeof plain === "object") return JSON.stringify(plain) === JSON.stringify(typed);
  return plain === typed;
}

/** Blanking adds empty statements, where a line would otherwise continue the one before. */
function isEmpty(item: unknown): boolean {
  return isNode(item) && item.type === "EmptyStatement";
}

function unwrap(typed: TypedNode): TypedNode {
  let inner = typed;
  while (WRAPPERS.has(inner.type)) inner = inner["expression"] as TypedNode;
  return inner;
}
