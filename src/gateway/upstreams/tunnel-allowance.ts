/**
 * The characters that the other ends of tunnels may send, by credential: what they were asked for, and a little more. A message is counted before
 * it is parsed, because one with half a million names takes more than a second.
 */
import {
  MAX_TUNNEL_ALLOWED_CHARS,
  MAX_TUNNEL_MESSAGE_CHARS,
  TUNNEL_BURST_CHARS,
  TUNNEL_CHARS_PER_SECOND,
} from "../../limits/tunnel-limits.ts";

interface Allowance {
  readonly chars: number;
  readonly at: number;
}

export class TunnelAllowances {
  readonly #now: () => number;
  readonly #byCredential = new Map<string, Allowance>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A message was sent to a tunnel of the credential. */
  grant(credential: string): void {
    const chars = Math.min(MAX_TUNNEL_ALLOWED_CHARS, this.#left(credential) + MAX_TUNNEL_MESSAGE_CHARS);
    this.#byCredential.set(credential, { chars, at: this.#now() });
  }

  /** @returns false if the message is more than the credential's tunnels may send */
  spend(credential: string, chars: number): boolean {
    const left = this.#left(credential) - chars;
    if (left >= 0) this.#byCredential.set(credential, { chars: left, at: this.#now() });
    return left >= 0;
  }

  #left(credential: string): number {
    const { chars, at } = this.#byCredential.get(credential) ?? { chars: TUNNEL_BURST_CHARS, at: this.#now() };
    if (chars >= TUNNEL_BURST_CHARS) return chars;
    return Math.min(TUNNEL_BURST_CHARS, chars + ((this.#now() - at) / 1_000) * TUNNEL_CHARS_PER_SECOND);
  }
}
