/** Whether a script reads the wire form of results, `content`, `structuredContent` or `isError` of anything, and how it reads `content`. */
import type { Node, Program } from "acorn";
import { nodesIn } from "../../worker-loader/syntax/syntax-tree.ts";
import { nameOfKey, type Loose } from "./loose-tree.ts";
import { readsBlocks } from "./reads-blocks.ts";
import { BLOCKS, WIRE } from "./reserved-names.ts";

const WIRE_NAMES: ReadonlySet<string> = new Set(["content", "structuredContent", "isError"]);

/** @returns the names that load results in both forms into the scope of a script that reads them */
export function wireMentions(program: Program): readonly string[] {
  if (!nodesIn(program).some(looksAtWire)) return [];
  return readsBlocks(program) ? [BLOCKS] : [WIRE];
}

/** @param mentions names that a prepared script needs in its scope @returns true for a script that gets values with the properties of the wire form */
export function readsWire(mentions: ReadonlySet<string>): boolean {
  return mentions.has(BLOCKS) || mentions.has(WIRE);
}

function looksAtWire(node: Node): boolean {
  const { type, property, key, computed } = node as Loose;
  const name =
    type === "MemberExpression"
      ? nameOfKey(property, computed)
      : type === "Property"
        ? nameOfKey(key, computed)
        : undefined;
  return name !== undefined && WIRE_NAMES.has(name);
}
