/** `policy`: the policy in force and what comes of it, and trying another one before it is enforced. */
import * as z from "zod";
import { isDeeper } from "../../lib/nesting.ts";
import { MAX_VALUE_DEPTH } from "../../limits/upstream-limits.ts";
import {
  explanationSchema,
  policyAnswerSchema,
  policySuggestionSchema,
  policyTestSchema,
  policyViewSchema,
} from "../../contract/policy.ts";
import { policyInForce } from "../../enforcement/policy-in-force.ts";
import type { PolicyDocument } from "../../policy/document/document.ts";
import { suffices } from "../../auth/principal.ts";
import { unknownServers } from "../../policy/document/unknown-servers.ts";
import { validatePolicy } from "../../policy/document/validate.ts";
import { ownGateway } from "../own-gateway.ts";
import { Area, reply } from "./area.ts";
import { notFound, problem } from "./problem.ts";
import type { Result } from "../../lib/result.ts";
import { isoTime } from "../../lib/iso-time.ts";

/** As far back as the ledger goes by default. */
const DEFAULT_SINCE_MS = 30 * 86_400_000;

export const policy = new Area("policy");

const since = z.iso
  .datetime({ offset: true })
  .or(z.iso.date())
  .optional()
  .describe("time of the oldest call to use; default 30 days ago");

policy.on(
  "get /policy",
  {
    summary: "Get the policy in force, and how often each rule decided on your calls",
    needs: "admin",
    answers: reply(200, "The policy.", policyViewSchema),
  },
  async ({ c }) => {
    const inForce = policyInForce(c.get("config"));
    if (inForce === undefined) return Response.json({ document: null, hash: null, hits: {}, decisions: [] });
    const { document, hash } = inForce;
    const decisions = await ownGateway(c).policyHits(hash);
    const hits: Record<string, number> = {};
    for (const { rule, count } of decisions) hits[rule] = (hits[rule] ?? 0) + count;
    return Response.json({
      document,
      hash,
      hits,
      decisions: decisions.map(({ last, ...counted }) => ({ ...counted, last_at: isoTime(last) })),
    });
  },
);

policy.on(
  "post /policy/validate",
  {
    summary: "List all mistakes of a policy, each with its path and the correction",
    isForPages: true,
    body: z.strictObject({ policy: z.unknown() }),
    answers: reply(200, "The mistakes; an empty list if the policy is valid.", policyAnswerSchema),
  },
  async ({ body, c }) => {
    const validation = validatePolicy(body.policy);
    if (!validation.ok) return Response.json({ problems: validation.problems });
    const unknown = unknownServers(validation.document, Object.keys(c.get("config").mcpServers));
    // These warnings are for admins only: with a rule, others could find out which tools exist.
    const unlisted = suffices(c.get("principal"), "admin")
      ? await ownGateway(c).unlistedNames(validation.document)
      : [];
    return Response.json({ problems: [], warnings: [...validation.warnings, ...unknown, ...unlisted] });
  },
);

policy.on(
  "post /policy/explain",
  {
    summary: "Get the policy's decision on a call, without making or counting the call",
    needs: "admin",
    body: z.strictObject({
      server: z
        .string()
        .max(300)
        .default("")
        .describe("name of the server as in gateway.json or in scripts; left out for execute_code and search_tools"),
      tool: z.string().min(1).max(300).describe("name of the tool as the server or as scripts spell it"),
      args: z
        .record(z.string(), z.unknown())
        .refine((args) => !isDeeper(args, MAX_VALUE_DEPTH), `nested more than ${MAX_VALUE_DEPTH} levels deep`)
        .default({}),
      policy: z.unknown().optional().describe("policy to use instead of the one in force"),
    }),
    answers: {
      200: { description: "The decision.", schema: explanationSchema },
      400: { description: "The policy has mistakes: `errors` has each with its place and what to write instead." },
    },
  },
  async ({ body: { policy: other, ...call }, c }) => {
    const read = other === undefined ? undefined : readDocument(other);
    if (read?.ok === false) return read.error;
    const { id, credential } = c.get("principal");
    const scope = { principal: id, ...(credential !== undefined && { credential }) };
    const explained = await ownGateway(c).explainPolicy(call, scope, read?.value);
    return explained === undefined ? withoutPolicy() : Response.json(explained);
  },
);

policy.on(
  "post /policy/test",
  {
    summary: "Apply a policy to your recorded calls, and list those that it would decide differently",
    needs: "admin",
    body: z.strictObject({
      policy: z.unknown().optional().describe("policy to test; default the one in force"),
      since,
    }),
    answers: {
      200: { description: "The calls that would be decided differently.", schema: policyTestSchema },
      400: { description: "The policy has mistakes: `errors` has each with its place and what to write instead." },
    },
  },
  async ({ body, c }) => {
    const tried = body.policy ?? policyInForce(c.get("config"))?.document;
    if (tried === undefined) return withoutPolicy();
    const read = readDocument(tried);
    if (!read.ok) return read.error;
    return Response.json(await ownGateway(c).testPolicy(read.value, sinceMs(body.since), c.get("principal").id));
  },
);

policy.on(
  "post /policy/suggest",
  {
    summary: "Draft a policy from your recorded calls, and apply it to them",
    needs: "admin",
    body: z.strictObject({ since }),
    answers: reply(200, "The draft, which is not put in force.", policySuggestionSchema),
  },
  async ({ body, c }) => Response.json(await ownGateway(c).suggestPolicy(sinceMs(body.since), c.get("principal").id)),
);

function sinceMs(text: string | undefined): number {
  return text === undefined ? Date.now() - DEFAULT_SINCE_MS : Date.parse(text);
}

function readDocument(value: unknown): Result<PolicyDocument, Response> {
  const validation = validatePolicy(value);
  if (validation.ok) return { ok: true, value: validation.document };
  const errors = validation.problems.map(({ path, message, fix }) => ({
    path: `policy${path}`,
    message: `${message} ${fix}`,
  }));
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join("; ");
  return { ok: false, error: problem({ code: "INVALID_REQUEST", detail: detail.slice(0, 4_000), errors }) };
}

function withoutPolicy(): Response {
  const detail = "gateway.json has no policy, so every call is allowed. Send one as `policy` to try it.";
  return notFound(detail);
}
