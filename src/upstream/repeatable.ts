import type { ToolDefinition } from "./connector.ts";

/** @returns true if a second call has no further effect: the tool is marked read-only or idempotent */
export function isRepeatable({ annotations }: ToolDefinition): boolean {
  return annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
}
