/** The errors of scripts that reached a limit. Each names the limit, its value, and the option that sets it. */
import type { RunLimits } from "./limits.ts";
import type { RunError } from "./outcome.ts";

export function timedOut({ wallMs }: RunLimits): RunError {
  return {
    code: "TIMEOUT",
    message: `The script did not end within ${wallMs} ms (options.timeout_ms); calls in flight were aborted.`,
  };
}

export function computedTooLong({ cpuMs }: RunLimits): RunError {
  return {
    code: "CPU_LIMIT",
    message: `The script computed for more than ${cpuMs} ms (options.cpu_ms); waiting for tools does not count.`,
  };
}

export function budgetSpent({ maxToolCalls }: RunLimits): RunError {
  return {
    code: "MAX_TOOL_CALLS_EXCEEDED",
    message: `The script asked for more than ${maxToolCalls} tool calls (options.max_tool_calls); the run was ended.`,
  };
}

export function outOfMemory(detail: string): RunError {
  return { code: "MEMORY_LIMIT", message: `The script exceeds the memory limit of a run: ${detail}.` };
}
