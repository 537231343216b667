/**
 * Takes secrets out of text before it is written down: the values of all configured secrets in the spellings in which they turn
 * up (as they are, in JSON, in URLs and forms, in base64 and hex), what stands in fields that carry credentials, and tokens known by
 * their shape. Works on JSON text without parsing it and keeps it JSON: what is replaced lies inside a string.
 *
 * Every pattern takes linear time; the texts are an enemy's.
 */

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

/** Patterns: as text, in hex, and in base64 of either alphabet at each of the three offsets it can start at. */
function spellingsOf(secret: string): string[] {
  const hex = bytesOf(secret).join("");
  const spellings = [inText(secret), hex, hex.toUpperCase()];
  for (const before of ["", " ", "  "]) {
    const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(before + secret))).replace(/=+$/, "");
    // The first and last characters depend on the neighbours.
    const inside = encoded.slice(before === "" ? 0 : before.length + 1, -1);
    if (inside.length >= 2 * SHORTEST_SECRET) spellings.push(inText(inside, { "+": "-", "/": "_" }));
  }
  return spellings;
}

/**
 * Letters and digits are escaped by nobody, every other character by some: in JSON (also inside JSON), as `\u002f`, as `%2F`, as `%2f`, and
 * twice in a URL as `%252F`. Which of them are is up to whoever escapes, so each is found in all its ways.
 */
function inText(text: string, others: Readonly<Record<string, string>> = { " ": String.raw`\+` }): string {
  return text.replaceAll(/\\+|[^A-Za-z0-9]/gu, (part) => {
    const bytes = bytesOf(part).map((byte) => `%(?:25)?${inAnyCase(byte)}`);
    if (part.startsWith("\\")) return String.raw`(?:\\{1,${MOST_BACKSLASHES * part.length}}|${bytes.join("")})`;
    const units = Array.from({ length: part.length }, (_, at) => `u${inAnyCase(hexOf(part.charCodeAt(at), 4))}`);
    const inJson = JSON.stringify(part).slice(1, -1).replace(/^\\/, "");
    const ways = new Set([escaped(part), escaped(inJson), units.join(BACKSLASHES), bytes.join(""), others[part]]);
    return `${BACKSLASHES}(?:${[...ways].filter((way) => way !== undefined).join("|")})`;
  });
}

/** Bounded, because what is not takes quadratic time. */
const MOST_BACKSLASHES = 8;
const BACKSLASHES = String.raw`\\{0,${MOST_BACKSLASHES}}`;

function bytesOf(text: string): string[] {
  return Array.from(new TextEncoder().encode(text), (byte) => hexOf(byte, 2));
}

function hexOf(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

function inAnyCase(hex: string): string {
  return hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
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
