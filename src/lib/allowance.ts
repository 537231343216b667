/** Allows a burst of events, and after it as many per second as the burst refills by. */

export class Allowance {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #now: () => number;
  #left: number;
  #refilledAt: number;

  constructor(burst: number, perSecond: number, now: () => number = Date.now) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#now = now;
    this.#left = burst;
    this.#refilledAt = now();
  }

  /** @returns whether one more event is allowed, which then counts */
  take(): boolean {
    const now = this.#now();
    // A clock that is set back refills nothing, and takes nothing away.
    const passedMs = Math.max(0, now - this.#refilledAt);
    this.#left = Math.min(this.#burst, this.#left + (passedMs / 1_000) * this.#perSecond);
    this.#refilledAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
