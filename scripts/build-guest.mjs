// Makes one module of the guest's own: each module of a dynamic Worker costs 0.1 ms of every start, and 50 kB of comments
// and indentation as much again. Names are kept: a script can see those of errors. The text is imported by
// worker-loader/harness.ts; the files themselves are what is checked and tested.
import { build } from "esbuild-wasm";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeIfChanged } from "./write-if-changed.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export async function buildGuest() {
  const { outputFiles } = await build({
    entryPoints: [join(root, "worker-loader/guest/harness.js")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    external: ["cloudflare:workers", "./script.js"],
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: "warning",
  });
  writeIfChanged(join(root, "dist/guest/harness.js"), outputFiles[0].contents);
}
