/**
 * Random asynchronous programs, cut off at each position of their journals and gone on with: the same value, the same log, each call once
 * at the upstream. They run in workerd, so this starts the test of the loader with other seeds.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { root } from "../../scripts/stack.mjs";
import type { FuzzRun } from "./support/fuzz-run.ts";

export const name = "durable-runs";
export const description = "random asynchronous programs, cut off at each position of their journals";

/** A process of its own each: a local workerd that makes thousands of isolates runs out of memory. */
const BATCH = 20;

/** @returns how many programs were tried */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  let programs = 0;
  for (; programs === 0 || Date.now() < until; programs += BATCH) {
    const first = seed * 1_000 + programs;
    const { status, output } = await runBatch(first);
    if (status !== 0) report(`programs ${first} to ${first + BATCH - 1}\n${output}`);
  }
  return programs;
}

function runBatch(first: number): Promise<{ readonly status: number | null; readonly output: string }> {
  const file = "test/worker-loader/durable.test.ts";
  const child = spawn(process.execPath, [join(root, "scripts/test.mjs"), file, "-t", "cut off anywhere"], {
    cwd: root,
    env: { ...process.env, DURABLE_PROGRAMS: String(BATCH), DURABLE_SEED: String(first) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, output }));
  });
}
