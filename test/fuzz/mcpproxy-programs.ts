/**
 * Random scripts for MCPProxy, which call tools as plain functions, against the same text with a synchronous `call_tool`: the same value,
 * the same error, the same calls in the same order. What is refused has to be refused before anything runs.
 */
import { runAsMeant, runRewritten } from "../prepare/mcpproxy/in-node.ts";
import { generateAsyncProgram, generateSyncProgram } from "../prepare/mcpproxy/programs.ts";
import type { FuzzRun } from "./support/fuzz-run.ts";

export const name = "mcpproxy-programs";
export const description = "random synchronous scripts for MCPProxy against a synchronous call_tool";

const MIN_PROGRAMS = 150;

/** @returns how many programs were run */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  let programs = 0;
  for (; programs < MIN_PROGRAMS || Date.now() < until; programs += 1) {
    const at = seed * 1_000_003 + programs;
    const code = programs % 2 === 0 ? generateSyncProgram(at) : generateAsyncProgram(at);
    const meant = await runAsMeant(code);
    const got = await runRewritten(code);
    // Where calls of async functions cannot wait for them, what these change is seen later than it is meant.
    if (programs % 2 === 1 && !got.isDivided) continue;
    if (JSON.stringify(meant) === JSON.stringify({ ended: got.ended, calls: got.calls })) continue;
    report(
      `program ${at}\n${code}\n\nmeant ${JSON.stringify(meant)}\ngot   ${JSON.stringify(got.ended)}, ${got.calls.join(" · ")}`,
    );
  }
  return programs;
}
