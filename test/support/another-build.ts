/** A build of the Worker whose code differs in every module: minified, and with other harness texts. */
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { buildBundle } from "./workerd/bundle.ts";
import type { Bundle } from "./workerd/uploaded-files.ts";

export async function buildAnother(directory: string): Promise<Bundle> {
  const bundle = await buildBundle(directory, undefined, ["--minify"]);
  const scripts = bundle.modules.filter((name) => name.endsWith(".js"));
  await Promise.all(scripts.map((name) => appendFile(join(directory, name), "\n// another build\n")));
  return bundle;
}
