// Writes any value of a script as JSON text, or reports the part that has no JSON form. The rules are the same for results and tool
// arguments:
//
//   undefined            top: no value · property: left out · array element or hole: null
//   NaN, ±Infinity       refused
//   -0                   -0 in the result; 0 where the host parses it: to and from tools, in the input, in `store`
//   bigint               JSON integer, all digits (as an argument refused beyond ±(2**53 - 1): the way to a tool is not exact there)
//   JSON.rawJSON(text)   the text (as an argument refused when it is a number that changes on the way)
//   Date                 ISO 8601 (an invalid date is refused), unless it has a toJSON() of its own
//   Map                  object if every key is a string, else array of [key, value]
//   Set, typed array     array                        ArrayBuffer          array of bytes
//   Error                { name, message, cause?, errors?, …own } without its stack
//   RegExp, URL, URLSearchParams                      their text
//   boxed primitive      the primitive                array                its elements, without other properties
//   class instance       its own enumerable properties with string keys, getters read once
//   anything with toJSON(key)   its result, as with JSON.stringify
//   function, symbol, promise, iterator, WeakMap, any other built-in, a server, cycle, nesting over 200, a getter that throws
//                        refused, with the path
//
// The length is checked while the text is written: twenty nested arrays of two references each are a million values. In logged
// values, a part that would be refused or is too long is replaced by a description.
import { isBuiltInObject, isNativePrototype } from "./built-in-objects.js";
import { MAX_DEPTH, NOT_PLAIN, plainText } from "./plain-text.js";
import { TooLong, Unserialisable, isA, member } from "./refused-values.js";

const { stringify } = JSON;
// ES2025; not in the type library yet.
const { rawJSON, isRawJSON } =
  /** @type {{ rawJSON: (text: string) => unknown, isRawJSON: (value: unknown) => boolean }} */ (
    /** @type {any} */ (JSON)
  );
const { parse } = JSON;
const { toJSON: dateToJSON } = Date.prototype;
const arrayPrototype = Array.prototype;
const { isArray } = Array;
const { create, keys, getPrototypeOf, getOwnPropertyDescriptor, prototype: objectPrototype } = Object;
const { isFinite: isFiniteNumber, isSafeInteger } = Number;
const toText = String;
const MAX_DESCRIPTION = 4_096;
/** A longer path is shown by its ends. */
const MAX_PATH = 300;

/** Objects of the harness that cannot be written, with their names for messages. */
const opaque = /** @type {WeakMap<object, string>} */ (new WeakMap());

/**
 * True if plain data is written without a copy. With accessors or proxies, a script could return another value at the second
 * reading of a property than at the first.
 */
let writesPlainData = false;

/** @param {boolean} definesAccessors whether the script may define accessors or make proxies */
export function expectValues(definesAccessors) {
  writesPlainData = !definesAccessors;
}

/** @param {object} object @param {string} what */
export function registerOpaque(object, what) {
  opaque.set(object, what);
}

/**
 * @param {unknown} value
 * @param {string} root name of the value in messages
 * @param {number} maxLength UTF-16 length of the text
 * @returns {string | undefined} JSON text; `undefined` for `undefined`
 */
export function toJsonText(value, root, maxLength) {
  return write(value, root, maxLength, false);
}

/** Writes tool arguments, which are parsed by the host: every number has to survive that. @type {typeof toJsonText} */
export function toArgsText(value, root, maxLength) {
  return write(value, root, maxLength, true);
}

/** Writes text for people: parts that cannot be written are replaced by a description. @param {unknown} value @param {number} maxLength */
export function toShownText(value, maxLength) {
  const copy = new Copy("value", maxLength, true, false).plain(value);
  if (typeof copy === "string") return copy;
  return copy === undefined ? "undefined" : stringify(copy);
}

/** @param {unknown} value @param {string} root @param {number} maxLength @param {boolean} safeNumbers */
function write(value, root, maxLength, safeNumbers) {
  const plain = writesPlainData ? plainText(value, maxLength) : NOT_PLAIN;
  if (plain !== NOT_PLAIN) return plain;
  const copy = new Copy(root, maxLength, false, safeNumbers).plain(value);
  if (copy === undefined) return undefined;
  const text = stringify(copy);
  if (text.length > maxLength) throw new TooLong();
  return text;
}

class Copy {
  #root;
  #left;
  #lenient;
  #safeNumbers;
  /** The path to the current value, as member texts; it is joined only for a message. @type {(string | number)[]} */
  #path = [];
  /** The objects around the current value, to find cycles. @type {object[]} */
  #above = [];

  /** @param {string} root @param {number} maxLength @param {boolean} lenient @param {boolean} safeNumbers */
  constructor(root, maxLength, lenient, safeNumbers) {
    this.#root = root;
    this.#left = maxLength;
    this.#lenient = lenient;
    this.#safeNumbers = safeNumbers;
  }

  /** @param {unknown} value @param {string} [key] name of the property with this value @returns {unknown} */
  plain(value, key = "") {
    switch (typeof value) {
      case "string":
        return this.#text(value);
      case "boolean":
      case "undefined":
        this.#spend(1);
        return value;
      case "number":
        this.#spend(1);
        if (!isFiniteNumber(value)) return this.#refuse(`${value}, which JSON cannot carry`, toText(value));
        return value === 0 && 1 / value < 0 ? rawJSON("-0") : value;
      case "bigint":
        return this.#integer(value);
      case "function":
        return this.#refuse("a function", "[function]");
      case "symbol":
        return this.#refuse("a symbol", "[symbol]");
      default:
        this.#spend(1);
        return value === null ? null : this.#fromObject(/** @type {object} */ (value), key);
    }
  }

  /** Counts the length of a value or a name, and a comma. @param {number} length */
  #spend(length) {
    this.#left -= length + 1;
    if (this.#left < 0 && !this.#lenient) throw new TooLong();
  }

  /** @param {string} what @param {string} shown @returns {string} */
  #refuse(what, shown = `[${what}]`) {
    if (this.#lenient) return shown;
    let path = this.#root;
    for (const part of this.#path) path += typeof part === "number" ? `[${part}]` : part;
    throw new Unserialisable(
      path.length > MAX_PATH ? `${path.slice(0, MAX_PATH / 2)}…${path.slice(-MAX_PATH / 2)}` : path,
      what,
    );
  }

  /** @param {string} value */
  #text(value) {
    const { length } = value;
    const left = this.#left;
    this.#spend(length);
    return this.#lenient && length > left ? `${value.slice(0, left > 0 ? left : 0)}…` : value;
  }

  /** @param {bigint} value */
  #integer(value) {
    if (value > MAX_BIGINT || value < -MAX_BIGINT)
      return this.#refuse("a bigint of more than 100,000 bits", "[a huge bigint]");
    if (this.#safeNumbers && !isSafeInteger(Number(value)))
      return this.#refuse(`${value}, which is too large for a JSON number: send it as text`);
    const text = toText(value);
    this.#spend(text.length);
    return rawJSON(text);
  }

  /** @param {object} value @param {string} key @returns {unknown} */
  #fromObject(value, key) {
    if (this.#above.length >= MAX_DEPTH) return this.#refuse(`nested more than ${MAX_DEPTH} levels deep`, "[deeper]");
    for (const one of this.#above) if (one === value) return this.#refuse("a cycle");
    this.#above.push(value);
    const { length } = this.#path;
    try {
      return this.#copyObject(value, key);
    } catch (error) {
      if (isA(error, Unserialisable) || isA(error, TooLong)) throw error;
      // The path ends with the property whose getter has thrown.
      const shown = this.#refuse(`unreadable: ${describe(error)}`);
      this.#path.length = length;
      return shown;
    } finally {
      this.#above.pop();
    }
  }

  /** @param {any} value @param {string} key @returns {unknown} */
  #copyObject(value, key) {
    if (isRawJSON(value)) return this.#raw(value);
    const prototype = getPrototypeOf(value);
    if (prototype === objectPrototype || prototype === null) {
      const what = opaque.get(value);
      if (what !== undefined) return this.#refuse(what);
    }
    if (prototype !== objectPrototype && value instanceof Promise) {
      return this.#refuse("a promise: await it first", "[promise]");
    }
    const { toJSON } = value;
    if (value instanceof Date && toJSON === dateToJSON) {
      if (!isFiniteNumber(value.getTime())) return this.#refuse("an invalid date");
      return this.#text(value.toISOString());
    }
    if (typeof toJSON === "function") return this.plain(apply(toJSON, value, [key]), key);
    if (value === arrayPrototype) return this.#refuse("a built-in object");
    if (isArray(value)) return this.#copyItems(value);
    if (prototype !== objectPrototype && prototype !== null) {
      const copied = this.#copyBuiltIn(value);
      if (copied !== NOT_BUILT_IN) return copied;
    } else if (isBuiltInObject(value)) {
      return this.#refuse("a built-in object");
    }
    return this.#copyProperties(value, create(null));
  }

  /** @param {{ rawJSON: string }} value a text that the engine has checked: a JSON string, number, true, false or null */
  #raw(value) {
    const { rawJSON: text } = value;
    this.#spend(text.length);
    if (this.#safeNumbers && typeof parse(text) === "number" && stringify(parse(text)) !== text)
      return this.#refuse(`${text}, which is too large for a JSON number: send it as text`);
    return value;
  }

  /** @param {any} value @returns {unknown} */
  #copyBuiltIn(value) {
    if (value instanceof Error) return this.#copyError(value);
    if (value instanceof Map) return this.#copyMap(value);
    if (value instanceof Set) return this.#copyItems([...value]);
    if (ArrayBuffer.isView(value)) {
      // A long array would be spread before it is counted.
      if (value.byteLength > this.#left * 8 && !this.#lenient) throw new TooLong();
      return value instanceof DataView
        ? this.#copyItems(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
        : this.#copyItems(/** @type {any} */ (value));
    }
    if (value instanceof ArrayBuffer) return this.#copyItems(new Uint8Array(value));
    if (value instanceof RegExp || value instanceof URLSearchParams) return this.#text(toText(value));
    if (value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof BigInt) {
      return this.plain(value.valueOf());
    }
    for (let one = getPrototypeOf(value); one !== null && one !== objectPrototype; one = getPrototypeOf(one)) {
      if (isNativePrototype(one)) return this.#refuse(`${nameOf(one)}, which has no JSON form`, `[${nameOf(one)}]`);
    }
    return NOT_BUILT_IN;
  }

  /** @param {Error} error */
  #copyError(error) {
    const copy = create(null);
    copy.name = this.#text(toText(error.name));
    copy.message = this.#text(toText(error.message));
    for (const key of ["cause", "errors"]) {
      const property = getOwnPropertyDescriptor(error, key);
      if (property === undefined || property.enumerable) continue;
      this.#path.push(`.${key}`);
      copy[key] = this.plain(/** @type {any} */ (error)[key]);
      this.#path.pop();
    }
    return this.#copyProperties(error, copy, true);
  }

  /**
   * @param {any} value
   * @param {any} copy
   * @param {boolean} [isError] whether to leave out `stack`, which has frames of the harness in a cloned error
   */
  #copyProperties(value, copy, isError = false) {
    for (const key of keys(value)) {
      if (this.#left < 0) break;
      if (isError && key === "stack") continue;
      this.#path.push(member(key));
      const given = value[key];
      const item = this.plain(this.#lenient && key === "data" ? shownData(value, given) : given, key);
      this.#path.pop();
      if (item === undefined) continue;
      this.#spend(key.length);
      copy[key] = item;
    }
    return copy;
  }

  /** @param {ArrayLike<unknown>} items */
  #copyItems(items) {
    const copy = [];
    for (let index = 0; index < items.length; index += 1) {
      if (this.#left < 0) {
        copy.push(`… ${items.length - index} more`);
        break;
      }
      this.#path.push(index);
      const item = this.plain(items[index], `${index}`);
      this.#path.pop();
      copy.push(item === undefined ? null : item);
    }
    return copy;
  }

  /** @param {Map<unknown, unknown>} map */
  #copyMap(map) {
    const entries = [...map];
    if (!entries.every(([key]) => typeof key === "string")) return this.#copyItems(entries);
    const copy = create(null);
    for (const [key, item] of entries) {
      if (this.#left < 0) break;
      const name = /** @type {string} */ (key);
      this.#path.push(`.get(${stringify(name)})`);
      const one = this.plain(item, name);
      this.#path.pop();
      if (one === undefined) continue;
      this.#spend(name.length);
      copy[name] = one;
    }
    return copy;
  }
}

/** The base64 of an image says nothing to a reader of a log. @param {any} block @param {unknown} data @returns {unknown} */
function shownData({ type, mimeType }, data) {
  if ((type !== "image" && type !== "audio") || typeof mimeType !== "string" || typeof data !== "string") return data;
  const { length } = data;
  const padding = data[length - 1] !== "=" ? 0 : data[length - 2] === "=" ? 2 : 1;
  return `[${mimeType.slice(0, 100)}, ${Math.floor(((length - padding) * 3) / 4)} bytes]`;
}

const { apply } = Reflect;
const NOT_BUILT_IN = Symbol("not built in");
/** A bigint of 30,000 digits takes 2 ms to write; one of ten times as many takes a hundred times as long. */
const MAX_BIGINT = 2n ** 100_000n;

/** @param {object} prototype prototype of a built-in */
function nameOf(prototype) {
  const tag = /** @type {any} */ (prototype)[Symbol.toStringTag];
  const text = typeof tag === "string" && tag !== "" ? tag : "built-in object";
  return `${/^[AEIOU]/.test(text) ? "an" : "a"} ${text}`;
}

/** Describes any thrown value; a hostile one cannot make it throw. @param {unknown} thrown */
export function describe(thrown) {
  const text = fullText(thrown);
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}… (${text.length} characters)` : text;
}

/** @param {unknown} thrown @returns {string} */
function fullText(thrown) {
  try {
    if (typeof thrown === "string") return thrown;
    if (typeof thrown === "function") return "[function]";
    if (thrown === null || typeof thrown !== "object") return toText(thrown);
    if (isA(thrown, Error)) return describeError(/** @type {Error} */ (thrown));
    return toShownText(thrown, MAX_DESCRIPTION);
  } catch {
    return "something that cannot be shown";
  }
}

/** `Name: message {"own":"properties"}`; each part is left out when it is empty or cannot be read. @param {Error} error */
function describeError(error) {
  const name = textOf(error, "name") || "Error";
  const message = textOf(error, "message");
  const own = ownOf(error);
  return `${name}${message === "" ? "" : `: ${message}`}${own}`;
}

/** @param {any} error @param {string} key */
function textOf(error, key) {
  try {
    return toText(error[key]);
  } catch {
    return "";
  }
}

/** @param {any} error */
function ownOf(error) {
  try {
    const own = create(null);
    let any = false;
    for (const key of keys(error)) {
      if (key === "name" || key === "message" || key === "stack" || key === "cause" || key === "errors") continue;
      own[key] = error[key];
      any = true;
    }
    return any ? ` ${toShownText(own, MAX_DESCRIPTION)}` : "";
  } catch {
    return "";
  }
}
