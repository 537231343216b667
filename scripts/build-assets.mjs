// Copies what the TypeScript transpiler needs from the esbuild-wasm package to the static assets of the Worker. A copy
// that is already right is left alone: every `wrangler dev` watches this folder and reloads when it is written to.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const from = join(root, "node_modules/esbuild-wasm");
const to = join(root, "dist/assets/transpiler");

mkdirSync(to, { recursive: true });
copy("esm/browser.min.js", "browser.min.js");
copy("esbuild.wasm", "esbuild.wasm");

function copy(source, name) {
  const path = join(to, name);
  if (existsSync(path) && readFileSync(path).equals(readFileSync(join(from, source)))) return;
  // Never half a file under its name: two builds may run at once.
  const partial = join(root, "dist", `.${name}.${process.pid}`);
  copyFileSync(join(from, source), partial);
  renameSync(partial, path);
}
