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
/** Rounds in which a waiter may not look, before it counts as one of a request that has ended. Its timer fires once in each round. */
const MAX_MISSED_ROUNDS = 2;
/** Callers whose last turn is remembered. */
const MAX_CALLERS = 1_000;

interface Waiter {
  readonly caller: string;
  /** The round in which it has looked last whether it is the next. */
  round: number;
}

interface Clock {
  readonly now: () => number;
  /** Resolves after the event loop had a turn. */
  readonly nextTurn: () => Promise<unknown>;
}

const REAL: Clock = { now: Date.now, nextTurn: () => new Promise((resolve) => setTimeout(resolve, 0)) };

export class PreparationTurns {
  readonly #clock: Clock;
  #waiting: Waiter[] = [];
  /** A round is over as soon as a waiter looks for the second time in it. */
  #round = 0;
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
    const waiter: Waiter = { caller, round: this.#round };
    this.#waiting.push(waiter);
    for (;;) {
      const computed = this.#computed;
      await this.#clock.nextTurn();
      if (waiter.round === this.#round) this.#round += 1;
      waiter.round = this.#round;
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
    this.#waiting = this.#waiting.filter(({ round }) => round >= this.#round - MAX_MISSED_ROUNDS);
    let next: Waiter | undefined;
    for (const waiter of this.#waiting) {
      if (next === undefined || this.#lastOf(waiter) < this.#lastOf(next)) next = waiter;
    }
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
    // A clock that was set back would keep the next script waiting for as long.
    return Math.max(0, this.#busyMs - Math.max(0, now - this.#endedAt));
  }
}

/** Those of this isolate. */
export const preparationTurns = new PreparationTurns();
