/** A tool list without the tools that the policy hides. Its hash says so: the Worker's cache goes by hash. */
import type { PolicyInForce } from "../enforcement/policy-in-force.ts";
import { isHidden } from "../policy/decide.ts";
import type { ToolDefinition } from "../upstream/connector.ts";

interface ListedTools {
  readonly hash: string;
  readonly tools: readonly ToolDefinition[];
}

export function withoutHidden(listed: ListedTools, server: string, { compiled, hash }: PolicyInForce): ListedTools {
  const shown = listed.tools.filter(({ name }) => !isHidden(compiled, `${server}.${name}`));
  if (shown.length === listed.tools.length) return listed;
  // Two servers may have the same list and hide different tools of it.
  return { hash: `${listed.hash}-${hash}-${server}`, tools: shown };
}
