/** Names that a script declares in any of its scopes; scopes are not distinguished. */
import type { Node } from "acorn";
import { boundNames, declaredBy } from "../../worker-loader/syntax/bound-names.ts";
import { nodesIn } from "../../worker-loader/syntax/syntax-tree.ts";
import { plain, type Loose } from "./loose-tree.ts";

export interface DeclaredNames {
  readonly declared: ReadonlySet<string>;
  readonly imported: ReadonlySet<string>;
  /** Names that stand for a function or a class of the script and are never assigned another value. */
  readonly certain: ReadonlySet<string>;
}

const ASSIGN: ReadonlySet<string> = new Set(["AssignmentExpression", "ForInStatement", "ForOfStatement"]);

export function findDeclaredNames(program: Node): DeclaredNames {
  const declared = new Set<string>();
  const imported = new Set<string>();
  const functions = new Set<string>();
  const others = new Set<string>();
  const constants = new Set<Node>();
  for (const node of nodesIn(program) as Iterable<Loose>) {
    const names = declaredBy(node);
    for (const name of names) declared.add(name);
    const isCertain = node.type === "FunctionDeclaration" || node.type === "ClassDeclaration" || constants.has(node);
    if (isCertain && node["id"]) functions.add(node["id"].name);
    const left = ASSIGN.has(node.type) ? [node["left"]] : [];
    const uncertain: Node[] = isCertain ? (node["params"] ?? []) : left;
    for (const name of [...(isCertain ? [] : names), ...uncertain.flatMap(boundNames)]) others.add(name);
    if (node.type.startsWith("Import")) for (const name of names) imported.add(name);
    if (node.type !== "VariableDeclaration" || node["kind"] !== "const") continue;
    for (const one of node["declarations"])
      if (one.id.type === "Identifier" && one.init && isFunctionNode(plain(one.init))) constants.add(one);
  }
  return { declared, imported, certain: functions.difference(others) };
}

function isFunctionNode({ type }: Node): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression" || type === "ClassExpression";
}
