// Runs before `npm start` and `npm test`, possibly with nothing installed: installs the dependencies of package-lock.json if they are
// missing or have changed. It needs Node 20 and no dependency.
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
    console.error(`npm ci failed (status ${status}); nothing was started. See its messages above.`);
    process.exit(1);
  }
}

/** @returns true if npm's record of installed packages, written after a complete installation, matches the lockfile */
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
