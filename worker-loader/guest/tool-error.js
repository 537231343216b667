// The error a failed tool call throws into the script. `genuine` remembers which ones the harness made, so that a
// script cannot have its own error reported under one of the gateway's codes.
import { scriptFramesOf } from "./stack-of.js";

/**
 * @typedef {{ code: string, message: string, server?: string, tool?: string, hint?: string, rule?: string, retry_after_ms?: number, retryable?: boolean,
 *   status?: number, body?: unknown }} Failure
 */

const genuine = /** @type {WeakMap<object, Failure>} */ (new WeakMap());
// Bound before any script runs, so that a script that replaces WeakMap.prototype.get has no effect here.
const lookUp = WeakMap.prototype.get.bind(genuine);
const remember = WeakMap.prototype.set.bind(genuine);

export class ToolError extends Error {
  /** @param {string} message @param {Partial<Failure>} [failure] */
  constructor(message, failure = {}) {
    super(message);
    this.name = "ToolError";
    this.code = failure.code ?? "TOOL_ERROR";
    if (failure.server !== undefined) this.server = failure.server;
    if (failure.tool !== undefined) this.tool = failure.tool;
    if (failure.hint !== undefined) this.hint = failure.hint;
    if (failure.rule !== undefined) this.rule = failure.rule;
    if (failure.retry_after_ms !== undefined) this.retry_after_ms = failure.retry_after_ms;
    if (failure.retryable !== undefined) this.retryable = failure.retryable;
    if (failure.status !== undefined) this.status = failure.status;
    if (failure.status !== undefined || failure.body !== undefined) this.body = failure.body;
  }
}

/** @param {Failure} failure */
export function toolError(failure) {
  const error = new ToolError(failure.message, failure);
  remember(error, failure);
  return error;
}

/**
 * Moves a failure to the place of its call. It is made when the answer arrives: the engine names the `await`, which may be another line
 * (`await Promise.all(jobs)`), and nothing where the script was not waiting yet.
 * @param {unknown} error @param {Error} place
 */
export function placeAtCall(error, place) {
  const failure = failureOf(error);
  const frames = failure ? scriptFramesOf(place) : [];
  if (failure && frames.length > 0) {
    /** @type {Error} */ (error).stack = `ToolError: ${failure.message}\n${frames.join("\n")}`;
  }
}

/** @param {unknown} thrown @returns {Failure | undefined} */
export function failureOf(thrown) {
  return thrown !== null && typeof thrown === "object" ? lookUp(thrown) : undefined;
}
