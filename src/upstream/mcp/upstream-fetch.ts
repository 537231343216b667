/**
 * `fetch` for upstreams. Every body passes a budget of bytes, depth, messages and time before it is collected: an endless answer, or
 * a small one that unpacks to gigabytes, would take the Gateway's memory with it, and with that every run of the principal.
 */
import {
  ANSWER_EVENTS_PER_SECOND,
  ANSWER_EVENT_BURST,
  ANSWER_GRACE_MS,
  MAX_ANSWER_BYTES,
  MAX_ANSWER_EVENT_BYTES,
  MAX_ERROR_BODY_BYTES,
  MAX_EVENT_BYTES,
} from "../../limits/upstream-limits.ts";
import { ChunkReader } from "../../lib/chunks.ts";
import { deadlineAfter } from "../../lib/deadline.ts";
import { AnswerRefused, AnswerScanner } from "./answer-scanner.ts";
import { OVER_BUDGET, StreamAllowance } from "./stream-allowance.ts";

export type UpstreamFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface UpstreamFetchOptions {
  /** The longest wait for an answer. */
  readonly timeoutMs: number;
  readonly streams?: StreamAllowance;
  /** Sends a request; the platform's `fetch` unless the upstream is a Worker that is bound to this one. */
  readonly send?: UpstreamFetch;
}

/** What is passed on of a chunk; the body ends after a chunk that is shortened. */
type Bound = (chunk: Bytes) => Bytes | Promise<Bytes>;
type Bytes = Uint8Array<ArrayBuffer>;
const NO_BYTES: Bytes = new Uint8Array();

export function createUpstreamFetch({
  timeoutMs,
  streams = new StreamAllowance(),
  send = fetch,
}: UpstreamFetchOptions): UpstreamFetch {
  return async (url, init) => {
    if (isStream(init)) {
      // A server without such a stream answers 405, and the transport goes on without one.
      if (streams.isSpent) return new Response(null, { status: 405 });
      const response = await send(url, init);
      return response.ok ? through(response, streamed(response, streams)) : through(response, shortened());
    }
    const deadline = deadlineAfter(timeoutMs + ANSWER_GRACE_MS, init?.signal);
    try {
      const response = await send(url, { ...init, signal: deadline.signal });
      return through(response, response.ok ? counted(response) : shortened(), deadline.clear);
    } catch (error) {
      deadline.clear();
      throw error;
    }
  };
}

/** It is held open to tell of changes, and read event by event. */
function isStream(init: RequestInit | undefined): boolean {
  return (init?.method ?? "GET") === "GET" || new Headers(init?.headers).get("mcp-method") === "subscriptions/listen";
}

/** @param onEnd called when the body has ended, or is not read any more */
function through(response: Response, bound: Bound, onEnd: () => void = () => undefined): Response {
  if (response.body === null) {
    onEnd();
    return response;
  }
  const reader = new ChunkReader(response.body, isEvents(response));
  const end = (reason?: unknown): void => {
    onEnd();
    reader.cancel(reason);
  };
  const body = new ReadableStream<Bytes>({
    async pull(controller) {
      try {
        const chunk = (await reader.read()) ?? NO_BYTES;
        const passed = await bound(chunk);
        if (passed.byteLength > 0) controller.enqueue(passed);
        if (passed.byteLength === chunk.byteLength && chunk !== NO_BYTES) return;
        end();
        controller.close();
      } catch (error) {
        end(error);
        throw error;
      }
    },
    cancel: end,
  });
  return new Response(body, response);
}

function counted(response: Response): Bound {
  const isPaced = isEvents(response);
  const scanner = new AnswerScanner({ isEvents: isPaced, maxEventBytes: MAX_ANSWER_EVENT_BYTES });
  let started = Date.now();
  let seenAt = started;
  let bytes = 0;
  return async (chunk) => {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerRefused(`has more than ${MAX_ANSWER_BYTES} bytes`);
    scanner.push(chunk);
    const now = Date.now();
    // The pace is kept where the clock is set back.
    started -= Math.max(0, seenAt - now);
    seenAt = now;
    if (isPaced) await atPace(scanner.messages, now - started);
    return chunk;
  };
}

async function atPace(events: number, passedMs: number): Promise<void> {
  const dueMs = ((events - ANSWER_EVENT_BURST) * 1_000) / ANSWER_EVENTS_PER_SECOND;
  const aheadMs = dueMs - passedMs;
  if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
}

function streamed(response: Response, streams: StreamAllowance): Bound {
  const spend = (bytes: number, events: number): void => {
    if (!streams.spend(bytes, events)) throw new AnswerRefused(OVER_BUDGET);
  };
  const scanner = new AnswerScanner({
    isEvents: isEvents(response),
    maxEventBytes: MAX_EVENT_BYTES,
    onEvent: () => spend(0, 1),
  });
  return (chunk) => {
    spend(chunk.byteLength, 0);
    scanner.push(chunk);
    return chunk;
  };
}

/** Only the beginning of an error's body is shown. */
function shortened(): Bound {
  let left = MAX_ERROR_BODY_BYTES;
  return (chunk) => {
    const passed = chunk.subarray(0, left);
    left -= chunk.byteLength;
    return passed;
  };
}

export function isEvents(response: Response): boolean {
  return (response.headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
}
