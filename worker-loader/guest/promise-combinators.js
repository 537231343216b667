// Bounds how many items Promise.all and its like take. They keep some 300 bytes for each until all of them have settled, and take them from
// a native iterator without a step of the script: two million items stop the process for a minute.
//
// When Promise.all fails before it has read its last item, V8 has not sized its list of results, and each item that settles later copies
// that list: 30,000 items take 8 s. So more than MAX_READ_AT_ONCE items are read by several calls of the built-in, whose results are joined.
// Fewer are read by one call, which behaves exactly as the built-in does; more settle two microtasks later.
import { checkLimits, refuseOver } from "./allocation-budget.js";
import { LimitError } from "./guard.js";
import { replace } from "./replace-built-in.js";

const { apply } = Reflect;
const { isArray } = Array;
const { concat } = Array.prototype;
const Own = Promise;
const { all } = Promise;
const { iterator: iteratorKey } = Symbol;
const { values } = Array.prototype;
const arrayIterators = Object.getPrototypeOf([].values());
const { next: nextOfArray } = arrayIterators;

/** Measured: 1.2 GB for two million items before the process was ended. */
export const BYTES_PER_PROMISE = 300;
/** Steps of an iterator between two checks, as many as allocate so much that it is counted. */
const STEPS = 256;
/** Maximum number of items of one native call: a failure among them costs 3 ms of copying. */
const MAX_READ_AT_ONCE = 1_000;
/** Combinators that make a list of results. */
const LISTING = ["all", "allSettled"];

let canLie = true;

/** @param {boolean} definesAccessors whether the script may define accessors or make proxies, which can answer otherwise when the built-in asks again */
export function expectIterables(definesAccessors) {
  canLie = definesAccessors;
}

/** @param {any} items */
function isShortArray(items) {
  if (canLie || !isArray(items) || items.length > MAX_READ_AT_ONCE) return false;
  return /** @type {any} */ (items)[iteratorKey] === values && arrayIterators.next === nextOfArray;
}

/** @param {readonly string[]} names */
export function limitCombinators(names) {
  const owner = /** @type {Record<string, any>} */ (/** @type {unknown} */ (Promise));
  for (const name of names) {
    const original = owner[name];
    const max = LISTING.includes(name) ? MAX_READ_AT_ONCE : Infinity;
    replace(owner, {
      [name](/** @type {any} */ items) {
        // A copy, because what the built-in calls could add to the array. This takes a third of the time of counting.
        if (isShortArray(items)) return original.call(this, [...items]);
        // The built-in says what is wrong with these.
        if (items === null || items === undefined) return apply(original, this, [items]);
        const counted = new CountedItems(items, max);
        const first = apply(original, this, [counted]);
        if (!counted.hasMore) return first;
        const parts = [first];
        while (counted.hasMore) parts.push(nextPart(original, this, counted));
        const joined = apply(all, Own, [parts]).then((/** @type {any[]} */ lists) => apply(concat, [], lists));
        return this === Own
          ? joined
          : new this((/** @type {any} */ resolve, /** @type {any} */ reject) => void joined.then(resolve, reject));
      },
    });
  }
}

/**
 * The built-in may fail before it asks for an item: the script can change `resolve` or the constructor between two calls. Then it does not
 * close the iterator, which it believes not to have opened.
 * @param {Function} original @param {unknown} owner @param {CountedItems} counted
 */
function nextPart(original, owner, counted) {
  checkLimits();
  const before = counted.steps;
  try {
    return apply(original, owner, [counted]);
  } finally {
    if (counted.steps === before) counted.abandon();
  }
}

/**
 * Asks the script's object when the built-in asks, and as often: what fails then rejects the promise. Each time it is iterated it goes on
 * where it was.
 */
class CountedItems {
  #items;
  #max;
  #steps = 0;
  /** @type {any} */
  #iterator;
  /** @type {any} */
  #next;
  #isOpen = false;

  /** @param {any} items @param {number} max */
  constructor(items, max) {
    this.#items = items;
    this.#max = max;
  }

  /** Whether it was left before its end, with all items so far taken. */
  get hasMore() {
    return this.#isOpen;
  }

  /** How often an item was asked for. */
  get steps() {
    return this.#steps;
  }

  get [iteratorKey]() {
    if (this.#isOpen) return () => this.#part();
    const items = this.#items;
    const method = items[iteratorKey];
    if (typeof method !== "function")
      throw new TypeError(`${shown(items)} is not iterable (cannot read property Symbol(Symbol.iterator))`);
    if (isArray(items)) refuseOver(items.length * BYTES_PER_PROMISE);
    return () => {
      const iterator = apply(method, items, []);
      if (!isObject(iterator)) return iterator;
      this.#iterator = iterator;
      return this.#part();
    };
  }

  #part() {
    return new Part(this, this.#iterator, this.#max);
  }

  /** @param {any} iterator */
  nextOf(iterator) {
    return this.#isOpen ? this.#next : (this.#next = iterator.next);
  }

  /** @param {any} next @param {any} iterator */
  step(next, iterator) {
    this.#isOpen = false;
    this.#steps += 1;
    if (this.#steps % STEPS === 0) {
      checkLimits();
      // The memory is free again when all have settled, so that the run's sum does not count it.
      refuseOver(this.#steps * BYTES_PER_PROMISE);
    }
    /** @type {any} */
    const result = apply(next, iterator, []);
    if (!isObject(result)) return result;
    if (result.done) return END;
    const { value } = result;
    this.#isOpen = true;
    return { done: false, value };
  }

  close() {
    this.#isOpen = false;
  }

  /** Closes the script's iterator after a failure, of which the caller has the error (ECMA-262 §7.4.11). */
  abandon() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      const iterator = this.#iterator;
      const close = iterator.return;
      if (typeof close === "function") apply(close, iterator, []);
    } catch (error) {
      if (error instanceof LimitError) throw error;
    }
  }
}

/** An iterator over the next items of another one. */
class Part {
  #items;
  #iterator;
  #left;

  /** @param {CountedItems} items @param {any} iterator @param {number} max */
  constructor(items, iterator, max) {
    this.#items = items;
    this.#iterator = iterator;
    this.#left = max;
  }

  get next() {
    const iterator = this.#iterator;
    const next = this.#items.nextOf(iterator);
    if (typeof next !== "function") return next;
    return () => {
      if (this.#left === 0) return END;
      this.#left -= 1;
      return this.#items.step(next, iterator);
    };
  }

  get return() {
    this.#items.close();
    const iterator = this.#iterator;
    const close = iterator.return;
    return typeof close === "function" ? () => apply(close, iterator, []) : close;
  }
}

const END = Object.freeze({ done: true, value: undefined });

/** @param {any} value */
function isObject(value) {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** How the engine names such a value. @param {unknown} value */
function shown(value) {
  return typeof value === "number" || typeof value === "boolean" ? `${typeof value} ${value}` : typeof value;
}
