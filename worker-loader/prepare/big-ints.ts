/** Tells whether a script has BigInts: their operators take as long as their numbers are, up to a billion bits. */
import type { Literal, Node, TemplateElement } from "acorn";
import { childrenOf } from "../syntax/syntax-tree.ts";

const NAMES_BIGINT = /BigU?[Ii]nt/;

/**
 * @returns true if the program writes a BigInt, or the name of a built-in that makes them: BigInt, BigInt64Array, getBigUint64, … A name that
 * is put together from parts is not seen.
 */
export function usesBigInts(node: Node): boolean {
  switch (node.type) {
    case "Literal": {
      const { bigint, value } = node as Literal;
      return (bigint !== undefined && bigint !== null) || (typeof value === "string" && NAMES_BIGINT.test(value));
    }
    case "TemplateElement":
      return NAMES_BIGINT.test((node as TemplateElement).value.cooked ?? "");
    case "Identifier":
      return NAMES_BIGINT.test((node as Node & { readonly name: string }).name);
    default:
      return childrenOf(node).some(usesBigInts);
  }
}
