/** The budget of the streams that one upstream holds open: a burst, and a rate per second. */
import {
  EVENT_COST_BYTES,
  MAX_RECONNECTS_PER_MINUTE,
  MIN_RECONNECT_MS,
  STREAM_BURST_BYTES,
  STREAM_BYTES_PER_SECOND,
} from "../../limits/upstream-limits.ts";

export class StreamAllowance {
  readonly #now: () => number;
  #left = STREAM_BURST_BYTES;
  #refilledAt: number;
  #isSpent = false;
  #reconnects: number[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#refilledAt = now();
  }

  /** It was spent once: this upstream gets no streams any more. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** @param events that ended in these bytes. @returns whether it was still allowed */
  spend(bytes: number, events: number): boolean {
    const now = this.#now();
    const refilled = this.#left + ((now - this.#refilledAt) / 1_000) * STREAM_BYTES_PER_SECOND;
    this.#left = Math.min(STREAM_BURST_BYTES, refilled) - bytes - events * EVENT_COST_BYTES;
    this.#refilledAt = now;
    this.#isSpent ||= this.#left < 0;
    return !this.#isSpent;
  }

  /** The transport calls it to open a stream again: now, later, or never. @returns a function that gives the attempt up */
  readonly scheduleReconnection = (reconnect: () => void, delayMs: number): (() => void) | undefined => {
    const now = this.#now();
    this.#reconnects = this.#reconnects.filter((at) => now - at < 60_000);
    if (this.#isSpent || this.#reconnects.length >= MAX_RECONNECTS_PER_MINUTE) return undefined;
    this.#reconnects.push(now);
    const timer = setTimeout(reconnect, Math.max(MIN_RECONNECT_MS, delayMs));
    return () => clearTimeout(timer);
  };
}
