// Sends tool calls to the host, a limited number at a time: a script that makes a million calls without waiting would keep the host busy
// with them long after it was ended. The others wait here, in order, without cost for the host.
import { answerPromise } from "./answer-promise.js";
import { stackOf } from "./stack-of.js";

/** The number of calls without an answer that are reported with their names; the host needs no more for its message. */
const MAX_NAMED = 10;

const schedule = setTimeout;

/** @typedef {import("./tools.js").Reply} Reply */
/** @typedef {{ tool: string, stack: string | undefined }} Place A call, and where the script made it. */
/** @typedef {{ count: number, first: Place[] }} Listed */
/** @typedef {Listed & { unread: Listed }} Unanswered calls without an answer, and those with an answer that nothing has waited for */
/** @typedef {{ tool: string, place: Error, isAnswered: boolean }} Unread */

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
  /** Calls that nothing has waited for; a call that fails is no longer among them. @type {Set<Unread>} */
  #unread = new Set();
  /** Where the script has called the function that runs now. A stack of a later place may not reach the script. @type {Error | undefined} */
  #place;
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
    this.#unanswered.set(number, tool === undefined ? undefined : { tool, place: this.#place ?? new Error() });
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

  /**
   * @template T @param {string} tool as the script writes it @param {() => Promise<T>} work @param {string} [why] see answerPromise
   * @returns {Promise<T>} for the script
   */
  answer(tool, work, why) {
    const place = new Error();
    const unread = { tool, place, isAnswered: false };
    this.#unread.add(unread);
    const outer = this.#place;
    this.#place = place;
    const promise = this.#answer(unread, work);
    this.#place = outer;
    return answerPromise(promise, tool, () => void this.#unread.delete(unread), why);
  }

  /** @template T @param {Unread} unread @param {() => Promise<T>} work */
  async #answer(unread, work) {
    try {
      const value = await work();
      unread.isAnswered = true;
      return value;
    } catch (error) {
      // The runtime reports it.
      this.#unread.delete(unread);
      throw error;
    }
  }

  /** @returns {Unanswered} */
  unanswered() {
    this.#isExpecting = this.#unanswered.size > 0;
    let count = 0;
    /** @type {Place[]} */
    const first = [];
    for (const call of this.#unanswered.values()) {
      if (call === undefined) continue;
      count += 1;
      if (count <= MAX_NAMED) first.push({ tool: call.tool, stack: stackOf(call.place) });
    }
    return { count, first, unread: this.#answeredUnread() };
  }

  /** @returns {Listed} */
  #answeredUnread() {
    let count = 0;
    /** @type {Place[]} */
    const first = [];
    for (const { tool, place, isAnswered } of this.#unread) {
      if (!isAnswered) continue;
      count += 1;
      if (count <= MAX_NAMED) first.push({ tool, stack: stackOf(place) });
    }
    return { count, first };
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

/** @type {Promise<never>} */
const NEVER = new Promise(() => undefined);
