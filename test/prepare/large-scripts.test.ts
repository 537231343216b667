/**
 * Preparing a script takes time in proportion to its length, whatever it is made of: no limit of a run applies yet, and the gateway's
 * own Worker does it. A step that took the square of the length took minutes for the longest script. Here the scripts have a quarter
 * of that; `npm run bench -- preparation` grows each kind to the longest.
 */
import { beforeAll, expect, it } from "vitest";
import { MAX_CODE_LENGTH } from "../../worker-loader/limits.ts";
import { prepareScript } from "../../worker-loader/prepare/prepare.ts";
import { LARGE_SCRIPTS, type LargeScript } from "./large-scripts.ts";
import { transpile } from "./transpile-in-node.ts";
import { startProcessorTime } from "../support/processor-time.ts";

const MAX_CHARS = MAX_CODE_LENGTH / 4;
/** What takes less is quick on any machine. What takes longer must take about twice as long as half of it; the square takes four times. */
const QUICK_MS = 2_000;
const MAX_GROWTH = 3;
const OFFERED = ["notes", "input", "call_tool", "$mcpproxy"];

beforeAll(async () => void (await transpile("let warm: boolean")));

it.each(LARGE_SCRIPTS)("$name", { timeout: 60_000 }, async (kind) => {
  const { code, ms } = await prepareTimed(kind, lengthOf(kind));
  expect(code.length).toBeGreaterThan(0.9 * lengthOf(kind));
  if (ms < QUICK_MS) return;
  // The first time can have paid for what came before it, a collection of garbage above all; the least of two is the script's own.
  const whole = Math.min(ms, (await prepareTimed(kind, lengthOf(kind))).ms);
  const half = await prepareTimed(kind, lengthOf(kind) / 2);
  expect(whole).toBeLessThan(Math.max(QUICK_MS, MAX_GROWTH * half.ms));
});

function lengthOf({ maxLength = MAX_CHARS }: LargeScript): number {
  return Math.min(MAX_CHARS, maxLength);
}

async function prepareTimed(kind: LargeScript, length: number) {
  const { language, rewrites } = kind;
  const code = kind.make(length);
  const elapsedMs = startProcessorTime();
  const prepared = await prepareScript(code, language, transpile, ["a"], rewrites);
  if (prepared.ok) prepared.script.toModule(OFFERED);
  return { code, ms: elapsedMs() };
}
