/** A body as text, up to a bound: what is longer is not read to its end. */

/** @returns undefined when it has more than `maxBytes` */
export async function readText({ body }: Request, maxBytes: number): Promise<string | undefined> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
