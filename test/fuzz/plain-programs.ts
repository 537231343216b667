/**
 * Random programs of plain JavaScript, prepared as every script is and run, against the same text in Node: the same value, the same error, the
 * same completion value as `eval`.
 */
import { createContext, runInContext } from "node:vm";
import { prepareScript } from "../../worker-loader/prepare/prepare.ts";
import type { FuzzRun } from "./support/fuzz-run.ts";
import { plainProgram } from "./support/plain-programs.ts";

export const name = "plain-programs";
export const description = "random programs against Node: loops, closures, classes, generators, jumps";

const MIN_PROGRAMS = 150;
const MAX_MS = 5_000;

/** @returns how many programs were run */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  let programs = 0;
  for (; programs < MIN_PROGRAMS || Date.now() < until; programs += 1) {
    const at = seed * 1_000_003 + programs;
    const { statements, value } = plainProgram(at);
    const meant = await outcomeOf(`(async () => { "use strict";\n${statements}\nreturn ${value}; })`);
    const code = `${statements}\n${value}`;
    const got = await runPrepared(code);
    if (got !== meant) report(`program ${at}\n${code}\n\nmeant ${meant}\ngot   ${got}`);
  }
  return programs;
}

async function runPrepared(code: string): Promise<string> {
  const prepared = await prepareScript(code, "javascript", () => Promise.reject(new Error("No TypeScript here.")));
  if (!prepared.ok) return `refused: ${prepared.error.message}`;
  const { text, parameters } = prepared.script.toModule([]);
  const module = text.replace("export default ", "").trimEnd().replace(/;$/, "");
  return outcomeOf(`(() => { "use strict"; return (${module})(() => 0)(${parameters.join()})(); })`);
}

/** @param code of a function without parameters */
async function outcomeOf(code: string): Promise<string> {
  try {
    const made = runInContext(`(${code})()`, createContext({}), { timeout: MAX_MS }) as Promise<unknown>;
    return JSON.stringify(await made) ?? "undefined";
  } catch (error) {
    return `threw ${error !== null && typeof error === "object" && "message" in error ? String(error.message) : String(error)}`;
  }
}
