/**
 * Names that a script assigns without declaring them. MCPProxy runs sloppy code, in which they become globals; Isogate runs strict code, in
 * which the assignment would fail, so the rewriting declares them.
 */
import type { Node } from "acorn";
import { boundNames, declaredBy, varNames } from "../../worker-loader/syntax/bound-names.ts";
import { childrenOf } from "../../worker-loader/syntax/syntax-tree.ts";
import type { Loose } from "./loose-tree.ts";

export function findImplicitGlobals(program: Node): string[] {
  const found = new Set<string>();
  /** The number of enclosing scopes that declare a name. */
  const inScope = new Map<string, number>();
  const visit = (given: Node): void => {
    const node = given as Loose;
    const own = namesOfScope(node);
    for (const name of own) inScope.set(name, (inScope.get(name) ?? 0) + 1);
    for (const name of assignedBy(node)) if ((inScope.get(name) ?? 0) === 0) found.add(name);
    for (const child of childrenOf(node)) visit(child);
    for (const name of own) inScope.set(name, (inScope.get(name) ?? 0) - 1);
  };
  visit(program);
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

/** @returns the names that are declared in the scope that a node opens; none if it opens no scope */
function namesOfScope(node: Loose): readonly string[] {
  switch (node.type) {
    case "Program":
      return [...varNames(node), ...lexicalNames(node["body"])];
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return [...declaredBy(node), ...varNames(node["body"])];
    case "ClassDeclaration":
    case "ClassExpression":
    case "CatchClause":
      return declaredBy(node);
    case "StaticBlock":
      return [...node["body"].flatMap((statement: Node) => [...varNames(statement)]), ...lexicalNames(node["body"])];
    case "BlockStatement":
      return lexicalNames(node["body"]);
    case "SwitchStatement":
      return node["cases"].flatMap(({ consequent }: Loose) => lexicalNames(consequent));
    case "ForStatement":
      return node["init"] ? lexicalNames([node["init"]]) : [];
    case "ForInStatement":
    case "ForOfStatement":
      return lexicalNames([node["left"]]);
    default:
      return [];
  }
}

function lexicalNames(statements: readonly Loose[]): string[] {
  return statements.flatMap((statement) => {
    switch (statement.type) {
      case "VariableDeclaration":
        return statement["declarations"].flatMap(({ id }: Loose) => boundNames(id));
      case "FunctionDeclaration":
      case "ClassDeclaration":
        return statement["id"] ? [statement["id"].name] : [];
      case "ImportDeclaration":
        return statement["specifiers"].map(({ local }: Loose) => local.name);
      case "ExportDefaultDeclaration":
        return lexicalNames([statement["declaration"]]);
      default:
        return [];
    }
  });
}

/** Globals of the language: an assignment changes them in strict code, too. Other globals are not the same in the gateway as in a guest. */
const LANGUAGE: ReadonlySet<string> = new Set(
  "AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet arguments decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape".split(
    " ",
  ),
);

/** Names in the scope of every script that can be assigned there. */
const GIVEN: ReadonlySet<string> = new Set(["input", "console", "call_tool", "call_tools"]);
