import type { ToolDefinition } from "./connector.ts";

/** Whether a second call does no harm: the tool only reads, or says of itself that calling it twice is calling it once. */
export function isRepeatable({ annotations }: ToolDefinition): boolean {
  return annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
}
