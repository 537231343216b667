/**
 * `fetch` for upstreams. Every body passes a budget of bytes, depth, messages and time before it is collected: an endless answer, or
 * a small one that unpacks to gigabytes, would take the Gateway's memory with it, and with that every run of the principal.
 */
import {
  ANSWER_GRACE_MS,
  MAX_ANSWER_BYTES,
  MAX_ANSWER_EVENT_BYTES,
  MAX_ERROR_BODY_BYTES,
  MAX_EVENT_BYTES,
} from "../../limits/upstream-limits.ts";
import { AnswerRefused, AnswerScanner } from "./answer-scanner.ts";
import { StreamAllowance } from "./stream-allowance.ts";

export type UpstreamFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface UpstreamFetchOptions {
  /** The longest wait for an answer. */
  readonly timeoutMs: number;
  readonly streams?: StreamAllowance;
  /** Sends a request; the platform's `fetch` unless the upstream is a Worker that is bound to this one. */
  readonly send?: UpstreamFetch;
}

type Bytes = TransformStream<Uint8Array, Uint8Array>;

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

interface Deadline {
  readonly signal: AbortSignal;
  /** Called when the answer was read: a timer that is left keeps the Gateway in memory. */
  readonly clear: () => void;
}

/** Not `AbortSignal.any`: the signal of a connection lives long, and would collect one dependent signal per request. */
function deadlineAfter(ms: number, signal: AbortSignal | null | undefined): Deadline {
  const controller = new AbortController();
  const clear = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  };
  const end = (): void => {
    clear();
    controller.abort(signal?.aborted === true ? signal.reason : new Error(`The answer took more than ${ms} ms.`));
  };
  const timer = setTimeout(end, ms);
  if (signal?.aborted === true) end();
  else signal?.addEventListener("abort", end);
  return { signal: controller.signal, clear };
}

/** It is held open to tell of changes, and read event by event. */
function isStream(init: RequestInit | undefined): boolean {
  return (init?.method ?? "GET") === "GET" || new Headers(init?.headers).get("mcp-method") === "subscriptions/listen";
}

/** @param onEnd called when the body has ended, or is not read any more */
function through(response: Response, bytes: Bytes, onEnd: () => void = () => undefined): Response {
  if (response.body === null) {
    onEnd();
    return response;
  }
  // As `pipeThrough` does it; the reader of the other end gets the error.
  response.body.pipeTo(bytes.writable).then(onEnd, onEnd);
  return new Response(bytes.readable, response);
}

function counted(response: Response): Bytes {
  const scanner = new AnswerScanner({ isEvents: isEvents(response), maxEventBytes: MAX_ANSWER_EVENT_BYTES });
  let bytes = 0;
  return refusing((chunk) => {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerRefused(`has more than ${MAX_ANSWER_BYTES} bytes`);
    scanner.push(chunk);
  });
}

function streamed(response: Response, streams: StreamAllowance): Bytes {
  const spend = (bytes: number, events: number): void => {
    if (!streams.spend(bytes, events)) throw new AnswerRefused("sends more events than its budget allows");
  };
  const scanner = new AnswerScanner({
    isEvents: isEvents(response),
    maxEventBytes: MAX_EVENT_BYTES,
    onEvent: () => spend(0, 1),
  });
  return refusing((chunk) => {
    spend(chunk.byteLength, 0);
    scanner.push(chunk);
  });
}

/** Only the beginning of an error's body is shown. */
function shortened(): Bytes {
  let left = MAX_ERROR_BODY_BYTES;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.byteLength;
      if (left <= 0) controller.terminate();
    },
  });
}

function refusing(look: (chunk: Uint8Array) => void): Bytes {
  return new TransformStream({
    transform(chunk, controller) {
      look(chunk);
      controller.enqueue(chunk);
    },
  });
}

function isEvents(response: Response): boolean {
  return (response.headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
}
