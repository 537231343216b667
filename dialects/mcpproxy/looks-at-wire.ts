/** Whether a script reads the wire form of results: `content`, `structuredContent` or `isError` of anything. */
import type { Node } from "acorn";
import { childrenOf } from "../../worker-loader/syntax/syntax-tree.ts";
import { nameOfKey, type Loose } from "./loose-tree.ts";

const WIRE_NAMES: ReadonlySet<string> = new Set(["content", "structuredContent", "isError"]);

export function looksAtWire(node: Node): boolean {
  const { type, property, key, computed } = node as Loose;
  const name =
    type === "MemberExpression"
      ? nameOfKey(property, computed)
      : type === "Property"
        ? nameOfKey(key, computed)
        : undefined;
  return (name !== undefined && WIRE_NAMES.has(name)) || childrenOf(node).some(looksAtWire);
}
