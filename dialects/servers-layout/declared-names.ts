/** Names that a script declares in any of its scopes. */
import type { Node, Program } from "acorn";
import { declaredBy } from "../../worker-loader/syntax/bound-names.ts";
import { nodesIn } from "../../worker-loader/syntax/syntax-tree.ts";

/** @param without statements to leave out because the rewriting removes them */
export function declaredNames(program: Program, without: ReadonlySet<Node>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodesIn(program, (one) => !without.has(one))) {
    for (const name of declaredBy(node)) names.add(name);
  }
  return names;
}
