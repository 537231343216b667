/** Base64 (RFC 4648, section 4) that somebody outside has written. */

/** Programs that wrap lines do so after 64 or 76 characters; shorter lines may be words. */
const MIN_LINE_CHARS = 60;

/**
 * `Uint8Array.fromBase64` skips blanks and needs no padding, so that it reads "some text ok" as nine bytes. Here a plain text is seldom
 * base64 by chance: the padding is needed, and the only blanks are the ends of lines of one length.
 * @returns undefined for a text that is not base64
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const whole = lines.slice(0, -1);
  const chars = whole[0]?.length ?? MIN_LINE_CHARS;
  if (chars < MIN_LINE_CHARS || whole.some(({ length }) => length !== chars)) return undefined;
  const joined = lines.join("");
  if (/\s/.test(joined)) return undefined;
  try {
    return Uint8Array.fromBase64(joined, { lastChunkHandling: "strict" });
  } catch {
    return undefined;
  }
}
