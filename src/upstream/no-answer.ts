/** Recognizes answers of HTTP APIs that leave open whether the call had an effect. */
import { isRepeatable } from "./repeatable.ts";
import type { ToolDefinition, ToolResult } from "./connector.ts";

/** Statuses that say that something in between got no answer: the server may have carried out the request. */
export const NO_ANSWER: ReadonlySet<number | undefined> = new Set([408, 502, 504, 520, 522, 523, 524]);

/** @returns true if the answer of an HTTP API does not say whether a call had an effect */
export function isWithoutAnswer({ failure }: ToolResult, tool: ToolDefinition): boolean {
  return failure !== undefined && NO_ANSWER.has(failure.status) && !isRepeatable(tool);
}
