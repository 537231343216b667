// `setTimeout` and related functions for one run: timers are cleared when it ends, and the guard is notified before every callback.

/** @type {(fire: () => void, ms?: number) => unknown} */
let schedule = setTimeout;
/** @type {(timer: any) => void} */
let cancel = clearTimeout;
const queue = queueMicrotask;

/** Replaces the timers of this isolate. @param {{ schedule: typeof schedule, cancel: typeof cancel }} other */
export function timeWith(other) {
  ({ schedule, cancel } = other);
}

/** @param {import("./guard.js").Guard} guard @param {(error: unknown) => void} onUncaught */
export function createTimers(guard, onUncaught) {
  const waiting = new Map();
  let last = 0;
  let over = false;

  /** @param {(...args: unknown[]) => unknown} callback @param {unknown} ms @param {boolean} again @param {unknown[]} args */
  function start(callback, ms, again, args) {
    if (typeof callback !== "function") throw new TypeError("A timer needs a function.");
    last += 1;
    const id = last;
    if (over) return id;
    guard.pause();
    const delay = Math.max(0, Number(ms) || 0);
    const fire = () => {
      if (again) waiting.set(id, schedule(fire, Math.max(1, delay)));
      else waiting.delete(id);
      try {
        guard.resume();
        callback(...args);
      } catch (error) {
        onUncaught(error);
      }
    };
    waiting.set(id, schedule(fire, delay));
    return id;
  }

  /** @param {unknown} id */
  function stop(id) {
    cancel(waiting.get(id));
    waiting.delete(id);
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
    /** Cancels all timers when the run ends. */
    clearAll: () => {
      over = true;
      for (const timer of waiting.values()) cancel(timer);
      waiting.clear();
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
