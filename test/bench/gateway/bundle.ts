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

/** @param config the gateway's own wrangler.toml, unless told */
export async function buildBundle(directory: string, config = join(root, "wrangler.toml")): Promise<Bundle> {
  const args = ["deploy", "--dry-run", "--config", config, "--outdir", directory];
  const { status, printed } = await runTool("wrangler", args);
  if (status !== 0) throw new Error(`wrangler deploy --dry-run failed:\n${printed}`);
  const modules = (await readdir(directory)).filter((name) => /\.js(?:on)?$/.test(name));
  return { directory, modules, assets: join(root, "dist/assets") };
}
