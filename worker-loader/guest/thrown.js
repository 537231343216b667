// Reads a thrown value as data for the host. The value is hostile: it may be a proxy that throws for its prototype, have a getter
// instead of a message, or a circular chain of causes.
import { memoryLimitOf } from "./memory-limit-error.js";
import { failureOf } from "./tool-error.js";
import { isA } from "./refused-values.js";
import { describe } from "./values.js";

const MAX_STACK = 16_384;
const MAX_CAUSES = 5;
/** Characters by which the message is found in the stack. */
const MAX_COMPARED = 200;
const FRAME_BEGIN = "\n    at ";

const { getOwnPropertyDescriptor } = Object;
const { isArray } = Array;

/** @typedef {{ label: "cause" | "error", message: string, stack?: string | undefined }} Cause */

/** @param {unknown} thrown */
export function reportThrown(thrown) {
  const memoryLimit = memoryLimitOf(thrown);
  if (memoryLimit !== undefined) return { kind: "memory", message: memoryLimit, stack: stackOf(thrown) };
  const failure = failureOf(thrown);
  if (failure) return { kind: "call", failure, stack: stackOf(thrown) };
  return { kind: "error", message: describe(thrown), stack: stackOf(thrown), causes: causesOf(thrown) };
}

/**
 * The frames of the stack: a long message in front of them would leave no room for them, and lines of a message can look like frames.
 * @param {unknown} thrown @returns {string | undefined}
 */
function stackOf(thrown) {
  try {
    if (!(thrown instanceof Error)) return undefined;
    const { stack, message } = thrown;
    if (typeof stack !== "string") return undefined;
    // The stack has the message that the error was made with, which may have been replaced since. Its beginning is enough to find it: searching
    // for one of millions of characters takes hundreds of milliseconds.
    const header = typeof message === "string" ? stack.indexOf(message.slice(0, MAX_COMPARED)) : -1;
    const from = header === -1 ? 0 : header + (stack.startsWith(message, header) ? message.length : MAX_COMPARED);
    const firstFrame = stack.indexOf(FRAME_BEGIN, from);
    return stack.slice(firstFrame === -1 ? from : firstFrame + 1).slice(0, MAX_STACK);
  } catch {
    return undefined;
  }
}

/** Reads the chain of causes, and the errors of an AggregateError. @param {unknown} thrown @returns {Cause[]} */
function causesOf(thrown) {
  /** @type {Cause[]} */
  const causes = [];
  const seen = [thrown];
  const waiting = [thrown];
  /** @param {Cause["label"]} label @param {unknown} cause */
  const add = (label, cause) => {
    if (cause === undefined || causes.length >= MAX_CAUSES || seen.includes(cause)) return;
    seen.push(cause);
    waiting.push(cause);
    causes.push({ label, message: describe(cause), stack: stackOf(cause) });
  };
  while (waiting.length > 0 && causes.length < MAX_CAUSES) {
    const one = waiting.shift();
    if (!isA(one, Error)) continue;
    add("cause", own(one, "cause"));
    const errors = own(one, "errors");
    for (const error of isList(errors) ? errors.slice(0, MAX_CAUSES) : []) add("error", error);
  }
  return causes;
}

/** @param {any} object @param {string} key */
function own(object, key) {
  try {
    return getOwnPropertyDescriptor(object, key) === undefined ? undefined : object[key];
  } catch {
    return undefined;
  }
}

/** @param {unknown} value @returns {value is unknown[]} true for a real array, whose length is reliable */
function isList(value) {
  try {
    return isArray(value) && Object.getPrototypeOf(value) === Array.prototype;
  } catch {
    return false;
  }
}
