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

/** As far back as the ledger goes by default. */
const DEFAULT_SINCE_MS = 30 * 86_400_000;

export const policy = new Area("policy");

const since = z.iso
  .datetime({ offset: true })
  .or(z.iso.date())
  .optional()
  .describe("only calls from then on; 30 days when left out");

policy.on(
  "get /policy",
  {
    summary: "The policy in force, and how often its rules decided about your calls",
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
      decisions: decisions.map(({ last, ...counted }) => ({ ...counted, last_at: new Date(last).toISOString() })),
    });
  },
);

policy.on(
  "post /policy/validate",
  {
    summary: "All mistakes of a policy, each with its place and what to write instead",
    isForPages: true,
    body: z.strictObject({ policy: z.unknown() }),
    answers: reply(200, "The mistakes; none when it can be used.", policyAnswerSchema),
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
    summary: "What the policy says of a call now; nothing is called or counted",
    needs: "admin",
    body: z.strictObject({
      server: z
        .string()
        .max(300)
        .default("")
        .describe("as in gateway.json or in scripts; none for execute_code and search_tools"),
      tool: z.string().min(1).max(300).describe("as its server or as scripts spell it"),
      args: z
        .record(z.string(), z.unknown())
        .refine((args) => !isDeeper(args, MAX_VALUE_DEPTH), `nested more than ${MAX_VALUE_DEPTH} levels deep`)
        .default({}),
      policy: z.unknown().optional().describe("to try instead of the one in force"),
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
    summary: "Your recorded calls under a policy: what would have been decided otherwise",
    needs: "admin",
    body: z.strictObject({
      policy: z.unknown().optional().describe("the one in force when left out"),
      since,
    }),
    answers: {
      200: { description: "What would be different.", schema: policyTestSchema },
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
    summary: "A policy drafted from your recorded calls, and what it would have decided about them",
    needs: "admin",
    body: z.strictObject({ since }),
    answers: reply(200, "The draft; it is not in force.", policySuggestionSchema),
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
