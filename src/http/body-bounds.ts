/** How much of a request's body is read, how long that may take, and how much may arrive at the same moment. */

interface BodyBudgetLimits {
  readonly maxTotalBytes: number;
  /** Maximum for one sender, so that it cannot use up the budget of the others. */
  readonly maxSenderBytes: number;
}

/**
 * Bytes of request bodies that an isolate holds while they arrive. One request's bound is not enough: on the platform an isolate has 128 MB
 * for everybody, and a sender may leave any number of bodies unfinished.
 */
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

export interface BodyBounds {
  readonly maxBytes: number;
  /** From the first read to the last byte. */
  readonly maxMs: number;
  readonly budget: BodyBudget;
}

const MIB = 1_048_576;

/** Before it is known who is calling: forms, registrations, token requests, the first key. */
export const STRANGER_BODY: BodyBounds = {
  maxBytes: 16_384,
  maxMs: 10_000,
  budget: new BodyBudget({ maxTotalBytes: 16 * MIB, maxSenderBytes: MIB }),
};

/** Bounds for the bodies of authenticated senders. */
export const PRINCIPAL_BODY: BodyBounds = {
  maxBytes: 8 * MIB,
  maxMs: 60_000,
  budget: new BodyBudget({ maxTotalBytes: 48 * MIB, maxSenderBytes: 24 * MIB }),
};

/** Maximum rest of an unread body that is read and dropped; with more, the connection is closed. */
export const MAX_DISCARDED_BYTES = 524_288;
export const DISCARD_MS = 500;
