/** Counts the uses of an upstream's connection and closes it some time after the last one. */
import type { Connector } from "./connector.ts";

/** Open streams keep the Gateway in memory, and billed; the connection of an upstream that is not used is closed. */
const IDLE_CLOSE_MS = 120_000;

/** A connection is used for something that somebody requested, or because of what the upstream itself has said. */
export type Cause = "use" | "upstream";

export class ConnectionUse {
  readonly #connector: Connector;
  readonly #onClose: () => void;
  #inUse = 0;
  /** When somebody last needed the connection; what the upstream causes itself does not count. */
  #usedAt = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** @param onClose called before the connection is closed */
  constructor(connector: Connector, onClose: () => void) {
    this.#connector = connector;
    this.#onClose = onClose;
  }

  async use<T>(cause: Cause, work: (connector: Connector) => Promise<T>): Promise<T> {
    this.#inUse += 1;
    if (this.#idle !== undefined) clearTimeout(this.#idle);
    try {
      return await work(this.#connector);
    } finally {
      this.#inUse -= 1;
      if (cause === "use") this.#usedAt = Date.now();
      if (this.#inUse === 0) this.#closeWhenIdle();
    }
  }

  #closeWhenIdle(): void {
    const rest = Math.max(0, this.#usedAt + IDLE_CLOSE_MS - Date.now());
    try {
      this.#idle = setTimeout(() => this.close(), rest);
    } catch {
      // More timers are active than the platform allows. The call is done, and its result stands; the next use tries again.
      this.#idle = undefined;
    }
  }

  close(): void {
    this.#onClose();
    void this.#connector.close();
  }
}
