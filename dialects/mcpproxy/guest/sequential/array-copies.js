// Sequential methods and functions that make an array or sort one.
import { isIterable, mayWait } from "../iterables.js";
import { emptyArray, lengthOf, put, speciesOf, toObject } from "./abstract-operations.js";
import { walk } from "./array-loops.js";
import { sortInTurn } from "./sort-in-turn.js";

const { apply } = Reflect;
const { isArray } = Array;

/** @typedef {import("../sequential.js").Sequential} Sequential */

/** @param {Sequential} sequential */
export function addCopies({ add, call, tick }) {
  add(Array.prototype, "map", async (self, [fn, that]) => {
    const object = toObject(self);
    const result = speciesOf(object, lengthOf(object));
    await walk(tick, object, false, false, async (value, index) => {
      put(result, index, await call(fn, that, value, index, object));
    });
    return result;
  });

  add(Array.prototype, "filter", async (self, [fn, that]) => {
    const object = toObject(self);
    const result = speciesOf(object, 0);
    let next = 0;
    await walk(tick, object, false, false, async (value, index) => {
      if (!(await call(fn, that, value, index, object))) return;
      put(result, next, value);
      next += 1;
    });
    return result;
  });

  add(Array.prototype, "flatMap", async (self, [fn, that]) => {
    const object = toObject(self);
    const result = speciesOf(object, 0);
    let next = 0;
    await walk(tick, object, false, false, async (value, index) => {
      const made = await call(fn, that, value, index, object);
      const items = /** @type {any} */ (isArray(made) ? made : [made]);
      const { length } = items;
      for (let at = 0; at < length; at += 1) {
        if (!(at in items)) continue;
        put(result, next, items[at]);
        next += 1;
      }
    });
    return result;
  });
}

/** @param {Sequential} sequential */
export function addSorting({ add, call, tick }) {
  add(Array.prototype, "sort", async (self, [compare]) => {
    const object = toObject(self);
    const length = lengthOf(object);
    const values = [];
    for (let index = 0; index < length; index += 1) {
      if (index % 64 === 63) tick();
      if (index in object) values.push(object[index]);
    }
    const sorted = await sortInTurn(values, (one, other) => call(compare, undefined, one, other), tick);
    for (let index = 0; index < sorted.length; index += 1) object[index] = sorted[index];
    for (let index = sorted.length; index < length; index += 1) {
      if (index % 64 === 63) tick();
      if (index in object) delete object[index];
    }
    return object;
  });

  add(Array.prototype, "toSorted", async (self, [compare]) => {
    const object = toObject(self);
    const length = lengthOf(object);
    const values = emptyArray(length);
    for (let index = 0; index < length; index += 1) {
      if (index % 64 === 63) tick();
      values[index] = object[index];
    }
    return sortInTurn(values, (one, other) => call(compare, undefined, one, other), tick);
  });
}

/** §23.1.2.1 @param {Sequential} sequential */
export function addArrayFrom({ found, call, each, tick }) {
  const { from } = Array;
  found.set(from, async (self, args) => {
    const [items, fn, that] = args;
    if (items === null || items === undefined || (fn !== undefined && typeof fn !== "function"))
      return apply(from, self, args);
    if (fn === undefined && !mayWait(items)) return apply(from, self, args);
    const map = async (/** @type {any} */ value, /** @type {number} */ index) =>
      fn === undefined ? value : call(fn, that, value, index);
    const make = typeof self === "function" ? self : Array;
    let index = 0;
    if (isIterable(items)) {
      const result = new make();
      for await (const value of each(items)) {
        put(result, index, await map(value, index));
        index += 1;
      }
      result.length = index;
      return result;
    }
    const length = lengthOf(items);
    const result = new make(length);
    for (; index < length; index += 1) {
      if (index % 64 === 63) tick();
      put(result, index, await map(items[index], index));
    }
    result.length = length;
    return result;
  });
}
