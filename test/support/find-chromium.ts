/** Finds the Chromium of this machine, if there is one. */
import { accessSync, constants } from "node:fs";
import { join } from "node:path";

export const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

export function findChromium(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(":");
  return CHROMIUM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
