// Bundles the `isogate` command as one module, so that it starts quickly, and on a Node that does not run TypeScript.
import { build } from "esbuild";
import { utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeIfChanged } from "./write-if-changed.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const bundle = join(root, "dist/cli/isogate.mjs");
/** JSON list of the sources that are in the bundle, relative to the checkout; bin/isogate.mjs compares their times with the bundle's. */
const sources = join(root, "dist/cli/sources.json");

export async function buildCli() {
  // Files that change during the build have to be newer than the bundle.
  const startedAt = new Date();
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, "src/cli/main.ts")],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "node20",
    minify: true,
    legalComments: "none",
    logLevel: "warning",
  });
  const own = Object.keys(metafile.inputs).filter((path) => !path.startsWith("node_modules/"));
  writeIfChanged(sources, new TextEncoder().encode(JSON.stringify(own)));
  writeIfChanged(bundle, outputFiles[0].contents);
  utimesSync(bundle, startedAt, startedAt);
}
