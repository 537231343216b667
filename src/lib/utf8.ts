/** @returns the text; undefined if the bytes are not UTF-8, because replaced characters would make another text of it */
export function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return undefined;
  }
}
