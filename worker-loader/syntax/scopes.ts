/** Scopes: the names that a construct declares for what is inside of it. */
import type { Node } from "acorn";
import { boundNames, declaredBy, varNames } from "./bound-names.ts";
import { childrenOf } from "./syntax-tree.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Loose = Node & Record<string, any>;

/** @param visit is called for each node, with a test of whether a scope around it declares a name */
export function walkScopes(root: Node, visit: (node: Node, isDeclared: (name: string) => boolean) => void): void {
  /** The number of enclosing scopes that declare a name. */
  const counts = new Map<string, number>();
  const isDeclared = (name: string): boolean => (counts.get(name) ?? 0) > 0;
  const within = (names: Iterable<string>, work: () => void): void => {
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    work();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) - 1);
  };
  const walk = (given: Node): void => {
    const node = given as Loose;
    visit(node, isDeclared);
    const { outside, body } = partsOf(node);
    if (outside) walk(outside);
    within(namesOfScope(node), () => {
      for (const child of childrenOf(node)) {
        if (child === body) within(varNames(child), () => walk(child));
        else if (child !== outside) walk(child);
      }
    });
  };
  walk(root);
}

/**
 * @returns `outside`: a part that is outside of the scope that the node opens; `body`: the body of a function, whose `var`s the parameters
 * do not see
 */
function partsOf(node: Loose): { readonly outside?: Node; readonly body?: Node } {
  switch (node.type) {
    case "SwitchStatement":
      return { outside: node["discriminant"] };
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return { body: node["body"] };
    default:
      return {};
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
