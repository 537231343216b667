/** Calls that were sent before their run was cut off, and whose answers were not received. */
import type { ToolDefinition } from "../../upstream/connector.ts";

/** @returns true if a repeated call does no harm: the tool is read-only, or declares itself idempotent */
export function isRepeatable({ annotations }: ToolDefinition): boolean {
  return annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
}

/** The question to a person about any other such call. */
export function sentBefore(tool: string) {
  const reason = `${tool} was sent before the run was cut off, and its answer was not heard. Approve to send it again; deny if it has happened.`;
  return { kind: "unknown", reason, rule: "", policy: "" } as const;
}
