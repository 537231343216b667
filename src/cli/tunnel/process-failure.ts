/** Says why a local process did not start or has ended. */
import { redactTokens } from "../../detection/token-shapes.ts";
import { visibleText } from "../../lib/visible-text.ts";
import type { ProcessEntry } from "./process-entry.ts";

/** How much of the end of the standard error of a process is held in memory. */
export const MAX_COMPLAINT_CHARS = 4_000;
const MAX_SHOWN_CHARS = 300;
/** Shorter values, such as a port, are shown. */
const MIN_SECRET_CHARS = 6;
const REDACTED = "[redacted]";
/** Matches the user and the password of an address. */
const USER = /:\/\/[^\s/?#]*@/g;

/** @returns a sentence that says what to do, or "" */
export function explainStart(error: Error, entry: ProcessEntry): string {
  if (!("code" in error) || error.code !== "ENOENT") return "";
  const { args, cwd } = entry;
  const command = withoutSecrets(entry.command, entry);
  const folder = cwd === undefined ? "" : ` and that the folder ${JSON.stringify(cwd)} exists`;
  const [program = "", ...words] = command.trim().split(/\s+/);
  if (words.length > 0) {
    const written = `"command": ${JSON.stringify(program)}, "args": [${words.map((word) => JSON.stringify(word)).join(", ")}${args.length > 0 ? ", …" : ""}]`;
    return ` There is no program ${JSON.stringify(command)}. Put the part after the first space into args: ${written}. If the space belongs to the path of the program, check that the program exists${folder}.`;
  }
  return ` Check that ${JSON.stringify(command)} is installed and on the PATH of the terminal${folder}, or write its full path as command.`;
}

/** @returns the line of what the process printed that says why it ended, mostly its last one, as `shown` has it; "" if there is none */
export function lastLine(printed: string, entry: ProcessEntry): string {
  // A line whose beginning was dropped could show a part of a secret that is no longer recognized.
  const whole =
    printed.length < MAX_COMPLAINT_CHARS ? printed : printed.slice(printed.indexOf("\n") + 1 || printed.length);
  const lines = whole
    .split("\n")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const line = reasonIn(lines);
  if (line === undefined) return "";
  const what = line === lines.at(-1) ? "Its last line on standard error" : "It printed on standard error";
  return ` ${what}: ${JSON.stringify(shown(line, entry))}`;
}

/** Matches the line behind the stack of an error that has ended a process of Node. */
const NODE_VERSION = /^Node\.js v\d/;
const STACK_LINE = /^at \S/;
/** Matches braces that close the fields of an error, and marks below a line of code. */
const NO_WORDS = /^[[\]{}(),;^~]+$/;
/** Matches `Error: boom` and `TypeError [ERR_INVALID_ARG_TYPE]: boom`. */
const ERROR_LINE = /^(?:Uncaught )?[\w.]{0,100}Error(?: \[\w{1,100}\])?: /;

/**
 * @returns the last line with words. Node prints the error before its stack, its fields and the version of Node; other languages, such as Python,
 * print it last.
 */
function reasonIn(lines: readonly string[]): string | undefined {
  const isOfNode = lines.some((line) => NODE_VERSION.test(line) || STACK_LINE.test(line));
  const error = isOfNode ? lines.findLast((line) => ERROR_LINE.test(line)) : undefined;
  const hasWords = (line: string): boolean =>
    ![NODE_VERSION, STACK_LINE, NO_WORDS].some((skipped) => skipped.test(line));
  return error ?? lines.findLast(hasWords);
}

/** @returns the beginning of a line that the process printed, without what may be secrets */
export function shown(line: string, entry: ProcessEntry): string {
  return visibleText(withoutSecrets(line, entry).slice(0, MAX_SHOWN_CHARS));
}

/**
 * @returns the beginning of a text without the values of the environment of the process, what was put in place of references, tokens, and the
 * users and passwords of addresses
 */
export function withoutSecrets(text: string, { env, substituted }: ProcessEntry): string {
  // A value with several lines is printed line by line, and one that contains another is redacted first.
  const values = [...Object.values(env), ...substituted]
    .flatMap((value) => value.split(/\r?\n/))
    .filter((value) => value.length >= MIN_SECRET_CHARS)
    .toSorted((one, other) => other.length - one.length);
  const withoutValues = values.reduce((safe, value) => safe.replaceAll(value, REDACTED), text);
  const withoutUsers = withoutValues.slice(0, MAX_COMPLAINT_CHARS).replaceAll(USER, `://${REDACTED}@`);
  return redactTokens(withoutUsers, REDACTED);
}
