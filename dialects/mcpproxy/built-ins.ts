/** What is known of the language's own functions that are given functions. */

/** They call what they are given, and do not keep it. */
export const CALLS_BACK: ReadonlySet<string> = new Set(
  (
    "map filter forEach reduce reduceRight some every find findIndex findLast findLastIndex flatMap sort toSorted from " +
    "replace replaceAll parse groupBy then catch finally call apply bind"
  ).split(" "),
);

/** They keep what they are given, and do not call it. */
export const KEEPS: ReadonlySet<string> = new Set(
  (
    "push unshift splice toSpliced concat fill with of set add assign freeze seal create defineProperty defineProperties " +
    "entries values keys fromEntries get has delete includes indexOf lastIndexOf setPrototypeOf resolve log warn error info debug"
  ).split(" "),
);

/** Called by the event loop, where nobody waits for what they return. */
export const CALLS_LATER: ReadonlySet<string> = new Set(["setTimeout", "setInterval", "queueMicrotask"]);

/** Constructors that only keep what they are given. */
export const KEEPING_CLASSES: ReadonlySet<string> = new Set(
  "Map Set WeakMap WeakSet WeakRef Array Object Error TypeError RangeError AggregateError String Number Boolean Date".split(
    " ",
  ),
);

/** Constructors that go through an iterable. */
export const COLLECTIONS: ReadonlySet<string> = new Set(["Map", "Set", "WeakMap", "WeakSet"]);

/** Methods the language calls by itself, in the middle of something. */
export const CALLED_BY_THE_LANGUAGE: ReadonlySet<string> = new Set([
  "valueOf",
  "toString",
  "toJSON",
  "Symbol.toPrimitive",
  "Symbol.hasInstance",
  "Symbol.replace",
  "Symbol.match",
  "Symbol.matchAll",
  "Symbol.search",
  "Symbol.split",
  "Symbol.dispose",
]);

export const PROXY_TRAPS: ReadonlySet<string> = new Set(
  (
    "get set has deleteProperty apply construct ownKeys getOwnPropertyDescriptor defineProperty getPrototypeOf " +
    "setPrototypeOf isExtensible preventExtensions"
  ).split(" "),
);

/** Functions by path that call back in the middle of something. */
export const CANNOT_WAIT: ReadonlySet<string> = new Set([
  "JSON.stringify",
  "Int8Array.from",
  "Uint8Array.from",
  "Uint8ClampedArray.from",
  "Int16Array.from",
  "Uint16Array.from",
  "Int32Array.from",
  "Uint32Array.from",
  "Float32Array.from",
  "Float64Array.from",
  "BigInt64Array.from",
  "BigUint64Array.from",
]);
