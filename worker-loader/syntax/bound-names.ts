/** The names that patterns, declarations and functions of a script bind. */
import type { AnyNode, Node } from "acorn";
import { isFunctionOrClass, nodesIn } from "./syntax-tree.ts";

/** @returns the names that a pattern binds or assigns; the key in `{ key: name }` is not one */
export function boundNames(pattern: Node): string[] {
  const node = pattern as AnyNode;
  switch (node.type) {
    case "Identifier":
      return [node.name];
    case "ParenthesizedExpression":
      return boundNames(node.expression);
    case "ObjectPattern":
      return node.properties.flatMap((one) => boundNames(one.type === "RestElement" ? one.argument : one.value));
    case "ArrayPattern":
      return node.elements.flatMap((element) => (element ? boundNames(element) : []));
    case "AssignmentPattern":
      return boundNames(node.left);
    case "RestElement":
      return boundNames(node.argument);
    default:
      return [];
  }
}

/** @returns the names that a declaration, a parameter list, a catch clause or an import specifier binds */
export function declaredBy(node: Node): string[] {
  const { id, params, param, local } = node as Partial<Record<"id" | "param" | "local", Node>> & { params?: Node[] };
  return [id, param, local, ...(params ?? [])].flatMap((pattern) => (pattern ? boundNames(pattern) : []));
}

/** @returns the names that a program or the body of a function declares with `var`, without those of functions inside it */
export function varNames(body: Node): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodesIn(body, (one) => !isFunctionOrClass(one))) {
    const { type, kind, declarations } = node as Extract<AnyNode, { type: "VariableDeclaration" }>;
    if (type === "VariableDeclaration" && kind === "var")
      for (const { id } of declarations) for (const name of boundNames(id)) names.add(name);
  }
  return names;
}
