/**
 * A tool list as credentials of less than full access see it. Its hash says so, so that the stateless Worker's cache, which
 * goes by hash, never shows one reader what another may see.
 */
import { allowsTool } from "../auth/principal.ts";
import type { Access } from "../auth/principal.ts";
import type { ToolDefinition } from "../upstream/connector.ts";

export interface NarrowedTools {
  readonly hash: string;
  readonly tools: readonly ToolDefinition[];
  /** Names. */
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
