/**
 * Finds the parts of a script in which a failed call is no mistake: the script has an answer to the failure, or has asked before whether
 * there is such a tool. A `try` around everything, whose `catch` only reports, is no answer: a script is better refused than half done.
 */
import type {
  AwaitExpression,
  CallExpression,
  ConditionalExpression,
  Expression,
  IfStatement,
  LogicalExpression,
  MemberExpression,
  Node,
  Super,
  TryStatement,
} from "acorn";
import { childrenOf, isFunctionOrClass } from "../syntax/syntax-tree.ts";

/** @returns the children of the node in which failures of calls are handled */
export function handledParts(node: Node): readonly (Node | null | undefined)[] {
  switch (node.type) {
    case "TryStatement": {
      const { block, handler } = node as TryStatement;
      return handler && makesCall(handler.body) ? [block] : [];
    }
    case "IfStatement":
    case "ConditionalExpression": {
      const { test, consequent, alternate } = node as IfStatement | ConditionalExpression;
      return asksForTool(test) ? [consequent, alternate] : [];
    }
    case "LogicalExpression": {
      const { left, right } = node as LogicalExpression;
      return asksForTool(left) ? [right] : [];
    }
    case "CallExpression":
      return handledOf(node as CallExpression);
    default:
      return [];
  }
}

/** Recognizes `call.catch(…)`, `call.then(…, …)`, `Promise.allSettled([…])` and `Promise.any([…])`. */
function handledOf({ callee, arguments: args }: CallExpression): readonly Node[] {
  if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return [];
  const { object, property } = callee as MemberExpression & { readonly property: { readonly name: string } };
  const { name } = property;
  if ((name === "catch" && args.length > 0) || (name === "then" && args.length > 1)) return [callee, object];
  const isPromise = object.type === "Identifier" && object.name === "Promise";
  return isPromise && (name === "allSettled" || name === "any") ? args : [];
}

/** A longer condition is not read to its end: each part of a chain of `&&` would read all parts before it again. */
const MAX_CONDITIONS = 16;

/** @returns true for `"tool" in server`, also within a larger condition; `typeof server.tool` is "function" for every name */
function asksForTool(test: Expression | Super, level = 0): boolean {
  if (level === MAX_CONDITIONS) return false;
  switch (test.type) {
    case "BinaryExpression":
      return test.operator === "in";
    case "LogicalExpression":
      return asksForTool(test.right, MAX_CONDITIONS - 1) || asksForTool(test.left, level + 1);
    case "UnaryExpression":
      return test.operator === "!" && asksForTool(test.argument, level + 1);
    default:
      return false;
  }
}

/** @returns true if the code waits for a method, such as another tool, outside of functions in it */
function makesCall(node: Node): boolean {
  if (isFunctionOrClass(node)) return false;
  if (node.type === "AwaitExpression") {
    const { argument } = node as AwaitExpression;
    if (argument.type === "CallExpression" && argument.callee.type === "MemberExpression") return true;
  }
  return childrenOf(node).some(makesCall);
}
