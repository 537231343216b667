// `npm test`: runs vitest, with the output of the runtimes under test in a file. workerd and wrangler print a stack for every connection
// that a test cuts on purpose, which would hide the results. Arguments are vitest's own, and `--quick`, which runs what is pure and what
// tests the guest, without the suites that try thousands of generated programs.
import { spawnSync } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { WriteStream, isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import { parseCLI, startVitest } from "vitest/node";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

// Node 20 does not print what failed (it has no Map.groupBy); the Node of the lockfile does. `npm test` already uses that one.
if (!process.features.typescript) {
  const { status } = spawnSync(join(root, "node_modules/.bin/node"), process.argv.slice(1), { stdio: "inherit" });
  process.exit(status ?? 1);
}

// `npm test` builds the assets each time. Without any, hints and searches of the gateway under test end in INTERNAL_ERROR.
if (!existsSync(join(root, "dist/assets"))) await import("./build-assets.mjs");

const logPath = join(root, ".isogate/test.log");
mkdirSync(dirname(logPath), { recursive: true });
const log = createWriteStream(logPath);

// The tests start some five hundred processes of Node: the command, wrangler, real servers. Each compiles what another has compiled before.
process.env.NODE_COMPILE_CACHE ??= join(root, ".isogate/compile-cache");

const terminal = isatty(1) ? new WriteStream(1) : createWriteStream("", { fd: 1, autoClose: false });
const toLog = (chunk, encoding, callback) => log.write(chunk, encoding, callback);
process.stdout.write = toLog;
process.stderr.write = toLog;

const QUICK_FOLDERS = [
  ...[
    "catalog",
    "cli",
    "config",
    "dashboard",
    "docs",
    "json-schema",
    "ledger",
    "policy",
    "prepare",
    "project",
    "sdk-gen",
  ],
  "worker-loader",
];
const NOT_QUICK = [
  "**/{completion,external,hostile,hostile-catalog,large-scripts,openapi-hostile,property}.test.ts",
  "**/worker-loader/{durable,positions,transpiler,typescript}.test.ts",
];
const given = process.argv.slice(2);
const isQuick = given.includes("--quick");
const selection = isQuick
  ? ["--project", "node", "--project", "workerd", ...QUICK_FOLDERS.map((folder) => `test/${folder}/`)]
  : [];
const own = given.filter((argument) => argument !== "--quick");
const { filter, options } = parseCLI(["vitest", "run", ...selection, ...own]);
if (isQuick) options.cliExclude = NOT_QUICK;
const slowTestThreshold = 10_000;
/** @returns {false} so that vitest does not print the text */
function onConsoleLog(text) {
  log.write(text);
  return false;
}
const silent = { slowTestThreshold, onConsoleLog };
const streams = { stdout: terminal, stderr: terminal };
const vitest = await startVitest("test", filter, { ...options, watch: false }, { test: silent }, streams);
await vitest?.close();
const where = relative(process.cwd(), logPath);
if (process.exitCode) terminal.write(`The output of the runtimes is in ${where}.\n`);
terminal.end(() => process.exit());
