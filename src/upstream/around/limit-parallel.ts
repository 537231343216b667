/** `max_parallel` of gateway.json: calls in flight at once. The others wait in order, and are never sent if their run ends before. */
import type { Connector } from "../connector.ts";

export function limitParallel(connector: Connector, max: number): Connector {
  let running = 0;
  const waiting = new Set<() => void>();

  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running < max) {
      running += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = (): void => resolve();
    const leave = (): void => {
      waiting.delete(start);
      reject(signal.reason);
    };
    waiting.add(start);
    signal.addEventListener("abort", leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** The place goes to the next that waits. */
  function done(): void {
    const [next] = waiting;
    if (next === undefined) running -= 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    list: (signal) => connector.list(signal),
    call: async (tool, args, options) => {
      await turn(options.signal);
      try {
        return await connector.call(tool, args, options);
      } finally {
        done();
      }
    },
    close: () => connector.close(),
  };
}
