/**
 * Turns the runtime's error for an isolate that did not start, was ended, or died into an error of the run. Only the text of the
 * runtime's error distinguishes these cases.
 */
import { computedTooLong, outOfMemory, timedOut } from "./limit-errors.ts";
import type { RunLimits } from "./limits.ts";
import type { RunError } from "./outcome.ts";
import type { Locate } from "./syntax/position.ts";

/** The platform allows four distinct dynamic Workers per request at once. */
export function isTooMany(error: unknown): boolean {
  return textOf(error).includes("Too many concurrent dynamic workers");
}

const CHANGED_BUILT_INS =
  "The script may have changed a built-in that the gateway's code in the isolate needs, such as Promise.prototype.then: do not change built-ins.";

/** The error of a script whose report cannot be read. */
export const MALFORMED_REPORT: RunError = {
  code: "INTERNAL_ERROR",
  message: "The guest's report is malformed.",
  hint: CHANGED_BUILT_INS,
};

/** The error in its place where the script had built-ins that it can change. */
export const CHANGED_ITS_RUN: RunError = {
  code: "RUNTIME_ERROR",
  message: "The script changed built-ins that its own run needs.",
  hint: CHANGED_BUILT_INS,
};

/** The engine's message may repeat parts of the script. */
const MAX_TEXT_LENGTH = 2_000;

export function toIsolateError(error: unknown, locate: Locate, elapsedMs: number, limits: RunLimits): RunError {
  const text = textOf(error).slice(0, MAX_TEXT_LENGTH);
  const refused = /Uncaught (SyntaxError: .*)\n\s+at (?:.*?\/)?script\.js:(\d+)(?::(\d+))?/.exec(text);
  if (refused) {
    // The engine names module, line and column of a syntax error.
    const place = locate({ line: Number(refused[2]), column: Number(refused[3] ?? 1) });
    return { code: "SYNTAX_ERROR", message: refused[1] ?? "SyntaxError", ...place };
  }
  if (text.includes("code had hung")) {
    const message = "The script waits for a promise that can never settle.";
    const hint = "Await only tool calls, sleep() and promises that some code of the script settles.";
    return { code: "RUNTIME_ERROR", message, hint };
  }
  if (text.includes("exceeded CPU time limit")) return computedTooLong(limits);
  if (text.includes("exceeded memory limit")) return outOfMemory("its isolate was ended by the platform");
  // An isolate that guard.js has ended gives no reason; it does so only after a limit was exceeded.
  if (elapsedMs >= limits.wallMs) return timedOut(limits);
  if (elapsedMs >= limits.cpuMs) return computedTooLong(limits);
  console.error("guest failed:", text);
  return { code: "INTERNAL_ERROR", message: "The script's isolate ended unexpectedly.", hint: CHANGED_BUILT_INS };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
