/** The body of a script's `fetch` that is not UTF-8 text, as rules of a policy see it. */
import type { BodyBytes } from "../connector.ts";
import { decodeBase64 } from "../decode-base64.ts";

interface SentBytes extends BodyBytes {
  /** As UTF-8, with a mark for each byte that belongs to no character. */
  readonly text: string;
}

/** @param given arguments of a call @returns undefined where it has no bytes, or what is not base64, which is not sent */
export function sentBytes({ body_base64: base64, headers }: Readonly<Record<string, unknown>>): SentBytes | undefined {
  const bytes = typeof base64 === "string" ? decodeBase64(base64) : undefined;
  if (bytes === undefined) return undefined;
  const contentType = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const text = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes);
  return { bytes, contentType: typeof contentType === "string" ? contentType : "", text };
}
