// Connects a durable run to its host. Everything that resumes the script (answers to calls and questions, and timers) has a place in one
// order, which the host decides and records, so that a resumed run repeats it. Each is delivered in a turn of its own, after all effects
// of the one before, so the winner of a `race` does not depend on the speed of answers.
//
// Time stands still between two of them, as it does on the platform while code computes.

const { Response } = globalThis;
const { text } = Response.prototype;
const { apply } = Reflect;

// Reading a body is answered by the event loop, after all microtasks. A timer of 0 ms is so, too, and takes 1.3 ms (measured), which is
// more than a call. Nothing else that a script can wait for comes by the event loop except by this order: lockdown.js removes the rest,
// and a script's own reads of bodies come one after the other while nothing is delivered.
const nextTurn = () => apply(text, new Response("."), []);

/** @typedef {{ order: number, at: number, reply: import("./tools.js").Reply }} Settlement */
/**
 * @typedef {object} DurableHost
 * @property {(call: import("./tools.js").Call, turn: number) => Promise<Settlement>} call
 * @property {(question: import("./extension.js").Question, turn: number) => Promise<Settlement>} ask
 * @property {(ms: number, turn: number, id: number) => Promise<Settlement | undefined>} timer `undefined` for a cleared one
 * @property {(id: number) => Promise<void>} clear
 * @property {(requests: number, turn: number) => Promise<boolean>} rest `false` when the run has ended
 */

/**
 * Turns of the event loop after which a read is taken to wait for the script itself: a body can be an async generator, which calls tools. It
 * goes on only when something is delivered, so the order is the same each time. A body in memory takes a few turns.
 */
const MAX_READ_TURNS = 10_000;

export class Order {
  #host;
  /** Number of delivered settlements. */
  #turn = 0;
  #requests = 0;
  #timers = 0;
  #isPumping = false;
  /** Reads of bodies that have not ended, or whose effects have not. */
  #reads = 0;
  /** Resolves after the last of them. */
  #afterReads = Promise.resolve();
  #isOver = false;
  /** Settlements by their place in the order. @type {Map<number, { at: number, asked: number, deliver: () => void }>} */
  #inbox = new Map();
  /** @type {Map<number, () => void>} */
  #fire = new Map();

  /** @param {DurableHost} host @param {number} startedAt */
  constructor(host, startedAt) {
    this.#host = host;
    /** The script's clock, in milliseconds since 1970. */
    this.now = startedAt;
  }

  /** @param {import("./tools.js").Call} call */
  call = (call) => this.#ask((turn) => this.#host.call(call, turn));

  /** @param {import("./extension.js").Question} question */
  ask = (question) => this.#ask((turn) => this.#host.ask(question, turn));

  /** Works like `setTimeout`. @param {() => void} fire @param {number} [ms] */
  schedule = (fire, ms = 0) => {
    this.#timers += 1;
    const id = this.#timers;
    this.#fire.set(id, fire);
    // This fails only if the host is gone, and the run with it.
    void this.#wait(ms, id).catch(() => undefined);
    return id;
  };

  /** Works like `clearTimeout`. @param {unknown} id */
  cancel = (id) => {
    if (typeof id !== "number" || !this.#fire.delete(id) || this.#isOver) return;
    void this.#host.clear(id).catch(() => undefined);
  };

  /**
   * Reads the body of a request or response of the script. The event loop answers, so another read or a delivery in between would come now
   * before it and now after it.
   * @template T @param {() => Promise<T>} body @returns {Promise<T>}
   */
  read = (body) => {
    const before = this.#afterReads;
    const reading = this.#reads === 0 ? body() : before.then(body);
    this.#reads += 1;
    this.#afterReads = this.#afterRead(before, reading);
    return reading;
  };

  /** @param {Promise<void>} before resolves when the read begins @param {Promise<unknown>} reading */
  async #afterRead(before, reading) {
    await before;
    const state = { isOver: false };
    const end = () => void (state.isOver = true);
    reading.then(end, end);
    for (let turns = 0; !state.isOver && turns < MAX_READ_TURNS; turns += 1) await nextTurn();
    await nextTurn();
    this.#reads -= 1;
    this.#pump();
  }

  /** Answers the host's requests whether the script has finished its turn. */
  async listen() {
    try {
      while (!this.#isOver) {
        while (this.#reads > 0) {
          await this.#afterReads;
          // What was delivered after the reads takes effect first.
          await nextTurn();
        }
        if (!(await this.#host.rest(this.#requests, this.#turn))) return;
      }
    } catch {
      // The run is over.
    }
  }

  end() {
    this.#isOver = true;
  }

  /** @param {(turn: number) => Promise<Settlement>} send */
  async #ask(send) {
    const asked = this.#begin();
    return this.#inOrder(await send(asked), asked);
  }

  /** @param {number} ms @param {number} id */
  async #wait(ms, id) {
    const asked = this.#begin();
    const settlement = await this.#host.timer(ms, asked, id);
    if (settlement === undefined) return;
    await this.#inOrder(settlement, asked);
    const fire = this.#fire.get(id);
    this.#fire.delete(id);
    fire?.();
  }

  /** @returns {number} the turn in which a request is made */
  #begin() {
    this.#requests += 1;
    return this.#turn;
  }

  /** @param {Settlement} settlement @param {number} asked @returns {Promise<import("./tools.js").Reply>} */
  #inOrder({ order, at, reply }, asked) {
    return new Promise((resolve) => {
      this.#inbox.set(order, { at, asked, deliver: () => resolve(reply) });
      this.#pump();
    });
  }

  #pump() {
    const next = this.#inbox.get(this.#turn);
    if (this.#isPumping || this.#reads > 0 || next === undefined) return;
    // The answer to a request that was made after the last delivery has come by the event loop since then.
    if (next.asked === this.#turn) return this.#deliver(next);
    this.#isPumping = true;
    void this.#deliverLater(next);
  }

  /** @param {{ at: number, deliver: () => void }} next */
  async #deliverLater(next) {
    await nextTurn();
    this.#isPumping = false;
    // The effects of the delivery before may have begun to read.
    if (this.#reads === 0) this.#deliver(next);
  }

  /** @param {{ at: number, deliver: () => void }} next */
  #deliver({ at, deliver }) {
    this.#inbox.delete(this.#turn);
    this.#turn += 1;
    this.now = at;
    deliver();
    this.#pump();
  }
}
