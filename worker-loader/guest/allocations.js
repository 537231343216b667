// Bounds memory and time of native calls. Built-ins that allocate by a number are bounded per call and per run (allocation-budget.js);
// only the platform bounds memory that grows step by step. Built-ins that are slow on large data check the run's limits, because
// the 64 searches of a million items that a loop makes between two checks take seconds.
import {
  BYTES_PER_CHARACTER,
  BYTES_PER_ITEM,
  LARGE,
  LARGE_TO_SORT,
  allocate,
  allocateItems,
  checkLimits,
  countNested,
} from "./allocation-budget.js";

const { apply, construct } = Reflect;
const { defineProperty } = Object;
const toText = String;
const { isArray } = Array;

/** Globals that a script reaches only by name. It reaches Object and Array from every object. */
const ONLY_BY_NAME = ["JSON", "Map", "Reflect"];

/**
 * Limits the built-ins that a script may use. Replacing only those takes a third of the time in a new isolate.
 * @param {boolean} everything whether the script can reach all globals
 * @param {readonly string[]} names the globals it can reach
 * @param {readonly string[]} [members] names of members that it uses; absent if it may use any
 */
export function limitAllocations(everything, names, members) {
  const used = [...names, ...(members ?? [])];
  const usesAny = everything || members === undefined;
  const leadsAnywhere = !usesAny && used.includes("constructor");
  const has = (/** @type {string} */ name) =>
    used.includes(name) || leadsAnywhere || (usesAny && !ONLY_BY_NAME.includes(name));
  if (STRING_SIZES.some(has)) limitStrings();
  // Converting an array to text joins it.
  limitArrays();
  if (has("Array")) boundedConstructor("Array", BYTES_PER_ITEM);
  if (everything) limitBuffers();
  checkDuring(Array.prototype, SLOW_ON_ARRAYS.filter(has));
  checkDuring(String.prototype, SLOW_ON_STRINGS.filter(has));
  if (has("flat") || has("flatMap")) limitFlattening();
  if (has("toLocaleString")) limitLocaleTexts();
  checkAfterLarge(Object, ["keys", "values", "entries", "getOwnPropertyNames"].filter(has));
  checkAfter(Object, ["fromEntries", "getOwnPropertyDescriptors", "groupBy"].filter(has));
  if (has("Reflect")) checkAfterLarge(Reflect, ["ownKeys"]);
  if (has("JSON")) limitJson();
  if (has("groupBy") && has("Map")) checkAfter(Map, ["groupBy"]);
  checkAfterLargeText(globalThis, SLOW_ON_TEXT.filter(has));
  if (has("Number")) checkAfterLargeText(Number, ["parseFloat", "parseInt"]);
  if (everything) limitPlatform();
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

const SLOW_ON_TEXT = [
  "parseFloat",
  "parseInt",
  "encodeURI",
  "encodeURIComponent",
  "decodeURI",
  "decodeURIComponent",
  "escape",
  "unescape",
];
const SORTING = ["sort", "toSorted"];

// Arguments are converted to plain numbers or strings once, before they are checked and passed on: an object could return one
// value for the check and another for the built-in.

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
      if (items > LARGE) checkLimits();
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

/** Flattens one level at a time and measures each before it is made: 25 nested arrays can hold 33 million items. */
function limitFlattening() {
  const { flat, map } = Array.prototype;
  const flattenOnce = (/** @type {any} */ items) => {
    let length = 0;
    for (let index = 0; index < items.length; index += 1) {
      if (index % LARGE === LARGE - 1) checkLimits();
      const item = items[index];
      length += isArray(item) ? item.length : 1;
    }
    allocateItems(length);
    return apply(flat, items, [1]);
  };
  replace(Array.prototype, {
    flat(/** @type {any} */ depth) {
      const levels = depth === undefined ? 1 : Math.trunc(Number(depth)) || 0;
      // The built-in handles objects that are no arrays, and depths below 1.
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
    if (index % LARGE === LARGE - 1) checkLimits();
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
      if (result.length > LARGE) checkLimits();
      return result;
    },
  });
}

function limitJson() {
  checkAfterLargeText(JSON, ["parse"]);
  checkAfter(JSON, ["stringify"], (text) => text !== undefined && text.length > LARGE);
}

function limitBuffers() {
  const Typed = Object.getPrototypeOf(Uint8Array);
  for (const owner of [Typed.prototype, Uint8Array.prototype]) {
    const slow = Object.getOwnPropertyNames(owner).filter((name) => SLOW_ON_TYPED.includes(name));
    checkDuring(owner, slow, bytesOf, 1);
  }
  checkAfterLargeText(Uint8Array, ["fromBase64", "fromHex"]);
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
  const { from } = Typed;
  replace(Typed, {
    from(/** @type {any[]} */ ...args) {
      const [items] = args;
      if (items !== null && items !== undefined) allocateItems(lengthOf(items));
      return apply(from, this, args);
    },
  });
}

const SLOW_ON_TYPED = [
  ...SLOW_ON_ARRAYS,
  "fill",
  "join",
  "set",
  "toLocaleString",
  "toBase64",
  "toHex",
  "setFromBase64",
];

/** Bounds functions of the platform that copy large data, or take long for it. */
function limitPlatform() {
  const { structuredClone: clone } = globalThis;
  replace(globalThis, {
    structuredClone(/** @type {any[]} */ ...args) {
      allocate(bytesOf(args[0]));
      const result = apply(clone, globalThis, args);
      checkLimits();
      return result;
    },
  });
  checkAfterLargeText(globalThis, ["atob", "btoa"]);
  checkAfterLargeText(TextEncoder.prototype, ["encode", "encodeInto"]);
  checkAfterLarge(TextDecoder.prototype, ["decode"]);
  const ciphers = Object.getOwnPropertyNames(SubtleCrypto.prototype).filter((name) => name !== "constructor");
  checkAfter(SubtleCrypto.prototype, ciphers);
  for (const name of ["Blob", "File"]) {
    replaceConstructor(name, (args) => {
      const [parts] = args;
      if (isArray(parts)) for (const part of parts) allocate(bytesOf(part));
      return args;
    });
  }
  for (const name of ["URL", "URLSearchParams"]) {
    replaceConstructor(name, (args) => {
      checkLimits();
      return args;
    });
  }
}

/** The getters of the language: on an object, a script can define other properties of these names. @type {(value: any) => number} */
const viewBytes = getterOf(Object.getPrototypeOf(Uint8Array.prototype), "byteLength");
/** @type {(value: any) => number} */
const viewLength = getterOf(Object.getPrototypeOf(Uint8Array.prototype), "length");
/** @type {(value: any) => number} */
const bufferBytes = getterOf(ArrayBuffer.prototype, "byteLength");

/** @param {any} owner @param {string} name @returns {(self: any) => any} */
function getterOf(owner, name) {
  const { get } = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  return (self) => apply(/** @type {() => any} */ (get), self, []);
}

/** @param {any} value @returns {number} the size of a text or a buffer; 0 for other values */
function bytesOf(value) {
  if (typeof value === "string") return value.length * BYTES_PER_CHARACTER;
  try {
    return ArrayBuffer.isView(value) ? viewBytes(value) : value instanceof ArrayBuffer ? bufferBytes(value) : 0;
  } catch {
    // A DataView has its own getter, and `instanceof` believes prototypes.
    return 0;
  }
}

/** @param {unknown} self */
function textOf(self) {
  if (typeof self === "string") return self;
  if (self === null || self === undefined)
    throw new TypeError("A method of String.prototype was called on null or undefined.");
  return toText(self);
}

/** A `length` getter of a script may lie: what happens then is bounded by the script's steps. @param {any} items */
function lengthOf(items) {
  if (isArray(items)) return items.length;
  if (items === null || items === undefined) return 0;
  const { length } = items;
  return typeof length === "number" ? length : Number(length) || 0;
}

/** Methods that create a list as long as the one they are called on, holes included. */
const COPYING = ["toSorted", "toReversed", "toSpliced", "with"];

/**
 * @param {any} owner
 * @param {readonly string[]} names methods whose time grows with the length of `this`
 * @param {(self: any) => number} [sizeOf] what is taken for the length
 * @param {number} [bytes] of memory for each of it
 */
function checkDuring(owner, names, sizeOf = ({ length }) => length, bytes = BYTES_PER_ITEM) {
  for (const name of names) {
    const original = owner[name];
    const copies = COPYING.includes(name);
    const most = SORTING.includes(name) ? LARGE_TO_SORT : LARGE;
    replace(owner, {
      [name](/** @type {any} */ first, /** @type {any} */ second) {
        const isLarge = this !== null && this !== undefined && sizeOf(this) > most;
        if (isLarge && copies) allocate(sizeOf(this) * bytes);
        let result;
        // Some methods distinguish a missing argument from `undefined`, and a rest parameter would take longer than the call.
        if (arguments.length === 1) result = original.call(this, first);
        else if (arguments.length === 0) result = original.call(this);
        else if (arguments.length === 2) result = original.call(this, first, second);
        else result = apply(original, this, arguments);
        if (isLarge) checkLimits();
        return result;
      },
    });
  }
}

/** @param {any} owner @param {readonly string[]} names functions whose result can be much larger than their arguments */
function checkAfterLarge(owner, names) {
  checkAfter(owner, names, (result) => result.length > LARGE);
}

/**
 * @param {any} owner
 * @param {readonly string[]} names functions that take at least a microsecond
 * @param {(result: any) => boolean} [isLong] tells from the result whether the call may have taken long
 */
function checkAfter(owner, names, isLong = () => true) {
  for (const name of names) {
    const original = owner[name];
    replace(owner, {
      [name](/** @type {any[]} */ ...args) {
        const result = apply(original, this, args);
        if (isLong(result)) checkLimits();
        return result;
      },
    });
  }
}

/** @param {any} owner @param {readonly string[]} names functions whose time grows with the length of the text that is their first argument */
function checkAfterLargeText(owner, names) {
  for (const name of names) {
    const original = owner[name];
    if (original === undefined) continue;
    replace(owner, {
      [name](/** @type {any[]} */ ...args) {
        const result = apply(original, this, args);
        if (typeof args[0] === "string" && args[0].length > LARGE) checkLimits();
        return result;
      },
    });
  }
}

/**
 * Replaces a method by one with the same name and length and no prototype, as built-ins have it.
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

/**
 * Has a constructor refuse a length that is too large.
 * @param {string} name
 * @param {number} bytesPerItem
 */
function boundedConstructor(name, bytesPerItem) {
  replaceConstructor(name, (args) => {
    const [length, options] = args;
    // ArrayBuffer converts its argument to a number; for arrays and typed arrays only a number is a length.
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
    if (typeof length === "number") {
      if (name !== "Array" || args.length === 1) allocate(length * bytesPerItem);
    } else if (name !== "Array") allocate(itemsIn(length) * bytesPerItem);
    return args;
  });
}

/** @param {any} source what a typed array copies @returns {number} 0 for a buffer, of which it is a view */
function itemsIn(source) {
  if (isArray(source)) return source.length;
  return ArrayBuffer.isView(source) ? viewLength(source) : 0;
}

/**
 * Replaces a constructor by one with the same name, prototype and statics that gets converted arguments.
 * @param {string} name
 * @param {(args: any[]) => any[]} convert
 */
function replaceConstructor(name, convert) {
  const globals = /** @type {Record<string, any>} */ (globalThis);
  const original = globals[name];
  const replacement = new Proxy(original, {
    construct: (target, args, newTarget) => construct(target, convert(args), newTarget),
    apply: (target, self, args) => apply(target, self, convert(args)),
  });
  Object.defineProperty(original.prototype, "constructor", {
    value: replacement,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  Object.defineProperty(globals, name, { value: replacement, writable: true, enumerable: false, configurable: true });
}
