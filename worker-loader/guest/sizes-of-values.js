// How large values are that a built-in is called with, told without running what a script has defined on them where that is possible.
import { BYTES_PER_CHARACTER } from "./allocation-budget.js";

const { apply } = Reflect;
const { isArray } = Array;
const toText = String;

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
export function bytesOf(value) {
  if (typeof value === "string") return value.length * BYTES_PER_CHARACTER;
  try {
    return ArrayBuffer.isView(value) ? viewBytes(value) : value instanceof ArrayBuffer ? bufferBytes(value) : 0;
  } catch {
    // A DataView has its own getter, and `instanceof` believes prototypes.
    return 0;
  }
}

/** @param {any} value */
export function isBuffer(value) {
  try {
    bufferBytes(value);
    return true;
  } catch {
    return typeof SharedArrayBuffer === "function" && value instanceof SharedArrayBuffer;
  }
}

/** @param {unknown} self */
export function textOf(self) {
  if (typeof self === "string") return self;
  if (self === null || self === undefined)
    throw new TypeError("A method of String.prototype was called on null or undefined.");
  return toText(self);
}

/** A `length` getter of a script may give the built-in another number; see docs/limits.md. @param {any} items */
export function lengthOf(items) {
  if (isArray(items)) return items.length;
  if (items === null || items === undefined) return 0;
  const { length } = items;
  return typeof length === "number" ? length : Number(length) || 0;
}

/** @param {any} source what a typed array copies @returns {number} 0 for a buffer, of which it is a view */
export function itemsIn(source) {
  return isArray(source) ? source.length : (lengthOfTyped(source) ?? 0);
}

/** @param {any} value @returns {number | undefined} undefined for what is no typed array */
export function lengthOfTyped(value) {
  try {
    return ArrayBuffer.isView(value) ? viewLength(value) : undefined;
  } catch {
    // A DataView has no length.
    return undefined;
  }
}
