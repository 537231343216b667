// Runs before `npm start` and `npm test`, with nothing installed yet: brings in exactly what package-lock.json names
// when it is missing or was changed. Needs Node 20 and no dependency.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules/.isogate-lock");
const [major = 0] = process.versions.node.split(".").map(Number);

if (major < 20) {
  console.error(`Isogate needs Node 20 or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}

const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const installed = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";

if (installed !== lock) {
  console.log("Installing the locked dependencies (npm ci) …");
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ["npm", []];
  const { status } = spawnSync(command, [...args, "ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) {
    console.error(`npm ci failed (status ${status}); nothing was started. Its messages above say why.`);
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}
