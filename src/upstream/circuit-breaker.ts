/**
 * Stops calling an upstream that is in trouble, so calls fail immediately instead of after a timeout, and tests it again by
 * letting one call through. One tool that fails alone says nothing of the upstream: failures count in a row, and have to be of several tools, or of an
 * upstream that cannot be listed either. The clock and the random numbers are parameters.
 */
import {
  BREAKER_FAILURES,
  BREAKER_HOLD_MS,
  BREAKER_TOOLS,
  MAX_BREAKER_HOLD_MS,
  MAX_BREAKER_TOOLS,
} from "../limits/upstream-limits.ts";
import type { ToolResult } from "./connector.ts";

type State =
  | { readonly kind: "closed" }
  | { readonly kind: "open"; readonly until: number; readonly holds: number }
  /** A probe is in flight; its outcome closes or holds the breaker. */
  | { readonly kind: "probing"; readonly holds: number; readonly until: number };

type Admitted = { readonly ok: true; readonly isProbe: boolean } | { readonly ok: false; readonly waitMs: number };

export class CircuitBreaker {
  #state: State = { kind: "closed" };
  #failures = 0;
  readonly #tools = new Set<string>();
  readonly #random: () => number;

  /** @param random between 0 and 1: many gateways must not ask again at the same moment */
  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  admit(now: number): Admitted {
    const state = this.#state;
    if (state.kind === "closed") return { ok: true, isProbe: false };
    const waitMs = state.until - now;
    // A hold that is longer than the longest one began before the clock was set back.
    if (waitMs > 0 && waitMs <= MAX_BREAKER_HOLD_MS) return { ok: false, waitMs };
    // A probe that is not answered in a hold is followed by another one.
    this.#state = { kind: "probing", holds: state.holds, until: now + BREAKER_HOLD_MS };
    return { ok: true, isProbe: true };
  }

  /** The upstream answered, whatever it said of the call. */
  answered(): void {
    this.#state = { kind: "closed" };
    this.#failures = 0;
    this.#tools.clear();
  }

  /** @param isDown whether the upstream could not be listed either */
  failed(tool: string, isProbe: boolean, isDown: boolean, now: number): void {
    this.#failures += 1;
    if (this.#tools.size < MAX_BREAKER_TOOLS) this.#tools.add(tool);
    const state = this.#state;
    if (state.kind === "open" || (state.kind === "probing" && !isProbe)) return;
    if (state.kind === "probing") return this.#hold(state.holds + 1, now);
    const isTrouble = this.#tools.size >= BREAKER_TOOLS || isDown;
    if (this.#failures >= BREAKER_FAILURES && isTrouble) this.#hold(1, now);
  }

  /** The probe ended without an answer and without a failure of the upstream, or was never sent: the next call is one. */
  unanswered(now: number): void {
    if (this.#state.kind === "probing") this.#state = { kind: "open", until: now, holds: this.#state.holds };
  }

  get failures(): number {
    return this.#failures;
  }

  #hold(holds: number, now: number): void {
    const ms = Math.min(MAX_BREAKER_HOLD_MS, BREAKER_HOLD_MS * 2 ** (holds - 1));
    this.#state = { kind: "open", until: now + ms * (0.75 + this.#random() / 4), holds };
  }
}

/** Something in front of an HTTP API got no answer from it. A 500 does not count: one odd argument may cause it, and others would wait for it. */
export function isServerFailure({ failure }: ToolResult): boolean {
  return failure !== undefined && SERVER_FAILURES.has(failure.status);
}

const SERVER_FAILURES: ReadonlySet<number | undefined> = new Set([502, 504, 520, 521, 522, 523, 524, 530]);
