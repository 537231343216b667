// Decides whether a script may go on computing. The instrumented script calls `tick` from its loops and functions; it can spend time
// otherwise only by waiting, which the host ends. The clock is read from the global before any script runs, so that none can replace
// it.
// @ts-expect-error Not in the type library yet; there since workerd 1.20260801.
import { abortIsolate } from "cloudflare:workers";
import { stackOf } from "./stack-of.js";

const now = Date.now;
const queue = queueMicrotask;

/**
 * Checks without progress of the clock after which a script has computed too long. On the platform the clock stands still while
 * code computes, and `limits.cpuMs` enforces the limit.
 */
const MAX_CHECKS_OF_STILL_CLOCK = 2_000_000;
/** Scripts that may compute for longer have more checks in proportion. */
const CPU_MS_OF_THESE_CHECKS = 30_000;

/** Microtasks between the host's answer and the script's next step, plus some of the script's own. */
const HOPS = 12;

/** @typedef {"CPU_LIMIT" | "TIMEOUT" | "CANCELLED"} Reason */

/** Thrown into a script once; a script that catches it and goes on is ended with its isolate. The script may change the error. */
export class LimitError extends Error {}

export class Guard {
  #usedMs = 0;
  #sliceStart = now();
  #lastSeen = now();
  #looks = 0;
  /** @type {Reason | undefined} */
  #reason;
  /** @type {string | undefined} */
  #stack;
  #ended = false;
  #stopped = Promise.withResolvers();
  #cpuMs;
  #maxLooks;
  #deadline;
  #announce;

  /**
   * @param {{ cpuMs: number, wallMs: number }} limits
   * @param {(reason: Reason) => void} announce called at once when a limit is reached, in case the isolate is ended afterwards
   */
  constructor({ cpuMs, wallMs }, announce) {
    this.#announce = announce;
    this.#cpuMs = cpuMs;
    this.#maxLooks = MAX_CHECKS_OF_STILL_CLOCK * (cpuMs > CPU_MS_OF_THESE_CHECKS ? cpuMs / CPU_MS_OF_THESE_CHECKS : 1);
    this.#deadline = now() + wallMs;
  }

  /** The limit that was reached first; undefined if none was. */
  get reason() {
    return this.#reason;
  }

  /** Where the script was then. */
  get stack() {
    return this.#stack;
  }

  /** Resolves when a limit was reached anywhere in the script: an error in a timer's callback reaches no other code. */
  get stopped() {
    return this.#stopped.promise;
  }

  /** Has to be called before the script is resumed after waiting; the waiting time does not count. */
  resume() {
    if (this.#ended) return;
    this.#usedMs += this.#lastSeen - this.#sliceStart;
    this.#sliceStart = now();
    this.#lastSeen = this.#sliceStart;
    this.tick();
    this.#checkSoon(HOPS);
  }

  /** Checks after the script's turn, in which it may have made one native call of a second and then waited again. @param {number} hops */
  #checkSoon(hops) {
    queue(() => {
      if (this.#ended) return;
      if (hops > 0) return this.#checkSoon(hops - 1);
      try {
        this.tick();
      } catch {
        // The run is stopped now, and no code of the script is on the stack that should get the error.
      }
    });
  }

  /** Has to be called before the script waits. It checks, because the script may have made native calls only. */
  pause() {
    this.tick();
  }

  /**
   * Has to be called when the script has ended by itself. It checks a last time for scripts that exceeded a limit in native calls, or in
   * operators on huge strings.
   */
  settle() {
    if (this.#ended || this.#reason !== undefined) return;
    try {
      this.tick();
    } catch {
      // The reason is known now, and the outcome follows from it.
    }
  }

  /** Has to be called when the run has its outcome: code that still computes is stopped at its next `tick`. */
  end() {
    this.#ended = true;
  }

  /** Throws if the run has to end. @returns {0} the new value of the caller's step counter */
  tick = () => {
    if (this.#ended) this.#stop("CANCELLED");
    const at = now();
    this.#looks = at === this.#lastSeen ? this.#looks + 1 : 0;
    this.#lastSeen = at;
    if (at > this.#deadline) this.#stop("TIMEOUT");
    const used = this.#usedMs + at - this.#sliceStart;
    if (used > this.#cpuMs || this.#looks > this.#maxLooks) this.#stop("CPU_LIMIT");
    return 0;
  };

  /** @param {Reason} reason @returns {never} */
  #stop(reason) {
    if (this.#reason === undefined) {
      this.#reason = reason;
      this.#stopped.resolve(undefined);
      this.#announce(reason);
      const error = new LimitError(reason);
      // The script has not seen the error yet: only Error.prepareStackTrace can be its own, and that is still guarded.
      this.#stack = stackOf(error);
      throw error;
    }
    // The script caught the error and went on. It could catch any other, so its isolate is ended.
    abortIsolate(reason);
    throw new LimitError(reason);
  }
}
