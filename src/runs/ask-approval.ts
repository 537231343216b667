/**
 * Where a call waits for a person. The policy has decided that somebody has to approve the call; `AskApproval` answers when a person has
 * decided, or refuses. The RunHost then decides the call again as approved, because earlier calls and limits may have changed meanwhile.
 */
import type { CallFailure, ToolCall } from "../../worker-loader/index.ts";
import type { Ruling } from "../enforcement/call-guard.ts";
import type { RunOpening } from "../ledger/run-record.ts";

export interface ApprovalRequest {
  readonly run: Pick<RunOpening, "id">;
  /** As the script wrote it; `args` is JSON text. */
  readonly call: ToolCall;
  /** `server.tool` with the names that rules are written with. */
  readonly path: string;
  readonly ruling: Ruling;
  /** The document's `on_deny` or `reason`, or the rule in words. */
  readonly reason: string;
  /** Aborted when the run ends. */
  readonly signal: AbortSignal;
}

export type ApprovalAnswer =
  | { readonly isApproved: true }
  /** The code is APPROVAL_REQUIRED or APPROVAL_DENIED. */
  | { readonly isApproved: false; readonly error: CallFailure };

export type AskApproval = (request: ApprovalRequest) => Promise<ApprovalAnswer>;

/** Refuses the call: this gateway has no way to ask a person. */
export const refuseWithoutApproval: AskApproval = async ({ call, ruling, reason }) => ({
  isApproved: false,
  error: {
    code: "APPROVAL_REQUIRED",
    message: reason,
    rule: ruling.rule,
    server: call.server,
    tool: call.tool,
  },
});
