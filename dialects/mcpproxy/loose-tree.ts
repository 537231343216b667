/** Helpers for syntax trees whose nodes are not narrowed to a type. */
import type { Node } from "acorn";
import type { Loose } from "../../worker-loader/syntax/syntax-tree.ts";
import { CALLED_BY_THE_LANGUAGE } from "./built-ins.ts";

export type { Loose };

/** @returns the node without the parentheses around it */
export function plain(node: Node): Loose {
  return node.type === "ParenthesizedExpression" ? plain((node as Loose)["expression"]) : (node as Loose);
}

/** @returns the property name of a key, `Symbol.iterator` and the like for well-known symbols, undefined if it is computed */
export function nameOfKey(key: Node, computed: boolean): string | undefined {
  const { type, name, value, object, property } = key as Loose;
  if (type === "Literal") return typeof value === "string" ? value : undefined;
  if (type === "PrivateIdentifier") return `#${name}`;
  if (!computed) return type === "Identifier" ? name : undefined;
  const isSymbol = type === "MemberExpression" && object.type === "Identifier" && object.name === "Symbol";
  const symbol = isSymbol && property.type === "Identifier" ? `Symbol.${property.name}` : undefined;
  return symbol !== undefined && (symbol === "Symbol.iterator" || CALLED_BY_THE_LANGUAGE.has(symbol))
    ? symbol
    : undefined;
}
