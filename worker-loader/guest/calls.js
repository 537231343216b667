// Sends tool calls to the host, a limited number at a time: a script that makes a million calls without waiting would keep the host busy
// with them long after it was ended. The others wait here, in order, without cost for the host.
import { CallPromises } from "./call-promises.js";
import { stackOf } from "./stack-of.js";

/** The number of calls that are reported with their names; the host needs no more for its message. */
const MAX_NAMED = 10;

const schedule = setTimeout;

/** @typedef {import("./tools.js").Reply} Reply */
/** @typedef {{ tool: string, stack: string | undefined }} Place A call, and where the script made it. */
/** @typedef {{ count: number, first: Place[] }} Listed */
/** @typedef {Listed & { unread: Listed }} Unanswered calls without an answer, and those with an answer that nothing has waited for */

export class Calls {
  #guard;
  #maxAtOnce;
  #running = 0;
  #over = false;
  /** @type {(() => void)[]} */
  #waiting = [];
  #next = 0;
  /**
   * Calls without an answer, by number: tool calls with their places, and questions, which have none.
   * @type {Map<number, { tool: string, place: Error } | undefined>}
   */
  #unanswered = new Map();
  /** The promises that the script has of its calls. */
  promises = new CallPromises();
  #made = 0;
  /** True if some call had no answer at the last check, so that the script may go on. */
  #isExpecting = false;
  /** @type {(() => void)[]} called when a call was answered */
  #listeners = [];

  /**
   * @param {import("./guard.js").Guard} guard
   * @param {number} maxAtOnce more than a run may have in flight, so that the host never waits for the guest
   */
  constructor(guard, maxAtOnce) {
    this.#guard = guard;
    this.#maxAtOnce = maxAtOnce;
  }

  /** @param {string | undefined} tool undefined for a question @param {() => Promise<Reply>} send @returns {Promise<Reply>} */
  async send(tool, send) {
    this.#guard.pause();
    if (this.#over) return NEVER;
    this.#made += 1;
    this.#isExpecting = true;
    const number = this.#made;
    this.#unanswered.set(number, tool === undefined ? undefined : { tool, place: this.promises.place ?? new Error() });
    if (this.#running >= this.#maxAtOnce)
      await new Promise((resolve) => void this.#waiting.push(() => resolve(undefined)));
    this.#running += 1;
    try {
      return await send();
    } finally {
      this.#running -= 1;
      this.#unanswered.delete(number);
      this.#startNext();
      this.#guard.resume();
      for (const tell of this.#listeners.splice(0)) tell();
    }
  }

  /** @returns {Unanswered} */
  unanswered() {
    this.#isExpecting = this.#unanswered.size > 0;
    const calls = [...this.#unanswered.values()].filter((call) => call !== undefined);
    return { ...listed(calls), unread: listed(this.promises.unread()) };
  }

  /** Resolves when every call is answered and the script then has run without making another one. */
  async idle() {
    while (this.#isExpecting) {
      while (this.#unanswered.size > 0)
        await new Promise((resolve) => void this.#listeners.push(() => resolve(undefined)));
      this.#isExpecting = false;
      // A timer is needed because the runtime reports unhandled rejections only when it is idle.
      await new Promise((resolve) => void schedule(resolve, 0));
    }
  }

  /** Ends the run: no further call is sent. */
  end() {
    this.#over = true;
    this.#waiting.length = 0;
    this.#next = 0;
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

/** @param {readonly { readonly tool: string, readonly place: Error }[]} calls @returns {Listed} */
function listed(calls) {
  const first = calls.slice(0, MAX_NAMED).map(({ tool, place }) => ({ tool, stack: stackOf(place) }));
  return { count: calls.length, first };
}

/** @type {Promise<never>} */
const NEVER = new Promise(() => undefined);
