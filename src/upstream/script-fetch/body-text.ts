/** The text in the bytes of a body, as rules of a policy see it. Pure. */
import { decodeBase64 } from "../decode-base64.ts";

/** @returns the text of `body_base64`, with a mark for each byte that belongs to none; undefined where there are no bytes */
export function bodyText({ body_base64: base64 }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof base64 !== "string") return undefined;
  const bytes = decodeBase64(base64);
  // What is not base64 is not sent.
  return bytes && new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes);
}
