/**
 * Judges an upstream by its calls: whether it counts as healthy, and whether the circuit breaker lets the next call through. Arguments that are
 * refused and answers of a cache never reach the upstream, so they say nothing of it.
 */
import { InputNeeded } from "./call-person.ts";
import { CircuitBreaker, isServerFailure } from "./circuit-breaker.ts";
import { UpstreamError, type ToolResult } from "./connector.ts";
import type { UpstreamHealth } from "./upstream-health.ts";

interface JudgedCall {
  /** The call was sent. */
  sent(): void;
  answered(result: ToolResult): void;
  /** @param isAborted true if no caller waits for the call any more @returns true if the tools have to be listed again */
  failed(error: unknown, isAborted: boolean): boolean;
}

export class JudgedCalls {
  readonly #name: string;
  readonly #health: UpstreamHealth;
  readonly #breaker = new CircuitBreaker();

  /** @param name of the upstream, for messages */
  constructor(name: string, health: UpstreamHealth) {
    this.#name = name;
    this.#health = health;
  }

  /** @throws UpstreamError while the upstream is not called */
  begin(tool: string): JudgedCall {
    const admitted = this.#breaker.admit(Date.now());
    if (!admitted.ok) throw this.#unavailable(admitted.waitMs);
    const { isProbe } = admitted;
    let isSent = false;
    const noteFault = (): void => this.#breaker.failed(tool, isProbe, this.#health.error !== undefined, Date.now());
    const noteNothing = (): void => {
      if (isProbe) this.#breaker.unanswered(Date.now());
    };
    return {
      sent() {
        isSent = true;
      },
      answered: (result) => {
        if (isServerFailure(result)) noteFault();
        else if (isSent) this.#noteAnswer();
        else noteNothing();
      },
      failed: (error, isAborted) => {
        if (error instanceof InputNeeded) this.#noteAnswer();
        else if (isAborted) noteNothing();
        if (error instanceof InputNeeded || isAborted) return false;
        const isToBeListed = this.#health.callFailed(error, Date.now());
        const fault = error instanceof UpstreamError ? error.fault : undefined;
        if (fault === "unreachable" || fault === "slow") noteFault();
        else if (isSent || fault === "busy") this.#breaker.answered();
        else noteNothing();
        return isToBeListed;
      },
    };
  }

  #noteAnswer(): void {
    this.#health.answered();
    this.#breaker.answered();
  }

  #unavailable(waitMs: number): UpstreamError {
    const seconds = Math.ceil(waitMs / 1_000);
    const message = `${this.#name} is not called: its last ${this.#breaker.failures} calls failed. The next call after ${seconds} s tries it again. Nothing was sent.`;
    return new UpstreamError("UPSTREAM_UNAVAILABLE", message, {
      concernsCallOnly: true,
      retryAfterMs: Math.ceil(waitMs),
    });
  }
}
