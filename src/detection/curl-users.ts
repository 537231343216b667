/**
 * Finds passwords in calls of curl, such as `curl -u bob:v`. Only the characters before an option are searched for the call, and only a
 * bounded number of them: other commands have an option `-u`, too.
 */
import { isPlaceholder } from "./credential-names.ts";
import type { Span } from "./span.ts";

/** Matches an option with a user and the colon after the user. A password of a variable or of a command is not in the text. */
const USER =
  /(?<=[\s"'])(?:-[A-Za-z]{0,6}[uU][ \t]{0,20}|--(?:proxy-)?user(?:=|[ \t]{1,20}))(\\{0,8}["'])?(?:[\w.@\\-]{0,100}|%[\w%.-]{0,100}):(?!\$)/g;

/** A value in a list of arguments, after an option of its own. */
const USER_VALUE = /^[\w.@\\-]{0,100}:(?!\$)/;

/** How far before the option its call may begin. */
const MAX_CALL_CHARS = 400;

const CURL = /(?<![\w-])curl(?:\.exe)?(?![\w-])/;

/** Matches the end of a command, or of the string that it stands in, between `curl` and the option. */
const COMMAND_END = /\s(?:\|\|?|&&|;)\s|;\s|(?<!\\)\r?\n|",\s{0,20}"/;

const VALUE = /[^\s"'`;|&<>()\\]{1,4096}/y;
const QUOTED_VALUE = /[^"'`\\\r\n]{1,4096}/y;

/** @returns spans in order, without overlaps */
export function curlPasswords(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { index, 0: option, 1: quote } of text.matchAll(USER)) {
    const before = text.slice(Math.max(0, index - MAX_CALL_CHARS), index);
    if (!isInCall(before)) continue;
    const span = valueAt(text, index + option.length, quote === undefined ? VALUE : QUOTED_VALUE);
    if (span !== undefined) spans.push(span);
  }
  return spans;
}

/** @param value what follows the option for a user in a list of arguments */
export function curlPasswordIn(value: string): Span | undefined {
  const user = USER_VALUE.exec(value)?.[0];
  return user === undefined ? undefined : valueAt(value, user.length, QUOTED_VALUE);
}

function isInCall(before: string): boolean {
  const parts = before.split(COMMAND_END);
  return CURL.test(parts.at(-1) ?? "");
}

function valueAt(text: string, start: number, pattern: RegExp): Span | undefined {
  pattern.lastIndex = start;
  const value = pattern.exec(text)?.[0].trimEnd() ?? "";
  // `-u 1000:1000` is a user and a group.
  return value === "" || isPlaceholder(value) || /^\d{1,6}$/.test(value)
    ? undefined
    : { start, end: start + value.length };
}
