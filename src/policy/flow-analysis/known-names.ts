/** Names that a script finds in scope: names of the language, of tools, and of values from other runs. */

const TYPED_ARRAYS: readonly string[] =
  "Uint8Array Uint8ClampedArray Uint16Array Uint32Array Int8Array Int16Array Int32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array".split(
    " ",
  );

/** Globals whose functions neither keep nor change their arguments. */
export const PURE_GLOBALS: ReadonlySet<string> = new Set([
  ...TYPED_ARRAYS,
  ..."JSON Math Number String Boolean BigInt Symbol Date RegExp parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI atob btoa structuredClone Promise Set Map WeakMap WeakSet URL URLSearchParams TextEncoder TextDecoder Error TypeError RangeError EvalError ReferenceError SyntaxError URIError AggregateError ArrayBuffer DataView Intl console sleep progress Array Object undefined NaN Infinity escape unescape ToolError".split(
    " ",
  ),
]);

/** Functions of `Object` that change whether their argument can be changed, and nothing in it. */
export const FREEZING_FUNCTIONS: ReadonlySet<string> = new Set(["freeze", "preventExtensions", "seal"]);

/** Functions of `Object` that change one of their arguments. */
export const CHANGING_FUNCTIONS: ReadonlySet<string> = new Set([
  ...FREEZING_FUNCTIONS,
  "assign",
  "defineProperty",
  "defineProperties",
  "setPrototypeOf",
]);

/** Functions of `Object` that can define an accessor, or a method that the language calls, from data. */
export const DEFINING_FUNCTIONS: ReadonlySet<string> = new Set([
  "create",
  "defineProperty",
  "defineProperties",
  "fromEntries",
  "groupBy",
  "setPrototypeOf",
]);

/** Functions of `Object` and `Promise` that reach what all values share, or define what the language calls. No other value has methods of such names. */
export const STATIC_FUNCTIONS: ReadonlySet<string> = new Set([
  ...DEFINING_FUNCTIONS,
  ..."captureStackTrace getOwnPropertyDescriptor getOwnPropertyDescriptors getPrototypeOf withResolvers".split(" "),
]);

/** Methods of lists and texts whose callbacks are given items. */
export const ITEM_METHODS: ReadonlySet<string> = new Set(
  "every filter find findIndex findLast findLastIndex flatMap forEach from map reduce reduceRight replace replaceAll some toSorted".split(
    " ",
  ),
);

/** The methods of lists whose second argument is `this` of the callback: a method of the language then changes that argument. */
export const THIS_ARGUMENT_METHODS: ReadonlySet<string> = new Set(
  "every filter find findIndex findLast findLastIndex flatMap forEach map some".split(" "),
);

/** Methods whose first argument is a function, if it is not left out. */
export const CALLBACK_METHODS: ReadonlySet<string> = new Set([
  ...THIS_ARGUMENT_METHODS,
  ..."catch finally reduce reduceRight sort then toSorted".split(" "),
]);

/** The methods of lists and maps whose callback is given what stands in them also as its second argument. */
export const PAIRING_METHODS: ReadonlySet<string> = new Set("forEach reduce reduceRight sort toSorted".split(" "));

/** The place of the callback among the arguments of functions of global objects. */
export const CALLBACK_PLACES: ReadonlyMap<string, number> = new Map([
  ["Array.from", 1],
  ["Array.fromAsync", 1],
  ["JSON.parse", 1],
  ["JSON.stringify", 1],
  ["Map.groupBy", 1],
  ["Object.groupBy", 1],
  ["Promise.try", 0],
  ...TYPED_ARRAYS.map((name): [string, number] => [`${name}.from`, 1]),
]);

/** Global objects whose functions use no `this`, call nothing and change nothing. */
export const NAMESPACES: ReadonlySet<string> = new Set(["Math", "Number", "String"]);

/** Functions of the language that may be callbacks: they call nothing and change nothing, whatever they are given. */
export const STEADY_FUNCTIONS: ReadonlySet<string> = new Set(
  "Array.isArray BigInt Boolean Date.parse JSON.parse JSON.stringify Number Object Object.entries Object.is Object.keys Object.values RegExp String Symbol console.debug console.error console.info console.log console.trace console.warn decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN atob btoa parseFloat parseInt".split(
    " ",
  ),
);

/** Methods by which a regular expression is used; none of them returns it. */
export const REGEX_METHODS: ReadonlySet<string> = new Set(
  "exec match matchAll replace replaceAll search split test".split(" "),
);

/** Methods whose results are iterators: whatever reads the items of one changes it. */
export const ITERATOR_METHODS: ReadonlySet<string> = new Set("drop entries keys matchAll take values".split(" "));

/** Methods whose callbacks are given what a promise was rejected with. */
export const PROMISE_METHODS: ReadonlySet<string> = new Set(["catch", "then"]);

/** Methods that put the items of what they are called on into other places of it. */
export const REARRANGING_METHODS: ReadonlySet<string> = new Set(
  "copyWithin fill reverse shift sort splice unshift".split(" "),
);

/** Methods of the language that leave what stands in an object where it is. */
export const STEADY_METHODS: ReadonlySet<string> = new Set([
  ...ITEM_METHODS,
  ...PROMISE_METHODS,
  ..."add append at catch charAt charCodeAt clear codePointAt concat delete endsWith entries exec finally flat get getAll has hasOwnProperty includes indexOf join keys lastIndexOf localeCompare match matchAll next normalize padEnd padStart pop push repeat search set slice split startsWith substring test then toFixed toISOString toLocaleString toLowerCase toReversed toSpliced toString toUpperCase trim trimEnd trimStart valueOf values with".split(
    " ",
  ),
]);

/** Methods of lists, sets, maps and URLs that put an argument into what they are called on. */
export const ADDING_METHODS: ReadonlySet<string> = new Set(["add", "append", "push", "set"]);

/** Methods that take something out of what they are called on. */
export const TAKING_METHODS: ReadonlySet<string> = new Set(["clear", "delete", "next", "pop"]);

/** Methods of functions: what is called is among the arguments, or is not known. */
export const CALLING_METHODS: ReadonlySet<string> = new Set(["apply", "bind", "call"]);

/** Globals whose results come from other runs and carry their labels: `store.get`, `results.read`, `runs.get`, `scripts.name`. */
export const CARRYING_GLOBALS: ReadonlySet<string> = new Set(["store", "results", "runs", "scripts"]);

/** Globals whose own functions return facts about tools, never results of tools. */
export const LOOKUP_GLOBALS: ReadonlySet<string> = new Set(["tools"]);

/** Those functions. Whatever else is called of such a global may be a tool: `tools.github.get_issue({ … })`. */
export const LOOKUP_FUNCTIONS: ReadonlySet<string> = new Set([
  "search",
  "describe",
  "list",
  "describe.tool",
  "discover",
]);

/** Globals that the analysis cannot follow. A global that is in no list here is taken for a server: those of guest/lockdown.js are all listed. */
export const OPAQUE_GLOBALS: ReadonlySet<string> = new Set(
  "globalThis self window global Atomics WebAssembly Reflect Proxy Function eval arguments call_tool call_tools codemode mcp ncp fetch require module exports process setTimeout setInterval queueMicrotask SuppressedError WeakRef Iterator DisposableStack AsyncDisposableStack URLPattern crypto Crypto SubtleCrypto CryptoKey AbortController AbortSignal Event EventTarget DOMException Blob File FormData Headers".split(
    " ",
  ),
);

/** A script that uses them otherwise than to call them cannot be followed. */
export const ONLY_CALLED: ReadonlySet<string> = new Set([...CARRYING_GLOBALS, ...LOOKUP_GLOBALS]);
