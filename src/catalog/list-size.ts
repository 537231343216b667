/** Measures tool lists by the characters of their JSON, counted once per list. Memory and messages are bounded by it. */
import type { ToolDefinition } from "../upstream/connector.ts";

const sizes = new WeakMap<readonly ToolDefinition[], number>();

export function listChars(tools: readonly ToolDefinition[]): number {
  let chars = sizes.get(tools);
  if (chars === undefined) {
    chars = JSON.stringify(tools).length;
    sizes.set(tools, chars);
  }
  return chars;
}

/**
 * Selects lists that fit in `maxChars` together, the smallest first, so that one long list does not hide the others.
 * @returns positions of the lists that do not fit
 */
export function listsBeyond(lists: readonly (readonly ToolDefinition[])[], maxChars: number): ReadonlySet<number> {
  const bySize = lists.map((tools, index) => ({ index, chars: listChars(tools) })).sort((a, b) => a.chars - b.chars);
  let total = 0;
  return new Set(bySize.filter(({ chars }) => (total += chars) > maxChars).map(({ index }) => index));
}
