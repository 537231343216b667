/**
 * Tells clients that listen when the list of tools has changed: a 2025-era client by the stream that it opens with GET, a 2026-07-28 one by
 * `subscriptions/listen`. The list is compared every few seconds, so a client hears of many changes at once, and nothing has to be kept in
 * the Gateway for it.
 */
import { LISTEN_CHECK_MS, MAX_LISTEN_MS } from "../limits/listen-limits.ts";

export interface ToolChanges {
  /** @returns a text that differs when the tools that the client may see differ */
  readonly read: () => Promise<string>;
  /** Takes a place among the streams of the principal, or keeps it. @returns "ended" if the credentials are not valid any more */
  readonly listen: () => Promise<"listening" | "ended" | "too-many">;
  readonly stop: () => Promise<void>;
}

/** The client has a place. Resolves when it does not listen any more, its credentials are not valid any more, or after some time: clients then ask again. */
export async function followTools(
  { read, listen, stop }: ToolChanges,
  signal: AbortSignal,
  onCheck: (hasChanged: boolean) => void,
): Promise<void> {
  const end = Date.now() + MAX_LISTEN_MS;
  let known: string | undefined;
  try {
    while (!signal.aborted && Date.now() < end) {
      // Without an answer it is not known whether anything has changed.
      const found = await read().catch(() => known);
      const hasChanged = known !== undefined && found !== known;
      known = found;
      onCheck(hasChanged);
      await pause(LISTEN_CHECK_MS, signal);
      if (!signal.aborted && (await listen()) !== "listening") return;
    }
  } finally {
    await stop();
  }
}

/** The stream of a 2025-era client, on which nothing but changes is sent. */
export function changesStream(changes: ToolChanges): Response {
  const stopped = new AbortController();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      // The comment shows whether the client is still there.
      const send = (hasChanged: boolean): void =>
        controller.enqueue(encoder.encode(hasChanged ? CHANGED : ": listening\n\n"));
      const close = (): void => {
        if (!stopped.signal.aborted) controller.close();
      };
      void followTools(changes, stopped.signal, send).then(close, close);
    },
    cancel: () => stopped.abort(),
  });
  return new Response(stream, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
}

/**
 * The same answer, which ends when `work` has; `onEnd` is called when it has ended, or is not read any more.
 */
export function endingWith(response: Response, onEnd: () => void, work: Promise<void>): Response {
  if (response.body === null) {
    onEnd();
    return response;
  }
  const reader = response.body.getReader();
  const over = { done: true, value: undefined } as const;
  const ended = work.then(
    () => over,
    () => over,
  );
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await Promise.race([reader.read(), ended]);
      if (!done) return controller.enqueue(value);
      onEnd();
      void reader.cancel().catch(() => undefined);
      controller.close();
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
  return new Response(stream, response);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}

const CHANGED = `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })}\n\n`;
