/** Tools of one upstream by the names a script may use: the original one and the identifier. */
import { assignIdentifiers } from "../../sdk-gen/index.ts";
import type { ToolDefinition } from "./connector.ts";

export interface ToolTable {
  readonly tools: readonly ToolDefinition[];
  readonly identifiers: readonly string[];
  find(name: string): ToolDefinition | undefined;
  identifierOf(tool: ToolDefinition): string;
}

export function toolTable(tools: readonly ToolDefinition[]): ToolTable {
  const assigned = assignIdentifiers(tools.map(({ name }) => name));
  const byName = new Map<string, ToolDefinition>();
  for (const tool of tools) byName.set(assigned.get(tool.name) ?? tool.name, tool);
  const identifiers = [...byName.keys()];
  // An original name wins over another tool's identifier: it is the only name that never moves.
  for (const tool of tools) byName.set(tool.name, tool);
  return {
    tools,
    identifiers,
    find: (name) => byName.get(name),
    identifierOf: (tool) => assigned.get(tool.name) ?? tool.name,
  };
}
