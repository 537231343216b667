// Has built-ins that are slow on large data check the run's limits, because the 16 searches of a million items that a loop makes
// between two checks take long. A call that throws has computed as well: `JSON.parse` reads all of a long text before it finds it wrong.
import { BYTES_PER_ITEM, LARGE, LARGE_TO_SORT, allocate, checkLimits, refuseOver } from "./allocation-budget.js";
import { LimitError } from "./guard.js";
import { replace } from "./replace-built-in.js";
import { lengthOfTyped } from "./sizes-of-values.js";

const { apply } = Reflect;
const { isArray } = Array;
const textOfObject = String.prototype.valueOf;
/** Bytes counted per item of a real array. An array of more than 64 million items consists mostly of holes, because its items would not fit into an isolate. */
const BYTES_PER_SLOT = 1;

/** Methods of arrays whose time grows with the length of the array. Typed arrays have most of them. */
export const SLOW_ON_ARRAYS =
  "includes indexOf lastIndexOf slice splice reverse sort copyWithin shift unshift toSorted toReversed toSpliced with".split(
    " ",
  );
const SORTING = ["sort", "toSorted"];

/** Methods that create a list as long as the one they are called on, holes included. */
const COPYING = ["toSorted", "toReversed", "toSpliced", "with"];

/**
 * @param {any} owner
 * @param {readonly string[]} names methods whose time grows with the length of `this`
 * @param {(self: any) => number} [sizeOf] what is taken for the length
 * @param {number} [bytes] of memory for each of it. What would be more than a call may allocate is refused: an array or an object can have a
 *   length of 2 ** 32 without items, and they go through all of it
 */
export function checkDuring(owner, names, sizeOf = ({ length }) => length, bytes = BYTES_PER_ITEM) {
  for (const name of names) {
    const original = owner[name];
    const copies = COPYING.includes(name);
    const max = SORTING.includes(name) ? LARGE_TO_SORT : LARGE;
    replace(owner, {
      [name](/** @type {any} */ first, /** @type {any} */ second) {
        const isLarge = this !== null && this !== undefined && sizeOf(this) > max;
        if (isLarge) {
          if (copies) allocate(sizeOf(this) * bytes);
          else refuseOver(isArray(this) ? this.length * BYTES_PER_SLOT : sizeOf(this) * bytes);
          return checked(original, this, arguments);
        }
        // Some methods distinguish a missing argument from `undefined`, and a rest parameter would take longer than the call.
        if (arguments.length === 1) return original.call(this, first);
        if (arguments.length === 0) return original.call(this);
        if (arguments.length === 2) return original.call(this, first, second);
        return apply(original, this, arguments);
      },
    });
  }
}

/** @param {Function} original @param {any} self @param {ArrayLike<any>} args */
function checked(original, self, args) {
  const result = checkedIfFails(original, self, args);
  checkLimits();
  return result;
}

/** A callback of the script that was stopped is not checked again: that would end its isolate. @param {Function} original @param {any} self @param {ArrayLike<any>} args */
function checkedIfFails(original, self, args) {
  try {
    return apply(original, self, args);
  } catch (error) {
    if (!(error instanceof LimitError)) checkLimits();
    throw error;
  }
}

/** The engine makes a name of each character or number of a text or typed array, which takes a microsecond. */
const BYTES_PER_NAME = 64;

/** @param {any} owner @param {readonly string[]} names functions that look at all properties of their arguments */
export function refuseManyNames(owner, names) {
  for (const name of names) {
    const original = owner[name];
    replace(owner, {
      [name](/** @type {any} */ first, /** @type {any} */ second) {
        if (arguments.length > 2) {
          for (const one of arguments) refuseOver(namesOf(one) * BYTES_PER_NAME);
          return apply(original, this, arguments);
        }
        refuseOver(namesOf(first) * BYTES_PER_NAME);
        if (arguments.length < 2) return original.call(this, first);
        refuseOver(namesOf(second) * BYTES_PER_NAME);
        return original.call(this, first, second);
      },
    });
  }
}

/** @param {any} value @returns {number} */
function namesOf(value) {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return lengthOfTyped(value) ?? lengthOfBoxed(value);
}

/** @param {any} value */
function lengthOfBoxed(value) {
  try {
    return apply(textOfObject, value, []).length;
  } catch {
    return 0;
  }
}

/** @param {any} owner @param {readonly string[]} names functions whose result can be much larger than their arguments */
export function checkAfterLarge(owner, names) {
  checkAfter(owner, names, (result) => result.length > LARGE);
}

/**
 * @param {any} owner
 * @param {readonly string[]} names functions that take at least a microsecond
 * @param {(result: any) => boolean} [isLong] tells from the result whether the call may have taken long
 */
export function checkAfter(owner, names, isLong = () => true) {
  for (const name of names) {
    const original = owner[name];
    replace(owner, {
      [name](/** @type {any[]} */ ...args) {
        const result = checkedIfFails(original, this, args);
        if (isLong(result)) checkLimits();
        return result;
      },
    });
  }
}

/** @param {any} owner @param {readonly string[]} names functions whose time grows with the length of the text that is their first argument */
export function checkAfterLargeText(owner, names) {
  for (const name of names) {
    const original = owner[name];
    if (original === undefined) continue;
    replace(owner, {
      [name](/** @type {any[]} */ ...args) {
        const isLarge = typeof args[0] === "string" && args[0].length > LARGE;
        return isLarge ? checked(original, this, args) : apply(original, this, args);
      },
    });
  }
}
