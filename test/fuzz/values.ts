/**
 * Random values of every kind, in one another: what a script returns and what it sends as arguments is what the table of guest/values.js
 * says, digit by digit, by both ways of writing it; what cannot be written is refused, and the log shows something of everything.
 */
import { runInThisContext } from "node:vm";
import { expectValues, toArgsText, toJsonText, toShownText } from "../../worker-loader/guest/values.js";
import type { FuzzRun } from "./support/fuzz-run.ts";
import { Random } from "../support/random.ts";
import { makeValue, type MadeValue } from "./support/value-kinds.ts";

export const name = "values";
export const description = "values of 80 kinds in one another, as results, arguments and log lines";

const MIN_VALUES = 3_000;
const MAX_LENGTH = 4_194_304;

/** @returns how many values were written */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  let values = 0;
  for (; values < MIN_VALUES || Date.now() < until; values += 1) {
    const at = seed * 1_000_003 + values;
    const made = makeValue(new Random(at), at % 5);
    const problem = problemOf(made);
    if (problem !== undefined) report(`value ${at}\n${made.code}\n${problem}`);
    // Other work of the process has its turn.
    if (values % 1_000 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return values;
}

function problemOf({ code, text, refused, refusedAsArgument }: MadeValue): string | undefined {
  // Accessors and proxies may answer otherwise the second time, so each way gets a value of its own.
  const make = (): unknown => runInThisContext(`"use strict"; (${code})`) as unknown;
  const definesAccessors = /get |Proxy|defineProperty/.test(code);
  for (const copies of definesAccessors ? [true] : [true, false]) {
    expectValues(copies);
    const result = write(() => toJsonText(make(), "value", MAX_LENGTH));
    if (!fits(result, text, refused)) return `as a result: ${result}, meant ${refused ?? text}`;
  }
  const argument = write(() => toArgsText(make(), "args", MAX_LENGTH));
  if (!fits(argument, text, refusedAsArgument))
    return `as an argument: ${argument}, meant ${refusedAsArgument ?? text}`;
  const shown = write(() => toShownText(make(), 1_000));
  return typeof shown === "string" && !shown.startsWith("! ") ? undefined : `as a line: ${shown}`;
}

function fits(got: string | undefined, text: string | undefined, refused: string | undefined): boolean {
  return refused === undefined ? got === text : got?.startsWith("! ") === true && got.includes(refused);
}

function write(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    return `! ${error instanceof Error ? error.message : String(error)}`;
  }
}
