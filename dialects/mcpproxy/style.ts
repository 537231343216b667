/**
 * Whether a script waits for `call_tool` by itself: then it means the promise, and is left alone. It does so when it says `await`,
 * `.then` or `Promise.all` of what is, or is kept of, a call that waits.
 */
import type { Node } from "acorn";
import { childrenOf } from "../../worker-loader/prepare/syntax-tree.ts";
import type { Colours } from "./colour.ts";
import { plain } from "./loose-tree.ts";
import type { Loose } from "./loose-tree.ts";

const OF_PROMISES: ReadonlySet<string> = new Set(["then", "catch", "finally"]);

export function waitsByItself(program: Node, { calls }: Colours): boolean {
  const kept = new Set<string>();
  const collect = (given: Node): void => {
    const node = given as Loose;
    const [target, value] =
      node.type === "VariableDeclarator"
        ? [node["id"], node["init"]]
        : node.type === "AssignmentExpression"
          ? [node["left"], node["right"]]
          : [];
    if (target?.type === "Identifier" && value && calls.has(plain(value))) kept.add(target.name);
    for (const child of childrenOf(node)) collect(child);
  };
  collect(program);

  /** Whether the call, or what is kept of it, is (a part of) the value itself. */
  const isOf = (given: Node): boolean => {
    const node = plain(given);
    if (calls.has(node)) return true;
    if (node.type === "Identifier") return kept.has(node["name"]);
    if (/Function|^Class/.test(node.type)) return false;
    return childrenOf(node).some(
      (child) =>
        !(node.type === "MemberExpression" && child === node["object"] && child.type === "Identifier") && isOf(child),
    );
  };
  return some(program, (node) => {
    if (node.type === "AwaitExpression") return isOf(node["argument"]);
    if (node.type === "ForOfStatement") return node["await"] === true && isOf(node["right"]);
    if (node.type !== "CallExpression") return false;
    const callee = plain(node["callee"]);
    if (callee.type !== "MemberExpression" || callee["computed"]) return false;
    if (OF_PROMISES.has(callee["property"].name)) return isOf(callee["object"]);
    const isPromise = callee["object"].type === "Identifier" && callee["object"].name === "Promise";
    return isPromise && (node["arguments"] as Node[]).some(isOf);
  });
}

function some(node: Node, test: (node: Loose) => boolean): boolean {
  return test(node as Loose) || childrenOf(node).some((child) => some(child, test));
}
