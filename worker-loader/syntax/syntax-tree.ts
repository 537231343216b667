/** Helpers for ESTree nodes that acorn's walkers do not provide. */
import type { Node } from "acorn";
import { spendSteps } from "./budget.ts";

/** An ESTree node without its types; the code that reads it knows from `type` which fields it has. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = Node & Record<string, any>;

/** @returns child nodes in source order, for node types whose fields are declared in source order (all that matter here) */
export function childrenOf(node: Node): Node[] {
  spendSteps(1);
  const children: Node[] = [];
  for (const value of Object.values(node)) {
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) children.push(item);
  }
  return children;
}

/** @param enters whether a node counts, with all below it @returns the nodes of a tree in source order, those above before those below */
export function* nodesIn(root: Node, enters: (node: Node) => boolean = () => true): Generator<Node, undefined> {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!enters(node)) continue;
    yield node;
    // A list of a script may have more items than a call takes arguments.
    for (const child of childrenOf(node).reverse()) open.push(child);
  }
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
  for (const node of nodesIn(root)) if ("name" in node && typeof node.name === "string") names.add(node.name);
  return names;
}
