/** The bytes of an HTTP body as text: as a script gets it, as a failure shows it, and as rules of a policy about data search it. Pure. */
import type { BodyBytes } from "./connector.ts";

const CHARSET = /;\s{0,9}charset\s{0,9}=\s{0,9}"?([\w.:-]{1,40})/i;

/** @returns undefined where the bytes are not of the charset that their type names (UTF-8 without one): replaced characters would be another text */
export function exactText(bytes: Uint8Array, contentType: string): string | undefined {
  try {
    return decoderOf(charsetOf(contentType), { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** For words that are only read. A UTF-16 text that is taken for UTF-8 has NULs between its letters, which would hide values from rules. */
export function readableText(bytes: Uint8Array, contentType: string): string {
  return decoderOf(charsetOf(contentType), { fatal: false }).decode(bytes).replaceAll("\0", "");
}

/**
 * A script can read bytes, and a text with NULs, in any charset. All charsets of a TextDecoder write ASCII as ASCII, except UTF-16, so every
 * value of ASCII characters is found here.
 * @returns the text in the charset of the content type, in UTF-8, and in UTF-16 with either order of bytes; and in UTF-8 without NULs, which
 * separate the letters of UTF-32
 */
export function searchedTexts({ base64, contentType }: BodyBytes): readonly string[] {
  const bytes = Uint8Array.fromBase64(base64);
  const charsets = new Set([charsetOf(contentType), "utf-8", "utf-16le", "utf-16be"]);
  const texts = [...charsets].map((charset) => decoderOf(charset, { fatal: false }).decode(bytes));
  texts.push(readableText(bytes, ""));
  // In JSON, which is searched, a control character has the length of six.
  return [...new Set(texts.map((text) => text.replaceAll(CONTROLS, " ")))];
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/**
 * @param text of the body in the result; undefined where it is there as base64
 * @returns what rules about data have to search besides the result
 */
export function bodyBytes(bytes: Uint8Array, contentType: string, text: string | undefined): BodyBytes | undefined {
  return text?.includes("\0") === false ? undefined : { base64: bytes.toBase64(), contentType };
}

function charsetOf(contentType: string): string {
  const [, charset = "utf-8"] = CHARSET.exec(contentType) ?? [];
  return charset.toLowerCase();
}

/** A charset that the platform does not know is taken for UTF-8. */
function decoderOf(charset: string, { fatal }: { readonly fatal: boolean }): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal, ignoreBOM: false });
  } catch {
    return new TextDecoder("utf-8", { fatal, ignoreBOM: false });
  }
}
