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

  /** @param cost how many events this one counts for @returns whether it is allowed, and then counts; one that is not costs nothing */
  take(cost = 1): boolean {
    const now = this.#now();
    // A clock that is set back refills nothing, and takes nothing away.
    const passedMs = Math.max(0, now - this.#refilledAt);
    this.#left = Math.min(this.#burst, this.#left + (passedMs / 1_000) * this.#perSecond);
    this.#refilledAt = now;
    if (this.#left < cost) return false;
    this.#left -= cost;
    return true;
  }
}
