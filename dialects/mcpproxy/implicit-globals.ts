/**
 * Names that a script assigns without declaring them. MCPProxy runs sloppy code, in which they become globals; Isogate runs strict code, in
 * which the assignment would fail, so the rewriting declares them.
 */
import type { Node } from "acorn";
import { boundNames } from "../../worker-loader/syntax/bound-names.ts";
import { walkScopes } from "../../worker-loader/syntax/scopes.ts";
import type { Loose } from "./loose-tree.ts";

export function findImplicitGlobals(program: Node): string[] {
  const found = new Set<string>();
  walkScopes(program, (node, isDeclared) => {
    for (const name of assignedBy(node as Loose)) if (!isDeclared(name)) found.add(name);
  });
  return [...found].filter((name) => !LANGUAGE.has(name) && !GIVEN.has(name));
}

function assignedBy(node: Loose): string[] {
  switch (node.type) {
    case "AssignmentExpression":
      return node["operator"] === "=" ? boundNames(node["left"]) : [];
    case "ForInStatement":
    case "ForOfStatement":
      return node["left"].type === "VariableDeclaration" ? [] : boundNames(node["left"]);
    default:
      return [];
  }
}

/** Globals of the language: an assignment changes them in strict code, too. Other globals are not the same in the gateway as in a guest. */
const LANGUAGE: ReadonlySet<string> = new Set(
  "AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet arguments decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape".split(
    " ",
  ),
);

/** Names in the scope of every script that can be assigned there. */
const GIVEN: ReadonlySet<string> = new Set(["input", "console", "call_tool", "call_tools"]);
