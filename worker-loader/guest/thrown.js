// Reads a thrown value as data for the host. The value is hostile: it may be a proxy that throws for its prototype, have a getter
// instead of a message, or a circular chain of causes.
import { memoryLimitOf } from "./memory-limit-error.js";
import { failureOf } from "./tool-error.js";
import { isA } from "./refused-values.js";
import { framesOf } from "./stack-of.js";
import { describe } from "./values.js";

const MAX_CAUSES = 5;

const { getOwnPropertyDescriptor } = Object;
const Suppressed = SuppressedError;
const { isArray } = Array;

/** @typedef {{ label: "cause" | "error" | "suppressed", message: string, stack?: string | undefined }} Cause */

/** @param {unknown} thrown */
export function reportThrown(thrown) {
  const memoryLimit = memoryLimitOf(thrown);
  if (memoryLimit !== undefined) return { kind: "memory", message: memoryLimit, stack: framesOf(thrown) };
  const failure = failureOf(thrown);
  if (failure) return { kind: "call", failure, stack: framesOf(thrown) };
  return { kind: "error", message: describe(thrown), stack: framesOf(thrown), causes: causesOf(thrown) };
}

/** Reads the chain of causes, and the errors of an AggregateError or a SuppressedError. @param {unknown} thrown @returns {Cause[]} */
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
    causes.push({ label, message: describe(cause), stack: framesOf(cause) });
  };
  while (waiting.length > 0 && causes.length < MAX_CAUSES) {
    const one = waiting.shift();
    if (!isA(one, Error)) continue;
    add("cause", own(one, "cause"));
    const errors = own(one, "errors");
    if (isA(one, Suppressed)) {
      add("error", own(one, "error"));
      add("suppressed", own(one, "suppressed"));
    }
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
