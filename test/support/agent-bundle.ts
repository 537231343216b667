/** Bundles the Worker of test/fixtures/agent, as wrangler would deploy it, for the runtime of the tests. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../scripts/stack.mjs";
import { runTool } from "./command.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** @returns the text of its module */
export async function bundleAgent(): Promise<string> {
  const directory = await temporaryDirectory();
  try {
    const config = join(root, "test/fixtures/agent/wrangler.toml");
    const args = ["deploy", "--dry-run", "--config", config, "--outdir", directory];
    const { status, printed } = await runTool("wrangler", args);
    if (status !== 0) throw new Error(`wrangler deploy --dry-run failed:\n${printed}`);
    return await readFile(join(directory, "agent-worker.js"), "utf8");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
