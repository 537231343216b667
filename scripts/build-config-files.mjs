// Writes the texts of gateway.json and policy.json to dist/config-files.json, which the Worker imports. A file that is missing stands there
// with the reason: an import of the file itself would end the build, and `wrangler dev` answers no request after a build that failed.
import { Buffer } from "node:buffer";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfigFiles } from "./check-config.mjs";
import { writeIfChanged } from "./write-if-changed.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export function buildConfigFiles() {
  writeIfChanged(join(root, "dist/config-files.json"), Buffer.from(JSON.stringify(readConfigFiles(root))));
}
