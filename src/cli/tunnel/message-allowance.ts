/**
 * The allowance of one local server for unrequested messages: a burst, and a rate per second. The gateway drops what is more, but
 * only after it has read it, and meanwhile the answers of all other servers of the tunnel wait.
 */
import { LOCAL_BURST_CHARS, LOCAL_CHARS_PER_SECOND } from "../../limits/tunnel-limits.ts";
import { EVENT_COST_BYTES } from "../../limits/upstream-limits.ts";

export class MessageAllowance {
  readonly #now: () => number;
  #left = LOCAL_BURST_CHARS;
  #refilledAt: number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#refilledAt = now();
  }

  /** @param chars the length of a message @returns true if it may be sent; one that may not costs nothing */
  spend(chars: number): boolean {
    const now = this.#now();
    const refilled = this.#left + ((now - this.#refilledAt) / 1_000) * LOCAL_CHARS_PER_SECOND;
    this.#left = Math.min(LOCAL_BURST_CHARS, refilled);
    this.#refilledAt = now;
    const cost = chars + EVENT_COST_BYTES;
    if (cost > this.#left) return false;
    this.#left -= cost;
    return true;
  }
}
