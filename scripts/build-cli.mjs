// Bundles the `isogate` command as one module, so that it starts quickly, and on a Node that does not run TypeScript.
import { build } from "esbuild-wasm";
import { utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeIfChanged } from "./write-if-changed.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const bundle = join(root, "dist/cli/isogate.mjs");

export async function buildCli() {
  // Files that change during the build have to be newer than the bundle.
  const startedAt = new Date();
  const { outputFiles } = await build({
    entryPoints: [join(root, "src/cli/main.ts")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    minify: true,
    legalComments: "none",
    logLevel: "warning",
  });
  writeIfChanged(bundle, outputFiles[0].contents);
  utimesSync(bundle, startedAt, startedAt);
}
