// The payload of a tool's result that answers to the wire's names, too: `res.result.content[0].text`, `.structuredContent` and
// `.isError` work on it without being part of it (JSON and a returned value show the payload alone).

const { defineProperty, hasOwn } = Object;
const { isArray } = Array;
const { parse } = JSON;
const WIRE_NAMES = ["content", "structuredContent", "isError"];

/** @typedef {{ content?: any, structuredContent?: unknown, isError?: boolean }} WireResult */

/** Text and numbers cannot carry properties: what the run's calls answered with them is found by value. */
let known = /** @type {Map<unknown, WireResult>} */ (new Map());

/** A run begins. */
export function forgetWire() {
  known = new Map();
}

/** Before anything is locked, and only in isolates of scripts that look at the wire's names. */
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

/** @param {WireResult} wire untouched result of a call @param {string} server @param {string} tool */
export function fromWire(wire, server, tool) {
  if (wire.isError === true) {
    // As everywhere: whose words these are comes first.
    const message = `${server}.${tool}: ${textOf(wire) || "The tool failed without saying why."}`;
    return /** @type {const} */ ({ ok: false, error: { code: "TOOL_ERROR", message, server, tool } });
  }
  return /** @type {const} */ ({ ok: true, result: attach(unwrap(wire), { ...wire, isError: false }) });
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

/** As the gateway does it (src/upstream/result.ts). @param {WireResult} wire */
function unwrap(wire) {
  if (wire.structuredContent !== undefined) return copyOf(wire.structuredContent);
  const content = isArray(wire.content) ? wire.content : [];
  const [only] = content;
  if (only === undefined) return null;
  if (content.length === 1 && only.type === "text" && typeof only.text === "string") return parsedOrText(only.text);
  return content.every((/** @type {any} */ block) => block.type === "text") ? textOf(wire) : copyOf(content);
}

/** The payload gets the wire's names; under one of them is itself. @param {unknown} value */
function copyOf(value) {
  return parse(JSON.stringify(value));
}

/** @param {string} text @returns {unknown} */
function parsedOrText(text) {
  try {
    const value = parse(text);
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
