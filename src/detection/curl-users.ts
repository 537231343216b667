/**
 * Finds passwords in calls of curl, such as `curl -u bob:v`. A call is read word by word up to the end of its command or of the string that
 * it stands in, so that `-u` of another command is not taken for one of curl. No part of a text is read twice.
 */
import { isPlaceholder } from "./credential-names.ts";
import type { Span } from "./span.ts";

const CURL = /(?<![\w-])curl(?:\.exe)?(?=[ \t])/g;

/** Matches blanks, and the end of a line that goes on in the next one. */
const BLANKS = /(?:[ \t]|\\\r?\n){1,200}/y;

/** Matches an option for a user and a password. A value may follow the short forms directly. */
const USER = /^(?:-[A-Za-z]{0,6}[uU]$|-[uU](?=.)|--(?:proxy-)?user(?:=|$))/;

/** Matches what is left of a command where it ends. */
const COMMAND_END = /[\r\n|;&()`<>]/;

/** The number of characters that are redacted of a password. */
const MAX_PASSWORD_CHARS = 4_096;

/** @returns spans in order, without overlaps */
export function curlPasswords(text: string): readonly Span[] {
  const spans: Span[] = [];
  CURL.lastIndex = 0;
  for (let found = CURL.exec(text); found !== null; found = CURL.exec(text)) {
    CURL.lastIndex = readCall(text, CURL.lastIndex, spans);
  }
  return spans;
}

/** @param value what follows the option for a user */
export function curlPasswordIn(value: string): Span | undefined {
  return passwordIn(value, 0, value.length);
}

/** @returns where the call ends */
function readCall(text: string, from: number, spans: Span[]): number {
  let isUserNext = false;
  for (let at = from; ;) {
    BLANKS.lastIndex = at;
    const start = BLANKS.test(text) ? BLANKS.lastIndex : at;
    if (start === at) return at;
    const word = wordAt(text, start);
    // Another call in quotes is read as one of its own.
    const inner = text.slice(start, word.end).search(/\bcurl[ \t]/);
    if (inner >= 0) return start + inner;
    const option: string | undefined = isUserNext
      ? ""
      : USER.exec(text.slice(start, Math.min(word.end, start + 100)))?.[0];
    isUserNext = option !== undefined && option !== "" && start + option.length === word.end;
    const password = option === undefined || isUserNext ? undefined : passwordIn(text, start + option.length, word.end);
    if (password !== undefined) spans.push(password);
    if (word.isLast) return word.end;
    at = word.end;
  }
}

interface Word {
  readonly end: number;
  /** True if the command ends, or the string that the command stands in. */
  readonly isLast: boolean;
}

/** Reads a word of a command, with the strings in it. */
function wordAt(text: string, start: number): Word {
  let hasString = text[start] === "-";
  let at = start;
  for (; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === " " || sign === "\t") return { end: at, isLast: false };
    if (COMMAND_END.test(sign)) return { end: at, isLast: true };
    if (sign === "\\" && /[\r\n]/.test(text[at + 1] ?? "")) return { end: at, isLast: false };
    const quote = quoteAt(text, at);
    if (quote === undefined) continue;
    // Another quote ends the string around the command. In a word, only a word like `-H"…"` or `"…"$name"…"` has strings.
    const next = text[quote.end] ?? "";
    const mayBegin = at === start ? !/^[,)}\]]?$/.test(next) : hasString || /[=:]/.test(text[at - 1] ?? "");
    if (!mayBegin || (at > start && /^[\s,:)}\]]?$/.test(next))) return { end: at, isLast: true };
    hasString = true;
    const end = stringEnd(text, quote);
    // A string that was cut extends to the end of the line.
    if (end === undefined) return { end: lineEnd(text, at), isLast: true };
    at = end - 1;
  }
  return { end: at, isLast: true };
}

interface Quote {
  readonly sign: string;
  /** The number of backslashes before it. */
  readonly escapes: number;
  readonly end: number;
}

function quoteAt(text: string, at: number): Quote | undefined {
  let end = at;
  while (text[end] === "\\" && end - at < 8) end += 1;
  const sign = text[end];
  return sign === '"' || sign === "'" ? { sign, escapes: end - at, end: end + 1 } : undefined;
}

/** @returns where the string ends after its closing quote, which is escaped as often as the opening one; undefined if that is not in the line */
function stringEnd(text: string, { sign, escapes, end }: Quote): number | undefined {
  let run = 0;
  for (let at = end; at < text.length && text[at] !== "\n"; at += 1) {
    if (text[at] === sign && (escapes === 0 ? run % 2 === 0 || sign === "'" : run === escapes)) return at + 1;
    run = text[at] === "\\" ? run + 1 : 0;
  }
  return undefined;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** @returns the password in `bob:v`, with or without quotes */
function passwordIn(text: string, from: number, to: number): Span | undefined {
  const quote = quoteAt(text, from);
  const user = quote?.end ?? from;
  const colon = text.slice(user, Math.min(to, user + 101)).indexOf(":");
  if (colon < 0) return undefined;
  const start = user + colon + 1;
  const last = Math.min(to, start + MAX_PASSWORD_CHARS);
  let end = last;
  if (quote === undefined) {
    // What a backslash stands for is part of the text around the call, such as JSON.
    const escape = text.slice(start, last).indexOf("\\");
    if (escape >= 0) end = start + escape;
  } else {
    const closed = stringEnd(text, quote);
    if (closed !== undefined) end = Math.min(last, closed - 1 - quote.escapes);
  }
  const value = text.slice(start, Math.max(start, end)).trimEnd();
  // What begins with `$` is the name of a variable, or a command.
  const isNone = value === "" || value.startsWith("$") || value.startsWith("[redacted]") || isPlaceholder(value);
  return isNone ? undefined : { start, end: start + value.length };
}
