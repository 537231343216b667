/** Questions about a tree of any nodes. */
import type { Node } from "acorn";
import { CALLED_BY_THE_LANGUAGE } from "./built-ins.ts";

/** ESTree without its types: which fields a node has follows from what it is asked about. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = Node & Record<string, any>;

/** Without parentheses. */
export function plain(node: Node): Loose {
  return node.type === "ParenthesizedExpression" ? plain((node as Loose)["expression"]) : (node as Loose);
}

/** Its name as text, `Symbol.iterator` for a well-known symbol. */
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

/** Names that a pattern binds or assigns. */
export function namesIn(pattern: Node): string[] {
  const node = pattern as Loose;
  switch (node.type) {
    case "Identifier":
      return [node["name"]];
    case "ParenthesizedExpression":
      return namesIn(node["expression"]);
    case "ObjectPattern":
      return node["properties"].flatMap((one: Loose) => namesIn(one["value"] ?? one["argument"]));
    case "ArrayPattern":
      return node["elements"].flatMap((one: Loose | null) => (one ? namesIn(one) : []));
    case "AssignmentPattern":
      return namesIn(node["left"]);
    case "RestElement":
      return namesIn(node["argument"]);
    default:
      return [];
  }
}
