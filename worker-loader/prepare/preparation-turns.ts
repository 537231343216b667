/**
 * The order in which an isolate prepares scripts. A script of 250,000 characters takes up to half a second, and preparations that are asked for
 * together would be done in one turn of the event loop: a batch of 16 kept a local gateway from answering anybody for 8 s. So a preparation
 * waits while others have had no turn since the isolate has computed for long. The clock of a deployed Worker stands still while it
 * computes, so nothing waits there.
 *
 * Requests share only numbers and the list of those who wait: a promise or timer of another request may never settle after that request has
 * ended. Each preparation waits with timers of its own.
 */

/** After so much computing without a turn for others, the next preparation waits for one. */
const MAX_TURN_MS = 20;
/** Callers whose last turn is remembered. */
const MAX_CALLERS = 1_000;

interface Waiter {
  readonly caller: string;
  /** How often others have found it to be the next since it was seen last. */
  passedOver: number;
}

interface Clock {
  readonly now: () => number;
  /** Resolves after the event loop had a turn. */
  readonly nextTurn: () => Promise<unknown>;
}

const REAL: Clock = { now: Date.now, nextTurn: () => new Promise((resolve) => setTimeout(resolve, 0)) };

export class PreparationTurns {
  readonly #clock: Clock;
  readonly #waiting: Waiter[] = [];
  /** Number of the last turn of a caller. */
  readonly #served = new Map<string, number>();
  #turns = 0;
  #busyMs = 0;
  #endedAt = 0;
  /** Number of times that something was computed. */
  #computed = 0;

  constructor(clock = REAL) {
    this.#clock = clock;
  }

  /**
   * @param caller whoever asks for the preparation: callers take turns, whatever the number of their scripts
   * @returns undefined if the preparation may begin at once
   */
  take(caller: string): Promise<void> | undefined {
    if (this.#waiting.length > 0 || this.#isBusy()) return this.#wait(caller);
    this.#serve(caller);
    return undefined;
  }

  /** @param work a part of a preparation, which does not wait */
  count<Result>(work: () => Result): Result {
    const begunAt = this.#clock.now();
    try {
      return work();
    } finally {
      const endedAt = this.#clock.now();
      this.#busyMs = this.#leftAt(begunAt) + (endedAt - begunAt);
      this.#endedAt = endedAt;
      this.#computed += 1;
    }
  }

  async #wait(caller: string): Promise<void> {
    const waiter: Waiter = { caller, passedOver: 0 };
    this.#waiting.push(waiter);
    for (;;) {
      const computed = this.#computed;
      await this.#clock.nextTurn();
      waiter.passedOver = 0;
      if (!this.#waiting.includes(waiter)) this.#waiting.push(waiter);
      // Nothing was computed since the timer was set, so the turn was one for others.
      if (computed === this.#computed) this.#busyMs = 0;
      if (!this.#isBusy() && this.#next() === waiter) break;
    }
    this.#remove(waiter);
    this.#serve(caller);
  }

  /** @returns the first script of the caller whose last turn is the longest ago */
  #next(): Waiter | undefined {
    let next: Waiter | undefined;
    for (const waiter of this.#waiting) {
      if (next === undefined || this.#lastOf(waiter) < this.#lastOf(next)) next = waiter;
    }
    if (next === undefined) return undefined;
    // Every waiter looks once in a turn. One that does not look belonged to a request that has ended.
    next.passedOver += 1;
    if (next.passedOver > 2 * this.#waiting.length + 1) this.#remove(next);
    return next;
  }

  #lastOf({ caller }: Waiter): number {
    return this.#served.get(caller) ?? 0;
  }

  #serve(caller: string): void {
    this.#turns += 1;
    if (this.#served.size >= MAX_CALLERS) this.#served.clear();
    this.#served.set(caller, this.#turns);
  }

  #remove(waiter: Waiter): void {
    const at = this.#waiting.indexOf(waiter);
    if (at !== -1) this.#waiting.splice(at, 1);
  }

  #isBusy(): boolean {
    return this.#leftAt(this.#clock.now()) > MAX_TURN_MS;
  }

  /** @returns milliseconds of computing after which others had no time: while nothing was prepared, they had */
  #leftAt(now: number): number {
    return Math.max(0, this.#busyMs - (now - this.#endedAt));
  }
}

/** Those of this isolate. */
export const preparationTurns = new PreparationTurns();
