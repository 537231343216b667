/** Names that a script finds in scope: what is part of the language, what leads to tools and what comes from other runs. */

/** Neither keeps what it is given nor changes its arguments. */
export const PURE_GLOBALS: ReadonlySet<string> = new Set(
  "JSON Math Number String Boolean BigInt Symbol Date RegExp parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI atob btoa structuredClone Promise Set Map WeakMap WeakSet URL URLSearchParams TextEncoder TextDecoder Error TypeError RangeError AggregateError Uint8Array Uint16Array Uint32Array Int8Array Int32Array Float32Array Float64Array ArrayBuffer DataView Intl console sleep progress Array Object undefined NaN Infinity escape unescape ToolError".split(
    " ",
  ),
);

/** Of `Object` and `Array`, what changes one of its arguments. */
export const CHANGING_FUNCTIONS: ReadonlySet<string> = new Set([
  "assign",
  "defineProperty",
  "defineProperties",
  "setPrototypeOf",
]);

/** What these return comes from other runs, and carries their labels: `store.get`, `results.read`, `runs.get`, `scripts.name`. */
export const CARRYING_GLOBALS: ReadonlySet<string> = new Set(["store", "results", "runs", "scripts"]);

/** About tools, never of their results. */
export const LOOKUP_GLOBALS: ReadonlySet<string> = new Set(["tools"]);

/** Whatever is reached by these cannot be followed. */
export const OPAQUE_GLOBALS: ReadonlySet<string> = new Set(
  "globalThis self window global Reflect Proxy Function eval arguments call_tool call_tools codemode mcp ncp fetch require module exports process setTimeout setInterval queueMicrotask".split(
    " ",
  ),
);
