/**
 * Takes secrets out of text before it is written down: the values of all configured secrets in the forms in which they turn
 * up (as they are, inside JSON, in a URL, in base64), what stands in fields that carry credentials, and tokens known by
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
  const forms = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(formsOf);
  // The longest first: one secret may be the beginning of another.
  const literals = [...new Set(forms)].sort((a, b) => b.length - a.length).map(escaped);
  const own = literals.length > 0 ? new RegExp(literals.join("|"), "g") : undefined;
  return (text) => {
    if (text.length < SHORTEST_SECRET) return text;
    let clean = own ? text.replaceAll(own, REDACTED) : text;
    if (MAY_BE_FIELD.test(clean)) clean = clean.replaceAll(FIELD, `$1${REDACTED}`);
    return clean.replaceAll(TOKEN, REDACTED);
  };
}

/** As it is, in JSON, in JSON inside JSON, in a URL, and in base64 at each of the three offsets it can start at. */
function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inJsonTwice = JSON.stringify(inJson).slice(1, -1);
  const forms = [secret, inJson, inJsonTwice, encodeURIComponent(secret)];
  for (const before of ["", " ", "  "]) {
    const bytes = new TextEncoder().encode(before + secret);
    const encoded = btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
    // The first and last characters depend on the neighbours.
    const inside = encoded.slice(before === "" ? 0 : before.length + 1, -1);
    if (inside.length >= 2 * SHORTEST_SECRET) forms.push(inside);
  }
  return forms;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

const FIELD_NAMES =
  "authorization|proxy-authorization|cookie|set-cookie|x-api-key|api[_-]?key|password|passwd|secret|client[_-]?secret|access[_-]?token|refresh[_-]?token|id[_-]?token|private[_-]?key";

const MAY_BE_FIELD = /auth|cookie|key|pass|secret|token/i;

/** `"Authorization": "…"` in JSON or a script, at any depth of quoting; the value ends where its quote does. */
const FIELD = new RegExp(
  String.raw`((?:["']|\\")?\b(?:${FIELD_NAMES})(?:["']|\\")?\s{0,4}:\s{0,4}(?:["'\x60]|\\"))(?!\[redacted\])[^"'\x60\\]{1,4096}`,
  "gi",
);

const TOKEN = new RegExp(
  [
    String.raw`\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|sk-|sk_live_|sk_test_|rk_live_|npm_|pypi-|dop_v1_|hf_|shpat_|isk_|isogate_)[A-Za-z0-9_-]{16,512}`,
    String.raw`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
    String.raw`\bAIza[A-Za-z0-9_-]{35}`,
    String.raw`\beyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,1024}`,
    String.raw`-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]{0,16384}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?`,
    String.raw`(?<=\b[Bb]earer )[A-Za-z0-9._~+/-]{16,4096}=*`,
    String.raw`(?<=\b[Bb]asic )[A-Za-z0-9+/]{16,4096}=*`,
    String.raw`(?<=://[^\s/:@"']{0,64}:)[^\s/@"']{3,256}(?=@)`,
  ].join("|"),
  "g",
);
