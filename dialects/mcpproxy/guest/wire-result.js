// Gives a tool's payload the properties of the wire format: `res.result.content[0].text`, `.structuredContent` and `.isError` work
// on it without being enumerable (JSON and a returned value show the payload alone). A payload with a property of its own of that name keeps it,
// unless the script reads `content` as a list of blocks: then the blocks are there, and JSON and texts show the payload's own.

const { defineProperty, entries, fromEntries, hasOwn } = Object;
const { isArray } = Array;
const { stringify } = JSON;
// The third argument of a reviver is not in the type library yet.
const parse = /** @type {(text: string, reviver?: Function) => unknown} */ (/** @type {any} */ (JSON.parse));
const { isSafeInteger } = Number;
const toText = String;
const WIRE_NAMES = ["content", "structuredContent", "isError"];

/** @typedef {{ content?: any, structuredContent?: unknown, isError?: boolean }} WireResult */

/** Results of this run by primitive payload: strings and numbers cannot carry properties, so they are looked up by value. */
let known = /** @type {Map<unknown, WireResult>} */ (new Map());

/** Clears the results of the run before. */
export function forgetWire() {
  known = new Map();
}

/** Adds getters to primitive prototypes. Runs before the lockdown, in isolates of scripts that read the wire format. */
export function teachPrimitives() {
  for (const prototype of [String.prototype, Number.prototype, Boolean.prototype]) {
    for (const name of WIRE_NAMES) {
      const { get } = Object.getOwnPropertyDescriptor(
        {
          get it() {
            const value = this.valueOf();
            const wire = known.get(value);
            return wire === undefined ? undefined : /** @type {any} */ (wire)[name];
          },
        },
        "it",
      ) ?? { get: undefined };
      defineProperty(prototype, name, { get, enumerable: false, configurable: true });
    }
  }
}

/**
 * @param {WireResult} wire unchanged result of a call
 * @param {string} server
 * @param {string} tool
 * @param {boolean} [readsBlocks] whether the script reads `content` as a list of blocks
 */
export function fromWire(wire, server, tool, readsBlocks = false) {
  if (wire.isError === true) {
    // The tool's name comes first, as in all messages that repeat an upstream's text.
    const message = `${server}.${tool}: ${textOf(wire) || "The tool failed without a message."}`;
    return /** @type {const} */ ({ ok: false, error: { code: "TOOL_ERROR", message, server, tool } });
  }
  const payload = unwrap(wire);
  if (readsBlocks) putBlocks(payload, wire.content);
  return /** @type {const} */ ({ ok: true, result: attach(payload, { ...wire, isError: false }) });
}

/** Puts the blocks in the place of the payload's own `content`. @param {any} payload @param {unknown} blocks */
function putBlocks(payload, blocks) {
  if (payload === null || typeof payload !== "object" || isArray(payload) || !hasOwn(payload, "content")) return;
  const own = payload.content;
  if (!isArray(blocks) || blocks.length === 0 || mayBeBlocks(own)) return;
  const list = [...blocks];
  const values = { toJSON: () => own, ...(isObject(own) ? {} : { valueOf: () => own, toString: () => toText(own) }) };
  for (const [name, value] of entries(values)) defineProperty(list, name, { value });
  payload.content = list;
}

/** Tells whether a script may read `text` or `type` of the elements. An answer of a model has blocks of its own. @param {unknown} own */
function mayBeBlocks(own) {
  return (
    isArray(own) &&
    own.length > 0 &&
    own.every((one) => isObject(one) && (typeof one.text === "string" || typeof one.type === "string"))
  );
}

/** @param {unknown} value @returns {value is any} */
function isObject(value) {
  return value !== null && typeof value === "object";
}

/** @param {any} payload @param {WireResult} wire */
function attach(payload, wire) {
  if (payload === null || payload === undefined) {
    const nothing = {};
    defineProperty(nothing, "toJSON", { value: () => null });
    return attach(nothing, wire);
  }
  if (typeof payload !== "object") {
    known.set(payload, wire);
    return payload;
  }
  for (const name of WIRE_NAMES) {
    if (hasOwn(payload, name)) continue;
    const value = /** @type {any} */ (wire)[name];
    defineProperty(payload, name, { value, enumerable: false, writable: true, configurable: true });
  }
  return payload;
}

/** Follows the gateway's rules (src/upstream/result.ts). @param {WireResult} wire */
function unwrap(wire) {
  if (wire.structuredContent !== undefined) return copyOf(withDigits(wire));
  const content = isArray(wire.content) ? wire.content : [];
  const [only] = content;
  if (only === undefined) return null;
  if (content.length === 1 && only.type === "text" && typeof only.text === "string") return parsedOrText(only.text);
  return content.every((/** @type {any} */ block) => block.type === "text") ? textOf(wire) : copyOf(content);
}

/** Copies the payload: it gets the wire format's properties, one of which holds the original. @param {unknown} value */
function copyOf(value) {
  return parse(stringify(value));
}

/** Restores long integers, which structured content has rounded, from the text block that repeats it. @param {WireResult} wire */
function withDigits({ structuredContent, content }) {
  /** @type {string | undefined} */
  let said;
  for (const { type, text } of isArray(content) ? content : []) {
    if (type !== "text" || typeof text !== "string" || !LONG_INTEGER.test(text)) continue;
    said ??= stringify(structuredContent, sortKeys);
    try {
      const repeated = stringify(parse(text), sortKeys);
      if (repeated === said) return inOrderOf(structuredContent, parse(text, keepDigits));
      if (`{"result":${repeated}}` === said) {
        return inOrderOf(structuredContent, { result: parse(text, keepDigits) });
      }
    } catch {
      // This block is not JSON.
    }
  }
  return structuredContent;
}

/** Makes the same text of equal values. @param {string} _key @param {any} value */
function sortKeys(_key, value) {
  if (!isObject(value) || isArray(value)) return value;
  return fromEntries(entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param {any} order @param {any} value equal to `order` but for its long integers @returns {unknown} */
function inOrderOf(order, value) {
  if (isArray(order)) return order.map((part, at) => inOrderOf(part, value[at]));
  if (!isObject(order)) return value;
  return fromEntries(entries(order).map(([key, part]) => [key, inOrderOf(part, value[key])]));
}

const LONG_INTEGER = /\d{16}/;

/** @param {string} _key @param {unknown} value @param {{ source?: string }} [context] */
function keepDigits(_key, value, context) {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined || isSafeInteger(value)) return value;
  return !isFinite(value) || /^-?\d+$/.test(source) ? source : value;
}

/** @param {string} text @returns {unknown} */
function parsedOrText(text) {
  try {
    const value = parse(text, keepDigits);
    return typeof value === "number" && String(value) !== text.trim() ? text : value;
  } catch {
    return text;
  }
}

/** @param {WireResult} wire */
function textOf({ content }) {
  if (!isArray(content)) return "";
  return content.flatMap((block) => (typeof block.text === "string" ? [block.text] : [])).join("\n");
}
