/**
 * Names that a script assigns without declaring them. MCPProxy runs sloppy code, in which they become globals; Isogate runs strict code, in
 * which the assignment would fail, so the rewriting declares them.
 */
import type { Node } from "acorn";
import { boundNames } from "../../worker-loader/syntax/bound-names.ts";
import { childrenOf } from "../../worker-loader/syntax/syntax-tree.ts";
import type { Loose } from "./loose-tree.ts";

export function findImplicitGlobals(program: Node, declared: ReadonlySet<string>): string[] {
  const names = new Set<string>();
  const visit = (given: Node): void => {
    const node = given as Loose;
    const isLoop = node.type === "ForInStatement" || node.type === "ForOfStatement";
    if (
      (node.type === "AssignmentExpression" && node["operator"] === "=") ||
      (isLoop && node["left"].type !== "VariableDeclaration")
    )
      for (const name of boundNames(node["left"])) names.add(name);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return [...names].filter((name) => !declared.has(name) && !(name in globalThis) && !GIVEN.has(name));
}

/** Names in the scope of every script that can be assigned there. */
const GIVEN: ReadonlySet<string> = new Set(["input", "console", "call_tool", "call_tools"]);
