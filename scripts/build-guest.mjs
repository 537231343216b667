// Makes one module of each of the guest's own main modules and all that it imports: each module of a dynamic Worker costs 0.1 ms of
// every start, and 10 kB of text 0.2 ms, read or not. So names are shortened, too; the few that a script can see are given again
// where they are made. The texts are imported by worker-loader/harness.ts; the files themselves are what is checked and tested.
import { build } from "esbuild-wasm";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeIfChanged } from "./write-if-changed.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export async function buildGuest() {
  for (const name of ["bare", "inert", "locked"]) {
    const { outputFiles } = await build({
      entryPoints: [join(root, `worker-loader/guest/${name}.js`)],
      bundle: true,
      write: false,
      format: "esm",
      target: "es2024",
      external: ["cloudflare:workers", "./script.js"],
      minify: true,
      logLevel: "warning",
    });
    writeIfChanged(join(root, `dist/guest/${name}.js`), outputFiles[0].contents);
  }
}
