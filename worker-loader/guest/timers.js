// `setTimeout` and related functions for one run: timers are cleared when it ends, and the guard is notified before every callback.
//
// A script that has ended may still have timers, as `ids.forEach(async (id) => { await sleep(100); await shop.cancel({ id }) })` leaves
// them. Node would wait for all of them. A run waits for the short ones only: the usual long one is the other side of a `Promise.race`
// that has been won, and would delay every answer.
import { stackOf } from "./stack-of.js";

/** @type {(fire: () => void, ms?: number) => unknown} */
let schedule = setTimeout;
/** @type {(timer: any) => void} */
let cancel = clearTimeout;
const queue = queueMicrotask;
const { min } = Math;
const { MAX_SAFE_INTEGER } = Number;
const now = Date.now;
/** Calls back in a later turn of the event loop, also in a durable run, whose other timers are the host's. */
const nextTurn = setTimeout;

/** The longest delay, in ms, of a timer that a run waits for when its script has ended. */
const MAX_DELAY_WAITED_FOR = 1_000;
/**
 * For how long, in all, a run waits for timers when its script has ended: a function may set one anew each time. Those set before the end
 * have fired by then, and the time that calls take in between does not count.
 */
const MAX_WAIT_MS = 2_000;
/** @typedef {{ count: number, ms: number, stack: string | undefined }} TimersLeft How many, and the delay and the place of the first */

/** Replaces the timers of this isolate. @param {{ schedule: typeof schedule, cancel: typeof cancel }} other */
export function timeWith(other) {
  ({ schedule, cancel } = other);
}

/** @param {import("./guard.js").Guard} guard @param {(error: unknown) => void} onUncaught */
export function createTimers(guard, onUncaught) {
  /** @type {Map<unknown, { timer: unknown, ms: number, again: boolean, place: Error }>} */
  const waiting = new Map();
  let last = 0;
  let over = false;
  /** The number of timers in `waiting` that a run waits for. */
  let short = 0;
  /** @type {(() => void)[]} called when a short timer has fired or was cleared */
  let listeners = [];
  let waitedMs = 0;

  /** @param {{ ms: number, again: boolean }} timer */
  const isShort = ({ ms, again }) => !again && ms <= MAX_DELAY_WAITED_FOR;

  /** @param {unknown} id */
  function remove(id) {
    const entry = waiting.get(id);
    if (entry === undefined) return;
    waiting.delete(id);
    if (!isShort(entry)) return;
    short -= 1;
    const all = listeners;
    listeners = [];
    for (const tell of all) tell();
  }

  /** @param {(...args: unknown[]) => unknown} callback @param {unknown} ms @param {boolean} again @param {unknown[]} args */
  function start(callback, ms, again, args) {
    if (typeof callback !== "function") throw new TypeError("A timer needs a function.");
    last += 1;
    const id = last;
    if (over) return id;
    guard.pause();
    const delay = Math.max(0, Number(ms) || 0);
    const entry = { timer: /** @type {unknown} */ (undefined), ms: delay, again, place: new Error() };
    const fire = () => {
      if (again) entry.timer = schedule(fire, Math.max(1, delay));
      else remove(id);
      try {
        guard.resume();
        callback(...args);
      } catch (error) {
        onUncaught(error);
      }
    };
    entry.timer = schedule(fire, delay);
    waiting.set(id, entry);
    if (isShort(entry)) short += 1;
    return id;
  }

  /** @param {unknown} id */
  function stop(id) {
    cancel(waiting.get(id)?.timer);
    remove(id);
  }

  return {
    /** @param {(...args: unknown[]) => unknown} callback @param {unknown} [ms] @param {...unknown} args */
    setTimeout: (callback, ms, ...args) => start(callback, ms, false, args),
    /** @param {(...args: unknown[]) => unknown} callback @param {unknown} [ms] @param {...unknown} args */
    setInterval: (callback, ms, ...args) => start(callback, ms, true, args),
    clearTimeout: stop,
    clearInterval: stop,
    /** @param {unknown} ms @returns {Promise<void>} */
    sleep: (ms) => new Promise((resolve) => void start(() => resolve(undefined), ms, false, [])),
    /** Waits for a short timer of a script that has ended. @returns {Promise<boolean>} false if there is none, or no time left */
    async next() {
      if (short === 0 || waitedMs >= MAX_WAIT_MS) return false;
      const from = now();
      await new Promise((resolve) => void listeners.push(() => resolve(undefined)));
      // Code that the timer resumed may make a call or set another timer, some microtasks later.
      await new Promise((resolve) => void nextTurn(resolve, 0));
      waitedMs += now() - from;
      return true;
    },
    /** Cancels all timers when the run ends. @returns {TimersLeft | undefined} those that had not fired; undefined if there were none */
    clearAll() {
      over = true;
      const [first] = waiting.values();
      const count = waiting.size;
      for (const { timer } of waiting.values()) cancel(timer);
      waiting.clear();
      return first && { count, ms: min(first.ms, MAX_SAFE_INTEGER), stack: stackOf(first.place) };
    },
  };
}

/**
 * Counts every callback: a native function that queues itself (`Reflect.apply` bound to `queueMicrotask`) never reaches a guard of the
 * instrumented script.
 * @param {import("./guard.js").Guard} guard
 * @param {(error: unknown) => void} onUncaught
 */
export function createQueueMicrotask(guard, onUncaught) {
  /** @param {() => unknown} callback */
  return (callback) => {
    if (typeof callback !== "function") throw new TypeError("queueMicrotask needs a function.");
    queue(() => {
      try {
        guard.tick();
        callback();
      } catch (error) {
        onUncaught(error);
      }
    });
  };
}

/** @type {import("./guard.js").Guard | undefined} */
let running;

/** Called when a run begins. @param {import("./guard.js").Guard} guard @returns {() => void} to be called when the run is over */
export function resumeForSignals(guard) {
  running = guard;
  return () => {
    if (running === guard) running = undefined;
  };
}

/**
 * Replaces `AbortSignal.timeout` by a version that notifies the guard before listeners are resumed; otherwise their waiting time would
 * count as computing time.
 */
export function replaceAbortTimeout() {
  const Signals = /** @type {any} */ (AbortSignal);
  const Controller = AbortController;
  const Exception = DOMException;
  const { timeout } = {
    /** @param {unknown} ms */
    timeout(ms) {
      const controller = new Controller();
      const fire = () => {
        if (running === undefined) return;
        try {
          running.resume();
          controller.abort(new Exception("The operation was aborted due to timeout", "TimeoutError"));
        } catch {
          // The run was stopped, or a listener threw: nothing can receive the error.
        }
      };
      schedule(fire, Math.max(0, Number(ms) || 0));
      return controller.signal;
    },
  };
  Object.defineProperty(Signals, "timeout", { value: timeout, writable: true, enumerable: true, configurable: true });
}
