/**
 * Redacts named credentials in text that is not JSON: scripts, log lines, messages, header lines, URLs, connection strings. One pass
 * finds a name that ends in a credential word, a separator, and the value that follows.
 */
import { credentialNamed, isPlaceholder, isReplaced, lastPart, looksSecret } from "./credential-names.ts";
import type { Credential } from "./credential-names.ts";
import { curlPasswords } from "./curl-users.ts";
import type { Span } from "./span.ts";

/** Texts without a match name no credential. */
export const MAY_BE_NAMED = /pass|pwd|secret|token|key|auth|cookie|cred|bearer|jwt|sig|sid|dsn|connection|curl|pat\b/i;

/** Matches a name and the separator before its value. Each run of name characters is tried once. */
const NAMED =
  /(?<![\w$.-])-{0,2}([A-Za-z_][\w.-]{0,99})(\\{0,8}["'`])?(\]?[ \t]{0,4})(=>|:=|[:=](?!=)|,(?=[ \t]{0,4}\\{0,8}["'`]))([ \t]{0,4})/g;

/** Matches a command-line flag with a value, such as `--api-key k1`. */
const FLAG = /(?<![\w-])--([A-Za-z][\w-]{0,60}) {1,4}(?=[^\s-])/g;

/** Matches the tag of an element in XML. */
const TAG = /<([A-Za-z][\w.:-]{0,60})>(?=[^<>\s])/g;

/** Matches the name of a field in multipart form data. Its value follows the next empty line. */
const FIELD = /\bform-data;[ \t]{0,4}name=["']?([^"'\\;\r\n]{1,100})/gi;

/** Matches the rest of the headers of such a field. */
const FIELD_HEADERS = /^[^\r\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,4}\r?\n\r?\n/;

/** Headers whose value extends to the end of the line. */
const HEADERS: ReadonlySet<string> = new Set([
  ...[
    "authorization",
    "proxy-authorization",
    "cookie",
    "set-cookie",
    "x-api-key",
    "api-key",
    "x-auth-token",
    "x-access-token",
  ],
  ...[
    "x-goog-api-key",
    "x-amz-security-token",
    "x-vault-token",
    "x-gitlab-token",
    "private-token",
    "x-csrf-token",
    "apikey",
  ],
]);

/** The number of characters that are redacted of a value; the rest of a longer one remains. */
const MAX_VALUE_CHARS = 4_096;

type ValueOf = (text: string, found: RegExpExecArray) => Span | undefined;

/** Where credentials stand, with a sign that a text has to contain. */
const PLACES: readonly { readonly sign: RegExp; readonly spansIn: (text: string) => readonly Span[] }[] = [
  { sign: /(?:)/, spansIn: (text) => spansAfter(text, NAMED, valueAfter) },
  { sign: /<\//, spansIn: (text) => spansAfter(text, TAG, elementValue) },
  { sign: /--/, spansIn: (text) => spansAfter(text, FLAG, flagValue) },
  { sign: /form-data/i, spansIn: (text) => spansAfter(text, FIELD, fieldValue) },
  { sign: /curl/, spansIn: curlPasswords },
];

export function redactNamed(text: string, redacted: string): string {
  let clean = text;
  for (const { sign, spansIn } of PLACES) {
    if (sign.test(clean)) clean = replaced(clean, spansIn(clean), redacted);
  }
  return clean;
}

/** Finds the values that follow the name of a credential. */
export function namedSpans(text: string): readonly Span[] {
  return PLACES.flatMap(({ sign, spansIn }) => (sign.test(text) ? spansIn(text) : []));
}

function spansAfter(text: string, pattern: RegExp, valueOf: ValueOf): readonly Span[] {
  const spans: Span[] = [];
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const value = valueOf(text, found);
    if (value === undefined) continue;
    spans.push(value);
    pattern.lastIndex = Math.max(value.end, pattern.lastIndex);
  }
  return spans;
}

/** @param spans in order, without overlaps */
function replaced(text: string, spans: readonly Span[], redacted: string): string {
  let clean = "";
  let done = 0;
  for (const { start, end } of spans) {
    clean += text.slice(done, start) + redacted;
    done = end;
  }
  return done === 0 ? text : clean + text.slice(done);
}

function elementValue(text: string, found: RegExpExecArray): Span | undefined {
  const [tag, name = ""] = found;
  const kind = credentialNamed(name);
  const start = found.index + tag.length;
  const end = text.indexOf("<", start);
  if (kind === undefined || end - start > MAX_VALUE_CHARS || !text.startsWith(`</${name}>`, end)) return undefined;
  return secretIn(text, { start, end }, kind);
}

function flagValue(text: string, found: RegExpExecArray): Span | undefined {
  const kind = credentialNamed(found[1] ?? "");
  const at = found.index + found[0].length;
  if (kind === undefined) return undefined;
  const quoted = quotedAt(text, at);
  return quoted ? secretIn(text, quoted, kind) : bareAt(text, at, kind, true);
}

function fieldValue(text: string, found: RegExpExecArray): Span | undefined {
  const kind = credentialNamed(found[1] ?? "");
  if (kind === undefined) return undefined;
  const at = found.index + found[0].length;
  const headers = FIELD_HEADERS.exec(text.slice(at, at + 1_000))?.[0];
  if (headers === undefined) return undefined;
  const start = at + headers.length;
  const [value = ""] = /^[^\r\n]*/.exec(text.slice(start, start + MAX_VALUE_CHARS)) ?? [];
  return secretIn(text, { start, end: start + value.length }, kind);
}

function valueAfter(text: string, found: RegExpExecArray): Span | undefined {
  const [all, name = "", quote, gap = "", separator = "", after = ""] = found;
  const kind = credentialNamed(name);
  if (kind === undefined) return undefined;
  const at = found.index + all.length;
  const quoted = quotedAt(text, at);
  if (separator === ",") {
    // `set("Authorization", "…")` is an assignment; a list of names is not.
    const before = text[found.index - 1 - (quote?.length ?? 0)];
    return quote !== undefined && before === "(" && quoted ? secretIn(text, quoted, "perhaps") : undefined;
  }
  if (quoted) return secretIn(text, quoted, kind);
  const inList = text[at] === "[" ? quotedAt(text, at + 1 + blanksAt(text, at + 1)) : undefined;
  if (inList) return secretIn(text, inList, "perhaps");
  if (separator === ":" && HEADERS.has(name.toLowerCase()) && isAtLineStart(text, found.index))
    return lineAt(text, at, kind, quote !== undefined);
  if (separator === "=" && gap === "" && after === "") return bareAt(text, at, kind, true);
  if (quote !== undefined || !isLabelled(text, found)) return undefined;
  return bareAt(text, at, kind === "always" ? "perhaps" : kind, false);
}

/** @returns true for `name: value`, and for a line of an ini file; in code, what follows `=` is an expression more often than a secret */
function isLabelled(text: string, { index, 4: separator = "", 5: after = "" }: RegExpExecArray): boolean {
  return separator.endsWith("=") ? isAtLineStart(text, index) : separator === ":" && after !== "";
}

/** @returns the content of the quoted string that begins at `at`, also if its quotes are escaped */
function quotedAt(text: string, at: number): Span | undefined {
  let start = at;
  while (text[start] === "\\" && start - at < 8) start += 1;
  const escapes = start - at;
  const quote = text[start];
  if (quote !== '"' && quote !== "'" && quote !== "`") return undefined;
  start += 1;
  const last = Math.min(text.length, start + MAX_VALUE_CHARS);
  for (let end = start; end < last; end += 1) {
    if (text[end] !== "\\") {
      if (text[end] === quote && escapes === 0) return { start, end };
    } else if (escapes === 0) end += 1;
    else {
      // The closing quote is escaped as often as the opening one; other quotes belong to the value.
      let run = end;
      while (text[run] === "\\") run += 1;
      if (text[run] === quote && run - end === escapes) return { start, end };
      end = run;
    }
  }
  return { start, end: last };
}

function blanksAt(text: string, at: number): number {
  return /^\s{0,40}/.exec(text.slice(at, at + 40))?.[0].length ?? 0;
}

function secretIn(text: string, span: Span, kind: Credential): Span | undefined {
  const value = text.slice(span.start, span.end);
  if (isPlaceholder(value) || value.startsWith("[redacted]")) return undefined;
  return kind === "always" || looksSecret(lastPart(value)) ? span : undefined;
}

/** @param isProperty true if the name is in quotes, as in JSON and YAML */
function lineAt(text: string, from: number, kind: Credential, isProperty: boolean): Span | undefined {
  const all = text.slice(from, from + MAX_VALUE_CHARS);
  const opening = isProperty ? (/^[ \t[{]{0,100}/.exec(all)?.[0].length ?? 0) : 0;
  const [rest = ""] = /^[^\r\n"'`\\]*/.exec(all.slice(opening)) ?? [];
  const line = isProperty ? withoutEnd(rest) : rest;
  const at = from + opening;
  // Keywords of JSON are no headers, and a list in brackets may be what was put in place of a value.
  if (
    isProperty &&
    (/^(?:true|false|null)(?![^,\]}])/.test(line) ||
      isReplaced(/^\[[^\]]{0,60}\]/.exec(all.slice(Math.max(0, opening - 1)))?.[0] ?? ""))
  )
    return undefined;
  // `Authorization: the scheme and …` in a manual is prose.
  const isProse = /^[a-z]+(?: [a-z]+)+$/.test(line.trim());
  return isProse || line.trim() === "" || isPlaceholder(line) || (kind === "perhaps" && !/\d/.test(line))
    ? undefined
    : { start: at, end: at + line.trimEnd().length };
}

/** @returns the value of a property without the signs between it and the next one */
function withoutEnd(line: string): string {
  let end = line.length;
  while (end > 0 && " \t,[]{}".includes(line[end - 1] ?? "") && !line.endsWith("[redacted]", end)) end -= 1;
  return line.slice(0, end);
}

/** @returns true if the value has a digit beside a letter, or a digit and a sign anywhere */
function mixesKinds(value: string): boolean {
  return /[a-z]\d|\d[a-z]/i.test(value) || (/\d/.test(value) && /[^A-Za-z\d]/.test(value));
}

/** @returns the unquoted value at `at`, up to a character that ends a word in URLs, environments and connection strings */
function bareAt(text: string, at: number, kind: Credential, isAssigned: boolean): Span | undefined {
  const rest = text.slice(at, at + MAX_VALUE_CHARS);
  const [value = ""] = /^[^\s&;,"'`<>()[\]{}|\\]*/.exec(rest) ?? [];
  const next = text[at + value.length];
  if (value.length < (isAssigned ? 3 : 6) || isPlaceholder(value) || next === "(" || isCode(value)) return undefined;
  if (!isAssigned && !looksSecret(value) && !mixesKinds(value)) return undefined;
  if (kind === "perhaps" && isAssigned && !looksSecret(value)) return undefined;
  return { start: at, end: at + value.length };
}

/** @returns true for a type, a constant or a variable: `string`, `undefined`, `input.password` */
function isCode(value: string): boolean {
  return (
    /^(?:string|number|boolean|bigint|object|unknown|any|never|null|undefined|none|true|false|required|optional|string\|null|nil|new|await|typeof|function|async)$/i.test(
      value,
    ) ||
    (/^[A-Za-z_$][\w$]*(?:(?:\.|\?\.)[A-Za-z_$][\w$]*)+[!?]?$/.test(value) && !/\d{3}/.test(value))
  );
}

function isAtLineStart(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text[before] === " " || text[before] === "\t" || text[before] === ">" || text[before] === "<"))
    before -= 1;
  const sign = text[before];
  return sign === undefined || sign === "\n" || sign === "\r" || sign === '"' || sign === "'" || sign === "`";
}
