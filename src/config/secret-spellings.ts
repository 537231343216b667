/**
 * Finds a secret in all encodings in which it may appear in text: patterns without groups, for redaction. Each pattern takes linear time,
 * because the texts are hostile.
 */
import { htmlReferenceOf } from "./html-references.ts";

/** Shorter pieces of base64 occur by chance. */
const SHORTEST_INSIDE = 12;
/** Longer secrets are searched for in parts: the platform has bounds on the length of a pattern and on the alternatives in sequence. */
const MAX_PART_CHARS = 4_096;
const MAX_PATTERN_CHARS = 40_000;

/** Divides a secret, if it is long, into parts; each needs an expression of its own. */
export function partsOf(secret: string): string[] {
  if (secret.length <= MAX_PART_CHARS && inText(secret).length <= MAX_PATTERN_CHARS) return [secret];
  const half = Math.ceil(secret.length / 2);
  const middle = /[\uDC00-\uDFFF]/.test(secret.charAt(half)) ? half + 1 : half;
  return [...partsOf(secret.slice(0, middle)), ...partsOf(secret.slice(middle))];
}

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
 * No encoder escapes letters and digits of ASCII, but any other character may be escaped: in JSON (also inside JSON), as `\u002f`, as
 * `%2F`, as `%2f`, twice in a URL as `%252F`, and in HTML as `&#x2F;`. Encoders differ, so each character is matched in all its escaped
 * forms.
 */
function inText(text: string, others: Readonly<Record<string, string>> = { " ": String.raw`\+` }): string {
  return text.replaceAll(/\\+|[^A-Za-z0-9]/gu, (part) => {
    if (part.startsWith("\\")) return backslashes(part.length);
    const form = escapable(part, others[part]);
    return part <= "\u007F" ? form : oneOf([form, misread(part)]);
  });
}

function backslashes(count: number): string {
  const encoded = [percentOf("\\"), htmlReferenceOf("\\")].map((form) => form.repeat(count));
  return oneOf([String.raw`\\{1,${MAX_BACKSLASHES * count}}`, ...encoded]);
}

function escapable(character: string, other?: string): string {
  const units = Array.from(
    { length: character.length },
    (_, at) => `u${inAnyCase(hexOf(character.charCodeAt(at), 4))}`,
  );
  const inJson = JSON.stringify(character).slice(1, -1).replace(/^\\/, "");
  // The longer forms come first: at the end of a secret, a bare `&` would leave the rest of `&amp;`.
  const long = [htmlReferenceOf(character), percentOf(character), units.join(BACKSLASHES)];
  return `${BACKSLASHES}${oneOf([...long, escaped(character), escaped(inJson), ...(other === undefined ? [] : [other])])}`;
}

/** Headers are sent as UTF-8 and read as Latin-1 by some servers, or as Windows-1252, where what is read is escaped like any text. */
function misread(character: string): string {
  const readBytes = Array.from(new TextEncoder().encode(character), (byte) => {
    const read = [String.fromCharCode(byte), WINDOWS_1252[byte - 0x80]].filter((one) => one !== undefined);
    return oneOf(read.map((one) => escapable(one)));
  });
  return readBytes.join("");
}

/** The characters of the bytes 0x80 to 0x9F, where Windows-1252 differs from Latin-1. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

/** The number of backslashes is bounded, because an unbounded repetition takes quadratic time. */
const MAX_BACKSLASHES = 8;
const BACKSLASHES = String.raw`\\{0,${MAX_BACKSLASHES}}`;

function oneOf(patterns: readonly string[]): string {
  return `(?:${[...new Set(patterns)].join("|")})`;
}

function percentOf(text: string): string {
  return bytesOf(text)
    .map((byte) => `%(?:25)?${inAnyCase(byte)}`)
    .join("");
}

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
