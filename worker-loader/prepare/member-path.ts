/** Reads paths of names such as `server.tool` off the tree. */
import type { MemberExpression, Node } from "acorn";

/** `a.b["c"]` → ["a", "b", "c"] */
export function pathOf(node: Node): string[] | undefined {
  if (node.type === "Identifier") return [(node as Node & { name: string }).name];
  if (node.type !== "MemberExpression") return undefined;
  const { object, property, computed } = node as MemberExpression;
  const before = pathOf(object);
  const name = nameOf(property, computed);
  return before === undefined || name === undefined ? undefined : [...before, name];
}

/** @returns the name that a key is written with; undefined for a computed one */
export function nameOf(key: Node, computed: boolean): string | undefined {
  if (key.type === "Literal" && "value" in key && typeof key.value === "string") return key.value;
  return key.type === "Identifier" && !computed && "name" in key ? String(key.name) : undefined;
}
