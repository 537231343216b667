/** Names that a script declares in any of its scopes. */
import type { Node, Program } from "acorn";
import { childrenOf } from "../../worker-loader/syntax/syntax-tree.ts";

/** @param without statements to leave out because the rewriting removes them */
export function declaredNames(program: Program, without: ReadonlySet<Node>): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: Node): void => {
    if (without.has(node)) return;
    const { id, params, param, local } = node as Partial<Record<"id" | "param" | "local", Node>> & { params?: Node[] };
    for (const pattern of [id, param, local, ...(params ?? [])]) if (pattern) addNames(pattern, names);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return names;
}

function addNames(pattern: Node, names: Set<string>): void {
  if (pattern.type === "Identifier") names.add((pattern as Node & { name: string }).name);
  else if (/Pattern|Property|RestElement/.test(pattern.type))
    for (const child of childrenOf(pattern)) addNames(child, names);
}
