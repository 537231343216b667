/** Schemas of `/api/v1/approvals`: calls that wait for a person. Times are ISO 8601 in UTC. */
import * as z from "zod";

export const approvalStateSchema = z
  .enum(["waiting", "approved", "denied", "used", "expired", "void"])
  .describe("used = approved, and the call was made; void = the run ended, or the policy changed, before it was");

export const approvalSchema = z
  .strictObject({
    id: z.string(),
    run: z.string(),
    server: z.string(),
    tool: z.string(),
    args: z.unknown(),
    reason: z.string().describe("why a person is asked"),
    kind: z
      .enum(["rule", "unknown"])
      .describe(
        "rule = the policy asks; unknown = the call was sent before the run was cut off, and may have happened",
      ),
    rule: z.string().describe("JSON pointer into the policy document"),
    script: z.string().describe("the run's script, or its beginning"),
    state: approvalStateSchema,
    requested_at: z.string(),
    expires_at: z.string(),
    decided_at: z.string().optional(),
    decided_by: z.string().optional().describe("the credential"),
    decided_via: z.enum(["rest", "link", "elicitation"]).optional(),
    said: z.string().optional().describe("the reason given by the person who decided"),
  })
  .describe("A call of a run that a person has to approve.");

export const approvalListSchema = z
  .strictObject({ approvals: z.array(approvalSchema) })
  .describe("Answer of GET /api/v1/approvals, oldest first.");

export const approvalDecisionSchema = z
  .strictObject({
    decision: z.enum(["approve", "deny"]),
    for: z
      .union([z.literal("once"), z.literal("run"), z.strictObject({ minutes: z.int().min(1).max(1_440) })])
      .optional()
      .describe("this call; every call of the tool in this run; or every call of it for so many minutes"),
    reason: z.string().max(1_000).optional().describe("told to the script when denied"),
  })
  .describe("Body of POST /api/v1/approvals/{id}.");

export type ApprovalView = z.output<typeof approvalSchema>;
export type ApprovalList = z.output<typeof approvalListSchema>;
export type ApprovalDecisionBody = z.output<typeof approvalDecisionSchema>;
