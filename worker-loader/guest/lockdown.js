// Locks down an isolate so that runs leave no state in it. Everything a script can reach and has not created itself is frozen
// before it first runs, so the same isolate can run the same script again for the same principal.
//
// A script can reach the built-ins that syntax leads to (literals, functions, promises, errors), everything reachable from them,
// and the globals it names. There is no eval and no `with`, so a global that a script does not name, and does not read from
// `globalThis`, is unreachable. Freezing only the reachable ones is affordable (some 300 objects instead of 1,500, 1 ms instead of 5
// in every new isolate). Globals that keep state or reach outside are removed.
//
// Freezing breaks some correct scripts by the "override mistake": assigning to a property whose prototype has a frozen one
// of that name throws. `error.name = …` and `object.toString = …` are common, so such properties become
// accessors that define the property on the object they are assigned to (the technique of SES).
import { limitAllocations } from "./allocations.js";
import { replaceAbortTimeout } from "./timers.js";

/** Globals that lead only to their own instances and to objects that syntax leads to. */
const PLAIN =
  words(`Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise
  RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError JSON Math
  Map Set WeakMap WeakSet WeakRef BigInt Iterator Proxy Reflect decodeURI decodeURIComponent encodeURI encodeURIComponent
  escape unescape isFinite isNaN`);

/** Globals that lead to objects of other kinds (`new URL(…).searchParams`, `atob("*")` throws a DOMException, …). */
const LEADING =
  words(`globalThis self Intl ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array
  BigUint64Array BigInt64Array Uint8ClampedArray Float32Array Float64Array Float16Array DataView DisposableStack
  AsyncDisposableStack URL URLSearchParams URLPattern TextEncoder TextDecoder structuredClone atob btoa crypto Crypto
  SubtleCrypto CryptoKey AbortController AbortSignal Event EventTarget DOMException Blob File FormData Headers`);

/** @param {string} text */
function words(text) {
  return new Set(text.split(/\s+/));
}

/**
 * Removes globals that keep state or reach outside, and bounds allocations. This suffices for an isolate that runs one script once.
 * @param {readonly string[]} mentioned every identifier of the script
 * @param {readonly string[]} [members] names of members that it uses; absent if it may use any
 */
export function restrict(mentioned, members) {
  const everything = mentioned.some((name) => LEADING.has(name));
  const names = everything ? globalNames() : mentioned.filter((name) => name in globalThis);
  for (const name of names) if (!PLAIN.has(name) && !LEADING.has(name)) removeGlobal(name);
  removeState(everything);
  limitAllocations(everything, names, members);
  return names;
}

/** Restricts the isolate, and freezes everything that the script can reach. @param {readonly string[]} mentioned every identifier of the script */
export function lockDown(mentioned) {
  const leading = mentioned.some((name) => LEADING.has(name));
  const listed = [...syntaxLeadsTo(), ...(leading ? platformLeadsTo() : [])];
  const originals = (leading ? globalNames() : mentioned.filter((name) => name in globalThis)).map(valueOf);
  const names = restrict(mentioned);
  // Globals are read again, because restricting replaced some constructors by bounded ones.
  lock([...listed, ...originals, ...names.map(valueOf)]);
  Object.freeze(globalThis);
}

/** @param {string} name @returns {unknown} */
function valueOf(name) {
  return /** @type {Record<string, unknown>} */ (globalThis)[name];
}

/** @returns {unknown[]} prototypes of objects that a script can only get from calls */
function platformLeadsTo() {
  const listed = [new URLSearchParams(), new Headers(), new FormData()];
  return [
    ...listed.flatMap((one) => [one.keys(), one.values(), one.entries()]),
    new Intl.Segmenter().segment(""),
    new Intl.Segmenter().segment("")[Symbol.iterator](),
    new AbortController().signal,
    new Uint8Array(),
    crypto.subtle,
  ];
}

function globalNames() {
  /** @type {string[]} */
  const names = [];
  for (let level = globalThis; level !== null && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    names.push(...Object.getOwnPropertyNames(level).filter((name) => name !== "constructor"));
  }
  return names;
}

/** Removes a global from the global object and its prototypes; one on a shared prototype is hidden instead. @param {string} name */
function removeGlobal(name) {
  for (let level = globalThis; level !== null && !SHARED.has(level); level = Object.getPrototypeOf(level)) {
    if (!Reflect.deleteProperty(level, name)) throw new Error(`The global ${name} cannot be removed.`);
  }
  // The global object is an event target: a listener on it would receive events of later runs.
  if (name in globalThis && !(name in Object.prototype)) Object.defineProperty(globalThis, name, { value: undefined });
}

/** Prototypes of the global object that other objects have too. */
const SHARED = new Set([Object.prototype, EventTarget.prototype]);

/** Removes state that built-ins keep. @param {boolean} everything */
function removeState(everything) {
  // The last match of any run could be read from these (RegExp.$1, RegExp.input, …).
  for (const name of Object.getOwnPropertyNames(RegExp)) {
    if (!["prototype", "name", "length", "escape"].includes(name)) Reflect.deleteProperty(RegExp, name);
  }
  // These properties lead to streams, whose classes are not reachable as globals any more.
  if (everything) {
    Reflect.deleteProperty(Blob.prototype, "stream");
    Reflect.deleteProperty(Crypto.prototype, "DigestStream");
    replaceAbortTimeout();
  }
  // This hook could be set, and every later error of the isolate would call it.
  Reflect.deleteProperty(Error, "prepareStackTrace");
}

/** @returns {unknown[]} an instance of every kind of object that syntax creates without naming a global */
function syntaxLeadsTo() {
  return [
    {},
    [],
    "",
    0,
    true,
    0n,
    /x/,
    () => {},
    function () {},
    class {
      method() {}
    },
    Symbol.prototype,
    function* () {},
    async function* () {},
    async () => {},
    (function* () {})(),
    (async function* () {})(),
    Promise,
    Iterator,
    AggregateError,
    [].values(),
    ""[Symbol.iterator](),
    "".matchAll(/x/g),
    [].values().map((item) => item),
    Iterator.from({ next: () => ({ done: true, value: undefined }) }),
    // The engine throws errors itself; all errors share the accessors of `stack`.
    new Error(),
    Error,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
    EvalError,
    // `using` throws it when disposing fails as well, and a timer too many throws a DOMException.
    SuppressedError,
    DOMException,
    // The harness returns objects of these kinds.
    Map.prototype,
    Set.prototype,
    new Map().values(),
    new Set().values(),
  ].map((value) => (Object(value) === value ? value : Object.getPrototypeOf(value)));
}

// The code below runs once in every new isolate, before the engine has optimised it, so it makes one pass and creates few objects.
const { defineProperty, freeze, getPrototypeOf, isFrozen } = Object;
const { getOwnPropertyDescriptor, ownKeys } = Reflect;

/** Freezes every object that can be reached through properties and prototypes. @param {readonly unknown[]} roots */
function lock(roots) {
  const found = new Set(roots);
  // Iteration over a Set includes items added during the loop.
  for (const object of found) {
    if (object === null || (typeof object !== "object" && typeof object !== "function")) continue;
    if (object === globalThis) continue;
    found.add(getPrototypeOf(object));
    const keys = ownKeys(object);
    // Most objects are methods, which have only a length and a name.
    if (keys.length !== 2 || keys[0] !== "length" || keys[1] !== "name") lockProperties(object, keys, found);
    freeze(object);
  }
}

/** @param {object} object @param {PropertyKey[]} keys all its keys @param {Set<unknown>} found collects the values */
function lockProperties(object, keys, found) {
  const isPrototype = typeof object === "object";
  const allows = ALL_OF_THEM.has(object);
  for (const key of keys) {
    const property = /** @type {PropertyDescriptor} */ (getOwnPropertyDescriptor(object, key));
    const { value, get, set } = property;
    if (get !== undefined || set !== undefined) {
      found.add(get);
      found.add(set);
      continue;
    }
    if (typeof value === "object" || typeof value === "function") found.add(value);
    if ((allows || (isPrototype && OFTEN_ASSIGNED.has(key))) && property.configurable && property.writable) {
      allowOverride(object, key, value, property.enumerable === true, found);
    }
  }
}

/** Names that scripts often assign on their own objects although a prototype has them. */
const OFTEN_ASSIGNED = /** @type {Set<PropertyKey>} */ (
  words("constructor toString toLocaleString valueOf name message length then toJSON")
);
const ALL_OF_THEM = new Set([Object.prototype, Function.prototype, Error.prototype]);

/** @param {object} object @param {PropertyKey} key @param {unknown} value @param {boolean} enumerable @param {Set<unknown>} found */
function allowOverride(object, key, value, enumerable, found) {
  const get = () => value;
  const set = setterOf(key);
  found.add(get).add(set);
  defineProperty(object, key, { get, set, enumerable, configurable: false });
}

/** Setters by name, shared by all objects that have the property. */
const setters = /** @type {Map<PropertyKey, (next: unknown) => void>} */ (new Map());

/** @param {PropertyKey} key */
function setterOf(key) {
  let setter = setters.get(key);
  if (setter === undefined) {
    // A method is used because it has no prototype that would have to be frozen, too.
    ({ setter } = {
      /** @this {object} @param {unknown} next */
      setter(next) {
        if (isFrozen(this)) throw new TypeError(`${String(key)} of a built-in cannot be changed`);
        defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true });
      },
    });
    setters.set(key, setter);
  }
  return setter;
}
