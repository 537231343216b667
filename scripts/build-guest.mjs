// Builds the texts that run inside guests from files that are type-checked and tested unchanged.
//
// Each main module of the harness is bundled with its imports: every module of a dynamic Worker costs 0.1 ms of every start, and 10 kB
// of text 0.2 ms, used or not. Names are shortened for the same reason; the few that a script can see are set explicitly. Extensions
// keep their modules, which share state, without comments (8 kB gzip of the upload); a module in a folder below is bundled with the one that
// imports it.
//
// Their names end with `.guest.js`, by which wrangler.toml loads them as text. A folder would not do: wrangler compares absolute paths, too,
// and would load the gateway itself as text in a checkout below a folder of that name.
import { build } from "esbuild";
import { readdirSync } from "node:fs";
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
    writeIfChanged(join(root, `dist/guest/${name}.guest.js`), outputFiles[0].contents);
  }
  for (const path of extensionFiles()) {
    const { outputFiles } = await build({
      entryPoints: [path],
      bundle: true,
      write: false,
      format: "esm",
      target,
      plugins: [modulesBeside(dirname(path))],
      minify: true,
      logLevel: "warning",
    });
    writeIfChanged(join(root, "dist/guest", `${basename(path, ".js")}.guest.js`), outputFiles[0].contents);
  }
}

/** Bundles modules in folders below this one. Those in this folder are loaded as modules of their own. */
function modulesBeside(folder) {
  return {
    name: "modules-beside",
    setup({ onResolve }) {
      onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
        if (kind === "entry-point") return undefined;
        if (!path.startsWith(".")) return { path, external: true };
        const found = join(resolveDir, path);
        if (dirname(found) === folder) return { path: `./${basename(found)}`, external: true };
        return found.startsWith(folder) ? undefined : { path, external: true };
      });
    },
  };
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
