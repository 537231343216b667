// Copies what the TypeScript transpiler needs from the esbuild-wasm package to the static assets of the Worker.
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const from = join(root, "node_modules/esbuild-wasm");
const to = join(root, "dist/assets/transpiler");

mkdirSync(to, { recursive: true });
copyFileSync(join(from, "esm/browser.min.js"), join(to, "browser.min.js"));
copyFileSync(join(from, "esbuild.wasm"), join(to, "esbuild.wasm"));
