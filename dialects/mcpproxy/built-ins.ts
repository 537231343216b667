/** How the language's built-ins treat functions they get as arguments, by method or class name. */

/** Methods that call their arguments and do not keep them. */
export const CALLS_BACK: ReadonlySet<string> = new Set(
  (
    "map filter forEach reduce reduceRight some every find findIndex findLast findLastIndex flatMap sort toSorted from " +
    "replace replaceAll parse groupBy then catch finally call apply bind"
  ).split(" "),
);

/** Methods that keep their arguments and do not call them. */
export const KEEPS: ReadonlySet<string> = new Set(
  (
    "push unshift splice toSpliced concat fill with of set add assign freeze seal create defineProperty defineProperties " +
    "entries values keys fromEntries get has delete includes indexOf lastIndexOf setPrototypeOf resolve log warn error info debug"
  ).split(" "),
);

/** Functions whose callbacks the event loop calls; their results are ignored. */
export const CALLS_LATER: ReadonlySet<string> = new Set(["setTimeout", "setInterval", "queueMicrotask"]);

/** Constructors that keep their arguments and do not call them. */
export const KEEPING_CLASSES: ReadonlySet<string> = new Set(
  "Map Set WeakMap WeakSet WeakRef Array Object Error TypeError RangeError AggregateError String Number Boolean Date".split(
    " ",
  ),
);

/** Constructors that iterate over their argument. */
export const COLLECTIONS: ReadonlySet<string> = new Set(["Map", "Set", "WeakMap", "WeakSet"]);

/** Methods the language calls itself within a synchronous operation, where nothing can be awaited. */
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

/** Paths of functions that run their callbacks synchronously, where nothing can be awaited. */
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
