/** Names that a script declares in any of its scopes; scopes are not distinguished. */
import type { Node } from "acorn";
import { boundNames } from "../../worker-loader/syntax/bound-names.ts";
import { childrenOf } from "../../worker-loader/syntax/syntax-tree.ts";
import { plain, type Loose } from "./loose-tree.ts";

export interface DeclaredNames {
  readonly declared: ReadonlySet<string>;
  readonly imported: ReadonlySet<string>;
  /** Names that stand for a function or a class of the script and are never assigned another value. */
  readonly certain: ReadonlySet<string>;
}

export function findDeclaredNames(program: Node): DeclaredNames {
  const declared = new Set<string>();
  const imported = new Set<string>();
  const functions = new Set<string>();
  const others = new Set<string>();
  const declare = (names: readonly string[], kind: Set<string>): void => {
    for (const name of names) {
      declared.add(name);
      kind.add(name);
    }
  };
  const visit = (given: Node): void => {
    const node = given as Loose;
    switch (node.type) {
      case "FunctionDeclaration":
      case "ClassDeclaration":
        if (node["id"]) declare([node["id"].name], functions);
        break;
      case "FunctionExpression":
      case "ClassExpression":
        if (node["id"]) declare([node["id"].name], others);
        break;
      case "VariableDeclaration":
        for (const { id, init } of node["declarations"]) {
          const isFunction =
            node["kind"] === "const" && id.type === "Identifier" && init && isFunctionNode(plain(init));
          declare(boundNames(id), isFunction ? functions : others);
        }
        break;
      case "ImportSpecifier":
      case "ImportDefaultSpecifier":
      case "ImportNamespaceSpecifier":
        declare([node["local"].name], others);
        imported.add(node["local"].name);
        break;
      case "CatchClause":
        if (node["param"]) declare(boundNames(node["param"]), others);
        break;
      case "AssignmentExpression":
      case "ForInStatement":
      case "ForOfStatement":
        for (const name of boundNames(node["left"])) others.add(name);
        break;
      default:
    }
    for (const param of node["params"] ?? []) declare(boundNames(param), others);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return { declared, imported, certain: functions.difference(others) };
}

function isFunctionNode({ type }: Node): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression" || type === "ClassExpression";
}
