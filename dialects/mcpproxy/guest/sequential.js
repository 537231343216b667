// Sequential versions of built-ins for callbacks that wait. Each takes the same steps in the same order as the built-in (section
// numbers are those of ECMA-262). The map's keys are the built-in functions, so that a script's own method of the same name is
// called as it is.
import { isIterable, mayWait } from "./iterables.js";
import { sortInTurn } from "./sort-in-turn.js";

const { apply, defineProperty, deleteProperty } = Reflect;
const { isArray } = Array;
const { keys } = Object;
const toText = String;

/** @typedef {(self: any, args: readonly any[]) => unknown} InTurn */
/** @typedef {{ invoke: import("./sync.js").Invoke, each: (iterable: any) => any, tick: () => number }} Ways */

/** @param {Ways} ways @returns {ReadonlyMap<Function, InTurn>} */
export function createSequential({ invoke, each, tick }) {
  /** @param {any} fn @param {unknown} self @param {readonly unknown[]} args */
  const call = async (fn, self, ...args) => (await invoke(fn, self, args)).v;

  const found = /** @type {Map<Function, InTurn>} */ (new Map());

  /** @param {any} owner @param {string} name @param {InTurn} inTurn @param {number} [at] where the callback is among the arguments */
  function add(owner, name, inTurn, at = 0) {
    const original = owner[name];
    if (typeof original !== "function") return;
    found.set(original, (self, args) =>
      typeof args[at] === "function" ? inTurn(self, args) : apply(original, self, args),
    );
  }

  /**
   * §23.1.3: visits every index up to the length at the start, and skips holes unless they count.
   * @param {any} self @param {boolean} holes whether holes count as undefined @param {boolean} backwards
   * @param {(value: any, index: number, object: any) => Promise<boolean | void>} visit `true` ends it
   */
  async function walk(self, holes, backwards, visit) {
    const object = toObject(self);
    const length = lengthOf(object);
    for (let step = 0; step < length; step += 1) {
      if (step % 64 === 63) tick();
      const index = backwards ? length - 1 - step : step;
      if ((holes || index in object) && (await visit(object[index], index, object))) return;
    }
  }

  /** @param {any} owner */
  function addLoops(owner) {
    add(owner, "forEach", async (self, [fn, that]) => {
      await walk(self, false, false, async (value, index, object) => void (await call(fn, that, value, index, object)));
    });
    for (const [name, stopsAt] of /** @type {const} */ ([
      ["some", true],
      ["every", false],
    ])) {
      add(owner, name, async (self, [fn, that]) => {
        let result = !stopsAt;
        await walk(self, false, false, async (value, index, object) => {
          if (Boolean(await call(fn, that, value, index, object)) !== stopsAt) return false;
          result = stopsAt;
          return true;
        });
        return result;
      });
    }
    for (const [name, backwards, givesIndex] of /** @type {const} */ ([
      ["find", false, false],
      ["findIndex", false, true],
      ["findLast", true, false],
      ["findLastIndex", true, true],
    ])) {
      add(owner, name, async (self, [fn, that]) => {
        let result = /** @type {any} */ (givesIndex ? -1 : undefined);
        await walk(self, true, backwards, async (value, index, object) => {
          if (!(await call(fn, that, value, index, object))) return false;
          result = givesIndex ? index : value;
          return true;
        });
        return result;
      });
    }
    for (const [name, backwards] of /** @type {const} */ ([
      ["reduce", false],
      ["reduceRight", true],
    ])) {
      add(owner, name, async (self, args) => {
        const [fn] = args;
        let isFirst = args.length < 2;
        let [, result] = args;
        await walk(self, false, backwards, async (value, index, object) => {
          result = isFirst ? value : await call(fn, undefined, result, value, index, object);
          isFirst = false;
        });
        if (isFirst) throw new TypeError("Reduce of empty array with no initial value");
        return result;
      });
    }
  }

  addLoops(Array.prototype);
  addLoops(Object.getPrototypeOf(Uint8Array).prototype);

  add(Array.prototype, "map", async (self, [fn, that]) => {
    const object = toObject(self);
    const result = speciesOf(object, lengthOf(object));
    await walk(object, false, false, async (value, index) => {
      put(result, index, await call(fn, that, value, index, object));
    });
    return result;
  });

  add(Array.prototype, "filter", async (self, [fn, that]) => {
    const object = toObject(self);
    const result = speciesOf(object, 0);
    let next = 0;
    await walk(object, false, false, async (value, index) => {
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
    await walk(object, false, false, async (value, index) => {
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

  // §23.1.2.1
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

  for (const name of ["replace", "replaceAll"]) {
    const original = /** @type {any} */ (String.prototype)[name];
    add(
      String.prototype,
      name,
      // §22.2.6.11: all matches are found before the first one is replaced.
      async (self, [pattern, fn]) => {
        if (pattern !== null && typeof pattern === "object" && !(pattern instanceof RegExp))
          return apply(original, self, [pattern, fn]);
        const text = toText(self);
        const matches = /** @type {any[][]} */ ([]);
        apply(original, text, [
          pattern,
          (/** @type {any[]} */ ...match) =>
            (matches.push(match), ""),
        ]);
        let result = "";
        let end = 0;
        for (const match of matches) {
          const hasGroups = typeof match.at(-1) === "object";
          const start = match[match.length - (hasGroups ? 3 : 2)];
          const made = toText(await call(fn, undefined, ...match));
          if (start < end) continue;
          result += text.slice(end, start) + made;
          end = start + match[0].length;
        }
        return result + text.slice(end);
      },
      1,
    );
  }

  // §25.5.1
  const { parse } = JSON;
  add(
    JSON,
    "parse",
    async (_self, [text, revive]) => {
      /** @param {any} holder @param {string} name @returns {Promise<unknown>} */
      const visit = async (holder, name) => {
        const value = holder[name];
        if (value !== null && typeof value === "object") {
          const names = isArray(value) ? Array.from({ length: value.length }, (_, at) => toText(at)) : keys(value);
          for (const one of names) {
            tick();
            const made = await visit(value, one);
            if (made === undefined) deleteProperty(value, one);
            else defineProperty(value, one, { value: made, writable: true, enumerable: true, configurable: true });
          }
        }
        return call(revive, holder, name, value, {});
      };
      return visit({ "": parse(text) }, "");
    },
    1,
  );

  for (const owner of [Map, Set]) {
    add(owner.prototype, "forEach", async (self, [fn, that]) => {
      // The live iterator visits entries added during the loop and skips deleted ones, as forEach does.
      const entries = apply(owner.prototype.entries, self, []);
      for (const [key, value] of entries) await call(fn, that, value, key, self);
    });
  }

  for (const owner of [Object, Map]) {
    add(
      owner,
      "groupBy",
      async (_self, [items, fn]) => {
        const groups = new Map();
        let index = 0;
        for await (const item of each(items)) {
          const made = await call(fn, undefined, item, index);
          const key = owner === Object && typeof made !== "symbol" ? toText(made) : made;
          index += 1;
          const group = groups.get(key);
          if (group === undefined) groups.set(key, [item]);
          else group.push(item);
        }
        if (owner === Map) return groups;
        const result = Object.create(null);
        for (const [key, group] of groups) put(result, key, group);
        return result;
      },
      1,
    );
  }

  const { fromEntries } = Object;
  found.set(fromEntries, async (self, [items]) => {
    if (items === null || items === undefined || !mayWait(items)) return apply(fromEntries, self, [items]);
    const entries = [];
    for await (const entry of each(items)) entries.push(entry);
    return fromEntries(entries);
  });

  // Methods that call functions: call, apply, Reflect.apply.
  const { call: callOf, apply: applyOf } = Function.prototype;
  found.set(callOf, async (self, [that, ...args]) => (await invoke(self, that, args)).v);
  found.set(applyOf, async (self, [that, args]) => (await invoke(self, that, listOf(args))).v);
  found.set(Reflect.apply, async (_self, [fn, that, args]) => (await invoke(fn, that, listOf(args))).v);

  // A waiting generator answers with promises; awaiting them here shows the script their values.
  const generator = Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})()));
  for (const name of ["next", "return", "throw"]) {
    const original = generator[name];
    found.set(original, async (self, args) => apply(original, self, args));
  }
  refuseOthers(found);
  return found;
}

/** Refuses callbacks that wait in built-ins without a sequential version. @param {Map<Function, InTurn>} found */
function refuseOthers(found) {
  const typed = Object.getPrototypeOf(Uint8Array);
  const owners = /** @type {[any, string[]][]} */ ([
    [typed.prototype, ["map", "filter", "sort", "toSorted"]],
    [typed, ["from"]],
    [Iterator.prototype, ["map", "filter", "flatMap", "forEach", "reduce", "some", "every", "find"]],
  ]);
  for (const [owner, names] of owners) {
    for (const name of names) {
      const original = owner[name];
      if (typeof original !== "function" || found.has(original)) continue;
      found.set(original, (self, args) => {
        if (typeof args[name === "from" ? 1 : 0] !== "function") return apply(original, self, args);
        throw new TypeError(
          `${name} of ${owner === Iterator.prototype ? "an iterator" : "a typed array"} cannot wait for a function that calls tools: make an array of it first, [...it].${name}(…)`,
        );
      });
    }
  }
}

/** @param {any} value */
function toObject(value) {
  if (value === null || value === undefined) throw new TypeError("Array.prototype method called on null or undefined");
  return Object(value);
}

/** §7.1.20 ToLength @param {any} object */
function lengthOf(object) {
  const length = Math.trunc(Number(object.length));
  return length > 0 ? Math.min(length, Number.MAX_SAFE_INTEGER) : 0;
}

/** §23.1.3.2 CreateListFromArrayLike @param {any} args @returns {unknown[]} */
function listOf(args) {
  if (args === null || args === undefined) return [];
  if (typeof args !== "object" && typeof args !== "function")
    throw new TypeError("CreateListFromArrayLike called on non-object");
  return Array.from({ length: lengthOf(args) }, (_, index) => args[index]);
}

/** @param {number} length @returns an array of holes */
function emptyArray(length) {
  const made = /** @type {unknown[]} */ ([]);
  made.length = length;
  return made;
}

/** §10.4.2.2 ArraySpeciesCreate @param {any} object @param {number} length @returns {any} */
function speciesOf(object, length) {
  if (!isArray(object)) return emptyArray(length);
  let make = /** @type {any} */ (object).constructor;
  if (make !== null && (typeof make === "object" || typeof make === "function"))
    make = make[Symbol.species] ?? undefined;
  return make === undefined ? emptyArray(length) : new make(length);
}

/** §7.3.5 CreateDataPropertyOrThrow @param {any} object @param {PropertyKey} key @param {unknown} value */
function put(object, key, value) {
  if (!defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true }))
    throw new TypeError(`Cannot add property ${toText(key)}, object is not extensible`);
}
