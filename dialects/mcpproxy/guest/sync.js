// What a rewritten script is built from (see ../to-async.ts): calls that may have to wait for a tool, functions that wait inside,
// loops over generators that wait. It is in the script's scope under one name, so everything here holds against a hostile
// script: it gives away nothing but what it was given, and every function of it is made for one run.
import { box, pending, promiseOf } from "./pending.js";
import { createSequential } from "./sequential.js";
import { mayWait } from "./iterables.js";

const { apply } = Reflect;
const { freeze } = Object;

/** Functions of the script that wait at once; a stack of frames holds some 10,000. */
const MOST_RUNNING = 10_000;

/** @typedef {import("./pending.js").Boxed} Boxed */
/** @typedef {(fn: any, self: unknown, args: readonly unknown[]) => Promise<Boxed>} Invoke */

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ registerOpaque, tick }) {
  const sequential = createSequential({ invoke, each, tick });

  /** Calls, and waits if need be. @type {Invoke} */
  async function invoke(fn, self, args) {
    const inTurn = typeof fn === "function" ? sequential.get(fn) : undefined;
    return settle(inTurn === undefined ? apply(fn, self, args) : box(await inTurn(self, args)), inTurn !== undefined);
  }

  /** @param {unknown} value @param {boolean} isBoxed @returns {Boxed | Promise<Boxed>} */
  function settle(value, isBoxed = false) {
    if (isBoxed) return /** @type {Boxed} */ (value);
    return promiseOf(value) ?? box(value);
  }

  /** @param {unknown} fn @param {unknown} self @param {string} text @returns {(...args: unknown[]) => Promise<Boxed>} */
  function callable(fn, self, text) {
    return (...args) => {
      if (typeof fn !== "function") throw new TypeError(`${text} is not a function`);
      return invoke(fn, self, args);
    };
  }

  let running = 0;

  /** @param {(...args: any[]) => Promise<Boxed | undefined>} body @param {unknown[]} args @returns {Promise<Boxed>} */
  async function runBody(body, args) {
    // A function that waits leaves the stack: without this, endless recursion would grow the heap instead.
    if (running >= MOST_RUNNING) throw new RangeError("Maximum call stack size exceeded");
    running += 1;
    try {
      return (await body(...args)) ?? box(undefined);
    } finally {
      running -= 1;
    }
  }

  /**
   * What a loop, a spread or `yield*` goes through. `yield*` hands on what `next`, `throw` and `return` are given and takes the
   * value the iterator ends with (ECMA-262 §15.5.5), so all of it passes here.
   * @param {any} iterable
   */
  function each(iterable) {
    return {
      [Symbol.asyncIterator]() {
        /** @type {any} */
        let iterator;
        /** @param {unknown} method @param {readonly unknown[]} args */
        const step = async (method, args) => {
          const { v: result } = await invoke(method, iterator, args);
          if (result === null || typeof result !== "object")
            throw new TypeError(`Iterator result ${String(result)} is not an object`);
          const { done, value } = /** @type {any} */ (result);
          return { done: Boolean(done), value };
        };
        return {
          async next(/** @type {unknown[]} */ ...sent) {
            tick();
            iterator ??= await open(iterable);
            return step(iterator.next, sent);
          },
          async return(/** @type {unknown[]} */ ...given) {
            const leave = iterator?.return;
            if (leave === undefined || leave === null) return { done: true, value: given[0] };
            return step(leave, given);
          },
          async throw(/** @type {unknown} */ error) {
            const fail = iterator?.throw;
            if (fail !== undefined && fail !== null) return step(fail, [error]);
            const leave = iterator?.return;
            if (leave !== undefined && leave !== null) await invoke(leave, iterator, []);
            throw new TypeError("The iterator does not provide a 'throw' method.");
          },
        };
      },
    };
  }

  /** @param {any} iterable */
  async function open(iterable) {
    const start = iterable[Symbol.iterator] ?? iterable[Symbol.asyncIterator];
    if (typeof start !== "function") throw new TypeError(`${typeof iterable} is not iterable`);
    return (await invoke(start, iterable, [])).v;
  }

  return {
    $mcpproxy: freeze({
      /** A method. @param {any} self @param {PropertyKey} name @param {string} text */
      m: (self, name, text) => callable(self[name], self, text),
      /** A method called as `o.m?.()`. @param {any} self @param {PropertyKey} name @param {string} text */
      o(self, name, text) {
        const fn = self[name];
        return fn === null || fn === undefined ? undefined : callable(fn, self, text);
      },
      /** A function. @param {unknown} fn @param {string} text */
      f: (fn, text) => callable(fn, undefined, text),
      /** A function called as `f?.()`. @param {unknown} fn @param {string} text */
      p: (fn, text) => (fn === null || fn === undefined ? undefined : callable(fn, undefined, text)),
      /** What a call that was made as it stood has given. @param {unknown} value */
      w: (value) => settle(value),
      /** The value that was waited for. @param {Boxed | undefined} boxed */
      v: (boxed) => boxed?.v,
      /** What a function that waits returns. @param {unknown} value */
      b: (value) => box(value),
      /** The body of a function that waits. @param {(...args: any[]) => Promise<Boxed | undefined>} body @param {...unknown} args */
      r: (body, ...args) => pending(runBody(body, args), registerOpaque),
      /** @param {unknown} value */
      i: (value) => value,
      each,
      /** @param {any} iterable @returns {Promise<Boxed>} what the language can go through by itself */
      async list(iterable) {
        if (!mayWait(iterable)) return box(iterable);
        const items = [];
        for await (const item of each(iterable)) items.push(item);
        return box(items);
      },
      /** The first so many, as a pattern takes them. @param {any} iterable @param {number} count @returns {Promise<Boxed>} */
      async take(iterable, count) {
        if (!mayWait(iterable)) return box(iterable);
        const items = /** @type {unknown[]} */ ([]);
        if (count === 0) return box(items);
        for await (const item of each(iterable)) {
          items.push(item);
          if (items.length === count) break;
        }
        return box(items);
      },
    }),
  };
}
