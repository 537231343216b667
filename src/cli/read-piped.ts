/** Reads a short text that is piped to a command. */
import type { Readable } from "node:stream";

/** Reads a stream to its end. @returns undefined if it has more than `maxChars` characters; the stream is closed then */
export async function readPiped(stream: Readable, maxChars: number): Promise<string | undefined> {
  stream.setEncoding("utf8");
  let text = "";
  for await (const part of stream as AsyncIterable<string>) {
    text += part;
    if (text.length > maxChars) return undefined;
  }
  return text;
}
