/** How much memory and how much of a message a tool list takes: characters of its JSON, counted once per list. */
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
 * The lists that are handed out: the smallest first, as many as fit together, so that one long list hides no other.
 * @returns which of them do not fit
 */
export function listsBeyond(lists: readonly (readonly ToolDefinition[])[], maxChars: number): ReadonlySet<number> {
  const bySize = lists.map((tools, index) => ({ index, chars: listChars(tools) })).sort((a, b) => a.chars - b.chars);
  let total = 0;
  return new Set(bySize.filter(({ chars }) => (total += chars) > maxChars).map(({ index }) => index));
}
