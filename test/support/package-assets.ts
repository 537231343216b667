/** The assets of a gateway whose gateway.json lists packages, bundled as its build bundles them. */
import { cp, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bundlePackages } from "../../scripts/bundle-packages.mjs";
import { root } from "../../scripts/stack.mjs";
import type { Bundle } from "./workerd/uploaded-files.ts";

/** @param names packages that are installed in this repository @param directory is filled with the assets */
export async function withPackages(bundle: Bundle, names: readonly string[], directory: string): Promise<Bundle> {
  await cp(bundle.assets, directory, { recursive: true });
  const { files, problems } = await bundlePackages(names, root);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  for (const [name, bytes] of files) {
    const file = join(directory, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  return { ...bundle, assets: directory };
}
