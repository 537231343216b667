/** Computes the wait before a request is repeated: the server's `Retry-After`, else exponential backoff with jitter. */
import { FIRST_RETRY_MS, MAX_RETRIES, MAX_RETRY_WAIT_MS } from "../limits/upstream-limits.ts";

/** @returns the header `Retry-After` in milliseconds; undefined where there is none, or none that can be read */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const header = headers.get("retry-after");
  if (header === null) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

interface RetryOptions {
  /** Number of repetitions so far. */
  readonly retries: number;
  readonly retryAfterMs: number | undefined;
  /** The end of the run, in milliseconds since 1970; no repetition begins after it. */
  readonly deadline: number | undefined;
  readonly now: number;
}

/** @returns undefined when it is not worth waiting */
export function retryWait({ retries, retryAfterMs, deadline = Infinity, now }: RetryOptions): number | undefined {
  if (retries >= MAX_RETRIES) return undefined;
  const ms = retryAfterMs ?? FIRST_RETRY_MS * 2 ** retries * (0.5 + Math.random() / 2);
  return ms > MAX_RETRY_WAIT_MS || now + ms >= deadline ? undefined : ms;
}

/** @throws what `signal` is aborted with */
export async function waited(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
