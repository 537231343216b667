/**
 * Tells clients that listen when the list of tools or a resource has changed: a 2025-era client by the stream that it opens with GET, a
 * 2026-07-28 one by `subscriptions/listen` (mcp-listening.ts). The Gateway is asked for news again and again, and waits with its answer
 * while it has a connection to an upstream anyway. The list is compared every few seconds, too, for changes that no upstream reports.
 */
import { isWithin } from "../lib/is-within.ts";
import {
  LISTEN_CHECK_MS,
  MAX_LISTEN_LOOKS,
  MAX_LISTEN_MS,
  MAX_UNREAD_MS,
  MIN_NEWS_MS,
} from "../limits/listen-limits.ts";
import type { ListenResult } from "../rpc/listening.ts";
import { passedStream } from "./passed-stream.ts";

export interface ChangeSource {
  /** @returns a text that differs when the tools that the client may see differ */
  readonly read: () => Promise<string>;
  /** Takes a place among the streams of the principal, or keeps it. @param waitMs longest wait for news */
  readonly next: (waitMs: number) => Promise<ListenResult>;
  readonly stop: () => Promise<void>;
}

export interface ChangeNotice {
  readonly areToolsNew: boolean;
  /** URIs of resources that have changed. */
  readonly updated: readonly string[];
}

interface Listener {
  /** Called after each look, whether there are news or not. */
  readonly onCheck: (notice: ChangeNotice) => void;
  /** @returns true if the client has read everything that was sent */
  readonly hasRead: () => boolean;
}

/**
 * The client has a place. Resolves when it does not listen any more, does not read, its credentials are not valid any more, or after some
 * time: clients then ask again.
 * @param known what `read` has returned before the client was told that it listens
 */
export async function followChanges(
  { read, next, stop }: ChangeSource,
  known: string | undefined,
  signal: AbortSignal,
  { onCheck, hasRead }: Listener,
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
      // If the Gateway restarts during the wait, the request is repeated.
      const result = await Promise.race([next(LISTEN_CHECK_MS).catch(() => NO_ANSWER), aborted.promise]);
      if (result?.state !== "listening") return;
      const { areToolsNew, updated } = result;
      const isDue = areToolsNew || !isWithin(LISTEN_CHECK_MS, comparedAt, Date.now());
      // A look at the list of tools may wait for a slow upstream; changes of resources do not wait for it.
      if (updated.length > 0 || !isDue) onCheck({ areToolsNew: false, updated });
      if (isDue) onCheck({ areToolsNew: await compare(), updated: [] });
      const hasNews = areToolsNew || updated.length > 0;
      await pause(hasNews ? MIN_NEWS_MS : LISTEN_CHECK_MS - Math.max(0, Date.now() - askedAt), signal);
      // Unread messages are held in memory; the Gateway keeps one entry for a resource, however often its change is reported meanwhile.
      for (const since = Date.now(); !hasRead() && !signal.aborted; await pause(MIN_NEWS_MS, signal)) {
        if (!isWithin(MAX_UNREAD_MS, since, Date.now())) return;
      }
    }
  } finally {
    await stop();
  }
}

const NO_ANSWER = { state: "listening", areToolsNew: false, updated: [] } as const;

/** The stream of a 2025-era client, on which nothing but changes is sent. @param first news that came with its place */
export async function changesStream(changes: ChangeSource, first: ChangeNotice): Promise<Response> {
  const known = await changes.read().catch(() => undefined);
  const stopped = new AbortController();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = ({ areToolsNew, updated }: ChangeNotice): void => {
        const messages = updated.map((uri) => message("notifications/resources/updated", { uri }));
        if (areToolsNew) messages.push(message("notifications/tools/list_changed"));
        // The comment shows whether the client is still there.
        controller.enqueue(encoder.encode(messages.join("") || ": listening\n\n"));
      };
      const close = (): void => {
        if (!stopped.signal.aborted) controller.close();
      };
      const hasRead = (): boolean => (controller.desiredSize ?? 0) > 0;
      send(first);
      void followChanges(changes, known, stopped.signal, { onCheck: send, hasRead }).then(close, close);
    },
    cancel: () => stopped.abort(),
  });
  return new Response(stream, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } });
}

/** An answer that ends with the work behind it. */
interface EndingResponse {
  readonly response: Response;
  /** @returns true if the client has read everything that was sent */
  readonly hasRead: () => boolean;
  /** Called when the client does not read any more because the work has ended. */
  readonly end: () => void;
}

/** @param onEnd called when the answer has ended, or is not read any more; perhaps twice */
export function endingWith(given: Response, onEnd: () => void): EndingResponse {
  if (given.body === null) {
    onEnd();
    return { response: given, hasRead: () => true, end: () => undefined };
  }
  const reader = given.body.getReader();
  /** Everything that was written was taken out, because the next part is waited for. */
  let isWaiting = false;
  const read = async (): Promise<ReadableStreamReadResult<Uint8Array>> => {
    isWaiting = true;
    const part = await reader.read();
    isWaiting = false;
    return part;
  };
  const stream = passedStream({ read, cancel: (reason) => reader.cancel(reason) }, { onEnd });
  const end = (): void => {
    onEnd();
    void reader.cancel().catch(() => undefined);
  };
  return { response: new Response(stream, given), hasRead: () => isWaiting, end };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.max(0, ms));
  const end = (): void => resolve();
  signal.addEventListener("abort", end, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  });
}

function message(method: string, params?: object): string {
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", method, ...(params && { params }) })}\n\n`;
}
