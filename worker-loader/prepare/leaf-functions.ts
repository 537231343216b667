/**
 * Finds leaf functions, which need no guard: a leaf calls nothing, so it neither recurs nor runs long; and it is only called as
 * `name(…)`, so every call is in a loop or a function that counts. A guard in a function that a hot loop calls makes the loop
 * 4 times slower, wherever its counter is kept.
 *
 * A function whose value is used otherwise (as an argument, a property) can be called by the engine, too: as a callback for a
 * million items, or as a `valueOf` that calls itself by an addition. Such functions count, so code that a leaf calls implicitly (a
 * getter, a `valueOf`) is never a leaf.
 */
import type { CallExpression, Function as FunctionNode, Identifier, Node, VariableDeclaration } from "acorn";
import { childrenOf, nodesIn } from "../syntax/syntax-tree.ts";

/** @returns functions by names that are declared once in the whole program and only used in calls */
export function findLeafFunctions(program: Node): ReadonlySet<Node> {
  const bound = new Map<string, FunctionNode>();
  const mentions = new Map<string, number>();
  const calls = new Map<string, number>();
  for (const node of nodesIn(program)) {
    switch (node.type) {
      case "Identifier":
        count(mentions, (node as Identifier).name);
        break;
      case "CallExpression": {
        const { callee } = node as CallExpression;
        if (callee.type === "Identifier") count(calls, callee.name);
        break;
      }
      case "FunctionDeclaration": {
        const { id } = node as FunctionNode;
        if (id) bound.set(id.name, node as FunctionNode);
        break;
      }
      case "VariableDeclaration": {
        const { kind, declarations } = node as VariableDeclaration;
        for (const { id, init } of kind === "const" ? declarations : [])
          if (id.type === "Identifier" && init && isFunctionValue(init)) bound.set(id.name, init);
      }
    }
  }
  const leaves = [...bound].filter(
    ([name, node]) => mentions.get(name) === (calls.get(name) ?? 0) + 1 && callsNothing(node),
  );
  return new Set(leaves.map(([, node]) => node));
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function isFunctionValue(node: Node): node is FunctionNode {
  return node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression";
}

function callsNothing({ params, body, async, generator }: FunctionNode): boolean {
  return !async && !generator && params.every(({ type }) => type === "Identifier") && isHarmless(body);
}

const HARMLESS = new Set(
  `BlockStatement ReturnStatement ExpressionStatement IfStatement EmptyStatement VariableDeclaration VariableDeclarator
  Identifier Literal BinaryExpression LogicalExpression ConditionalExpression UnaryExpression UpdateExpression
  AssignmentExpression MemberExpression TemplateLiteral TemplateElement SequenceExpression ArrayExpression`.split(
    /\s+/,
  ),
);

/** @returns true if the node has no call, no loop, and nothing that iterates or suspends, as patterns, spreads and `using` do */
function isHarmless(node: Node): boolean {
  if (!HARMLESS.has(node.type)) return false;
  if (node.type === "VariableDeclaration" && !/^(?:const|let|var)$/.test((node as VariableDeclaration).kind))
    return false;
  return childrenOf(node).every(isHarmless);
}
