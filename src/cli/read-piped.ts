/** Reads what is piped to a command that can do without: the standard input of a service is often a pipe that nobody writes to. */
import type { Readable } from "node:stream";

/**
 * Reads a stream to its end.
 * @param maxSilenceMs how long to wait for the first character, or the end
 * @returns undefined if there was neither; the stream is closed then, so that it does not keep the process
 */
export async function readPiped(stream: Readable, maxSilenceMs: number): Promise<string | undefined> {
  stream.setEncoding("utf8");
  if (!(await hasBegun(stream, maxSilenceMs))) {
    stream.destroy();
    return undefined;
  }
  let text = "";
  for await (const part of stream as AsyncIterable<string>) text += part;
  return text;
}

/** Resolves also at the end of an empty stream, and where it fails, which reading it reports. */
function hasBegun(stream: Readable, maxSilenceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isThere: boolean): void => {
      clearTimeout(timer);
      stream.off("readable", begun).off("error", begun);
      resolve(isThere);
    };
    const begun = (): void => settle(true);
    const timer = setTimeout(() => settle(false), maxSilenceMs);
    stream.on("readable", begun).on("error", begun);
  });
}
