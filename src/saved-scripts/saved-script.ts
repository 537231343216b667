/** A saved script has a name and versions. Saving under the same name again creates a new version. */
import * as z from "zod";
import type { Access } from "../auth/principal.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { findServer } from "../catalog/find-server.ts";
import type { ScriptSummary } from "../catalog/script-summary.ts";
import { sha256 } from "../lib/hash.ts";
import type { ToolDefinition } from "../upstream/connector.ts";

interface UsedTool {
  /** Identifiers, as in `server.tool`. */
  readonly server: string;
  readonly tool: string;
  /** Hash of the tool's definition when the script was saved; see `definitionHash`. */
  readonly hash: string;
}

export interface SavedScript extends ScriptSummary {
  readonly code: string;
  readonly language?: "javascript" | "typescript";
  readonly tools: readonly UsedTool[];
  /** True if it may call further tools, by names it computes or by other scripts. */
  readonly hasOtherTools: boolean;
  readonly createdAt: number;
  readonly fromRun?: string;
}

export type NewScript = Omit<SavedScript, "version" | "createdAt">;

/** Names that a script cannot have, because they have another meaning in MCP or in a script's scope. */
const TAKEN = new Set("search_tools execute_code list save then toJSON constructor prototype __proto__".split(" "));

export const scriptNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/, "a name of 1–64 letters, digits, '_' or '-'")
  .refine((name) => !TAKEN.has(name), "this name is reserved: choose another one");

/** Parses `name` or `name@3`. */
export function parseScriptReference(text: string): { readonly name: string; readonly version?: number } | undefined {
  const [, name, version] = /^([A-Za-z0-9_][A-Za-z0-9_-]{0,63})(?:@(\d{1,6}))?$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  return version === undefined ? { name } : { name, version: Number(version) };
}

/** @returns a hash of the parts of a definition that a script relies on, without observed results */
async function definitionHash({ name, description, inputSchema, outputSchema }: ToolDefinition): Promise<string> {
  return (await sha256(JSON.stringify([name, description, inputSchema, outputSchema]))).slice(0, 32);
}

/** @param paths identifiers; tools that are not in the catalog are left out */
export async function usedTools(
  catalog: Catalog,
  paths: readonly { readonly server: string; readonly tool: string }[],
): Promise<readonly UsedTool[]> {
  const used = new Map<string, UsedTool>();
  for (const path of paths) {
    const found = findTool(catalog, path);
    if (found === undefined) continue;
    const { server, tool, definition } = found;
    used.set(`${server}.${tool}`, { server, tool, hash: await definitionHash(definition) });
  }
  return [...used.values()];
}

/**
 * @param access that of the catalog: nothing is said of a tool that these credentials may only not see
 * @returns a sentence for each tool that has changed since the script was saved
 */
export async function changedTools(
  catalog: Catalog,
  tools: readonly UsedTool[],
  access: Access,
): Promise<readonly string[]> {
  const changes = await Promise.all(
    tools.map(async ({ server, tool, hash }) => {
      const found = findTool(catalog, { server, tool });
      if (found === undefined)
        return isShown(server, catalog, access) ? `${server}.${tool} does not exist any more` : [];
      return (await definitionHash(found.definition)) === hash ? [] : `${server}.${tool} has changed`;
    }),
  );
  return changes.flat();
}

/** @returns true if the catalog would show the tool if it existed; a missing server cannot be told from a forbidden one by its identifier */
function isShown(server: string, { servers }: Catalog, { servers: allowed, level }: Access): boolean {
  if (allowed !== "all" && findServer(server, servers) === undefined) return false;
  return level === "destructive";
}

function findTool({ servers }: Catalog, path: { readonly server: string; readonly tool: string }) {
  const server = findServer(path.server, servers);
  const definition = server?.table.find(path.tool);
  if (server === undefined || definition === undefined) return undefined;
  return { server: server.identifier, tool: server.table.identifierOf(definition), definition };
}

/** The result of saving a script. */
export type Saved =
  | { readonly ok: true; readonly script: SavedScript }
  | { readonly ok: false; readonly problem: string };
