// The functions that rewritten code calls (see ../to-async.ts): for calls that may wait for a tool, for functions that wait, and for
// loops over generators that wait. They are in the script's scope under one name, so they have to withstand a hostile script: they
// return nothing but values the script passed in, and they are created anew for each run.
import { box, pending, promiseOf } from "./pending.js";
import { createSections } from "./sections.js";
import { createSequential } from "./sequential.js";
import { mayWait } from "./iterables.js";

const { apply } = Reflect;
const { freeze } = Object;

/** The limit on waiting functions of the script at once; V8's stack holds some 10,000 frames. */
const MAX_WAITING_FUNCTIONS = 10_000;

/**
 * Calls inside of one another of which none has waited yet. Until it waits, a call of the script takes up to 20 frames of the stack; one that
 * is deeper waits before it begins, and goes on with an empty stack.
 */
const MAX_NESTED_CALLS = 100;

/** @typedef {import("./pending.js").Boxed} Boxed */
/** @typedef {(fn: any, self: unknown, args: readonly unknown[]) => Promise<Boxed>} Invoke */

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ registerOpaque, scope, tick }) {
  const sequential = createSequential({ invoke, each, tick });
  const sections = createSections(
    () => /** @type {Promise<void>} */ (scope.get("$mcpproxy_last")),
    MAX_WAITING_FUNCTIONS,
  );

  /** See MAX_NESTED_CALLS. */
  let nested = 0;

  /** Calls a function and waits for its result if it is pending. @type {Invoke} */
  async function invoke(fn, self, args) {
    const inTurn = typeof fn === "function" ? sequential.get(fn) : undefined;
    if (nested >= MAX_NESTED_CALLS) await Promise.resolve();
    let result;
    const parts = sections.open();
    nested += 1;
    try {
      result = inTurn === undefined ? apply(fn, self, args) : inTurn(self, args);
    } finally {
      nested -= 1;
      parts.close();
    }
    const { begun } = parts;
    for (let at = 0; at < begun.length; at += 1) await begun[at];
    return inTurn === undefined ? settle(result) : box(await result);
  }

  /** @param {unknown} value @returns {Boxed | Promise<Boxed>} */
  function settle(value) {
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
    // A waiting function leaves the stack; without this bound, endless recursion would grow the heap instead.
    if (running >= MAX_WAITING_FUNCTIONS) throw new RangeError("Maximum call stack size exceeded");
    running += 1;
    try {
      if (nested >= MAX_NESTED_CALLS) await Promise.resolve();
      let result;
      nested += 1;
      try {
        result = body(...args);
      } finally {
        nested -= 1;
      }
      return (await result) ?? box(undefined);
    } finally {
      running -= 1;
    }
  }

  /**
   * The async iterable that a loop, a spread or `yield*` uses in place of `iterable`. `yield*` forwards the arguments of `next`,
   * `throw` and `return` and uses the iterator's final value (ECMA-262 §15.5.5), so this forwards them, too.
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
      /** Prepares the call of a method. @param {any} self @param {PropertyKey} name @param {string} text */
      m: (self, name, text) => callable(self[name], self, text),
      /** Prepares the optional call of a method, `o.m?.()`. @param {any} self @param {PropertyKey} name @param {string} text */
      o(self, name, text) {
        const fn = self[name];
        return fn === null || fn === undefined ? undefined : callable(fn, self, text);
      },
      /** Prepares the call of a function. @param {unknown} fn @param {string} text */
      f: (fn, text) => callable(fn, undefined, text),
      /** Prepares the optional call of a function, `f?.()`. @param {unknown} fn @param {string} text */
      p: (fn, text) => (fn === null || fn === undefined ? undefined : callable(fn, undefined, text)),
      /** Takes the result of a call that was not rewritten. @param {unknown} value */
      w: (value) => settle(value),
      /** Unboxes a value that was waited for. @param {Boxed | undefined} boxed */
      v: (boxed) => boxed?.v,
      /** Boxes the return value of a waiting function. @param {unknown} value */
      b: (value) => box(value),
      /** Runs the body of a waiting function. @param {(...args: any[]) => Promise<Boxed | undefined>} body @param {...unknown} args */
      r: (body, ...args) => pending(runBody(body, args), registerOpaque),
      s: sections.begin,
      /** @param {unknown} value */
      i: (value) => value,
      each,
      /** @param {any} iterable @returns {Promise<Boxed>} an iterable with the same items that does not wait */
      async list(iterable) {
        if (!mayWait(iterable)) return box(iterable);
        const items = [];
        for await (const item of each(iterable)) items.push(item);
        return box(items);
      },
      /** Takes the items that an array pattern reads. @param {any} iterable @param {number} count -1 for all @returns {Promise<Boxed>} */
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
