// Abstract operations of ECMA-262, by section number, that the sequential built-ins consist of.

const { defineProperty } = Reflect;
const { isArray } = Array;
const toText = String;

/** @param {any} value */
export function toObject(value) {
  if (value === null || value === undefined) throw new TypeError("Array.prototype method called on null or undefined");
  return Object(value);
}

/** §7.1.20 ToLength @param {any} object */
export function lengthOf(object) {
  const length = Math.trunc(Number(object.length));
  return length > 0 ? Math.min(length, Number.MAX_SAFE_INTEGER) : 0;
}

/** §23.1.3.2 CreateListFromArrayLike @param {any} args @returns {unknown[]} */
export function listOf(args) {
  if (args === null || args === undefined) return [];
  if (typeof args !== "object" && typeof args !== "function")
    throw new TypeError("CreateListFromArrayLike called on non-object");
  return Array.from({ length: lengthOf(args) }, (_, index) => args[index]);
}

/** @param {number} length @returns an array of holes */
export function emptyArray(length) {
  const made = /** @type {unknown[]} */ ([]);
  made.length = length;
  return made;
}

/** §10.4.2.2 ArraySpeciesCreate @param {any} object @param {number} length @returns {any} */
export function speciesOf(object, length) {
  if (!isArray(object)) return emptyArray(length);
  let make = /** @type {any} */ (object).constructor;
  if (make !== null && (typeof make === "object" || typeof make === "function"))
    make = make[Symbol.species] ?? undefined;
  return make === undefined ? emptyArray(length) : new make(length);
}

/** §7.3.5 CreateDataPropertyOrThrow @param {any} object @param {PropertyKey} key @param {unknown} value */
export function put(object, key, value) {
  if (!defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true }))
    throw new TypeError(`Cannot add property ${toText(key)}, object is not extensible`);
}
