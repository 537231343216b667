/**
 * Tools of one upstream by the names a script may use. A name means, in this order: the tool of exactly that name,
 * the tool with that identifier, the tool with that execbox name, and the only one whose name has the same letters and
 * digits (`createIssue` for `create_issue`).
 */
import { execboxNames } from "../../dialects/execbox/names.ts";
import { assignIdentifiers } from "../../sdk-gen/index.ts";
import { lettersOf } from "../lib/letters.ts";
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
  // Made for the first name that is none of these: most scripts never ask.
  let aliases: ReadonlyMap<string, ToolDefinition | "ambiguous"> | undefined;
  const findAlias = (name: string): ToolDefinition | undefined => {
    aliases ??= aliasesOf(tools, byName);
    const found = aliases.get(name) ?? (SPELLED.test(name) ? aliases.get(aliasOf(name)) : undefined);
    return found === "ambiguous" ? undefined : found;
  };
  return {
    tools,
    identifiers,
    find: (name) => byName.get(name) ?? findAlias(name),
    identifierOf: (tool) => assigned.get(tool.name) ?? tool.name,
  };
}

/** @returns the one of the names of tools that a script means by `wanted` */
export function nameMeant(wanted: string, names: readonly string[]): string | undefined {
  return toolTable(names.map((name) => ({ name }))).find(wanted)?.name;
}

function aliasesOf(tools: readonly ToolDefinition[], byName: ReadonlyMap<string, ToolDefinition>) {
  const aliases = new Map<string, ToolDefinition | "ambiguous">();
  for (const tool of tools) {
    const letters = aliasOf(tool.name);
    aliases.set(letters, aliases.has(letters) ? "ambiguous" : tool);
  }
  aliases.delete(UNNAMED);
  for (const [alias, name] of execboxNames(tools.map(({ name: original }) => original))) {
    const tool = byName.get(name);
    if (tool) aliases.set(alias, tool);
  }
  return aliases;
}

/** Another spelling of words. A name to which a blank or a control character was added means no tool. */
export const SPELLED = /^[\p{L}\p{N}_.-]+$/u;

const UNNAMED = "=";

/** Begins with a character that no name of execbox has. */
function aliasOf(name: string): string {
  return UNNAMED + lettersOf(name);
}
