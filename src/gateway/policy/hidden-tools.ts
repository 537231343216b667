/** A tool list without the tools that the policy hides or that are held. Its hash says so: the Worker's cache goes by hash. */
import { sha256Now } from "../../lib/hash.ts";
import type { HeldTool } from "../../enforcement/pinned-tools.ts";
import type { HeldTools } from "./tool-pins.ts";
import type { PolicyInForce } from "../../enforcement/policy-in-force.ts";
import { isHidden } from "../../policy/decide.ts";
import type { ToolDefinition } from "../../upstream/connector.ts";

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

/** A held definition is read by no model: it may be written to deceive one. */
export function withoutHeld(
  listed: ListedTools,
  heldTools: HeldTools,
): { readonly shown: ListedTools; readonly held: readonly HeldTool[] } {
  const held = listed.tools.flatMap(({ name }) => heldTools.get(name) ?? []);
  if (held.length === 0) return { shown: listed, held };
  const tools = listed.tools.filter(({ name }) => !heldTools.has(name));
  // The names tell two lists apart that differ in what is held.
  const names = JSON.stringify(held.map(({ name }) => name));
  return { shown: { hash: `${listed.hash}-${sha256Now(names).slice(0, 16)}`, tools }, held };
}
