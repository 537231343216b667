// Built files. A file that is already right is left alone: every `wrangler dev` watches its folder and reloads when it is
// written to.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";

/** @param {string} path @param {Uint8Array} bytes */
export function writeIfChanged(path, bytes) {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  // Never half a file under its name: two builds may run at once.
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}`);
  writeFileSync(partial, bytes);
  renameSync(partial, path);
}
