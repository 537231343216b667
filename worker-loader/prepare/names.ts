/**
 * What a script mentions and what it tries to import, found in one walk over its tree. The wrapper takes as
 * parameters only the offered names that a script mentions, so its text (and with it the isolate's id) does not
 * change when an unrelated server is added.
 */
import { full } from "acorn-walk";
import type { Node, Program } from "acorn";

export interface Mentions {
  /** Every identifier in the tree; more than the free ones, which is harmless: inner declarations shadow parameters. */
  readonly identifiers: ReadonlySet<string>;
  /** The first import, in any form, with what it names. */
  readonly imported?: { readonly start: number; readonly specifier: string };
}

export function findMentions(program: Program): Mentions {
  const identifiers = new Set<string>();
  let imported: Mentions["imported"];
  const note = (start: number, specifier: string): void => {
    if (imported === undefined || start < imported.start) imported = { start, specifier };
  };
  full(program, (node: Node & { name?: string; source?: unknown }) => {
    switch (node.type) {
      case "Identifier":
        if (node.name !== undefined) identifiers.add(node.name);
        break;
      case "ImportDeclaration":
      case "ImportExpression":
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration":
        if (node.source) note(node.start, specifierOf(node.source));
        else if (node.type === "ExportNamedDeclaration") note(node.start, "export");
        break;
      case "MetaProperty":
        note(node.start, "import.meta");
        break;
    }
  });
  return imported === undefined ? { identifiers } : { identifiers, imported };
}

function specifierOf(source: unknown): string {
  const value = source !== null && typeof source === "object" && "value" in source ? source.value : undefined;
  return typeof value === "string" ? value : "(computed)";
}
