/** The budget of the streams that one upstream holds open: a burst, and a rate per second. */
import {
  EVENT_COST_BYTES,
  MAX_RECONNECTS_PER_MINUTE,
  MIN_RECONNECT_MS,
  STREAM_BURST_BYTES,
  STREAM_BYTES_PER_SECOND,
} from "../../limits/upstream-limits.ts";
import { AnswerRefused } from "./answer-scanner.ts";

export class StreamAllowance {
  readonly #now: () => number;
  #left = STREAM_BURST_BYTES;
  #refilledAt: number;
  #isSpent = false;
  /** Times at which the latest streams had their turn to be opened again, in milliseconds since 1970. */
  readonly #reconnects: number[] = [];
  /** When a stream was last to be opened again. */
  #scheduledAt = 0;

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
    // A clock that is set back refills nothing, and takes nothing away.
    const refilled = this.#left + (Math.max(0, now - this.#refilledAt) / 1_000) * STREAM_BYTES_PER_SECOND;
    this.#left = Math.min(STREAM_BURST_BYTES, refilled) - bytes - events * EVENT_COST_BYTES;
    this.#refilledAt = now;
    this.#isSpent ||= this.#left < 0;
    return !this.#isSpent;
  }

  /**
   * The transport calls it to open a stream again. What is beyond the rate waits its turn: the streams of many calls that poll share it.
   * @returns a function that gives the attempt up
   * @throws AnswerRefused where there will be none; a call whose stream has just ended fails at once
   */
  readonly scheduleReconnection = (reconnect: () => void, delayMs: number): (() => void) => {
    if (this.#isSpent) throw new AnswerRefused(OVER_BUDGET);
    const now = this.#now();
    // Turns of before the clock was set back would come that much later.
    if (now < this.#scheduledAt) this.#reconnects.length = 0;
    this.#scheduledAt = now;
    const [first = 0] = this.#reconnects;
    const isFull = this.#reconnects.length === MAX_RECONNECTS_PER_MINUTE;
    const turn = isFull ? Math.max(now, first + 60_000) : now;
    if (isFull) this.#reconnects.shift();
    this.#reconnects.push(turn);
    const timer = setTimeout(reconnect, Math.max(MIN_RECONNECT_MS, delayMs, turn - now));
    return () => clearTimeout(timer);
  };
}

/** The fault of an answer of an upstream whose budget is spent. */
export const OVER_BUDGET = "sends more events than its budget allows";
