// Runs before `npm start` and `npm test`, with nothing installed yet: brings in exactly what package-lock.json names
// when it is missing or was changed. Needs Node 20 and no dependency.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [major = 0] = process.versions.node.split(".").map(Number);

if (major < 20) {
  console.error(`Isogate needs Node 20 or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}

if (!isInstalled()) {
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
}

/** npm's own record of what it installed, written when all of it is there, says the same as the lockfile. */
function isInstalled() {
  const record = join(root, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const wanted = Object.entries(packagesOf(join(root, "package-lock.json")));
  const installed = packagesOf(record);
  return wanted.every(([path, one]) => {
    const found = installed[path];
    // Optional packages of other platforms are not installed here.
    if (path === "" || (found === undefined && one.optional)) return true;
    return found?.version === one.version && found.integrity === one.integrity;
  });
}

function packagesOf(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages;
}
