/**
 * An answer that takes a while, for a client that may go away meanwhile. The only sign of that is a stream that cannot be written to
 * any more, so blanks are sent until the answer is there: JSON may begin with them (RFC 8259, section 2).
 */

const BLANK_EVERY_MS = 250;
const BLANK = new TextEncoder().encode(" ");
/** Not compressed, by the platform or in development: blanks would stay in the compressor, and no write would fail. */
export const LONG_ANSWER = "no-store, no-transform";
const HEADERS = { "content-type": "application/json", "content-encoding": "identity", "cache-control": LONG_ANSWER };

/**
 * @param answer its status counts only if it comes before `committed`
 * @param committed resolves when the status is certainly 200
 * @param onGone told when the client has gone away
 */
export async function answerWhenDone(
  answer: Promise<Response>,
  committed: Promise<void>,
  onGone: () => void,
): Promise<Response> {
  const soon = committed.then(() => scheduler.wait(BLANK_EVERY_MS));
  const first = await Promise.race([answer, soon]);
  if (first) return first;
  let timer: ReturnType<typeof setInterval> | null = null;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      timer = setInterval(() => controller.enqueue(BLANK), BLANK_EVERY_MS);
      try {
        const bytes = await (await answer).bytes();
        clearInterval(timer);
        controller.enqueue(bytes);
        controller.close();
      } catch (error) {
        clearInterval(timer);
        controller.error(error);
      }
    },
    cancel() {
      clearInterval(timer);
      onGone();
    },
  });
  return new Response(body, { headers: HEADERS });
}
