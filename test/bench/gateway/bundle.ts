/** What `wrangler deploy` would upload, on disk. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../../scripts/stack.mjs";
import { runTool } from "../../support/command.ts";

export interface Bundle {
  readonly directory: string;
  /** File names; the entry is index.js, all others are text modules. */
  readonly modules: readonly string[];
  /** The static assets. */
  readonly assets: string;
}

export async function buildBundle(directory: string): Promise<Bundle> {
  const { status, printed } = await runTool("wrangler", ["deploy", "--dry-run", "--outdir", directory]);
  if (status !== 0) throw new Error(`wrangler deploy --dry-run failed:\n${printed}`);
  const modules = (await readdir(directory)).filter((name) => name.endsWith(".js"));
  return { directory, modules, assets: join(root, "dist/assets") };
}
