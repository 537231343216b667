/**
 * Erases imports and exports of types. As in `tsc`, an imported name that no value mentions is one of a type, even where it does not
 * say so.
 */
import { isNode } from "../prepare/syntax-tree.ts";
import type { Eraser } from "./erase.ts";
import type { TypedNode } from "./typed-syntax.ts";

export function eraseImports(program: TypedNode, eraser: Eraser): void {
  for (const statement of (program["body"] as readonly unknown[]).filter(isNode) as TypedNode[]) {
    const specifiers = (statement["specifiers"] ?? []) as readonly TypedNode[];
    if (eraser.nodes.has(statement)) continue;
    const isOfType = (specifier: TypedNode): boolean =>
      statement.type === "ImportDeclaration"
        ? statement["importKind"] === "type" || specifier["importKind"] === "type" || !isUsed(specifier, eraser.values)
        : specifier["exportKind"] === "type";
    const types = specifiers.filter(isOfType);
    // `export {}` remains, as it does in `tsc`.
    if (statement.type === "ImportDeclaration" && types.length === specifiers.length && types.length > 0) {
      eraser.eraseStatement(statement);
    } else for (const type of types) eraser.eraseItem(type);
  }
}

function isUsed(specifier: TypedNode, values: ReadonlySet<string>): boolean {
  return values.has(String((specifier["local"] as TypedNode)["name"]));
}
