/**
 * `fetch` for upstreams whose answers are read to their end before anybody looks at them: an endless one, or a small one that unpacks to
 * gigabytes, would take the Gateway's memory (128 MB on the platform) with it, and with that every run of the principal.
 */

/** Bytes after decompression. A run's value has at most 4 million characters, and a result is kept as often as it is parsed. */
const MOST_BYTES = 16 * 1024 * 1024;

class AnswerTooLarge extends Error {}

/** Streams that an upstream holds open to tell of changes (`GET`) have no end, and are read event by event: they are left as they are. */
export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null || (init?.method ?? "GET") === "GET") return response;
  return new Response(response.body.pipeThrough(counted()), response);
}

function counted(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES) controller.error(new AnswerTooLarge(`The answer has more than ${MOST_BYTES} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}
