/** Schemas of `/api/v1/approvals`: calls that wait for a person. Times are ISO 8601 in UTC. */
import * as z from "zod";

const approvalStateSchema = z
  .enum(["waiting", "approved", "denied", "used", "expired", "void"])
  .describe("used = approved, and the call was made; void = the run ended, or the policy changed, before it was");

const inputFieldSchema = z.strictObject({
  name: z.string().describe("the field's name in `content`"),
  title: z.string(),
  description: z.string().optional(),
  type: z.enum(["string", "number", "integer", "boolean", "array"]).describe("array = several of the choices"),
  choices: z.array(z.strictObject({ value: z.string(), title: z.string() })).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  min_length: z.int().optional(),
  max_length: z.int().optional(),
  min_items: z.int().optional(),
  max_items: z.int().optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  required: z.boolean(),
  secret: z.boolean().describe("the field seems to ask for a secret"),
});

export const inputFormSchema = z
  .strictObject({
    message: z.string().describe("the upstream's words"),
    links: z
      .array(z.strictObject({ url: z.string(), origin: z.string() }))
      .describe("pages that the upstream asks you to open"),
    fields: z.array(inputFieldSchema),
  })
  .describe("Input that an upstream requests from a person during a call. All texts are the upstream's.");

export const approvalSchema = z
  .strictObject({
    id: z.string(),
    run: z.string(),
    server: z.string().describe("package for a package"),
    tool: z.string().describe("name@version for a package"),
    args: z.unknown(),
    reason: z.string().describe("why approval is required"),
    kind: z
      .enum(["rule", "unknown", "input", "package"])
      .describe(
        "rule = the policy asks; unknown = the call was sent before the run was cut off, and may have happened; input = the upstream asks for what `form` says; package = the script imports a package that gateway.json holds",
      ),
    form: inputFormSchema.optional(),
    rule: z.string().describe("JSON pointer into the policy document"),
    script: z.string().describe("the script that makes the call, or its beginning"),
    saved_script: z
      .string()
      .optional()
      .describe("name@version of a saved script that the run calls, and that makes the call"),
    state: approvalStateSchema,
    requested_at: z.string(),
    expires_at: z.string(),
    decided_at: z.string().optional(),
    decided_by: z.string().optional().describe("credential that decided"),
    decided_via: z.enum(["rest", "link", "elicitation"]).optional(),
    lasts_until: z
      .string()
      .optional()
      .describe("further calls of the tool are approved until then; DELETE /api/v1/approvals/{id} withdraws that"),
    said: z.string().optional().describe("the reason given by the person who decided"),
  })
  .describe("A call of a run that a person has to approve.");

export const approvalListSchema = z
  .strictObject({ approvals: z.array(approvalSchema) })
  .describe("Answer of GET /api/v1/approvals, oldest first.");

/** Choices of one field; zod makes an issue for each item that is no text, however many there are. */
const MAX_CHOICES = 1_000;

export const approvalDecisionSchema = z
  .strictObject({
    decision: z.enum(["approve", "deny"]),
    for: z
      .union(
        [z.enum(["once", "run", "session", "always"]), z.strictObject({ minutes: z.int().min(1).max(1_440) })],
        'expected "once", "run", "session", "always" or {"minutes": N} with a whole number from 1 to 1440',
      )
      .optional()
      .describe(
        "once = this call; run = every call of the tool in this run; minutes = every call of the tool for so many minutes. For a package also session = the client's session, and always",
      ),
    reason: z.string().max(1_000).optional().describe("reason that the script gets if the call is denied"),
    content: z
      .record(
        z.string(),
        z.union(
          [z.string(), z.number(), z.boolean(), z.array(z.string()).max(MAX_CHOICES)],
          `expected a text, a number, true, false or a list of at most ${MAX_CHOICES} texts`,
        ),
      )
      .optional()
      .describe("input for `form`, with the names of its fields; it is sent to the upstream and not stored elsewhere"),
  })
  .describe("Body of POST /api/v1/approvals/{id}.");

export type InputFormView = z.output<typeof inputFormSchema>;
export type ApprovalView = z.output<typeof approvalSchema>;
export type ApprovalList = z.output<typeof approvalListSchema>;
