/** Finds variables like `var notes = await notes.list({})`, whose first value comes from a tool of the server they are named after. */
import type { AnyNode, Node } from "acorn";
import { boundNames } from "../syntax/bound-names.ts";
import { isFunctionOrClass, nodesIn } from "../syntax/syntax-tree.ts";

/** @returns the names that a `var` of the program, outside of its functions, gives to what it reads of the same name: by a member or a call */
export function varsMadeOfThemselves(program: Node): ReadonlySet<string> {
  const names = new Set<string>();
  for (const given of nodesIn(program, (one) => !isFunctionOrClass(one))) {
    const node = given as AnyNode;
    if (node.type === "VariableDeclaration" && node.kind === "var") {
      for (const { id, init } of node.declarations) {
        const read = init ? namesUsedIn(init) : new Set();
        for (const name of boundNames(id)) if (read.has(name)) names.add(name);
      }
    }
  }
  return names;
}

/** @returns the names whose members an expression reads, and those that it calls */
function namesUsedIn(expression: Node): ReadonlySet<string> {
  const names = new Set<string>();
  for (const given of nodesIn(expression)) {
    const node = given as AnyNode;
    const used = node.type === "MemberExpression" ? node.object : node.type === "CallExpression" && node.callee;
    if (used && used.type === "Identifier") names.add(used.name);
  }
  return names;
}
