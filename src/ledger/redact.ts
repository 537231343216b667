/**
 * Takes secrets out of text before it is written down: the values of all configured secrets in the spellings in which they turn
 * up (as they are, in JSON, in URLs and forms, in base64 and hex), what stands in fields that carry credentials, and tokens known by
 * their shape. Works on JSON text without parsing it and keeps it JSON: what is replaced lies inside a string.
 *
 * Every pattern takes linear time; the texts are an enemy's.
 */

import { spellingsOf } from "../config/secret-spellings.ts";

export const REDACTED = "[redacted]";

/** A shorter "secret" would be found everywhere and protect nothing. */
const SHORTEST_SECRET = 6;

export type Redact = (text: string) => string;

/** @param secrets values, in any order */
export function createRedact(secrets: readonly string[]): Redact {
  // The longest first: one secret may be the beginning of another.
  const long = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).sort((a, b) => b.length - a.length);
  const spellings = [...new Set(long.flatMap(spellingsOf))];
  const own = spellings.length > 0 ? new RegExp(spellings.join("|"), "g") : undefined;
  return (text) => {
    if (text.length < SHORTEST_SECRET) return text;
    let clean = own ? text.replaceAll(own, REDACTED) : text;
    if (MAY_BE_FIELD.test(clean)) clean = clean.replaceAll(FIELD, `$1$2$3${REDACTED}`);
    return clean.replaceAll(TOKEN, REDACTED);
  };
}

const FIELD_NAMES =
  "authorization|proxy-authorization|cookie|set-cookie|x-api-key|api[_-]?key|password|passwd|secret|client[_-]?secret|access[_-]?token|refresh[_-]?token|id[_-]?token|private[_-]?key";

const MAY_BE_FIELD = /auth|cookie|key|pass|secret|token/i;

/**
 * `"Authorization": "…"` in JSON or a script, and `\"Authorization\": \"…\"` in JSON inside JSON. The value ends where its own quote does:
 * other quotes and escaped ones are part of it.
 */
const FIELD = new RegExp(
  [
    String.raw`((?:["']|\\")?\b(?:${FIELD_NAMES})(?:["']|\\")?\s{0,4}:\s{0,4})(?:`,
    String.raw`(["'\x60])(?!\[redacted\])(?:(?!\2)[^\\]|\\[^]){1,4096}|`,
    String.raw`(\\")(?!\[redacted\])(?:[^\\"]|\\\\(?:\\[^]|[^\\])){1,4096})`,
  ].join(""),
  "gi",
);

const TOKEN = new RegExp(
  [
    String.raw`\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|sk-|sk_live_|sk_test_|rk_live_|npm_|pypi-|dop_v1_|hf_|shpat_|isk_|isogate_)[A-Za-z0-9_-]{16,512}`,
    String.raw`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
    String.raw`\bAIza[A-Za-z0-9_-]{35}`,
    String.raw`\beyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,1024}`,
    String.raw`-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[A-Za-z0-9+/=\s]|\\{1,8}[nr/]){0,16384}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?`,
    String.raw`(?<=\b[Bb]earer )[A-Za-z0-9._~+/-]{16,4096}=*`,
    String.raw`(?<=\b[Bb]asic )[A-Za-z0-9+/]{16,4096}=*`,
    String.raw`(?<=://[^\s/:@"']{0,64}:)[^\s/@"']{3,256}(?=@)`,
  ].join("|"),
  "g",
);
