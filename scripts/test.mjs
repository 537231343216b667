// `npm test`: runs vitest, with the output of the runtimes under test in a file. workerd and wrangler print a stack for every connection
// that a test cuts on purpose, which would hide the results. Arguments are vitest's own.
import { createWriteStream, mkdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { WriteStream, isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import { parseCLI, startVitest } from "vitest/node";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const logPath = join(root, ".isogate/test.log");
mkdirSync(dirname(logPath), { recursive: true });
const log = createWriteStream(logPath);

const terminal = isatty(1) ? new WriteStream(1) : createWriteStream("", { fd: 1, autoClose: false });
const toLog = (chunk, encoding, callback) => log.write(chunk, encoding, callback);
process.stdout.write = toLog;
process.stderr.write = toLog;

const { filter, options } = parseCLI(["vitest", "run", ...process.argv.slice(2)]);
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
