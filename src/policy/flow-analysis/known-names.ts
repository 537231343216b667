/** Names that a script finds in scope: names of the language, of tools, and of values from other runs. */

/** Globals whose functions neither keep nor change their arguments. */
export const PURE_GLOBALS: ReadonlySet<string> = new Set(
  "JSON Math Number String Boolean BigInt Symbol Date RegExp parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI atob btoa structuredClone Promise Set Map WeakMap WeakSet URL URLSearchParams TextEncoder TextDecoder Error TypeError RangeError AggregateError Uint8Array Uint16Array Uint32Array Int8Array Int32Array Float32Array Float64Array ArrayBuffer DataView Intl console sleep progress Array Object undefined NaN Infinity escape unescape ToolError".split(
    " ",
  ),
);

/** Functions of `Object` and `Array` that change one of their arguments. */
export const CHANGING_FUNCTIONS: ReadonlySet<string> = new Set([
  "assign",
  "defineProperty",
  "defineProperties",
  "setPrototypeOf",
]);

/**
 * Globals that return values from other runs with the labels of those values: `store.get`, `results.read`, `runs.get`, `scripts.name`.
 */
export const CARRYING_GLOBALS: ReadonlySet<string> = new Set(["store", "results", "runs", "scripts"]);

/** Globals that return facts about tools, never results of tools. */
export const LOOKUP_GLOBALS: ReadonlySet<string> = new Set(["tools"]);

/** Globals that the analysis cannot follow. */
export const OPAQUE_GLOBALS: ReadonlySet<string> = new Set(
  "globalThis self window global Reflect Proxy Function eval arguments call_tool call_tools codemode mcp ncp fetch require module exports process setTimeout setInterval queueMicrotask".split(
    " ",
  ),
);
