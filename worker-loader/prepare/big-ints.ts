/** Tells whether a script has BigInts: their operators take as long as their numbers are, up to a billion bits. */
import type { Literal, Node } from "acorn";
import { childrenOf } from "../syntax/syntax-tree.ts";

/** @returns true if the program writes a BigInt, or names a built-in that makes them: BigInt, BigInt64Array, getBigUint64, … */
export function usesBigInts(node: Node): boolean {
  if (node.type === "Literal") return (node as Literal).bigint !== undefined && (node as Literal).bigint !== null;
  if (node.type === "Identifier") return /BigU?[Ii]nt/.test((node as Node & { readonly name: string }).name);
  return childrenOf(node).some(usesBigInts);
}
