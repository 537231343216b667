/**
 * How deeply a tree is nested. Everything that reads a script follows its nesting by recursion: the walks here, the parser, the
 * engine in the guest. Bounded on the tree, a script that is nested too deeply is told so, instead of exhausting a stack
 * somewhere on its way (in the guest that ends the isolate without a word).
 */
import type { Node } from "acorn";
import { childrenOf } from "./syntax-tree.ts";

/** Levels. The engine in a guest gave up at 4,000 of them, and at 500 loops or functions inside one another. */
const MAX_LEVELS = 2_000;
/** What a scope counts: the guards put four levels around a loop, and the rewriting of a dialect a function into a function. */
const LEVELS_OF_SCOPE = 8;
/** What other statements around a statement count: one that gives the script its value gets a block around it. */
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
