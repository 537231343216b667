/**
 * Tells whether the value of a script has to be read when all of its calls are answered. MCPProxy runs what async functions and callbacks of
 * promises have left to do before it reads the value, so that `main(); out` shows what `main` has put into `out`.
 *
 * A script with `await` at the top is none of MCPProxy's, where that is a syntax error: it says itself what it waits for.
 */
import type { Node, Program } from "acorn";
import { nodesIn } from "../../worker-loader/syntax/syntax-tree.ts";
import { nameOfKey, type Loose } from "./loose-tree.ts";

/** Names by which a script gets a promise or a timer, whose callbacks run later. */
const MAKE_LATER: ReadonlySet<string> = new Set(["Promise", "queueMicrotask", "setTimeout", "setInterval", "sleep"]);
const OF_PROMISES: ReadonlySet<string> = new Set(["then", "catch", "finally", "fromAsync"]);

export function isReadLast(program: Program): boolean {
  return !nodesIn(program, ({ type }) => !/Function/.test(type)).some(isWait) && nodesIn(program).some(goesOn);
}

function isWait(given: Node): boolean {
  const node = given as Loose;
  if (node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node["await"] === true)) return true;
  return node.type === "VariableDeclaration" && node["kind"] === "await using";
}

/** @returns true for what may leave something to do after the last statement */
function goesOn(given: Node): boolean {
  const node = given as Loose;
  if (node["async"] === true) return true;
  if (node.type === "Identifier" && MAKE_LATER.has(node["name"])) return true;
  if (node.type !== "MemberExpression") return false;
  const name = nameOfKey(node["property"], node["computed"]);
  return name !== undefined && OF_PROMISES.has(name);
}
