/**
 * Tells clients that listen when the list of tools or a resource has changed: a 2025-era client by the stream that it opens with GET, a
 * 2026-07-28 one by `subscriptions/listen` (mcp-listening.ts). The Gateway is asked for news again and again, and waits with its answer
 * while it has a connection to an upstream anyway. The list is compared every few seconds, too, for changes that no upstream reports.
 */
import { LISTEN_CHECK_MS, MAX_LISTEN_LOOKS, MAX_LISTEN_MS, MIN_NEWS_MS } from "../limits/listen-limits.ts";
import type { Heard } from "../rpc/listening.ts";

export interface Changes {
  /** @returns a text that differs when the tools that the client may see differ */
  readonly read: () => Promise<string>;
  /** Takes a place among the streams of the principal, or keeps it. @param waitMs longest wait for news */
  readonly hear: (waitMs: number) => Promise<Heard>;
  readonly stop: () => Promise<void>;
}

export interface News {
  readonly areToolsNew: boolean;
  /** URIs of resources that have changed. */
  readonly updated: readonly string[];
}

/**
 * The client has a place. Resolves when it does not listen any more, its credentials are not valid any more, or after some time: clients then
 * ask again.
 * @param known what `read` has returned before the client was told that it listens
 * @param onCheck called after each look, whether there are news or not
 */
export async function followChanges(
  { read, hear, stop }: Changes,
  known: string | undefined,
  signal: AbortSignal,
  onCheck: (news: News) => void,
): Promise<void> {
  const end = Date.now() + MAX_LISTEN_MS;
  const aborted = Promise.withResolvers<undefined>();
  signal.addEventListener("abort", () => aborted.resolve(undefined), { once: true });
  let latest = known;
  let comparedAt = Date.now();
  /** @returns true if the tools are others than before. Without an answer it is not known whether anything has changed. */
  const compare = async (): Promise<boolean> => {
    const before = latest;
    latest = await read().catch(() => before);
    comparedAt = Date.now();
    return before !== undefined && latest !== before;
  };
  try {
    onCheck({ areToolsNew: false, updated: [] });
    for (let looks = 0; looks < MAX_LISTEN_LOOKS && !signal.aborted && Date.now() < end; looks += 1) {
      const askedAt = Date.now();
      // A Gateway that is started anew while it waits is asked again.
      const heard = await Promise.race([hear(LISTEN_CHECK_MS).catch(() => UNHEARD), aborted.promise]);
      if (heard?.state !== "listening") return;
      const { areToolsNew, updated } = heard;
      const isDue = areToolsNew || Date.now() - comparedAt >= LISTEN_CHECK_MS;
      onCheck({ areToolsNew: isDue && (await compare()), updated });
      const hasNews = areToolsNew || updated.length > 0;
      await pause(hasNews ? MIN_NEWS_MS : askedAt + LISTEN_CHECK_MS - Date.now(), signal);
    }
  } finally {
    await stop();
  }
}

const UNHEARD = { state: "listening", areToolsNew: false, updated: [] } as const;

/** The stream of a 2025-era client, on which nothing but changes is sent. */
export async function changesStream(changes: Changes): Promise<Response> {
  const known = await changes.read().catch(() => undefined);
  const stopped = new AbortController();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = ({ areToolsNew, updated }: News): void => {
        const messages = updated.map((uri) => message("notifications/resources/updated", { uri }));
        if (areToolsNew) messages.push(message("notifications/tools/list_changed"));
        // The comment shows whether the client is still there.
        controller.enqueue(encoder.encode(messages.join("") || ": listening\n\n"));
      };
      const close = (): void => {
        if (!stopped.signal.aborted) controller.close();
      };
      void followChanges(changes, known, stopped.signal, send).then(close, close);
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
  const timer = setTimeout(resolve, Math.max(0, ms));
  signal.addEventListener("abort", () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}

function message(method: string, params?: object): string {
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", method, ...(params && { params }) })}\n\n`;
}
