/**
 * Redacts secrets in text before it is recorded: the values of all configured secrets in all usual encodings (plain, JSON, HTML, URLs and
 * forms, base64, hex), values under the name of a credential, and tokens of known shapes.
 *
 * The texts are hostile: every step is one pass with a small constant (`npm run bench -- redaction`).
 */
import { partsOf, spellingsOf } from "../config/secret-spellings.ts";
import { MAY_BE_NAMED, redactNamed } from "../detection/redact-text.ts";
import { redactTokens } from "../detection/token-shapes.ts";
import { contentOf, eachJson, isJson, parsedContentOf, rawContentOf } from "../detection/json-credentials.ts";
import type { FoundJson } from "../detection/json-credentials.ts";

const REDACTED = "[redacted]";

/** A shorter "secret" would match in many texts and protect nothing. */
const MIN_SECRET_CHARS = 6;
/** The number of levels to which JSON in strings of JSON is read. */
const MAX_NESTED = 4;

export type Redact = (text: string) => string;

/** @param secrets values of secrets, in any order @returns a function that redacts a text */
export function createRedact(secrets: readonly string[]): Redact {
  // Longer secrets are matched first, because one may be the beginning of another.
  const long = secrets.filter((secret) => secret.length >= MIN_SECRET_CHARS).sort((a, b) => b.length - a.length);
  const own = [...new Set(long.flatMap(partsOf))].map((part) => new RegExp(spellingsOf(part).join("|"), "g"));
  return (text) => {
    if (text.length < MIN_SECRET_CHARS) return text;
    const clean = own.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
    return redactWithin(clean, MAX_NESTED);
  };
}

function redactWithin(text: string, nested: number): string {
  // This test is quick, and most texts name no credential.
  if (!MAY_BE_NAMED.test(text)) return redactTokens(text, REDACTED);
  if (nested === 0) return redactNamed(redactTokens(text, REDACTED), REDACTED);
  const key = new KeyLines();
  const inner = (content: string): string => {
    if (key.holds(content)) return REDACTED;
    return content.length < 4 ? content : redactWithin(content, nested - 1);
  };
  const clean = redactJson(text, REDACTED, inner);
  return clean.isWhole ? clean.text : redactNamed(redactTokens(clean.text, REDACTED), REDACTED);
}

const KEY_BEGINNING = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/;

/** Recognizes the lines of a private key that arrives line by line. */
class KeyLines {
  #isInKey = false;

  /** @returns true if the line is inside a key that began in an earlier line */
  holds(line: string): boolean {
    if (line.includes("-----BEGIN ")) {
      // A pattern with a lookahead would read the rest of the line again for each beginning in it.
      this.#isInKey = KEY_BEGINNING.test(line.slice(Math.max(0, line.lastIndexOf("-----END "))));
      return false;
    }
    const isInside =
      this.#isInKey && /^[\s"',]{0,20}(?:[A-Za-z0-9+/=]{1,200}|[A-Za-z-]{1,40}: .{0,200})[\s"',]{0,20}$/.test(line);
    this.#isInKey = isInside || (this.#isInKey && line.trim() === "");
    return isInside;
  }
}

/** Redacts the lines of one log in their order. */
export class LineRedactor {
  readonly #redact: Redact;
  readonly #key = new KeyLines();

  constructor(redact: Redact) {
    this.#redact = redact;
  }

  next(line: string): string {
    return this.#key.holds(line) ? REDACTED : this.#redact(line);
  }
}

interface RedactedJson {
  readonly text: string;
  /** True if the text is one JSON value and nothing else. */
  readonly isWhole: boolean;
}

/**
 * Redacts named credentials in the JSON of a text. It replaces whole strings; replacing inside serialized JSON can split an escape. All that
 * is no string, and all text around JSON, stays as it is.
 *
 * @param clean called for each string that is no credential, in order; returns its replacement
 */
function redactJson(text: string, redacted: string, clean: (content: string) => string): RedactedJson {
  const quoted = JSON.stringify(redacted);
  const parts: string[] = [];
  let done = 0;
  let isWhole: boolean | undefined;
  eachJson(text, (found) => {
    isWhole = isWhole === undefined && isAll(text, found);
    const before = done;
    // A quote may end a string as well as begin one. So a string alone is read only if JSON is in it, and passed over if that changes it.
    const isAlone = text[found.start] === '"' && !isWhole;
    for (const token of found.tokens) {
      if (isAlone && !isJson(contentOf(text, token), token.isCut)) continue;
      const replacement = token.isCredential ? quoted.slice(0, token.isCut ? -1 : undefined) : cleanToken(token);
      if (replacement === undefined) continue;
      parts.push(text.slice(done, token.start), replacement);
      done = token.end;
    }
    return isAlone && done === before ? found.start + 1 : found.end;
  });
  return { text: done === 0 ? text : parts.join("") + text.slice(done), isWhole: isWhole === true };

  function cleanToken(token: FoundJson["tokens"][number]): string | undefined {
    if (text[token.start] !== '"') return undefined;
    const content = parsedContentOf(text, token);
    // Text in quotes that is no JSON, such as a pattern in a script, keeps its backslashes and tabs.
    const given = content ?? rawContentOf(text, token);
    const replacement = clean(given);
    if (replacement === given) return undefined;
    const written = content === undefined ? `"${replacement}"` : JSON.stringify(replacement);
    return token.isCut ? written.slice(0, -1) : written;
  }
}

function isAll(text: string, { start, end, isComplete }: FoundJson): boolean {
  return isComplete && text.slice(0, start).trim() === "" && text.slice(end).trim() === "";
}
