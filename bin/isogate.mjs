#!/usr/bin/env node
// The `isogate` command. Runs the bundle of src/cli; in a checkout it makes it first when it is missing or older than its sources.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bundle = join(root, "dist/cli/isogate.mjs");
const [major = 0] = process.versions.node.split(".").map(Number);

if (major < 20) {
  console.error(`isogate needs Node 20 or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
if (isStale() && !(await build())) process.exit(1);

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { main } = await import(pathToFileURL(bundle));
process.exitCode = await main(process.argv.slice(2), version);

function isStale() {
  const built = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return true;
  // A published package has no sources.
  if (!existsSync(join(root, "src/cli"))) return false;
  const list = join(root, "dist/cli/sources.json");
  if (!existsSync(list)) return true;
  return [...JSON.parse(readFileSync(list, "utf8")), "scripts/build-cli.mjs"].some((path) => {
    const changed = statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs;
    return changed === undefined || changed > built;
  });
}

async function build() {
  console.error("Building the isogate command, once …");
  try {
    const { buildCli } = await import("../scripts/build-cli.mjs");
    await buildCli();
    return true;
  } catch (error) {
    const isMissing = error.code === "ERR_MODULE_NOT_FOUND";
    console.error(isMissing ? "Its dependencies are not installed: npm ci" : `It cannot be built: ${error.message}`);
    return false;
  }
}
