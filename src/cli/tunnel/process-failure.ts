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
  const text = whole.trimEnd();
  const line = reasonIn(text.split("\n"))?.trim();
  if (line === undefined || line === "") return "";
  const what = text.endsWith(line) ? "Its last line on standard error" : "It printed on standard error";
  return ` ${what}: ${JSON.stringify(shown(line, entry))}`;
}

/** Matches the line behind the stack of an error that has ended a process of Node. */
const NODE_VERSION = /^Node\.js v\d/;
const STACK_LINE = /^\s+at \S/;
/** Matches the line of a stack that the fields of its error follow. */
const BEFORE_FIELDS = /^\s+at \S.*\{$/;
/** Matches an empty line, braces that close the fields of an error, and marks below a line of code. */
const NO_WORDS = /^[[\]{}(),;^~\s]*$/;
/** Matches `Error`, `Error: boom` and `TypeError [ERR_INVALID_ARG_TYPE]: boom`. */
const NAMED = /^\s*(?:Uncaught )?[A-Z][\w.]{0,100}(?: \[\w{1,100}\])?(?:: |$)/;

/** @returns the last line with words. Node prints a stack, fields and its version behind the error; other languages, such as Python, end with it. */
function reasonIn(printed: readonly string[]): string | undefined {
  const isRest = (line: string): boolean => NO_WORDS.test(line) || NODE_VERSION.test(line);
  const isField = (line: string): boolean => isRest(line) || /^\s/.test(line);
  const fields = printed.findIndex((line, at) => BEFORE_FIELDS.test(line) && printed.slice(at + 1).every(isField));
  const lines = fields === -1 ? printed : printed.slice(0, fields + 1);
  const last = lines.findLastIndex((line) => !isRest(line));
  const end = lines.findLastIndex((line, at) => at <= last && !STACK_LINE.test(line));
  if (end === last) return lines[last];
  // The text of an error may have several lines.
  const begin = lines.findLastIndex((line, at) => at <= end && line.trim() === "");
  const told = lines.slice(begin + 1, end + 1);
  return told.findLast((line) => NAMED.test(line)) ?? told.at(-1);
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
