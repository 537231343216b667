/** Schemas of the policy's answers, shared by REST, the dashboard and the CLI. */
import * as z from "zod";

const time = z.iso.datetime();
const decision = z.enum(["allow", "deny", "ask"]);
const rule = z.string().describe("JSON pointer into the document; /default where no rule names the tool");

const policyProblemSchema = z.object({
  path: z.string().describe("JSON pointer into the document"),
  message: z.string(),
  fix: z.string().describe("what to write instead"),
});

export const policyViewSchema = z.object({
  document: z.unknown().describe("the current policy; null if there is none"),
  hash: z.string().nullable().describe("hash by which recorded calls refer to it"),
  hits: z.record(z.string(), z.int()).describe("how often each rule decided about your calls, by its JSON pointer"),
  decisions: z.array(
    z.object({
      rule,
      decision: z
        .enum(["allow", "deny", "ask", "waiting", "logged"])
        .describe("waiting: calls that wait for a person now; logged: the rule is in the mode log_only"),
      count: z.int(),
      last_at: time,
    }),
  ),
});

export const policyAnswerSchema = z.object({
  problems: z.array(policyProblemSchema),
  warnings: z.array(policyProblemSchema).optional().describe("parts of the policy that may not mean what was intended"),
});

const loggedVerdictSchema = z.object({
  verdict: z.enum(["deny", "ask", "report", "redact", "tokenize"]),
  rule,
  message: z.string(),
});

export const explanationSchema = z.object({
  decision,
  rule,
  message: z.string().optional().describe("the message that a script would get"),
  code: z.string().optional().describe("code of the error that a script would get"),
  retry_after_ms: z.int().optional(),
  hidden: z.boolean().optional().describe("true if the tool is hidden from scripts and clients"),
  known: z.boolean().describe("true if the server lists the tool; only then its annotations count"),
  tier: z.object({ tier: z.string(), reason: z.string() }),
  limits: z.array(z.object({ rule, used: z.number(), max: z.number(), takes: z.number() })),
  logged: z
    .array(loggedVerdictSchema)
    .describe("verdicts of rules in the mode log_only, and what rules about data found in the arguments"),
  policy: z.string().describe("hash of the document"),
});

export const policyTestSchema = z.object({
  since: time,
  calls: z.int().describe("number of replayed calls"),
  runs: z.int(),
  flipped: z.int().describe("calls that would be decided differently"),
  runs_affected: z.int(),
  approvals: z.int().describe("calls that a person would be asked about"),
  uncertain: z
    .int()
    .describe("calls whose arguments or earlier calls are not recorded in full; decided by the stricter reading"),
  truncated: z.boolean().describe("true if only the newest calls were replayed"),
  data: z
    .array(z.object({ rule, calls: z.int() }))
    .describe("in how many calls each rule about personal data and secrets would have found something"),
  flips: z.array(
    z.object({
      run: z.string(),
      call: z.int(),
      server: z.string(),
      tool: z.string(),
      was: decision,
      now: decision,
      rule,
      message: z.string().optional(),
      uncertain: z.boolean(),
    }),
  ),
});

const probability = z.number().min(0).max(1);

export const policySuggestionSchema = z.object({
  policy: z.unknown().describe("a document that allows the recorded calls and denies everything else"),
  rules: z.array(
    z.object({
      tool: z.string().describe("server.tool"),
      calls: z.int().describe("number of recorded calls"),
      needs_approval: z.boolean().describe("true if a person approved every recorded call"),
      conditions: z.array(
        z.object({
          path: z.string(),
          op: z.enum(["in", "gte", "lte"]),
          value: z.unknown(),
          confidence: probability.describe("estimated probability that the next call like the recorded ones meets it"),
        }),
      ),
    }),
  ),
  left_out: z.array(z.string()).describe("tools whose names cannot be written as a pattern"),
  replay: policyTestSchema.describe("the recorded calls under the suggested policy"),
});

export type PolicySuggestion = z.output<typeof policySuggestionSchema>;
export type PolicyView = z.output<typeof policyViewSchema>;
export type PolicyAnswer = z.output<typeof policyAnswerSchema>;
export type Explanation = z.output<typeof explanationSchema>;
export type PolicyTest = z.output<typeof policyTestSchema>;
