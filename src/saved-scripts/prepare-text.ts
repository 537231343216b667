/**
 * Prepares a text that is run later, under a name or at a time, as its runs will: a text that no run could take is refused while its author is
 * there. Tools that it names are not looked up, because an upstream may be down at that time.
 */
import { rewritesFor } from "../../dialects/index.ts";
import { prepareScript, type PreparedScript, type Transpile } from "../../worker-loader/index.ts";
import type { MissingTools } from "../catalog/absent-tools.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { layoutServers } from "../catalog/layout-servers.ts";
import type { Result } from "../lib/result.ts";

export interface TextContext {
  readonly catalog: Catalog;
  /** Identifiers of all servers, also of those that were never listed. */
  readonly servers: readonly string[];
  /** Tools that exist and are not in the catalog. An import of one that may be allowed or accepted until the script runs is kept. */
  readonly missing: MissingTools;
  /** Names of the packages that scripts may import. */
  readonly packages: readonly string[];
  readonly transpile: Transpile;
  /** Principal that asks. */
  readonly owner: string;
}

/** @returns as an error a sentence with the code of the runs' failure and the line */
export async function prepareText(
  code: string,
  language: "javascript" | "typescript" | undefined,
  { catalog, servers, missing, packages, transpile, owner }: TextContext,
): Promise<Result<PreparedScript, string>> {
  const rewrites = rewritesFor(code, () => layoutServers(catalog, servers, missing));
  const prepared = await prepareScript(code, language, transpile, packages, rewrites, owner);
  if (prepared.ok) return { ok: true, value: prepared.script };
  const { code: reason, message, line } = prepared.error;
  const at = line === undefined ? "" : ` (line ${line})`;
  return { ok: false, error: `The script cannot be run: ${reason} ${message}${at}` };
}
