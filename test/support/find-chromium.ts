/** Finds the Chromium of this machine, if there is one. */
import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** The headless shell first: it has no browser window to draw, and takes half the processor time for the same pages. */
export const CHROMIUM_NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

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
