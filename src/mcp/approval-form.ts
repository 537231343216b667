/** The form by which a client's user decides on one call. */
import * as z from "zod";
import { shownArgs } from "../approvals/shown-args.ts";
import { visibleText } from "../lib/visible-text.ts";
import { inputQuestion, readInput } from "./input-question.ts";
import type { GivenWord, RequestedCall } from "./given-word.ts";

const MAX_ARGS_CHARS = 600;
const MAX_REASON_CHARS = 1_000;

const FORM = {
  type: "object",
  properties: {
    confirm: { type: "boolean", title: "Approve" },
    reason: { type: "string", title: "Reason, told to the script when you deny", maxLength: MAX_REASON_CHARS },
  },
  required: ["confirm"],
} as const;

/** @returns an elicitation request */
export function approvalForm(shown: RequestedCall) {
  const { tool, args, reason, form } = shown;
  if (form !== undefined)
    return { method: "elicitation/create", params: { mode: "form", ...inputQuestion(shown, form) } } as const;
  const call = `${visibleText(tool)} ${visibleText(shownArgs(args, MAX_ARGS_CHARS))}`;
  const message = `A request waits for you:\n\n${call}\n${visibleText(reason)}`;
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema: FORM } } as const;
}

const responseSchema = z.looseObject({ action: z.string(), content: z.unknown().optional() });
const contentSchema = z.object({ confirm: z.boolean(), reason: z.string().max(MAX_REASON_CHARS).optional() });

/** @returns undefined if the user has not decided, or the response has not the form's fields */
export function readApprovalForm(
  { form }: RequestedCall,
  response: unknown,
): Pick<GivenWord, "decision" | "words" | "content"> | undefined {
  if (form !== undefined) return readInput(response);
  const read = responseSchema.safeParse(response);
  if (!read.success) return undefined;
  const { action, content } = read.data;
  if (action === "decline") return { decision: "deny" };
  const filled = contentSchema.safeParse(content);
  if (action !== "accept" || !filled.success) return undefined;
  const { confirm, reason } = filled.data;
  if (confirm) return { decision: "approve" };
  return { decision: "deny", ...(reason !== undefined && reason !== "" && { words: reason }) };
}
