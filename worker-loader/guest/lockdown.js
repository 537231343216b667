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
import { limitAllocations } from "./allocations.js";
import { replaceAbortTimeout } from "./timers.js";
import { registerBuiltIn } from "./values.js";

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

/** @param {readonly string[]} mentioned every identifier of the script */
export function lockDown(mentioned) {
  const everything = mentioned.some((name) => LEADING.has(name));
  const names = everything ? globalNames() : mentioned.filter((name) => name in globalThis);
  const roots = [...syntaxLeadsTo(), ...(everything ? platformLeadsTo() : []), ...names.map(valueOf)];
  for (const name of names) if (!PLAIN.has(name) && !LEADING.has(name)) removeGlobal(name);
  removeState(everything);
  limitAllocations(everything, names);
  // Once more by name: constructors were replaced by bounded ones.
  const reached = reach([...roots, ...names.map(valueOf)]);
  for (const object of reached) allowOverrides(object);
  for (const object of reached) {
    Object.freeze(object);
    registerBuiltIn(object);
  }
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

/** @param {readonly unknown[]} roots @returns {Set<object>} every object that can be reached through properties and prototypes */
function reach(roots) {
  /** @type {Set<object>} */
  const found = new Set();
  /** @type {unknown[]} */
  const waiting = [...roots];
  while (waiting.length > 0) {
    const object = waiting.pop();
    if (object === null || (typeof object !== "object" && typeof object !== "function") || found.has(object)) continue;
    found.add(object);
    waiting.push(Object.getPrototypeOf(object));
    for (const key of Reflect.ownKeys(object)) {
      const property = Reflect.getOwnPropertyDescriptor(object, key);
      if (property === undefined) continue;
      if ("value" in property) waiting.push(property.value);
      else waiting.push(property.get, property.set);
    }
  }
  found.delete(globalThis);
  return found;
}

/** Names that scripts assign on their own objects although a prototype has them. */
const OFTEN_ASSIGNED = [
  "constructor",
  "toString",
  "toLocaleString",
  "valueOf",
  "name",
  "message",
  "length",
  "then",
  "toJSON",
];
const ALL_OF_THEM = new Set([Object.prototype, Function.prototype, Error.prototype]);

/** @param {object} object */
function allowOverrides(object) {
  if (ALL_OF_THEM.has(object)) for (const key of Reflect.ownKeys(object)) allowOverride(object, key);
  else if (typeof object === "object")
    for (const key of OFTEN_ASSIGNED) if (Object.hasOwn(object, key)) allowOverride(object, key);
}

/** @param {object} object @param {PropertyKey} key */
function allowOverride(object, key) {
  const property = Reflect.getOwnPropertyDescriptor(object, key);
  if (property === undefined || !("value" in property) || !property.configurable || !property.writable) return;
  const { value, enumerable } = property;
  const get = () => value;
  /** @this {object} @param {unknown} next */
  const set = function (next) {
    if (this === object) throw new TypeError(`${String(key)} of a built-in cannot be changed`);
    Object.defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true });
  };
  for (const made of [get, set.prototype, set]) {
    Object.freeze(made);
    registerBuiltIn(made);
  }
  Object.defineProperty(object, key, { get, set, enumerable: enumerable === true, configurable: false });
}
