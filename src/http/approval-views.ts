/** An approval as REST shows it. */
import type { ShownApproval } from "../approvals/approval.ts";
import type { ApprovalView } from "../contract/approvals.ts";

const MAX_CODE_CHARS = 20_000;

export function approvalView(approval: ShownApproval): ApprovalView {
  const { id, run, server, tool, args, reason, kind, rule, state, code, words, door } = approval;
  const { requestedAt, expiresAt, decidedAt, decidedBy } = approval;
  return {
    id,
    run,
    server,
    tool: tool.slice(server.length + 1),
    args: JSON.parse(args) as unknown,
    reason,
    kind,
    rule,
    script: code.slice(0, MAX_CODE_CHARS),
    state,
    requested_at: new Date(requestedAt).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
    ...(decidedAt !== undefined && { decided_at: new Date(decidedAt).toISOString() }),
    ...(decidedBy !== undefined && { decided_by: decidedBy }),
    ...(door !== undefined && { decided_via: door }),
    ...(words !== undefined && { said: words }),
  };
}
