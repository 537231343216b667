// Makes an isolate that remembers nothing. Everything a script can reach besides what it makes itself is frozen before it
// first runs, so the same isolate can run the same script again for the same principal.
//
// What it can reach: the built-ins that syntax leads to (literals, functions, promises, errors) with all that hangs on
// them, and the globals it names. There is no eval and no `with`, so a global that a script does not name, and does not
// ask `globalThis` for, is out of its reach; freezing only the rest is what makes this affordable (some 300
// objects instead of 1,500, 1 ms instead of 5 in every new isolate). Globals that keep state or reach outside are removed.
//
// Freezing has a cost for honest scripts, the "override mistake": assigning to a property whose prototype has a frozen
// one of that name throws. `error.name = …` and `object.toString = …` are everyday code, so such properties become
// accessors that define the property on the object they are assigned to (the technique of SES).
import { limitAllocations, limitSome } from "./allocations.js";
import { replaceAbortTimeout } from "./timers.js";

/** Globals whose results are made of themselves and of what syntax leads to anyway. */
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
 * Takes away what no script may have: globals that keep state or reach outside, and allocations without a bound. All that an
 * isolate needs which runs one script once.
 * @param {readonly string[]} mentioned every identifier of the script
 * @param {readonly string[]} [members] names of members that it uses; without them any can be meant
 */
export function restrict(mentioned, members) {
  const everything = mentioned.some((name) => LEADING.has(name));
  const names = everything ? globalNames() : mentioned.filter((name) => name in globalThis);
  for (const name of names) if (!PLAIN.has(name) && !LEADING.has(name)) removeGlobal(name);
  removeState(everything);
  if (everything || members === undefined) limitAllocations(everything, names);
  else limitSome([...names, ...members]);
  return names;
}

/** Restricts the isolate, and freezes everything that the script can reach. @param {readonly string[]} mentioned every identifier of the script */
export function lockDown(mentioned) {
  const leading = mentioned.some((name) => LEADING.has(name));
  const listed = [...syntaxLeadsTo(), ...(leading ? platformLeadsTo() : [])];
  const originals = (leading ? globalNames() : mentioned.filter((name) => name in globalThis)).map(valueOf);
  const names = restrict(mentioned);
  // By name once more: restricting replaced some constructors by bounded ones.
  lock([...listed, ...originals, ...names.map(valueOf)]);
  Object.freeze(globalThis);
}

/** @param {string} name @returns {unknown} */
function valueOf(name) {
  return /** @type {Record<string, unknown>} */ (globalThis)[name];
}

/** @returns {unknown[]} kinds of objects that only calls lead to */
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

/** On whatever object of its prototype chain it is; one that belongs to others too is hidden instead. @param {string} name */
function removeGlobal(name) {
  for (let level = globalThis; level !== null && !SHARED.has(level); level = Object.getPrototypeOf(level)) {
    if (!Reflect.deleteProperty(level, name)) throw new Error(`The global ${name} cannot be removed.`);
  }
  // The global object is an event target: a listener on it would hear of later runs.
  if (name in globalThis && !(name in Object.prototype)) Object.defineProperty(globalThis, name, { value: undefined });
}

/** Prototypes of the global object that other objects have too. */
const SHARED = new Set([Object.prototype, EventTarget.prototype]);

/** State that built-ins keep by themselves. */
/** @param {boolean} everything */
function removeState(everything) {
  // The last match of any run could be read from these (RegExp.$1, RegExp.input, …).
  for (const name of Object.getOwnPropertyNames(RegExp)) {
    if (!["prototype", "name", "length", "escape"].includes(name)) Reflect.deleteProperty(RegExp, name);
  }
  // They lead to streams, whose classes no global names any more.
  if (everything) {
    Reflect.deleteProperty(Blob.prototype, "stream");
    Reflect.deleteProperty(Crypto.prototype, "DigestStream");
    replaceAbortTimeout();
  }
  // A settable hook that every later error of the isolate would call.
  Reflect.deleteProperty(Error, "prepareStackTrace");
}

/** @returns {unknown[]} one of everything that exists without naming a global */
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
    // Thrown by the engine itself; `stack` of every error is one pair of accessors.
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
    // What the harness hands out is made of these.
    Map.prototype,
    Set.prototype,
    new Map().values(),
    new Set().values(),
  ].map((value) => (Object(value) === value ? value : Object.getPrototypeOf(value)));
}

// Every new isolate pays for what follows, once and before anything is compiled well: one pass, few objects.
const { defineProperty, freeze, getPrototypeOf, isFrozen } = Object;
const { getOwnPropertyDescriptor, ownKeys } = Reflect;

/** Every object that can be reached through properties and prototypes. @param {readonly unknown[]} roots */
function lock(roots) {
  const found = new Set(roots);
  // A set is walked to its end, also when it grows.
  for (const object of found) {
    if (object === null || (typeof object !== "object" && typeof object !== "function")) continue;
    if (object === globalThis) continue;
    found.add(getPrototypeOf(object));
    const keys = ownKeys(object);
    // Most objects are methods: a length and a name, which are no objects.
    if (keys.length !== 2 || keys[0] !== "length" || keys[1] !== "name") lockProperties(object, keys, found);
    freeze(object);
  }
}

/** @param {object} object @param {PropertyKey[]} keys all it has @param {Set<unknown>} found where the values go */
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

/** Names that scripts assign on their own objects although a prototype has them. */
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

/** By name; one for all objects that have it. */
const setters = /** @type {Map<PropertyKey, (next: unknown) => void>} */ (new Map());

/** @param {PropertyKey} key */
function setterOf(key) {
  let setter = setters.get(key);
  if (setter === undefined) {
    // A method: it has no prototype that would have to be frozen, too.
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
