/**
 * Takes secrets out of text before it is written down: the values of all configured secrets in the spellings in which they turn up (as they
 * are, in JSON, in URLs and forms, in base64 and hex), what stands under the name of a credential, and tokens known by their shape.
 *
 * The texts are an enemy's: every step is one pass, and the constant is small (`npm run bench -- redaction`).
 */
import { spellingsOf } from "../config/secret-spellings.ts";
import { redactJson } from "./redact-json.ts";
import { MAY_BE_NAMED, redactNamed } from "./redact-text.ts";
import { redactTokens } from "./token-shapes.ts";

export const REDACTED = "[redacted]";

/** A shorter "secret" would be found everywhere and protect nothing. */
const SHORTEST_SECRET = 6;
/** JSON in a string of JSON, and in a string of that. */
const MAX_NESTED = 4;

export type Redact = (text: string) => string;

/** @param secrets values, in any order */
export function createRedact(secrets: readonly string[]): Redact {
  // The longest first: one secret may be the beginning of another.
  const long = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).sort((a, b) => b.length - a.length);
  const spellings = [...new Set(long.flatMap(spellingsOf))];
  const own = spellings.length > 0 ? new RegExp(spellings.join("|"), "g") : undefined;
  return (text) => {
    if (text.length < SHORTEST_SECRET) return text;
    return redactWithin(own ? text.replaceAll(own, REDACTED) : text, MAX_NESTED);
  };
}

function redactWithin(text: string, nested: number): string {
  // Most texts have no word in them that could name a credential.
  if (!MAY_BE_NAMED.test(text)) return redactTokens(text, REDACTED);
  if (nested > 0 && /^\s{0,20}["[{]/.test(text)) {
    const key = new KeyLines();
    const inner = (content: string): string => {
      if (key.holds(content)) return REDACTED;
      return content.length < 4 ? content : redactWithin(content, nested - 1);
    };
    const clean = redactJson(text, REDACTED, inner);
    if (clean !== undefined) return clean;
  }
  return redactNamed(redactTokens(text, REDACTED), REDACTED);
}

const KEY_BEGINNING = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/;

/** A private key that comes line by line is no key in any of its lines. */
class KeyLines {
  #isInKey = false;

  /** Whether a line is the inside of a key that began before. */
  holds(line: string): boolean {
    if (line.includes("-----BEGIN ")) {
      // Not by a pattern that looks ahead: it would read the rest of the line again for each beginning in it.
      this.#isInKey = KEY_BEGINNING.test(line.slice(Math.max(0, line.lastIndexOf("-----END "))));
      return false;
    }
    const isInside =
      this.#isInKey && /^[\s"',]{0,20}(?:[A-Za-z0-9+/=]{1,200}|[A-Za-z-]{1,40}: .{0,200})[\s"',]{0,20}$/.test(line);
    this.#isInKey = isInside || (this.#isInKey && line.trim() === "");
    return isInside;
  }
}

/** The lines of one log, one after the other. */
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
