// Builds the files that the Worker's bundle needs: the guest's harness, the texts of gateway.json and policy.json, and the static assets,
// which are the files of esbuild-wasm for the TypeScript transpiler, the search vocabulary, the dashboard, and each package of gateway.json
// as one module.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Buffer } from "node:buffer";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { buildDashboard } from "./build-dashboard.mjs";
import { buildGuest } from "./build-guest.mjs";
import { addMissingDevVars, announceChangedDevVars } from "./dev-vars.mjs";
import { writeIfChanged } from "./write-if-changed.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const assets = join(root, "dist/assets");
const esbuildWasm = join(root, "node_modules/esbuild-wasm");

// Node 20 does not run TypeScript; the Node of the lockfile does. `npm run` and `npx` already use that one.
if (!process.features.typescript) {
  const { status } = spawnSync(join(root, "node_modules/.bin/node"), [fileURLToPath(import.meta.url)], {
    stdio: "inherit",
  });
  process.exit(status ?? 1);
}

// Wrangler sets WRANGLER_COMMAND. A deployment must never get the variables that open a local gateway.
if (process.env.WRANGLER_COMMAND === "dev") {
  addMissingDevVars();
  announceChangedDevVars();
}

await buildGuest();
await buildDashboard();
write("transpiler/browser.min.js", readFileSync(join(esbuildWasm, "esm/browser.min.js")));
write("transpiler/esbuild.wasm", readFileSync(join(esbuildWasm, "esbuild.wasm")));

const { compileVocabulary } = await import("./compile-vocabulary.ts");
const vocabulary = compileVocabulary();
const version = createHash("sha256").update(JSON.stringify(vocabulary)).digest("hex").slice(0, 16);
write("search/vocabulary.json", Buffer.from(JSON.stringify({ ...vocabulary, version })));

const { buildConfigFiles } = await import("./build-config-files.mjs");
buildConfigFiles();
const { readGatewayJson, remarksOn } = await import("./check-config.mjs");
const gatewayJson = readGatewayJson();
if (gatewayJson.problems.length > 0) {
  console.error(`gateway.json:\n${remarksOn(gatewayJson)}`);
  // A local gateway reports the same problems and works without the unusable parts.
  if (isDeployment()) process.exit(1);
}
if (gatewayJson.ok) {
  const { bundlePackages } = await import("./bundle-packages.mjs");
  const { configuredPackages } = await import("../src/config/packages.ts");
  const names = configuredPackages(gatewayJson.config.packages).map(({ name }) => name);
  const { files, problems } = await bundlePackages(names, root);
  for (const [name, bytes] of files) write(name, bytes);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0 && isDeployment()) process.exit(1);
}
if (gatewayJson.ok) {
  const { readDescriptions } = await import("./read-descriptions.mjs");
  const { assets: descriptions, problems } = readDescriptions(gatewayJson.config, root);
  for (const [name, text] of descriptions) write(name, Buffer.from(text));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0 && isDeployment()) process.exit(1);
}

function isDeployment() {
  return !["dev", undefined].includes(process.env.WRANGLER_COMMAND);
}

function write(name, bytes) {
  writeIfChanged(join(assets, name), bytes);
}
