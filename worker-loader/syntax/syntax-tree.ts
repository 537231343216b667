/** Helpers for ESTree nodes that acorn's walkers do not provide. */
import type { Node } from "acorn";
import { spendSteps } from "./budget.ts";

/** @returns child nodes in source order, for node types whose fields are declared in source order (all that matter here) */
export function childrenOf(node: Node): Node[] {
  spendSteps(1);
  const children: Node[] = [];
  for (const value of Object.values(node)) {
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) children.push(item);
  }
  return children;
}

export function isNode(value: unknown): value is Node {
  return value !== null && typeof value === "object" && "type" in value && typeof value.type === "string";
}

export function isFunctionOrClass({ type }: Node): boolean {
  return type === "ArrowFunctionExpression" || type.startsWith("Function") || type.startsWith("Class");
}

/** @returns every name in a tree: of variables, properties, labels and private members */
export function allNames(root: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (node: Node): void => {
    if ("name" in node && typeof node.name === "string") names.add(node.name);
    for (const child of childrenOf(node)) collect(child);
  };
  collect(root);
  return names;
}
