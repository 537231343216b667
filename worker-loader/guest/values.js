// Turns any value a script can make into JSON text, or says where it cannot be done. One table for results, tool
// arguments and logged values:
//
//   undefined            top: no value · property: left out · array element: null
//   NaN, ±Infinity       refused                      -0                   -0
//   bigint               JSON integer, all digits     Date                 ISO 8601 (an invalid date is refused)
//   Map                  object if every key is a string, else array of [key, value]
//   Set, typed array     array                        ArrayBuffer          array of bytes
//   Error                { name, message, …own }      RegExp, URL          their text
//   class instance       its own enumerable properties, getters read once; toJSON() is honoured
//   function, symbol, promise, WeakMap, cycle, nesting over 200, a getter that throws      refused, with the path

const { stringify } = JSON;
// ES2025; not in the type library yet.
const rawJSON = /** @type {(text: string) => unknown} */ (/** @type {any} */ (JSON).rawJSON);
const { isArray } = Array;
const { keys, getPrototypeOf, prototype: objectPrototype } = Object;
const { isFinite: isFiniteNumber } = Number;
const toText = String;
const MAX_DEPTH = 200;

/** Thrown for a value that has no faithful JSON form; `path` is like `value.rows[3].when`. */
export class Unserialisable extends Error {
  /** @param {string} path @param {string} what */
  constructor(path, what) {
    super(`${path} is ${what}`);
    this.path = path;
  }
}

/**
 * @param {unknown} value
 * @param {string} root name of the value in messages
 * @returns {string | undefined} JSON text; `undefined` for `undefined`
 */
export function toJsonText(value, root) {
  const copy = plain(value, root, 0, []);
  return copy === undefined ? undefined : stringify(copy);
}

/**
 * @param {unknown} value
 * @param {string} path
 * @param {number} depth
 * @param {object[]} above the objects this value lies in, to find cycles
 * @returns {unknown}
 */
function plain(value, path, depth, above) {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "undefined":
      return value;
    case "number":
      if (!isFiniteNumber(value)) throw new Unserialisable(path, `${value}, which JSON cannot carry`);
      return value === 0 && 1 / value < 0 ? rawJSON("-0") : value;
    case "bigint":
      return rawJSON(toText(value));
    case "function":
      throw new Unserialisable(path, "a function");
    case "symbol":
      throw new Unserialisable(path, "a symbol");
    default:
      return value === null ? null : fromObject(/** @type {object} */ (value), path, depth, above);
  }
}

/** @param {object} value @param {string} path @param {number} depth @param {object[]} above */
function fromObject(value, path, depth, above) {
  if (depth > MAX_DEPTH) throw new Unserialisable(path, `nested more than ${MAX_DEPTH} levels deep`);
  for (const one of above) if (one === value) throw new Unserialisable(path, "a cycle");
  above.push(value);
  try {
    return copyObject(value, path, depth + 1, above);
  } catch (error) {
    if (error instanceof Unserialisable) throw error;
    throw new Unserialisable(path, `unreadable: ${describe(error)}`);
  } finally {
    above.pop();
  }
}

/** @param {any} value @param {string} path @param {number} depth @param {object[]} above */
function copyObject(value, path, depth, above) {
  if (isArray(value)) return copyItems(value, path, depth, above);
  if (value instanceof Date) {
    if (!isFiniteNumber(value.getTime())) throw new Unserialisable(path, "an invalid date");
    return value.toISOString();
  }
  if (typeof value.toJSON === "function") return plain(value.toJSON(), path, depth, above);
  if (value instanceof Map) return copyMap(value, path, depth, above);
  if (value instanceof Set) return copyItems([...value], path, depth, above);
  if (ArrayBuffer.isView(value)) return copyBytes(value, path, depth, above);
  if (value instanceof ArrayBuffer) return copyItems([...new Uint8Array(value)], path, depth, above);
  if (value instanceof RegExp) return toText(value);
  if (value instanceof Number || value instanceof String || value instanceof Boolean) {
    return plain(value.valueOf(), path, depth, above);
  }
  if (value instanceof Promise) throw new Unserialisable(path, "a promise: await it first");
  if (value instanceof WeakMap || value instanceof WeakSet || value instanceof WeakRef) {
    throw new Unserialisable(path, "a weak collection");
  }
  return copyProperties(value, path, depth, above);
}

/** @param {any} value @param {string} path @param {number} depth @param {object[]} above */
function copyProperties(value, path, depth, above) {
  const copy = Object.create(null);
  if (value instanceof Error) {
    copy.name = toText(value.name);
    copy.message = toText(value.message);
  }
  for (const key of keys(value)) {
    const item = plain(value[key], `${path}${member(key)}`, depth, above);
    if (item !== undefined) copy[key] = item;
  }
  return copy;
}

/** @param {readonly unknown[]} items @param {string} path @param {number} depth @param {object[]} above */
function copyItems(items, path, depth, above) {
  const copy = [];
  for (let index = 0; index < items.length; index += 1) {
    const item = plain(items[index], `${path}[${index}]`, depth, above);
    copy.push(item === undefined ? null : item);
  }
  return copy;
}

/** @param {Map<unknown, unknown>} map @param {string} path @param {number} depth @param {object[]} above */
function copyMap(map, path, depth, above) {
  const entries = [...map];
  if (!entries.every(([key]) => typeof key === "string")) return copyItems(entries, path, depth, above);
  const copy = Object.create(null);
  for (const [key, item] of entries) {
    const one = plain(item, `${path}.get(${stringify(key)})`, depth, above);
    if (one !== undefined) copy[/** @type {string} */ (key)] = one;
  }
  return copy;
}

/** @param {ArrayBufferView} view @param {string} path @param {number} depth @param {object[]} above */
function copyBytes(view, path, depth, above) {
  if (view instanceof DataView) {
    return copyItems([...new Uint8Array(view.buffer, view.byteOffset, view.byteLength)], path, depth, above);
  }
  return copyItems(/** @type {any} */ (Array).from(view), path, depth, above);
}

/** @param {string} key */
function member(key) {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${stringify(key)}]`;
}

/** Text of anything that was thrown, whatever it does when it is looked at. @param {unknown} thrown */
export function describe(thrown) {
  try {
    if (thrown instanceof Error) return `${toText(thrown.name)}: ${toText(thrown.message)}`;
    if (typeof thrown === "string") return thrown;
    if (thrown !== null && typeof thrown === "object" && getPrototypeOf(thrown) === objectPrototype) {
      return toJsonText(thrown, "value") ?? "undefined";
    }
    return toText(thrown);
  } catch {
    return "something that cannot be shown";
  }
}
