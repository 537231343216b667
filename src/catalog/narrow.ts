/**
 * Reduces a tool list to the tools that credentials with less than full access may use. The reduced list has a hash of its
 * own, so that the stateless Worker's cache, which is keyed by hash, cannot show one principal the list of another.
 */
import { allowsTool, type Access } from "../auth/principal.ts";
import type { ToolDefinition } from "../upstream/connector.ts";

interface NarrowedTools {
  readonly hash: string;
  readonly tools: readonly ToolDefinition[];
  /** Names of tools that are left out. */
  readonly withheld: readonly string[];
}

export function narrowTools(
  { hash, tools }: { readonly hash: string; readonly tools: readonly ToolDefinition[] },
  access: Access,
): NarrowedTools {
  const withheld = tools.filter((tool) => !allowsTool(access, tool)).map(({ name }) => name);
  if (withheld.length === 0) return { hash, tools, withheld };
  return { hash: `${hash}-${access.level}`, tools: tools.filter((tool) => allowsTool(access, tool)), withheld };
}
