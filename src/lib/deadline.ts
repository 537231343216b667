/** A time limit on an exchange, which leaves no timer behind: the platform has a bound on the timers that are active at once. */

interface Deadline {
  /** Aborted when the time is over, or with the other signal. */
  readonly signal: AbortSignal;
  /** True if the time was over before the other signal was aborted. */
  readonly isOver: () => boolean;
  /** Called when the answer was read: a timer that is left keeps a Durable Object in memory. */
  readonly clear: () => void;
}

/** Not `AbortSignal.any`: the signal of a connection lives long, and would collect one dependent signal per request. */
export function deadlineAfter(ms: number, signal: AbortSignal | null | undefined): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const clear = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  };
  const end = (): void => {
    clear();
    isOver = signal?.aborted !== true;
    controller.abort(isOver ? new Error(`The answer took more than ${ms} ms.`) : signal?.reason);
  };
  const timer = setTimeout(end, ms);
  if (signal?.aborted === true) end();
  else signal?.addEventListener("abort", end);
  return { signal: controller.signal, isOver: () => isOver, clear };
}
