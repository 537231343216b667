/** Erases imports and exports of types. As in `tsc`, an imported name that no value mentions is one of a type, even where it does not say so. */
import type { Node } from "acorn";
import { isNode } from "../syntax/syntax-tree.ts";
import type { TypedNode } from "./typed-syntax.ts";

/** The erasing of a script, after everything but its imports was visited. */
interface VisitedScript {
  readonly nodes: ReadonlySet<Node>;
  /** Names in the places of values. */
  readonly values: ReadonlySet<string>;
  eraseStatement(node: TypedNode): void;
  eraseItem(node: TypedNode): void;
}

export function eraseImports(program: TypedNode, eraser: VisitedScript): void {
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
