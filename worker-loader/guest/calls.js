// The way of tool calls to the host, at most so many at a time: a script that makes a million calls without waiting would
// keep the host busy with them long after it was ended. The rest wait here, in order, and cost the host nothing.

/** More than a run may have in flight (32), so that the host never waits for the guest. */
const MOST_AT_ONCE = 64;

/** @typedef {import("./tools.js").Reply} Reply */

export class Calls {
  #guard;
  #running = 0;
  #over = false;
  /** @type {(() => void)[]} */
  #waiting = [];
  #next = 0;

  /** @param {import("./guard.js").Guard} guard */
  constructor(guard) {
    this.#guard = guard;
  }

  /** @param {() => Promise<Reply>} send @returns {Promise<Reply>} */
  async send(send) {
    this.#guard.pause();
    if (this.#over) return NEVER;
    if (this.#running >= MOST_AT_ONCE)
      await new Promise((resolve) => void this.#waiting.push(() => resolve(undefined)));
    this.#running += 1;
    try {
      return await send();
    } finally {
      this.#running -= 1;
      this.#startNext();
      this.#guard.resume();
    }
  }

  /** The run is over. @returns how many calls never got their turn */
  end() {
    this.#over = true;
    const unsent = this.#waiting.length - this.#next;
    this.#waiting.length = 0;
    this.#next = 0;
    return unsent;
  }

  #startNext() {
    const start = this.#waiting[this.#next];
    if (start === undefined) return;
    this.#next += 1;
    if (this.#next > 1_000) {
      this.#waiting.splice(0, this.#next);
      this.#next = 0;
    }
    start();
  }
}

/** @type {Promise<never>} */
const NEVER = new Promise(() => undefined);
