// Decides whether a script may go on computing. The instrumented script calls `tick` from its loops and functions; every
// other way to spend time waits, and waiting is the host's to end. The clock is taken before any script runs and cannot be
// replaced by one.
// @ts-expect-error Not in the type library yet; there since workerd 1.20260801.
import { abortIsolate } from "cloudflare:workers";

const now = Date.now;
const queue = queueMicrotask;

/**
 * Looks at a clock that has not moved in between, after which computing has gone on too long: on the platform the clock
 * stands still while code computes, and `limits.cpuMs` behind this guard is what really ends it.
 */
const MOST_LOOKS_AT_A_STILL_CLOCK = 500_000;

/** Microtasks from the host's answer to the script's next step, and some of the script's own. */
const HOPS = 12;

/** @typedef {"CPU_LIMIT" | "TIMEOUT" | "CANCELLED"} Reason */

/** Thrown into a script once; what catches it and goes on is ended with its isolate. The script may write on it what it likes. */
export class LimitError extends Error {}

export class Guard {
  #usedMs = 0;
  #sliceStart = now();
  #lastSeen = now();
  #looks = 0;
  /** @type {Reason | undefined} */
  #reason;
  #ended = false;
  #stopped = Promise.withResolvers();
  #cpuMs;
  #deadline;
  #announce;

  /**
   * @param {{ cpuMs: number, wallMs: number }} limits
   * @param {(reason: Reason) => void} announce told at once when a limit is reached, in case nothing else can be said afterwards
   */
  constructor({ cpuMs, wallMs }, announce) {
    this.#announce = announce;
    this.#cpuMs = cpuMs;
    this.#deadline = now() + wallMs;
  }

  /** Which limit was reached first; undefined when none was. */
  get reason() {
    return this.#reason;
  }

  /** Resolves when a limit was reached, wherever in the script: in a timer's callback nobody else would hear of it. */
  get stopped() {
    return this.#stopped.promise;
  }

  /** The script is about to be resumed after waiting: the time it waited is not its own. */
  resume() {
    if (this.#ended) return;
    this.#usedMs += this.#lastSeen - this.#sliceStart;
    this.#sliceStart = now();
    this.#lastSeen = this.#sliceStart;
    this.tick();
    this.#lookSoon(HOPS);
  }

  /** Looks when the script has had its turn, in which it may have made one native call of a second and then waited again. @param {number} hops */
  #lookSoon(hops) {
    queue(() => {
      if (this.#ended) return;
      if (hops > 0) return this.#lookSoon(hops - 1);
      try {
        this.tick();
      } catch {
        // The run is stopped by now; there is no script here to throw it at.
      }
    });
  }

  /** The script is about to wait. A look, because what it did so far may all have been native calls. */
  pause() {
    this.tick();
  }

  /**
   * The script has ended, by itself. A last look: one that is over its limits by now, because all of it was native calls, or
   * operators on huge texts, has reached them all the same.
   */
  settle() {
    if (this.#ended || this.#reason !== undefined) return;
    try {
      this.tick();
    } catch {
      // The reason is known now, and the outcome follows from it.
    }
  }

  /** The run has its outcome: whatever still computes is stopped the next time it counts. */
  end() {
    this.#ended = true;
  }

  /** @returns {0} steps counted since */
  tick = () => {
    if (this.#ended) this.#stop("CANCELLED");
    const at = now();
    this.#looks = at === this.#lastSeen ? this.#looks + 1 : 0;
    this.#lastSeen = at;
    if (at > this.#deadline) this.#stop("TIMEOUT");
    const used = this.#usedMs + at - this.#sliceStart;
    if (used > this.#cpuMs || this.#looks > MOST_LOOKS_AT_A_STILL_CLOCK) this.#stop("CPU_LIMIT");
    return 0;
  };

  /** @param {Reason} reason @returns {never} */
  #stop(reason) {
    if (this.#reason === undefined) {
      this.#reason = reason;
      this.#stopped.resolve(undefined);
      this.#announce(reason);
      throw new LimitError(reason);
    }
    // It was told to stop and went on. Nothing that can be caught ends it, so its isolate is ended.
    abortIsolate(reason);
    throw new LimitError(reason);
  }
}
