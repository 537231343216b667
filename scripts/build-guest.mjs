// Builds the texts that run inside guests from files that are type-checked and tested unchanged.
//
// Each main module of the harness is bundled with its imports: every module of a dynamic Worker costs 0.1 ms of every start, and 10 kB
// of text 0.2 ms, used or not. Names are shortened for the same reason; the few that a script can see are set explicitly. Extensions
// keep their modules, which share state, without comments (8 kB gzip of the upload).
import { build, transform } from "esbuild";
import { Buffer } from "node:buffer";
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeIfChanged } from "./write-if-changed.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = "es2024";

export async function buildGuest() {
  for (const name of ["single-use", "reusable", "durable"]) {
    const { outputFiles } = await build({
      entryPoints: [join(root, `worker-loader/guest/${name}.js`)],
      bundle: true,
      write: false,
      format: "esm",
      target,
      external: ["cloudflare:workers", "./script.js"],
      minify: true,
      logLevel: "warning",
    });
    writeIfChanged(join(root, `dist/guest/${name}.js`), outputFiles[0].contents);
  }
  for (const path of extensionFiles()) {
    const { code } = await transform(readFileSync(path, "utf8"), {
      target,
      minify: true,
    });
    writeIfChanged(join(root, "dist/guest", basename(path)), Buffer.from(code));
  }
}

/** @returns paths with different file names */
function extensionFiles() {
  const dialects = readdirSync(join(root, "dialects"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const folders = [...dialects.map(({ name }) => `dialects/${name}/guest`), "src/runs/services/guest"];
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".js"))
      .map((name) => join(root, folder, name)),
  );
  paths.push(join(root, "worker-loader/guest/transpiler.js"));
  if (new Set(paths.map((path) => basename(path))).size < paths.length)
    throw new Error(`Two of these have the same name: ${paths.join(", ")}`);
  return paths;
}
