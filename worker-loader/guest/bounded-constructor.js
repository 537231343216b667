// Has the constructors of arrays and buffers refuse a length that is too large.
import { LARGE, allocate, checkLimits } from "./allocation-budget.js";
import { replaceConstructor } from "./replace-built-in.js";
import { isBuffer, itemsIn, lengthOf, lengthOfTyped } from "./sizes-of-values.js";

const { apply } = Reflect;
const { isArray } = Array;

/** @param {string} name @param {number} bytesPerItem */
export function boundedConstructor(name, bytesPerItem) {
  const original = /** @type {any} */ (globalThis)[name];
  replaceConstructor(name, (args) => {
    const [length, options] = args;
    // ArrayBuffer converts its argument to a number; for arrays and typed arrays only a number is a length.
    if (name === "ArrayBuffer") {
      const bytes = Number(length);
      allocate(bytes);
      if (options === null || typeof options !== "object") return [bytes];
      const { maxByteLength } = options;
      if (maxByteLength === undefined) return [bytes];
      const max = Number(maxByteLength);
      allocate(max);
      return [bytes, { maxByteLength: max }];
    }
    if (typeof length === "number") {
      if (name !== "Array" || args.length === 1) allocate(length * bytesPerItem);
    } else if (name !== "Array") {
      allocate(itemsIn(length) * bytesPerItem);
      if (isLikeArray(length)) return [readOnce(length, original, bytesPerItem)];
    }
    return args;
  });
}

/** @param {any} source @returns true for an object that a typed array reads by its iterator or its length */
function isLikeArray(source) {
  const isObject = (typeof source === "object" && source !== null) || typeof source === "function";
  return isObject && !isArray(source) && lengthOfTyped(source) === undefined && !isBuffer(source);
}

/**
 * Reads the members of which a getter could give another value to the built-in. The built-in takes 150 ns for each item, which may be missing.
 * @param {any} source @param {any} Typed @param {number} bytesPerItem
 */
function readOnce(source, Typed, bytesPerItem) {
  const method = source[Symbol.iterator];
  if (method !== undefined && method !== null)
    return { [Symbol.iterator]: typeof method === "function" ? () => apply(method, source, []) : method };
  const length = Math.max(Math.trunc(lengthOf(source)), 0);
  allocate(length * bytesPerItem);
  checkLimits();
  const copy = new Typed(length);
  for (let index = 0; index < length; index += 1) {
    if (index % LARGE === LARGE - 1) checkLimits();
    copy[index] = source[index];
  }
  return copy;
}
