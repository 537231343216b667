/**
 * Names that a script assigns without declaring them. Where such scripts come from they become globals; here a script is strict code, in which
 * the assignment would fail, so they are declared.
 */
import type { Node } from "acorn";
import { childrenOf } from "../../worker-loader/prepare/syntax-tree.ts";
import { namesIn } from "./loose-tree.ts";
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
      for (const name of namesIn(node["left"])) names.add(name);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return [...names].filter((name) => !declared.has(name) && !(name in globalThis) && !GIVEN.has(name));
}

/** In scope of every script, and writable there. */
const GIVEN: ReadonlySet<string> = new Set(["input", "console", "call_tool", "call_tools"]);
