/**
 * Refuses syntax trees that are nested too deeply. All code that reads a script recurs by its nesting: the walks here, the parser,
 * and the engine in the guest. Without this bound, such a script would exhaust a stack, which in the guest ends the isolate without
 * an error message.
 */
import type { Node } from "acorn";
import { childrenOf } from "./syntax-tree.ts";

/** Maximum number of levels. The engine in a guest failed at 4,000 of them, and at 500 nested loops or functions. */
const MAX_LEVELS = 2_000;
/** Levels that a scope counts as: the guards add four levels around a loop, and a dialect's rewriting adds a function in a function. */
const LEVELS_OF_SCOPE = 8;
/** Levels that other enclosing statements count as: one that produces the script's value gets a block around it. */
const LEVELS_OF_STATEMENT = 4;

const SCOPE = /^(?:For|While|DoWhile|Block|Switch|Catch|Static|Class|Function|ArrowFunction)/;
const STATEMENT = /^(?:If|Labeled|Try)Statement$/;

/** @throws RangeError */
export function refuseDeepNesting(program: Node): void {
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
