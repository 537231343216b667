/** The question to a person about a call that was sent before its run was cut off, and whose answer was not heard. */
export function sentBefore(tool: string) {
  const reason = `${tool} was sent before the run was cut off, and its answer was not heard. Approve to send it again; deny if it has happened.`;
  return { kind: "unknown", reason, rule: "", policy: "" } as const;
}
