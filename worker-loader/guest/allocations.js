// Bounds memory and time of native calls. Built-ins that allocate by a number are bounded per call and per run (allocation-budget.js);
// only the platform bounds memory that grows step by step. Built-ins that are slow on large data check the run's limits (slow-built-ins.js).
import {
  BYTES_PER_CHARACTER,
  BYTES_PER_ITEM,
  LARGE,
  LARGE_TO_SORT,
  allocate,
  allocateItems,
  checkLimits,
  countNested,
  refuseOver,
} from "./allocation-budget.js";
import { limitArguments, limitReflect } from "./argument-lists.js";
import { boundedConstructor } from "./bounded-constructor.js";
import { limitBuffers, limitPlatform } from "./buffer-allocations.js";
import { BYTES_PER_PROMISE, limitCombinators } from "./promise-combinators.js";
import { replace } from "./replace-built-in.js";
import { lengthOf, textOf } from "./sizes-of-values.js";
import {
  SLOW_ON_ARRAYS,
  checkAfter,
  checkAfterLarge,
  checkAfterLargeText,
  checkDuring,
  refuseManyNames,
} from "./slow-built-ins.js";

const { apply } = Reflect;
const toText = String;
const TooDeep = RangeError;
const { isArray } = Array;
const { getPrototypeOf, prototype: plain } = Object;

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
  checkDuring(String.prototype, SLOW_ON_STRINGS.filter(has), ({ length }) => length, 0);
  if (has("flat") || has("flatMap")) limitFlattening();
  if (has("toLocaleString")) limitLocaleTexts();
  refuseManyNames(Object, NAMING.filter(has));
  checkAfterLarge(Object, ["keys", "values", "entries", "getOwnPropertyNames"].filter(has));
  checkAfter(Object, ["fromEntries", "getOwnPropertyDescriptors", "groupBy"].filter(has));
  if (has("apply")) limitArguments();
  if (has("Reflect")) {
    limitReflect();
    refuseManyNames(Reflect, ["ownKeys"]);
    checkAfterLarge(Reflect, ["ownKeys"]);
  }
  if (has("JSON")) limitJson();
  if (has("groupBy") && has("Map")) checkAfter(Map, ["groupBy"]);
  checkAfterLargeText(globalThis, SLOW_ON_TEXT.filter(has));
  if (has("escape")) checkAfterLargeText(RegExp, ["escape"]);
  if (has("Number")) checkAfterLargeText(Number, ["parseFloat", "parseInt"]);
  limitCombinators(["all", "allSettled", "any", "race"].filter(has));
  if (everything) limitPlatform();
}

/** Functions of Object that look at all properties of what they are given. */
const NAMING =
  "keys values entries getOwnPropertyNames getOwnPropertyDescriptors assign defineProperties freeze seal isFrozen isSealed".split(
    " ",
  );

const STRING_SIZES = ["repeat", "padStart", "padEnd"];

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
      for (const one of args) if (isArray(one) || one?.[Symbol.isConcatSpreadable]) items += lengthOf(one);
      allocateItems(items);
      return apply(concat, this, args);
    },
  });
  const { from, fromAsync } = /** @type {any} */ (Array);
  replace(Array, {
    fromAsync(/** @type {any[]} */ ...args) {
      // It reads the length of arrays and of what has no iterator, and rejects where that fails.
      const [items] = args;
      try {
        if (isArray(items) || items?.[Symbol.asyncIterator] === items?.[Symbol.iterator])
          refuseOver(lengthOf(items) * BYTES_PER_PROMISE);
      } catch (error) {
        return Promise.reject(error);
      }
      return apply(fromAsync, this, args);
    },
  });
  replace(Array, {
    from(/** @type {any[]} */ ...args) {
      const [items] = args;
      if (items !== null && items !== undefined) allocateItems(lengthOf(items));
      return apply(from, this, args);
    },
  });
}

/** Levels that one call flattens: an array that is its own item has no last one. The built-in, which nests calls, manages some 10,000. */
const MAX_LEVELS = 200_000;

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
      for (let level = 1; level < levels && holdsArray(result); level += 1) {
        if (level === MAX_LEVELS)
          throw new TooDeep(`flat: the array is nested more than ${MAX_LEVELS} levels deep. Does it hold itself?`);
        countNested();
        if (result.length > LARGE_TO_SORT) checkLimits();
        result = flattenOnce(result);
      }
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
  // Arrays call these for each item, and each call takes 16 µs.
  for (const { prototype } of /** @type {any[]} */ ([Number, BigInt, Date])) {
    const { toLocaleString: toLocaleText } = prototype;
    replace(prototype, {
      toLocaleString(/** @type {any[]} */ ...args) {
        checkLimits();
        return apply(toLocaleText, this, args);
      },
    });
  }
}

function limitJson() {
  checkAfterLargeText(JSON, ["parse"]);
  refuseParsed();
  checkAfter(JSON, ["stringify"], (text) => text !== undefined && text.length > LARGE);
}

/** @param {unknown} value @returns {string | undefined} what a script gave in place of a text of JSON; undefined for a text that is only wrong */
function parsedAlready(value) {
  if (isArray(value)) return "a list";
  // The text that the language makes of an object.
  if (typeof value === "string")
    return value.slice(0, 14) === "[object Object" ? "[object Object], the text of an object" : undefined;
  return typeof value === "object" && value !== null && getPrototypeOf(value) === plain ? "an object" : undefined;
}

/** `JSON.parse` takes the text of a value, which for an object or an array is none that a script has written: its error would say nothing of that. */
function refuseParsed() {
  const { parse } = JSON;
  const Wrong = SyntaxError;
  replace(JSON, {
    parse(/** @type {any[]} */ ...args) {
      try {
        return apply(parse, this, args);
      } catch (error) {
        const [given, reviver] = args;
        const what = reviver === undefined && error instanceof Wrong ? parsedAlready(given) : undefined;
        if (what === undefined) throw error;
        throw new Wrong(
          `JSON.parse takes a text, and got ${what}. ${what === "a list" ? "A list" : "An object"} is parsed already: use it without JSON.parse, or parse a text in it.`,
        );
      }
    },
  });
}
