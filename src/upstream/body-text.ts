/** The bytes of an HTTP body as text: as a script gets it, as a failure shows it, and as rules of a policy about data search it. */
import type { BodyBytes } from "./connector.ts";

const CHARSET = /;\s{0,9}charset\s{0,9}=\s{0,9}"?([\w.:-]{1,40})/i;
const JSON_TYPE = /^(?:application|text)\/json$|\+json$/;
const TEXT_TYPE =
  /^$|^text\/|[/+](?:xml|csv|x-csv|yaml|x-yaml|javascript|graphql|x-ndjson|json-seq|jsonl|x-jsonlines|x-www-form-urlencoded)$/;

/** @returns the media type without its parameters */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

export function isJsonType(type: string): boolean {
  return JSON_TYPE.test(type);
}

/** An answer without a type may be a text. */
export function isTextType(type: string): boolean {
  return TEXT_TYPE.test(type) || isJsonType(type);
}

/** @returns undefined where the bytes are not of the charset that their type names (UTF-8 without one): replaced characters would be another text */
export function exactText(bytes: Uint8Array, contentType: string): string | undefined {
  try {
    return new TextDecoder(charsetOf(bytes, contentType), { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** For words that are only read. A UTF-16 text that is taken for UTF-8 has NULs between its letters, which would hide values from rules. */
export function readableText(bytes: Uint8Array, contentType: string): string {
  return decoded(bytes, charsetOf(bytes, contentType)).replaceAll("\0", "");
}

/**
 * A script can read bytes, and a text with NULs, in any charset. All charsets of a TextDecoder write ASCII as ASCII, except UTF-16, so every
 * value of ASCII characters is found here. A text is made when it is asked for, because all of them take several times the memory of the bytes.
 * @returns the text in the charset of the content type, in UTF-8, and in UTF-16 with either order of bytes; in UTF-8 without NULs, which
 * separate the letters of UTF-32; and for a type that is no text, in UTF-8 without letters that may be the length of the text after them. Of pictures
 * and archives the printable runs alone
 */
export function* searchedTexts(body: BodyBytes): Generator<string> {
  const { bytes, contentType } = body;
  if (isBinary(body)) return yield printableRuns(bytes);
  const utf8 = decoded(bytes, "utf-8");
  yield utf8;
  if (bytes.includes(0)) yield utf8.replaceAll(/\0+/g, "");
  const split = isTextType(mediaTypeOf(contentType)) ? utf8 : utf8.replaceAll(LENGTH_LETTER, " $1");
  if (split !== utf8) yield split;
  for (const charset of new Set(["utf-16le", "utf-16be", charsetOf(bytes, contentType)])) {
    if (charset !== "utf-8") yield decoded(bytes, charset);
  }
}

/** @returns how many bytes are searched as texts in all charsets, which takes several times their memory */
export function searchedSize(body: BodyBytes): number {
  return isBinary(body) ? 0 : body.bytes.byteLength;
}

const SAMPLE_BYTES = 65_536;
/** Random bytes make a text of which more than a third are marks for bytes of no character; Latin-1 makes a few. */
const MAX_TEXT_MARKS = 0.2;
/** Characters of a run: in random bytes, shorter ones look like an e-mail address in about one of six megabytes. */
const MIN_RUN_CHARS = 12;

/** Pictures, archives, compressed files. */
function isBinary({ bytes, contentType }: BodyBytes): boolean {
  if (isTextType(mediaTypeOf(contentType))) return false;
  const middle = bytes.subarray(bytes.length / 2, bytes.length / 2 + SAMPLE_BYTES);
  const sample = decoded(bytes.subarray(0, SAMPLE_BYTES), "utf-8") + decoded(middle, "utf-8");
  return sample.split("\ufffd").length - 1 > sample.length * MAX_TEXT_MARKS;
}

function printableRuns(bytes: Uint8Array): string {
  const runs: string[] = [];
  let begin = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x20 && byte < 0x7f) continue;
    if (at - begin >= MIN_RUN_CHARS) runs.push(decoded(bytes.subarray(begin, at), "utf-8"));
    begin = at + 1;
  }
  return runs.join("\n");
}

/** CBOR writes a text of 16 characters as `p` and the text: a letter before a card, a phone number or an IBAN makes it another word. */
const LENGTH_LETTER = /[A-Za-z](?:(?=[\d+(][\d .()\u00a0-]{7})|([A-Z]{2}\d{2}(?=[ -]?[A-Z\d]{4})))/g;

/** @param text of the body in the result; undefined where it is there as base64 @returns what rules about data have to search besides the result */
export function bodyBytes(bytes: Uint8Array, contentType: string, text: string | undefined): BodyBytes | undefined {
  const isGuessed = charsetOf(bytes, contentType).startsWith("utf-16") && markedCharset(bytes) === undefined;
  const isPlain = text !== undefined && !text.includes("\0") && !(isGuessed && hasSwappedAscii(text));
  return isPlain ? undefined : { bytes, contentType };
}

/** ASCII characters of UTF-16 have zero bits below when they are read in the other order of bytes, in which the API may have written them. */
function hasSwappedAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0x80ff) === 0) return true;
  return false;
}

/** A byte order mark decides before the content type, as in browsers. A charset that the platform does not know is taken for UTF-8. */
function charsetOf(bytes: Uint8Array, contentType: string): string {
  const [, named = "utf-8"] = CHARSET.exec(contentType) ?? [];
  try {
    return markedCharset(bytes) ?? new TextDecoder(named).encoding;
  } catch {
    return "utf-8";
  }
}

function markedCharset([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xef && second === 0xbb && third === 0xbf ? "utf-8" : undefined;
}

function decoded(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset, { fatal: false, ignoreBOM: false }).decode(bytes);
}
