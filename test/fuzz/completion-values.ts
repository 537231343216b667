/** Random statements with every kind of jump: a script ends with the value, or the error, that `eval` ends with. */
import { evaluate, runPrepared } from "../prepare/completion-programs.ts";
import { generateProgram } from "../prepare/programs.ts";
import type { FuzzRun } from "./support/fuzz-run.ts";

export const name = "completion-values";
export const description = "random statements and jumps against the completion values of eval";

const MIN_PROGRAMS = 300;

/** @returns how many programs were run */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  let programs = 0;
  for (; programs < MIN_PROGRAMS || Date.now() < until; programs += 1) {
    const at = seed * 1_000_003 + programs;
    const code = generateProgram(at);
    const [meant, got] = [JSON.stringify(evaluate(code)), JSON.stringify(await runPrepared(code))];
    if (meant !== got) report(`program ${at}\n${code}\n\nmeant ${meant}\ngot   ${got}`);
  }
  return programs;
}
