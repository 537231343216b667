/** An approval as REST shows it. */
import type { ShownApproval } from "../approvals/approval.ts";
import type { InputForm } from "../approvals/input-form.ts";
import type { ApprovalView, InputFormView } from "../contract/approvals.ts";
import { isoTime } from "../lib/iso-time.ts";

export function approvalView(approval: ShownApproval): ApprovalView {
  const { id, run, server, tool, args, reason, kind, rule, state, code, saved, comment, channel } = approval;
  const { requestedAt, expiresAt, decidedAt, decidedBy, form, lastsUntil } = approval;
  return {
    id,
    run,
    server,
    tool: tool.slice(server.length + 1),
    args: JSON.parse(args) as unknown,
    reason,
    kind,
    ...(form !== undefined && { form: formView(form) }),
    rule,
    script: code,
    ...(saved !== undefined && { saved_script: saved }),
    state,
    requested_at: isoTime(requestedAt),
    expires_at: isoTime(expiresAt),
    ...(decidedAt !== undefined && { decided_at: isoTime(decidedAt) }),
    ...(decidedBy !== undefined && { decided_by: decidedBy }),
    ...(channel !== undefined && { decided_via: channel }),
    ...(lastsUntil !== undefined && { lasts_until: isoTime(lastsUntil) }),
    ...(comment !== undefined && { said: comment }),
  };
}

function formView({ message, links, fields }: InputForm): InputFormView {
  return {
    message,
    links: links.map(({ url, origin }) => ({ url, origin })),
    fields: fields.map((field) => {
      const { name, title, description, type, choices, format, minimum, maximum, preset } = field;
      return {
        ...{ name, title, description, type, format, minimum, maximum },
        ...{ required: field.isRequired, secret: field.isSecret },
        ...(choices !== undefined && { choices: [...choices] }),
        min_length: field.minLength,
        max_length: field.maxLength,
        min_items: field.minItems,
        max_items: field.maxItems,
        default: typeof preset === "object" ? [...preset] : preset,
      };
    }),
  };
}
