/**
 * Required arguments that a call leaves out and that have a default in the tool's schema. Some servers check their schema to the letter, so the
 * gateway sends the default. Policies, approvals and the ledger see it like any other argument.
 */
import { requiredDefaults } from "../../../sdk-gen/index.ts";
import type { ToolDefinition } from "../connector.ts";

type Arguments = Readonly<Record<string, unknown>>;
type Tool = Pick<ToolDefinition, "inputSchema" | "request">;

const known = new WeakMap<Tool, ReadonlyMap<string, unknown>>();

/** @returns true if a call of the tool may lack an argument that the gateway adds */
export function hasDefaults(tool: Tool): boolean {
  return defaultsOf(tool).size > 0;
}

/** @returns the arguments with the defaults of those that are required and left out; the same object where there are none */
export function withDefaults(tool: Tool, args: Arguments): Arguments {
  const missing = [...defaultsOf(tool)].filter(([name]) => !Object.hasOwn(args, name));
  return missing.length === 0 ? args : Object.fromEntries([...Object.entries(args), ...missing]);
}

function defaultsOf(tool: Tool): ReadonlyMap<string, unknown> {
  let defaults = known.get(tool);
  if (defaults === undefined) {
    defaults = requiredDefaults(tool);
    known.set(tool, defaults);
  }
  return defaults;
}
