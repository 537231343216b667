/**
 * Arguments as a person who decides reads them. What is too long is cut inside each argument, and it says so: with the end cut off, a long first
 * argument would hide all others.
 */
import { isRecord } from "../lib/is-record.ts";
import { jsonOrText } from "../lib/parse-json.ts";

const MAX_SHOWN_ARGUMENTS = 40;
const MAX_NAME_CHARS = 100;
const MIN_SHOWN_CHARS = 40;

/** @param args JSON text of an object @param indent as of JSON.stringify, where nothing is cut */
export function shownArgs(args: string, max: number, indent?: number): string {
  const parsed = JSON.parse(args) as Readonly<Record<string, unknown>>;
  const whole = JSON.stringify(parsed, undefined, indent);
  if (whole.length <= max) return whole;
  const all = Object.entries(parsed);
  const shown = all.slice(0, MAX_SHOWN_ARGUMENTS);
  const each = Math.max(MIN_SHOWN_CHARS, Math.floor(max / shown.length));
  const lines = shown.map(([name, value]) => {
    const text = JSON.stringify(value) ?? "null";
    return `${cut(JSON.stringify(name), MAX_NAME_CHARS)}: ${cut(text, each)}`;
  });
  if (all.length > shown.length) lines.push(`… ${all.length - shown.length} arguments are not shown …`);
  return `{ ${lines.join(indent === undefined ? ", " : ",\n  ")} }`;
}

/** Enough to decide by; a script could otherwise fill the storage, and the lists that people decide by, with calls that wait. */
const MAX_KEPT_CHARS = 16_384;

/** @param args JSON text of an object @returns the same, or JSON text of an object whose long values are texts that say what is not shown */
export function keptArgs(args: string): string {
  if (args.length <= MAX_KEPT_CHARS) return args;
  const all = Object.entries(JSON.parse(args) as Readonly<Record<string, unknown>>);
  const shown = all.slice(0, MAX_SHOWN_ARGUMENTS);
  // JSON text that is written as JSON once more is at most twice as long.
  const each = Math.max(MIN_SHOWN_CHARS, Math.floor(MAX_KEPT_CHARS / 2 / shown.length));
  const names = new Set<string>();
  const entries = shown.map(([name, value], index): readonly [string, unknown] => {
    const text = JSON.stringify(value) ?? "null";
    const short = cut(name, MAX_NAME_CHARS);
    // Two names that are cut alike would be one property, of which one argument is not shown.
    const unique = names.has(short) ? `${short} (${index + 1})` : short;
    names.add(unique);
    return [unique, text.length <= each ? value : cut(text, each)];
  });
  if (all.length > shown.length) entries.push(["…", `${all.length - shown.length} arguments are not shown`]);
  return JSON.stringify(Object.fromEntries(entries));
}

/**
 * Arguments as they are kept once no decision is made by them any more. Secrets are redacted before long values are cut, because half a
 * secret is not recognized.
 * @param args JSON text of an object @returns JSON text of an object; undefined if nothing is redacted
 */
export function redactedArgs(args: string, redact: (text: string) => string): string | undefined {
  const clean = redact(args);
  if (clean === args) return undefined;
  // Redaction can break JSON, which is then shown as one text.
  return keptArgs(isRecord(jsonOrText(clean)) ? clean : JSON.stringify({ "…": clean }));
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const half = Math.floor(max / 2);
  return `${text.slice(0, half)} … ${text.length - 2 * half} characters are not shown … ${text.slice(-half)}`;
}
