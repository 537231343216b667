/** The form by which a client's user decides on one call. */
import * as z from "zod";
import { MAX_REASON_CHARS } from "../approvals/approval.ts";
import { answerForm } from "../approvals/input-answer.ts";
import type { Result } from "../lib/result.ts";
import { visibleText } from "../lib/visible-text.ts";
import { inputQuestion } from "./input-question.ts";
import { callLine, type ClientDecision, type RequestedCall } from "./client-decision.ts";

const FORM = {
  type: "object",
  properties: {
    confirm: { type: "boolean", title: "Approve" },
    reason: { type: "string", title: "Reason for the script if you deny", maxLength: MAX_REASON_CHARS },
  },
  required: ["confirm"],
} as const;

/** @returns an elicitation request */
export function approvalForm(shown: RequestedCall) {
  const { reason, form } = shown;
  if (form !== undefined)
    return { method: "elicitation/create", params: { mode: "form", ...inputQuestion(shown, form) } } as const;
  const message = `A request waits for you:\n\n${callLine(shown)}\n${visibleText(reason)}`;
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema: FORM } } as const;
}

const responseSchema = z.looseObject({
  action: z.enum(["accept", "decline", "cancel"]),
  content: z.unknown().optional(),
});
const contentSchema = z.object({ confirm: z.boolean(), reason: z.string().max(MAX_REASON_CHARS).optional() });

/** @returns undefined if the user has not decided; as an error, the response's problem, a sentence without its subject */
export function readApprovalForm(
  { form }: RequestedCall,
  response: unknown,
): Result<Pick<ClientDecision, "decision" | "comment" | "content"> | undefined, string> {
  const read = responseSchema.safeParse(response);
  if (!read.success) return { ok: false, error: 'must have the action "accept", "decline" or "cancel".' };
  const { action, content } = read.data;
  if (action === "cancel") return { ok: true, value: undefined };
  if (action === "decline") return { ok: true, value: { decision: "deny" } };
  if (form !== undefined) {
    const answer = answerForm(form, content);
    if (!answer.ok) return { ok: false, error: `does not match the form: ${answer.error}` };
    return { ok: true, value: { decision: "approve", content: content ?? {} } };
  }
  const filled = contentSchema.safeParse(content);
  if (!filled.success) {
    const expected = `{"confirm": true}, or {"confirm": false} with a reason of at most ${MAX_REASON_CHARS} characters.`;
    return { ok: false, error: `is accepted without the form's content: ${expected}` };
  }
  const { confirm, reason } = filled.data;
  if (confirm) return { ok: true, value: { decision: "approve" } };
  return { ok: true, value: { decision: "deny", ...(reason !== undefined && reason !== "" && { comment: reason }) } };
}
