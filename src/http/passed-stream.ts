/** A stream that passes on another, for answers of which something has to be known or done before they are the client's. */

interface Read {
  read(): Promise<ReadableStreamReadResult<Uint8Array>>;
  cancel(reason: unknown): Promise<void>;
}

interface Passing {
  /** A part that was read already. */
  readonly first?: Uint8Array | undefined;
  /** Called when the stream has ended or failed, or is not read any more. Its end waits for this. */
  readonly onEnd?: () => Promise<void> | void;
}

export function passedStream(reader: Read, { first, onEnd }: Passing): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (first !== undefined) controller.enqueue(first);
    },
    async pull(controller) {
      const { done, value } = await reader.read().catch(async (error: unknown) => {
        await onEnd?.();
        throw error;
      });
      if (!done) return controller.enqueue(value);
      await onEnd?.();
      controller.close();
    },
    async cancel(reason) {
      await Promise.all([reader.cancel(reason), onEnd?.()]);
    },
  });
}
