/**
 * Finds the call that a log message of an MCP server belongs to. A message says nothing of that; the connection does: a server answers a
 * call with a stream, and sends on it what concerns the call. Reading of that stream goes on in the asynchronous context in which the call
 * was sent. Many 2025-era servers use the stream of their session instead, so a message on it belongs to the run that has calls in flight,
 * if there is exactly one.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { LogLevel, LogMessage } from "../lib/log-message.ts";

/** Receives the log messages of the calls of one run. */
export interface CallLogging {
  readonly level: LogLevel;
  /** Called before anything is made of a message, because an upstream may send thousands of them. */
  admits(level: LogLevel): boolean;
  /** @param server name of the upstream in gateway.json */
  deliver(server: string, message: LogMessage): void;
}

interface Call {
  /** Undefined where the client of the call's run did not ask for messages. */
  readonly logging: CallLogging | undefined;
  readonly fail: (error: Error) => void;
}

export class CallLogs {
  readonly #current = new AsyncLocalStorage<Call | undefined>();
  readonly #inFlight = new Set<Call>();

  /** @param work is given a signal that is aborted with `signal`, and when the stream of its answer has failed */
  async during<T>(
    logging: CallLogging | undefined,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { promise: failed, reject } = Promise.withResolvers<never>();
    failed.catch(() => undefined);
    const ending = new AbortController();
    const fail = (error: Error): void => {
      reject(error);
      ending.abort(error);
    };
    const call = { logging, fail };
    this.#inFlight.add(call);
    try {
      return await Promise.race([
        failed,
        this.#current.run(call, () => work(AbortSignal.any([signal, ending.signal]))),
      ]);
    } finally {
      this.#inFlight.delete(call);
    }
  }

  /** Fails the call whose stream is being read: what is left of its answer is not read. */
  fail(error: Error): void {
    this.#current.getStore()?.fail(error);
  }

  /** Runs work whose streams outlive the call that caused it. */
  outside<T>(work: () => Promise<T>): Promise<T> {
    return this.#current.run(undefined, work);
  }

  /** Called in a handler of the connection. @returns undefined where no client asked, or where it is not certain which one did */
  receiver(): CallLogging | undefined {
    const own = this.#current.getStore();
    if (own !== undefined) return this.#inFlight.has(own) ? own.logging : undefined;
    const [first, ...others] = [...this.#inFlight].map(({ logging }) => logging);
    return others.every((logging) => logging === first) ? first : undefined;
  }
}
