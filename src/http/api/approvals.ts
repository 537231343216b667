/** `approvals`: calls that wait for a person, and the person's word. */
import { APPROVAL_STATES, POLICY_HAS_CHANGED, type ApprovalDecision } from "../../approvals/approval.ts";
import { approvalDecisionSchema, approvalListSchema, approvalSchema } from "../../contract/approvals.ts";
import type { Context } from "hono";
import * as z from "zod";
import { NARROWED } from "../../auth/principal.ts";
import type { AppEnv } from "../app-env.ts";
import { approvalView } from "../approval-views.ts";
import { originOf } from "../origin.ts";
import { ownGateway } from "../own-gateway.ts";
import { Area, reply } from "./area.ts";
import { missing, noContent, notFound, problem } from "./problem.ts";
import { wholeNumber } from "./whole-number.ts";

const named = z.object({ id: z.string().max(100) });

export const approvals = new Area("approvals");

approvals.on(
  "get /approvals",
  {
    summary: "List calls that wait for approval, and calls that were decided, oldest first",
    query: z.strictObject({
      state: z
        .enum([...APPROVAL_STATES, "lasting", "all"])
        .default("all")
        .describe("lasting = approved for a time that has not ended"),
      run: z.string().max(100).optional(),
      limit: wholeNumber(1, 500).default(200),
    }),
    answers: reply(200, "Approvals.", approvalListSchema),
  },
  async ({ query: { limit, state, run }, c }) => {
    const filter = { run, ...(state !== "all" && { state }) };
    const found = await ownGateway(c).listApprovals(filter, limit, c.get("principal").access);
    return Response.json({ approvals: found.map(approvalView) });
  },
);

approvals.on(
  "post /approvals/:id",
  {
    summary:
      "Approve or deny a waiting call, or give the input that its upstream requests. The run continues automatically",
    params: named,
    body: approvalDecisionSchema,
    answers: {
      200: { description: "The approval.", schema: approvalSchema },
      400: { description: "`content` does not match the form." },
      409: { description: "The approval was decided already, or has expired." },
    },
  },
  async ({ params: { id }, body, c }) => {
    // Pages of `origins`, and pages that send a key, get this far; no page but the gateway's own is a person's word.
    const origin = c.req.header("origin");
    if (origin !== undefined && origin !== originOf(c)) {
      const detail = `Pages of the origin ${JSON.stringify(origin)} may not approve calls; use the gateway's own pages.`;
      return problem({ code: "FORBIDDEN", detail });
    }
    const { decision, for: what = "once", reason, content } = body;
    const isForMore = what !== "once";
    const hasContent = content !== undefined && Object.keys(content).length > 0;
    if (decision === "deny" && (isForMore || hasContent)) {
      const unused = isForMore ? "for" : "content";
      const detail = `body.${unused} has no effect on a call that is denied; leave it out.`;
      return problem({ code: "INVALID_REQUEST", detail });
    }
    const { access, credential = "" } = c.get("principal");
    const given: ApprovalDecision = {
      decision,
      for: what,
      by: credential,
      channel: "rest",
      comment: reason === "" ? undefined : reason,
      content,
    };
    const decided = await ownGateway(c).decideApproval(id, given, access);
    if (decided === "wider") return problem({ code: "FORBIDDEN", detail: NARROWED });
    if (decided === "packages only" || decided === "no session") {
      return problem({ code: "INVALID_REQUEST", detail: UNSUITED[decided] });
    }
    if (decided === undefined) return missing(`approval ${id}`, "approvals");
    if (!decided.ok && decided.why === "invalid") return problem({ code: "INVALID_REQUEST", detail: decided.problem });
    if (!decided.ok && decided.why === "changed") return problem({ code: "CONFLICT", detail: POLICY_HAS_CHANGED });
    if (!decided.ok) {
      return problem({ code: "CONFLICT", detail: `The approval ${id} is not waiting any more: it is ${decided.why}.` });
    }
    return shown(c, id);
  },
);

approvals.on(
  "delete /approvals/:id",
  {
    summary: "Withdraw a time-limited approval; the next call of the tool needs approval again",
    params: named,
    answers: reply(204, "The approval was withdrawn."),
  },
  async ({ params: { id }, c }) => {
    const withdrawn = await ownGateway(c).withdrawApproval(id, c.get("principal").access);
    if (withdrawn === "withdrawn") return noContent();
    if (withdrawn === "wider") return problem({ code: "FORBIDDEN", detail: NARROWED });
    return notFound(
      `No time-limited approval ${id} is in force; GET /api/v1/approvals?state=lasting lists those that are.`,
    );
  },
);

const UNSUITED = {
  "packages only":
    'Only a package can be approved for a "session" or "always"; a call can be approved "once", for the "run" or for {"minutes": …}.',
  "no session":
    'The run does not belong to a client session (only clients of the 2025 protocol versions have one); approve the package for the "run", for {"minutes": …} or "always".',
} as const;

async function shown(c: Context<AppEnv>, id: string): Promise<Response> {
  const approval = await ownGateway(c).readApproval(id);
  return approval ? Response.json(approvalView(approval)) : missing(`approval ${id}`, "approvals");
}
