/** A build of the Worker whose code differs in every module, with other harness texts. */
import { appendFile, cp } from "node:fs/promises";
import { join } from "node:path";
import type { Bundle } from "./workerd/uploaded-files.ts";

/** @param directory where it is written */
export async function buildAnother(bundle: Bundle, directory: string): Promise<Bundle> {
  await cp(bundle.directory, directory, { recursive: true });
  const scripts = bundle.modules.filter((name) => name.endsWith(".js"));
  await Promise.all(scripts.map((name) => appendFile(join(directory, name), "\n// another build\n")));
  return { ...bundle, directory };
}
