/** Reads a text that is given as an option or an argument, in a file, or on standard input ("-"). */
import { readFile } from "node:fs/promises";
import process from "node:process";
import { wrongArguments } from "./command.ts";
import { readPiped } from "./read-piped.ts";
import type { Result } from "../lib/result.ts";
import type { Failure } from "./failure.ts";

const WHY: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "there is no such file or folder"],
  ["EISDIR", "it is a directory"],
  ["ENOTDIR", "a part of the path is not a directory"],
  ["EACCES", "this account may not read it"],
]);

/** @param option whose value the path is; undefined for an argument */
export async function readTextFile(option: string | undefined, path: string): Promise<Result<string, Failure>> {
  try {
    return { ok: true, value: path === "-" ? await readStandardInput() : await readFile(path, "utf8") };
  } catch (error) {
    return {
      ok: false,
      error: wrongArguments(`${option === undefined ? "" : `--${option}: `}${unreadable(path, error)}`),
    };
  }
}

/** @param error thrown by `writeFile` */
export function unwritable(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === "EACCES" ? "this account may not write it" : (WHY.get(code ?? "") ?? message);
  return `${JSON.stringify(path)} cannot be written: ${why}.`;
}

/** @param error thrown by `readFile` or `readdir` */
export function unreadable(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = WHY.get(code ?? "") ?? message;
  return `${JSON.stringify(path)} cannot be read: ${why}.`;
}

export async function readStandardInput(): Promise<string> {
  return (await readPiped(process.stdin, Infinity)) ?? "";
}
