/**
 * Bytes of request bodies that an isolate holds while they arrive. One request's bound is not enough: on the platform an isolate has
 * 128 MB for everybody, and a sender may leave any number of bodies unfinished.
 */
export interface BodyBudgetLimits {
  readonly maxTotalBytes: number;
  /** Maximum for one sender, so that it cannot use up the budget of the others. */
  readonly maxSenderBytes: number;
}

export class BodyBudget {
  readonly limits: BodyBudgetLimits;
  readonly #bySender = new Map<string, number>();
  #total = 0;

  constructor(limits: BodyBudgetLimits) {
    this.limits = limits;
  }

  /** @returns false when there is no room; nothing is taken then */
  take(sender: string, bytes: number): boolean {
    const held = this.#bySender.get(sender) ?? 0;
    const { maxTotalBytes, maxSenderBytes } = this.limits;
    if (this.#total + bytes > maxTotalBytes || held + bytes > maxSenderBytes) return false;
    this.#total += bytes;
    this.#bySender.set(sender, held + bytes);
    return true;
  }

  release(sender: string, bytes: number): void {
    const left = (this.#bySender.get(sender) ?? 0) - bytes;
    this.#total -= bytes;
    if (left > 0) this.#bySender.set(sender, left);
    else this.#bySender.delete(sender);
  }
}
