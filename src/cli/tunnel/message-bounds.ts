/**
 * What a message of a local server may be. The gateway closes a tunnel that brings more, with the calls of all other servers that it
 * carries, so such a message is refused where it comes from.
 */
import { excessOfJson } from "../../lib/json-scanner.ts";
import { isDeeper } from "../../lib/nesting.ts";
import { MAX_JSON_NAMES, MAX_JSON_VALUES } from "../../limits/json-limits.ts";
import {
  MAX_LOCAL_MESSAGE_DEPTH,
  MAX_TUNNEL_MESSAGE_CHARS,
  LOCAL_BURST_CHARS,
  LOCAL_CHARS_PER_SECOND,
} from "../../limits/tunnel-limits.ts";
import { EVENT_COST_BYTES } from "../../limits/upstream-limits.ts";

/** What a frame has beside its message. */
const MAX_FRAME_CHARS = 1_000;

/** @param message the parsed message @returns what is wrong, as the end of a sentence about the message; undefined if it can be carried */
export function exceeded(message: object): string | undefined {
  if (isDeeper(message, MAX_LOCAL_MESSAGE_DEPTH)) return `is nested deeper than ${MAX_LOCAL_MESSAGE_DEPTH} levels`;
  const text = JSON.stringify(message);
  const maxChars = MAX_TUNNEL_MESSAGE_CHARS - MAX_FRAME_CHARS;
  if (text.length > maxChars) return `has more than ${maxChars} characters`;
  return excessOfJson(text, { maxNames: MAX_JSON_NAMES, maxValues: MAX_JSON_VALUES });
}

/**
 * The allowance of one local server for unrequested messages: a burst, and a rate per second. The gateway drops what is more, but only after
 * it has read it, and meanwhile the answers of all other servers of the tunnel wait.
 */
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
    // A clock that is set back refills nothing, and takes nothing away.
    const refilled = this.#left + (Math.max(0, now - this.#refilledAt) / 1_000) * LOCAL_CHARS_PER_SECOND;
    this.#left = Math.min(LOCAL_BURST_CHARS, refilled);
    this.#refilledAt = now;
    const cost = chars + EVENT_COST_BYTES;
    if (cost > this.#left) return false;
    this.#left -= cost;
    return true;
  }
}
