/** Scopes: the names that a construct declares for what is inside of it. */
import type { Node } from "acorn";
import { boundNames, declaredBy, varNames } from "./bound-names.ts";
import { childrenOf, type Loose } from "./syntax-tree.ts";

type Visit = (node: Node, isDeclared: (name: string) => boolean, scopeOf: (name: string) => number) => void;

/**
 * @param visit is called for each node, with a test of whether a scope around it declares a name, and with the number of the innermost scope that
 *   does: 0 where none does, another number for each scope
 */
export function walkScopes(root: Node, visit: Visit): void {
  /** The enclosing scopes that declare a name, the innermost last. */
  const scopes = new Map<string, number[]>();
  let last = 0;
  const isDeclared = (name: string): boolean => (scopes.get(name)?.length ?? 0) > 0;
  const scopeOf = (name: string): number => scopes.get(name)?.at(-1) ?? 0;
  const within = (names: Iterable<string>, work: () => void): void => {
    const scope = (last += 1);
    for (const name of names) {
      const around = scopes.get(name);
      if (around === undefined) scopes.set(name, [scope]);
      else around.push(scope);
    }
    work();
    for (const name of names) scopes.get(name)?.pop();
  };
  const walk = (given: Node): void => {
    const node = given as Loose;
    visit(node, isDeclared, scopeOf);
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
