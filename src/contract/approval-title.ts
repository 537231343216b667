/** The name of what waits for a person. Without zod, because the dashboard uses it. */
import type { ApprovalView } from "./approvals.ts";

/** @returns what waits, as people read it: `github.delete_repo`, `package lodash@4.17.21` */
export function approvalTitle({ kind, server, tool }: Pick<ApprovalView, "kind" | "server" | "tool">): string {
  return kind === "package" ? `package ${tool}` : `${server}.${tool}`;
}
