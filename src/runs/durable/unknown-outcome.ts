/** Calls that were sent before their run was cut off, and whose answers were not heard. */
/** The question to a person about a call of any other tool. */
export function sentBefore(tool: string) {
  const reason = `${tool} was sent before the run was cut off, and its answer was not heard. Approve to send it again; deny if it has happened.`;
  return { kind: "unknown", reason, rule: "", policy: "" } as const;
}
