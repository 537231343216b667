/** Which names a script declares, and where they can be seen: enough to tell a variable of the script from a global. */
import type { Function as FunctionNode, Node, Pattern, VariableDeclaration } from "acorn";
import { childrenOf } from "./syntax-tree.ts";

/** Names bound by a pattern. */
export function namesOf(pattern: Pattern): readonly string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((one) => namesOf(one.type === "RestElement" ? one.argument : one.value));
    case "ArrayPattern":
      return pattern.elements.flatMap((one) => (one ? namesOf(one) : []));
    case "RestElement":
      return namesOf(pattern.argument);
    case "AssignmentPattern":
      return namesOf(pattern.left);
    case "MemberExpression":
      return [];
  }
}

/** What a function makes visible in its parameters and its body; `var` of the body is not visible in the parameters. */
export function parametersOf({ type, params, id }: FunctionNode): ReadonlySet<string> {
  return new Set([...(type === "FunctionExpression" && id ? [id.name] : []), ...params.flatMap(namesOf)]);
}

/** What a node makes visible to everything in it. Not for functions, and of a `switch` only for its cases. */
export function declaredIn(node: Node): ReadonlySet<string> | undefined {
  switch (node.type) {
    case "Program":
      return new Set([...varsOf(node), ...lexicalsOf((node as Node & { body: Node[] }).body)]);
    case "BlockStatement":
      return new Set(lexicalsOf((node as Node & { body: Node[] }).body));
    case "ForStatement":
      return ofDeclaration((node as Node & { init?: Node | null }).init);
    case "ForInStatement":
    case "ForOfStatement":
      return ofDeclaration((node as Node & { left: Node }).left);
    case "CatchClause": {
      const { param } = node as Node & { param?: Pattern | null };
      return param ? new Set(namesOf(param)) : undefined;
    }
    default:
      return undefined;
  }
}

function ofDeclaration(node: Node | null | undefined): ReadonlySet<string> | undefined {
  return node?.type === "VariableDeclaration" ? new Set(bound(node as VariableDeclaration)) : undefined;
}

function bound({ declarations }: VariableDeclaration): string[] {
  return declarations.flatMap(({ id }) => namesOf(id));
}

/** `let`, `const` and functions that stand directly among these statements. */
function lexicalsOf(statements: readonly Node[]): string[] {
  return statements.flatMap((given) => {
    const statement =
      given.type === "ExportDefaultDeclaration" ? (given as Node & { declaration: Node }).declaration : given;
    if (statement.type === "VariableDeclaration") return bound(statement as VariableDeclaration);
    const { id } = statement as Node & { id?: { name: string } | null };
    return statement.type === "FunctionDeclaration" && id ? [id.name] : [];
  });
}

/** Of the cases of a `switch`, which are one block. */
export function declaredInCases(cases: readonly { readonly consequent: readonly Node[] }[]): ReadonlySet<string> {
  return new Set(cases.flatMap(({ consequent }) => lexicalsOf(consequent)));
}

/**
 * `var` anywhere in it, but not in functions inside of it; nor when it is one: the body of `(a) => (b) => { … }` is a function, whose
 * variables its own parameters do not see.
 */
export function varsOf(node: Node): string[] {
  if (/Function|Class/.test(node.type)) return [];
  const own = node.type === "VariableDeclaration" && (node as VariableDeclaration).kind === "var";
  const inner = childrenOf(node).flatMap(varsOf);
  return own ? [...bound(node as VariableDeclaration), ...inner] : inner;
}
