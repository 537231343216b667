/**
 * Finds a secret in all encodings in which it may appear in text: patterns without groups, for redaction. Each pattern takes linear time,
 * because the texts are hostile.
 */

/** Shorter pieces of base64 occur by chance. */
const SHORTEST_INSIDE = 12;

/** Patterns for the text, its hex form, and base64 in either alphabet at each of the three offsets it can start at. */
export function spellingsOf(secret: string): string[] {
  const hex = bytesOf(secret).join("");
  const spellings = [inText(secret), hex, hex.toUpperCase()];
  for (const before of ["", " ", "  "]) {
    const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(before + secret))).replace(/(?<!=)=+$/, "");
    // The first and last characters depend on the neighbours.
    const inside = encoded.slice(before === "" ? 0 : before.length + 1, -1);
    if (inside.length >= SHORTEST_INSIDE) spellings.push(inText(inside, { "+": "-", "/": "_" }));
  }
  return spellings;
}

/**
 * No encoder escapes letters and digits, but any other character may be escaped: in JSON (also inside JSON), as `\u002f`, as `%2F`, as
 * `%2f`, and twice in a URL as `%252F`. Encoders differ, so each character is matched in all its escaped forms.
 */
function inText(text: string, others: Readonly<Record<string, string>> = { " ": String.raw`\+` }): string {
  return text.replaceAll(/\\+|[^A-Za-z0-9]/gu, (part) => {
    const bytes = bytesOf(part).map((byte) => `%(?:25)?${inAnyCase(byte)}`);
    if (part.startsWith("\\")) return String.raw`(?:\\{1,${MAX_BACKSLASHES * part.length}}|${bytes.join("")})`;
    const units = Array.from({ length: part.length }, (_, at) => `u${inAnyCase(hexOf(part.charCodeAt(at), 4))}`);
    const inJson = JSON.stringify(part).slice(1, -1).replace(/^\\/, "");
    const ways = new Set([escaped(part), escaped(inJson), units.join(BACKSLASHES), bytes.join(""), others[part]]);
    return `${BACKSLASHES}(?:${[...ways].filter((way) => way !== undefined).join("|")})`;
  });
}

/** The number of backslashes is bounded, because an unbounded repetition takes quadratic time. */
const MAX_BACKSLASHES = 8;
const BACKSLASHES = String.raw`\\{0,${MAX_BACKSLASHES}}`;

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
