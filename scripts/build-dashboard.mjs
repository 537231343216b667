// Builds the dashboard's static assets: one module and one style sheet for all pages, the editor as a part that is loaded when a page
// needs it, the page itself and its icon. Names contain a hash of the content, so that browsers can cache the files without a limit.
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writeIfChanged } from "./write-if-changed.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "src/dashboard");
const target = join(root, "dist/assets/dashboard");
const COPIED = ["index.html", "icon.svg"];

export async function buildDashboard() {
  const { outputFiles } = await build({
    entryPoints: { main: join(source, "main.tsx"), "main-style": join(source, "styles/main.css") },
    bundle: true,
    splitting: true,
    write: false,
    outdir: target,
    format: "esm",
    target: "es2023",
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    legalComments: "none",
    logLevel: "warning",
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path).replace("-style", ""), contents]));
  for (const name of COPIED) files.set(name, readFileSync(join(source, name)));
  for (const [name, contents] of files) writeIfChanged(join(target, name), contents);
  for (const name of readdirSync(target)) {
    if (!files.has(name) && !name.startsWith(".")) rmSync(join(target, name));
  }
}
