// Makes an isolate that remembers nothing: run once, when it starts and before the script's module is evaluated. Globals
// that keep state, reach outside or are not part of what a script is promised are removed; everything that is left and
// can be reached from it is frozen. After this the only thing a script can change is what it made itself, so the same isolate
// can run the same script again for the same principal.
//
// Freezing has a cost for honest scripts, the "override mistake": assigning to a property whose prototype has a frozen
// one of that name throws. `error.name = …` and `object.toString = …` are everyday code, so such properties become
// accessors that define the property on the object they are assigned to (the technique of SES).
import { limitAllocations } from "./allocations.js";
import { registerBuiltIn } from "./values.js";

const KEPT = new Set(
  `Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp
  Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError globalThis JSON
  Math Intl ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array
  Uint8ClampedArray Float32Array Float64Array Float16Array DataView Map BigInt Set Iterator WeakMap WeakSet Proxy Reflect
  WeakRef DisposableStack AsyncDisposableStack decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape
  isFinite isNaN URL URLSearchParams URLPattern TextEncoder TextDecoder structuredClone atob btoa crypto Crypto
  SubtleCrypto CryptoKey AbortController AbortSignal Event EventTarget DOMException Blob File FormData Headers`.split(
    /\s+/,
  ),
);

/** Intrinsics that no global leads to. */
const HIDDEN = [
  function* () {},
  async function* () {},
  async function () {},
  (function* () {})(),
  (async function* () {})(),
  [][Symbol.iterator](),
  new Map()[Symbol.iterator](),
  new Set()[Symbol.iterator](),
  ""[Symbol.iterator](),
  "".matchAll(/x/g),
  Iterator.from({ next: () => ({ done: true, value: undefined }) }),
  [].values().map((item) => item),
  ...[new URLSearchParams(), new Headers(), new FormData()].flatMap((one) => [one.keys(), one.values(), one.entries()]),
  new Intl.Segmenter().segment(""),
  new Intl.Segmenter().segment("")[Symbol.iterator](),
  // `stack` of every error is one pair of accessors.
  new Error(),
  crypto.subtle,
];

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

/** Prototypes of the global object that other objects have too. */
const SHARED = new Set([Object.prototype, EventTarget.prototype]);

export function lockDown() {
  removeGlobals();
  limitAllocations();
  const reachable = reach([globalThis, ...HIDDEN]);
  for (const prototype of prototypesOfErrors()) allowOverride(prototype, Reflect.ownKeys(prototype));
  for (const prototype of [Object.prototype, Function.prototype]) allowOverride(prototype, Reflect.ownKeys(prototype));
  for (const object of reachable) {
    if (typeof object === "object") allowOverride(object, OFTEN_ASSIGNED);
  }
  // Again from the start, because of the accessors; and what they now hide, which only the first walk has seen.
  for (const object of new Set([...reachable, ...reach([globalThis, ...HIDDEN])])) {
    Object.freeze(object);
    registerBuiltIn(object);
  }
}

function removeGlobals() {
  for (let level = globalThis; level !== null && !SHARED.has(level); level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (KEPT.has(name) || name === "constructor") continue;
      if (!Reflect.deleteProperty(level, name)) throw new Error(`The global ${name} cannot be removed.`);
    }
  }
  // The global object is an event target: a listener on it would hear of later runs.
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) {
    Object.defineProperty(globalThis, name, { value: undefined });
  }
  // The last match of any run could be read from these (RegExp.$1, RegExp.input, …).
  for (const name of Reflect.ownKeys(RegExp)) {
    const legacy = typeof name === "string" && !["prototype", "name", "length", "escape"].includes(name);
    if (legacy) Reflect.deleteProperty(RegExp, name);
  }
  // They lead to streams, whose classes no global names any more.
  Reflect.deleteProperty(Blob.prototype, "stream");
  Reflect.deleteProperty(Crypto.prototype, "DigestStream");
  // A settable hook that every later error of the isolate would call.
  Reflect.deleteProperty(Error, "prepareStackTrace");
}

function prototypesOfErrors() {
  const errors = [Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];
  return errors.map((one) => one.prototype);
}

/** @param {readonly object[]} roots @returns {Set<object>} every object that can be reached through properties and prototypes */
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
  return found;
}

/** @param {object} object @param {readonly PropertyKey[]} keys */
function allowOverride(object, keys) {
  for (const key of keys) {
    const property = Reflect.getOwnPropertyDescriptor(object, key);
    if (property === undefined || !("value" in property) || !property.configurable || !property.writable) continue;
    const { value, enumerable } = property;
    Object.defineProperty(object, key, {
      get: () => value,
      /** @this {object} @param {unknown} next */
      set(next) {
        if (this === object) throw new TypeError(`${String(key)} of a built-in cannot be changed`);
        Object.defineProperty(this, key, { value: next, writable: true, enumerable: true, configurable: true });
      },
      enumerable: enumerable === true,
      configurable: false,
    });
  }
}
