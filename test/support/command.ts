/** Runs a command line to its end, and returns its output. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { root } from "../../scripts/stack.mjs";

export interface Finished {
  /** Exit code; null when a signal ended it. */
  readonly status: number | null;
  /** Standard output. */
  readonly stdout: string;
  /** Standard output and error in the order of their arrival, for messages of failed tests. */
  readonly printed: string;
}

const MAX_MS = 180_000;

const require = createRequire(import.meta.url);

/** The `bin` files of the packages that are run here. */
const ENTRIES = {
  "mcp-inspector": require.resolve("@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
  conformance: require.resolve("@modelcontextprotocol/conformance/dist/index.js"),
  wrangler: join(dirname(require.resolve("wrangler/package.json")), "bin/wrangler.js"),
} as const;

/** Runs a command of node_modules/.bin with the Node that runs the tests, independent of the PATH. */
export function runTool(
  tool: keyof typeof ENTRIES,
  args: readonly string[],
  onPrinted?: (printed: string) => void,
): Promise<Finished> {
  return run(process.execPath, [ENTRIES[tool], ...args], onPrinted);
}

/** @param onPrinted called with all output so far, each time there is more */
export function run(
  command: string,
  args: readonly string[],
  onPrinted: (printed: string) => void = () => undefined,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: MAX_MS,
    });
    let stdout = "";
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      printed += text;
      onPrinted(printed);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, stdout, printed }));
  });
}
