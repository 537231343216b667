/**
 * The isolate did not start, was ended, or died: what the runtime says, in words of ours. The texts are the runtime's and
 * the platform's own and are all there is to tell the cases apart.
 */
import { computedTooLong, outOfMemory, timedOut } from "./limit-errors.ts";
import type { RunLimits } from "./limits.ts";
import type { RunError } from "./outcome.ts";
import type { Locate } from "./prepare/position.ts";

/** The platform lets four distinct dynamic Workers of one request run at once. */
export function isTooMany(error: unknown): boolean {
  return textOf(error).includes("Too many concurrent dynamic workers");
}

/** What the engine says of a script may repeat parts of it. */
const MAX_TEXT_LENGTH = 2_000;

export function toDeath(error: unknown, locate: Locate, elapsedMs: number, limits: RunLimits): RunError {
  const text = textOf(error).slice(0, MAX_TEXT_LENGTH);
  const refused = /Uncaught (SyntaxError: .*)\n\s+at (?:.*?\/)?script\.js:(\d+)(?::(\d+))?/.exec(text);
  if (refused) {
    // The engine names module, line and column of what it refuses.
    const place = locate({ line: Number(refused[2]), column: Number(refused[3] ?? 1) });
    return { code: "SYNTAX_ERROR", message: refused[1] ?? "SyntaxError", ...place };
  }
  if (text.includes("code had hung")) {
    const message = "The script waits for a promise that nothing can settle.";
    const hint = "Every await needs a tool call, a sleep or a settled promise behind it.";
    return { code: "RUNTIME_ERROR", message, hint };
  }
  if (text.includes("exceeded CPU time limit")) return computedTooLong(limits);
  if (text.includes("exceeded memory limit")) return outOfMemory("its isolate was ended by the platform");
  // An isolate that was ended from inside (guard.js) says nothing; it is ended only after a limit was passed.
  if (elapsedMs >= limits.wallMs) return timedOut(limits);
  if (elapsedMs >= limits.cpuMs) return computedTooLong(limits);
  console.error("guest failed:", text);
  return { code: "INTERNAL_ERROR", message: "The script's isolate ended unexpectedly." };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
