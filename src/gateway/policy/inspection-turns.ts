/**
 * The order of inspections in the Gateway of a principal. One inspection of an argument or a result may compute for a second, and calls that a
 * script makes at once would be inspected in one turn of the event loop: nothing else of a local gateway was answered for 9 s. So they are
 * done one after another, and others have a turn in between.
 */

/** After so much computing without a turn for others, the next inspection waits for one. */
const MAX_TURN_MS = 20;

export class InspectionTurns {
  /** Settles after the last inspection that was asked for; undefined when none is under way. */
  #last: Promise<unknown> | undefined;
  #busyMs = 0;
  #endedAt = 0;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Calls to which no rule about data applies pass here, too: calls are decided and answers are recorded in the order in which they came.
   * @param inspect begins at once if nothing else is under way
   */
  run<Result>(inspect: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const result =
      before === undefined && this.#busyMs <= MAX_TURN_MS ? this.#timed(inspect) : this.#after(before, inspect);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.#last = settled;
    void settled.then(() => {
      if (this.#last === settled) this.#last = undefined;
    });
    return result;
  }

  async #after<Result>(before: Promise<unknown> | undefined, inspect: () => Promise<Result>): Promise<Result> {
    await before;
    if (this.#busyMs > MAX_TURN_MS) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      this.#busyMs = 0;
    }
    return this.#timed(inspect);
  }

  async #timed<Result>(inspect: () => Promise<Result>): Promise<Result> {
    const begunAt = this.#now();
    // Others had their turns while nothing was inspected.
    this.#busyMs = Math.max(0, this.#busyMs - (begunAt - this.#endedAt));
    try {
      return await inspect();
    } finally {
      this.#endedAt = this.#now();
      this.#busyMs += this.#endedAt - begunAt;
    }
  }
}
