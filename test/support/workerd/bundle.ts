/** Builds what `wrangler deploy` would upload. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../../scripts/stack.mjs";
import { runTool } from "../command.ts";
import type { Bundle } from "./uploaded-files.ts";

/** @param config the gateway's own wrangler.toml, unless told */
export async function buildBundle(directory: string, config = join(root, "wrangler.toml")): Promise<Bundle> {
  const args = ["deploy", "--dry-run", "--config", config, "--outdir", directory];
  const { status, printed } = await runTool("wrangler", args);
  if (status !== 0) throw new Error(`wrangler deploy --dry-run failed:\n${printed}`);
  const modules = (await readdir(directory)).filter((name) => /\.js(?:on)?$/.test(name));
  return { directory, modules, assets: join(root, "dist/assets"), printed };
}
