// One native call can ask for a gigabyte or compute for a second, and locally nothing but the process's end stops it (the
// platform ends an isolate at 128 MB). The built-ins that allocate by a number are bounded, each call and all of them together
// in one run; memory that grows step by step is only the platform's to bound. Those that take long on large data
// look at the clock, because 4,096 steps of a loop are nothing and 4,096 searches of a million items are minutes.
import { memoryLimitError } from "./memory-limit-error.js";

/** Bytes that one call may allocate. */
const MOST_AT_ONCE = 64 * 1024 * 1024;
/** Bytes that all such calls of one run may allocate; what was collected in between still counts. */
const MOST_IN_ALL = 1024 * 1024 * 1024;
/** Smaller ones are like any other object of a script: not worth counting, and temporary as a rule. */
const SMALL = 65_536;

const BYTES_PER_ITEM = 8;
const BYTES_PER_CHARACTER = 2;

/** Items or characters from which a native call takes longer than a look at the clock, many times over. */
const LARGE = 10_000;

let allocated = 0;
let look = nobodyLooks;

function nobodyLooks() {
  return 0;
}

/** A run begins. @param {() => number} tick throws when the run may not go on @returns {() => void} the run is over */
export function watch(tick) {
  allocated = 0;
  look = tick;
  return () => {
    if (look === tick) look = nobodyLooks;
  };
}

/** @param {number} bytes */
function allocate(bytes) {
  if (!(bytes > SMALL)) return;
  allocated += bytes;
  if (bytes > MOST_AT_ONCE)
    throw memoryLimitError(`one call asks for ${bytes} bytes; at most ${MOST_AT_ONCE} are given`);
  if (allocated > MOST_IN_ALL) throw memoryLimitError(`the run has asked for more than ${MOST_IN_ALL} bytes in all`);
}

/** Native calls that make one another between two looks at the clock, as functions of the script (prepare/instrument.ts). */
const NESTED_CALLS = 255;

let nested = 0;

/** Counts what calls itself for each item: 25 arrays of the one before, twice, are joined 33 million times. */
function countNested() {
  nested += 1;
  if (nested > NESTED_CALLS) nested = look();
}

/** @param {number} items */
function allocateItems(items) {
  if (items > LARGE) look();
  allocate(items * BYTES_PER_ITEM);
}

const { apply, construct } = Reflect;
const { defineProperty } = Object;
const toText = String;
const { isArray } = Array;

/**
 * @param {boolean} everything whether the script can reach all globals
 * @param {readonly string[]} names the globals it can reach
 */
export function limitAllocations(everything, names) {
  limitStrings();
  limitArrays();
  boundedConstructor("Array", BYTES_PER_ITEM);
  if (everything) limitBuffers();
  lookDuring(Array.prototype, SLOW_ON_ARRAYS);
  lookDuring(String.prototype, SLOW_ON_STRINGS);
  limitFlattening();
  limitLocaleTexts();
  // Every object leads to Object; the others only to those who name them.
  lookAfterLarge(Object, ["keys", "values", "entries", "getOwnPropertyNames"]);
  lookAfter(Object, ["fromEntries", "getOwnPropertyDescriptors", "groupBy"]);
  if (names.includes("Reflect")) lookAfterLarge(Reflect, ["ownKeys"]);
  if (names.includes("JSON")) limitJson();
  if (names.includes("Map")) lookAfter(Map, ["groupBy"]);
  if (everything) lookAfter(globalThis, ["structuredClone"]);
}

/**
 * For a script that computes no names of members: only what it names.
 * @param {readonly string[]} names globals and members
 */
export function limitSome(names) {
  const leadsAnywhere = names.includes("constructor");
  const has = (/** @type {string} */ name) => leadsAnywhere || names.includes(name);
  if (STRING_SIZES.some(has)) limitStrings();
  // Arrays are joined wherever one becomes text.
  limitArrays();
  if (has("Array")) boundedConstructor("Array", BYTES_PER_ITEM);
  lookDuring(Array.prototype, SLOW_ON_ARRAYS.filter(has));
  lookDuring(String.prototype, SLOW_ON_STRINGS.filter(has));
  if (has("flat") || has("flatMap")) limitFlattening();
  if (has("toLocaleString")) limitLocaleTexts();
  lookAfterLarge(Object, ["keys", "values", "entries", "getOwnPropertyNames"].filter(has));
  lookAfter(Object, ["fromEntries", "getOwnPropertyDescriptors", "groupBy"].filter(has));
  if (has("Reflect")) lookAfterLarge(Reflect, ["ownKeys"]);
  if (has("JSON")) limitJson();
  if (has("groupBy") && has("Map")) lookAfter(Map, ["groupBy"]);
}

const STRING_SIZES = ["repeat", "padStart", "padEnd"];

const SLOW_ON_ARRAYS =
  "includes indexOf lastIndexOf slice splice reverse sort copyWithin shift unshift toSorted toReversed toSpliced with".split(
    " ",
  );
const SLOW_ON_STRINGS =
  "includes indexOf lastIndexOf split replace replaceAll match matchAll search toUpperCase toLowerCase normalize localeCompare trim".split(
    " ",
  );

// What a script passes is turned into a plain number or text once, and that is what the built-in gets: an object could say
// one thing when it is measured and another when it counts.

function limitStrings() {
  const { repeat, padStart, padEnd } = /** @type {any} */ (String.prototype);
  replace(String.prototype, {
    repeat(/** @type {any} */ count) {
      const text = textOf(this);
      const times = Number(count);
      allocate(text.length * times * BYTES_PER_CHARACTER);
      return apply(repeat, text, [times]);
    },
  });
  for (const [name, pad] of /** @type {const} */ ([
    ["padStart", padStart],
    ["padEnd", padEnd],
  ])) {
    replace(String.prototype, {
      [name](/** @type {any} */ length, /** @type {any} */ filler) {
        const text = textOf(this);
        const wanted = Number(length);
        allocate(wanted * BYTES_PER_CHARACTER);
        return apply(pad, text, filler === undefined ? [wanted] : [wanted, filler]);
      },
    });
  }
}

function limitArrays() {
  const { fill, join, concat } = Array.prototype;
  replace(Array.prototype, {
    fill(/** @type {any[]} */ ...args) {
      allocateItems(lengthOf(this));
      return apply(fill, this, args);
    },
  });
  replace(Array.prototype, {
    join(/** @type {any} */ separator) {
      countNested();
      const between = separator === undefined ? "," : toText(separator);
      const items = lengthOf(this);
      if (items > LARGE) look();
      allocate(items * (between.length + 1) * BYTES_PER_CHARACTER);
      return apply(join, this, [between]);
    },
  });
  replace(Array.prototype, {
    concat(/** @type {any[]} */ ...args) {
      let items = lengthOf(this);
      for (const one of args) if (isArray(one)) items += one.length;
      allocateItems(items);
      return apply(concat, this, args);
    },
  });
  const { from } = Array;
  replace(Array, {
    from(/** @type {any[]} */ ...args) {
      const [items] = args;
      if (items !== null && items !== undefined) allocateItems(lengthOf(items));
      return apply(from, this, args);
    },
  });
}

/** One level at a time, each measured before it is made: 25 arrays of the one before, twice, hold 33 million items. */
function limitFlattening() {
  const { flat, map } = Array.prototype;
  const flattenOnce = (/** @type {any} */ items) => {
    let length = 0;
    for (let index = 0; index < items.length; index += 1) {
      if (index % LARGE === LARGE - 1) look();
      const item = items[index];
      length += isArray(item) ? item.length : 1;
    }
    allocateItems(length);
    return apply(flat, items, [1]);
  };
  replace(Array.prototype, {
    flat(/** @type {any} */ depth) {
      const levels = depth === undefined ? 1 : Math.trunc(Number(depth)) || 0;
      // On anything but a true array, and for no level at all, the language's own knows what to do.
      if (!isArray(this) || levels < 1) return apply(flat, this, [Math.min(levels, 1)]);
      let result = flattenOnce(this);
      for (let level = 1; level < levels && holdsArray(result); level += 1) result = flattenOnce(result);
      return result;
    },
  });
  replace(Array.prototype, {
    flatMap(/** @type {any[]} */ ...args) {
      return flattenOnce(apply(map, this, args));
    },
  });
}

/** @param {readonly unknown[]} items */
function holdsArray(items) {
  for (let index = 0; index < items.length; index += 1) {
    if (index % LARGE === LARGE - 1) look();
    if (isArray(items[index])) return true;
  }
  return false;
}

function limitLocaleTexts() {
  const { toLocaleString } = /** @type {any} */ (Array.prototype);
  replace(Array.prototype, {
    toLocaleString(/** @type {any[]} */ ...args) {
      countNested();
      const result = apply(toLocaleString, this, args);
      if (result.length > LARGE) look();
      return result;
    },
  });
}

function limitJson() {
  const { parse, stringify } = JSON;
  replace(JSON, {
    parse(/** @type {any} */ text, /** @type {any} */ reviver) {
      const value = parse(text, reviver);
      if (typeof text === "string" && text.length > LARGE) look();
      return value;
    },
  });
  replace(JSON, {
    stringify(/** @type {any} */ value, /** @type {any} */ replacer, /** @type {any} */ space) {
      const text = stringify(value, replacer, space);
      if (text !== undefined && text.length > LARGE) look();
      return text;
    },
  });
}

function limitBuffers() {
  boundedConstructor("ArrayBuffer", 1);
  const typed = Object.getOwnPropertyNames(globalThis).filter((name) => /^(?:Big)?(?:Ui|I)nt\d+|^Float\d+/.test(name));
  for (const name of typed) {
    const { BYTES_PER_ELEMENT } = /** @type {Record<string, any>} */ (globalThis)[name];
    boundedConstructor(name, BYTES_PER_ELEMENT);
  }
  const buffers = /** @type {any} */ (ArrayBuffer.prototype);
  for (const name of ["resize", "transfer", "transferToFixedLength"]) {
    const original = buffers[name];
    replace(buffers, {
      [name](/** @type {any[]} */ ...args) {
        const [length] = args;
        if (length === undefined) return apply(original, this, []);
        const bytes = Number(length);
        allocate(bytes);
        return apply(original, this, [bytes]);
      },
    });
  }
  const Typed = Object.getPrototypeOf(Uint8Array);
  const { from } = Typed;
  replace(Typed, {
    from(/** @type {any[]} */ ...args) {
      const [items] = args;
      if (items !== null && items !== undefined) allocateItems(lengthOf(items));
      return apply(from, this, args);
    },
  });
}

/** @param {unknown} self */
function textOf(self) {
  if (typeof self === "string") return self;
  if (self === null || self === undefined) throw new TypeError("A method of strings was called on nothing.");
  return toText(self);
}

/** Getters of a script that lie about it only lie to the script: what they lead to is bounded by its steps. @param {any} items */
function lengthOf(items) {
  if (isArray(items)) return items.length;
  if (items === null || items === undefined) return 0;
  const { length } = items;
  return typeof length === "number" ? length : Number(length) || 0;
}

/** They make a list as long as the one they are called on, holes and all. */
const COPYING = ["toSorted", "toReversed", "toSpliced", "with"];

/** @param {any} owner @param {readonly string[]} names of methods whose time grows with the length of `this` */
function lookDuring(owner, names) {
  for (const name of names) {
    const original = owner[name];
    const copies = COPYING.includes(name);
    replace(owner, {
      [name](/** @type {any} */ first, /** @type {any} */ second) {
        const isLarge = this !== null && this !== undefined && this.length > LARGE;
        if (isLarge && copies) allocateItems(lengthOf(this));
        let result;
        // By number, because some of them tell a missing argument from `undefined`; an array of them would take longer than the call.
        if (arguments.length === 1) result = original.call(this, first);
        else if (arguments.length === 0) result = original.call(this);
        else if (arguments.length === 2) result = original.call(this, first, second);
        else result = apply(original, this, arguments);
        if (isLarge) look();
        return result;
      },
    });
  }
}

/** @param {any} owner @param {readonly string[]} names of functions whose result can be much larger than what they were given */
function lookAfterLarge(owner, names) {
  for (const name of names) {
    const original = owner[name];
    replace(owner, {
      [name](/** @type {any[]} */ ...args) {
        const result = apply(original, this, args);
        if (result.length > LARGE) look();
        return result;
      },
    });
  }
}

/** @param {any} owner @param {readonly string[]} names of functions that take a microsecond at least */
function lookAfter(owner, names) {
  for (const name of names) {
    const original = owner[name];
    replace(owner, {
      [name](/** @type {any[]} */ ...args) {
        const result = apply(original, this, args);
        look();
        return result;
      },
    });
  }
}

/**
 * Same name, same length, no prototype: a built-in to everyone who looks.
 * @param {any} owner
 * @param {Record<string, (this: any, ...args: any[]) => unknown>} replacement one method, as methods are written
 */
function replace(owner, replacement) {
  for (const name in replacement) {
    const value = replacement[name];
    const { length } = owner[name];
    if (value?.length !== length) defineProperty(value, "length", { value: length });
    defineProperty(owner, name, { value, writable: true, enumerable: false, configurable: true });
  }
}

/** Same name, same prototype, same statics; only a length that is too large is refused. @param {string} name @param {number} bytesPerItem */
function boundedConstructor(name, bytesPerItem) {
  const globals = /** @type {Record<string, any>} */ (globalThis);
  const original = globals[name];
  /** @param {any[]} args */
  const bound = (args) => {
    const [length, options] = args;
    // Every buffer's length is made a number; of arrays and typed arrays only a number is one.
    if (name === "ArrayBuffer") {
      const bytes = Number(length);
      allocate(bytes);
      if (options === null || typeof options !== "object") return [bytes];
      const { maxByteLength } = options;
      if (maxByteLength === undefined) return [bytes];
      const most = Number(maxByteLength);
      allocate(most);
      return [bytes, { maxByteLength: most }];
    }
    if (typeof length === "number" && (name !== "Array" || args.length === 1)) allocate(length * bytesPerItem);
    return args;
  };
  const replacement = new Proxy(original, {
    construct: (target, args, newTarget) => construct(target, bound(args), newTarget),
    apply: (target, self, args) => apply(target, self, bound(args)),
  });
  Object.defineProperty(original.prototype, "constructor", {
    value: replacement,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  Object.defineProperty(globals, name, { value: replacement, writable: true, enumerable: false, configurable: true });
}
