/**
 * Decides whether a call may be made. A person is asked where the policy requires it, or where an earlier attempt of the same call has an
 * unknown outcome.
 */
import type { CallFailure, ToolCall } from "../../../worker-loader/index.ts";
import type { Admission, AdmittedCall, CallGuard } from "../../enforcement/call-guard.ts";
import { isRepeatable } from "../../upstream/repeatable.ts";
import { denied, full, hasEnded } from "./call-replies.ts";
import type { ApprovalStatus, CallRecorder, WaitingReply } from "../durable/call-recorder.ts";
import { askToSendAgain, type UnheardCall } from "../durable/unheard-calls.ts";
import type { FoundTool } from "./tool-finder.ts";
import type { Ruling } from "../../enforcement/ruling.ts";

type CallDecision =
  | WaitingReply
  | { readonly ok: true; readonly ruling?: Ruling | undefined; readonly admitted?: AdmittedCall | undefined }
  | { readonly ok: false; readonly error: CallFailure; readonly ruling?: Ruling | undefined };

/** A call of a durable run, by its number in the run. */
export interface CallInRun {
  readonly recorder: CallRecorder;
  readonly number: number;
  /** Present if the call was sent before the run was cut off, and its answer was not heard. */
  readonly unheard?: UnheardCall | undefined;
}

interface FoundCall {
  readonly call: ToolCall;
  readonly found: FoundTool;
  /** Services of the gateway that the script has used so far. */
  readonly services: readonly string[];
  /** Absent where the run cannot wait for a person. */
  readonly kept: CallInRun | undefined;
  /** Hash of the policy document under which a call was approved that is sent again with a person's input, or "". */
  readonly approvedUnder?: string | undefined;
  /** See `GuardedCall`. */
  readonly repeats?: number | undefined;
}

export const NOBODY_TO_ASK = "This run cannot wait for a person's approval; make the call with execute_code.";

/** @param hasRunEnded checked last, because the decision may have taken a while */
export async function decideCall(
  found: FoundCall,
  guard: CallGuard | undefined,
  hasRunEnded: () => boolean,
): Promise<CallDecision> {
  const { call } = found;
  const repeated = askToRepeat(found);
  const refusal = repeated && refusalOf(repeated, call);
  if (refusal) return refusal;
  const decided = await askPolicy(found, guard, repeated !== undefined);
  if ("refusal" in decided) return decided.refusal;
  const { admission } = decided;
  const consume = decided.consume ?? consumeOf(repeated);
  if (admission === undefined && consume === undefined) return { ok: true };
  if (admission !== undefined && admission.verdict !== "allow") return refused(admission, call);
  const ruling = admission?.ruling;
  if (hasRunEnded() || consume?.() === false) {
    admission?.admitted.settled("failed", 0);
    return { ok: false, error: hasEnded(call), ruling };
  }
  return { ok: true, ruling, admitted: admission?.admitted };
}

/** @returns a person's decision on repeating a call whose earlier outcome is unknown; undefined where none is needed */
function askToRepeat({ call, found: { upstream, tool }, kept }: FoundCall): ApprovalStatus | undefined {
  if (kept?.unheard === undefined || isRepeatable(tool)) return undefined;
  const path = `${upstream.name}.${tool.name}`;
  const request = { server: upstream.name, tool: path, args: call.args, number: kept.number };
  return kept.recorder.approval({ ...request, ...askToSendAgain(path) });
}

type PolicyAnswer =
  | { readonly refusal: CallDecision }
  | { readonly admission: Admission | undefined; readonly consume?: (() => boolean) | undefined };

/** @param isApproved a person has approved this very call already */
async function askPolicy(
  { call, found: { upstream, tool, args }, services, kept, approvedUnder, repeats }: FoundCall,
  guard: CallGuard | undefined,
  isApproved: boolean,
): Promise<PolicyAnswer> {
  const guarded = { server: upstream.name, tool, args, argsLength: call.args.length, services, repeats };
  const admission = await guard?.admit(guarded, isApproved);
  if (admission?.verdict !== "ask" || kept === undefined) return { admission };
  const { ruling, message: reason } = admission;
  const { rule, policy, path } = ruling;
  if (policy === approvedUnder) return { admission: await guard?.admit(guarded, true) };
  const request = { server: upstream.name, tool: path, args: call.args, number: kept.number };
  const status = kept.recorder.approval({ ...request, kind: "rule", reason, rule, policy });
  const refusal = refusalOf(status, call, ruling);
  if (refusal) return { refusal };
  return { admission: await guard?.admit(guarded, true), consume: consumeOf(status) };
}

function refusalOf(status: ApprovalStatus, call: ToolCall, ruling?: Ruling): CallDecision | undefined {
  switch (status.kind) {
    case "approved":
      return undefined;
    case "waiting":
      return { waiting: status.id };
    case "denied":
      return { ok: false, error: denied(status.message, call), ...(ruling && { ruling }) };
    case "full":
      return { ok: false, error: full(status, call), ...(ruling && { ruling }) };
  }
}

function consumeOf(status: ApprovalStatus | undefined): (() => boolean) | undefined {
  return status?.kind === "approved" ? status.consume : undefined;
}

function refused(admission: Exclude<Admission, { verdict: "allow" }>, { server, tool }: ToolCall): CallDecision {
  const { ruling } = admission;
  if (admission.verdict === "deny") return { ok: false, ruling, error: { ...admission.error, server, tool } };
  const message = `${admission.message} ${NOBODY_TO_ASK}`;
  return { ok: false, ruling, error: { code: "APPROVAL_REQUIRED", message, rule: ruling.rule, server, tool } };
}
