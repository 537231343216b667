// Writes built files. A file with the same content is left alone, because every `wrangler dev` watches its folder and reloads when a
// file is written.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";

/** @param {string} path @param {Uint8Array} bytes */
export function writeIfChanged(path, bytes) {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  // The file is renamed into place, because two builds may run at once.
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}`);
  writeFileSync(partial, bytes);
  renameSync(partial, path);
}
