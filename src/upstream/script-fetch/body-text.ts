/** The text in the bytes of a body, as rules of a policy see it. Pure. */

/** @returns the text of `body_base64`, with a mark for each byte that belongs to none; undefined where there are no bytes */
export function bodyText({ body_base64: base64 }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof base64 !== "string") return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(Uint8Array.fromBase64(base64));
  } catch {
    // What is no base64 is not sent.
    return undefined;
  }
}
