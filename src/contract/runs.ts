/** Schemas of runs and their calls, shared by REST, the dashboard and the CLI. Times are ISO 8601 in UTC. */
import * as z from "zod";
import { CALL_STATES, RUN_STATES, RUN_VIAS } from "./run-states.ts";

export const languageSchema = z.enum(["javascript", "typescript"]);
export type Language = z.output<typeof languageSchema>;

const time = z.iso.datetime();

const runErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  line: z.int().optional(),
  column: z.int().optional(),
  stack: z.string().optional(),
  hint: z.string().optional(),
  server: z.string().optional().describe("server of the call that failed"),
  tool: z.string().optional(),
  url: z.string().optional().describe("page where a person can decide or sign in"),
  approvals: z.array(z.string()).readonly().optional().describe("ids of the approvals that the run waits for"),
  rule: z.string().optional().describe("policy rule that decided, as a JSON pointer into the policy document"),
  retry_after_ms: z.int().optional(),
  retryable: z
    .boolean()
    .optional()
    .describe(
      "true if the same call, or a run that did not begin, may succeed later and repeating it has no second effect",
    ),
});

const tokensSchema = z
  .object({
    results: z.int().describe("tokens of all results of calls"),
    definitions: z.int().describe("tokens of the definitions of the tools that were called"),
    returned: z.int().describe("tokens of the value or error, and the logs"),
    kept_out: z.int().describe("results + definitions - returned, at least 0"),
  })
  .describe("o200k tokens, estimated");

export const runSchema = z.object({
  id: z.string(),
  outcome: z.enum(RUN_STATES),
  code: z.string().optional().describe("error code of a failed run"),
  message: z.string().optional(),
  via: z.enum(RUN_VIAS),
  client: z.string().describe("name and version that the client sent"),
  started_at: time,
  ended_at: time.optional(),
  duration_ms: z.int().optional(),
  calls: z.int(),
  failed_calls: z.int().describe("number of failed calls, including refused ones"),
  unknown_calls: z
    .int()
    .describe("number of calls that were sent and got no usable response; the upstream may have executed them"),
  servers: z.array(z.string()).describe("identifiers of the servers that the run called"),
  title: z.string().describe("first line of the script"),
  script: z.object({ name: z.string(), version: z.int() }).optional().describe("the saved script that was run"),
  parent: z.string().optional().describe("the run whose script started this run"),
  replay_of: z.string().optional(),
  tokens: tokensSchema,
});

export const runDetailsSchema = runSchema.extend({
  code_text: z.string().describe("the script"),
  code_hash: z.string().describe("SHA-256 of the script as it was sent, hex"),
  language: languageSchema.optional(),
  input: z.unknown(),
  options: z.unknown(),
  seed: z.string(),
  prepare_ms: z.int().optional().describe("time until the script began, in milliseconds"),
  error: runErrorSchema.optional(),
  value: z.unknown().optional(),
  handle: z.string().optional().describe("handle of a value that is over the output budget"),
  logs: z.array(z.string()),
  redacted: z.boolean().describe("true if it contained a secret, which was replaced"),
});

export const callSchema = z.object({
  number: z.int(),
  server: z.string(),
  tool: z.string(),
  outcome: z
    .enum(CALL_STATES)
    .describe(
      "ok: carried out, with code and message if the result was not passed on; refused: never sent; unknown: sent without an answer that says whether it was carried out, so the upstream may have executed it",
    ),
  started_at: time,
  ended_at: time.optional(),
  offset_ms: z.int().describe("milliseconds since the start of the run"),
  duration_ms: z.int().optional(),
  attempts: z.int().describe("number of times that the call was sent"),
  code: z.string().optional(),
  message: z.string().optional(),
  arguments: z.unknown().optional().describe("JSON text; absent if it is too long for a list or for the record"),
  result: z
    .unknown()
    .optional()
    .describe("the result as the script got it; absent if it is too long for a list or for the record"),
  result_length: z.int().optional().describe("UTF-16 length of the result's JSON text"),
  result_hash: z.string().optional().describe("SHA-256 of the result's JSON text, base64url"),
  redacted: z.boolean(),
  schema_mismatch: z
    .string()
    .optional()
    .describe('where the result breaks the tool\'s output schema; only with results: "warn"'),
  decision: z
    .enum(["allow", "deny", "ask"])
    .optional()
    .describe(
      "decision of the policy; ask: a person had to decide, and approved if the call was sent; absent without a policy",
    ),
  rule: z.string().optional().describe("rule that decided, as a JSON pointer into the policy"),
  policy: z.string().optional().describe("hash of the policy"),
  logged: z
    .array(
      z.object({
        verdict: z.enum(["deny", "ask", "report", "redact", "tokenize"]),
        rule: z.string(),
        message: z.string(),
      }),
    )
    .optional()
    .describe("what rules in the mode log_only would have decided, and what rules about data found"),
});

/** The origins of the arguments of a run's calls. */
export const originsSchema = z.object({
  origins: z.array(
    z.object({
      call: z.int().describe("number of the call with the argument"),
      argument: z.string().describe("path of the argument"),
      from: z.int().describe("number of the call whose result has the value"),
      text: z.string().describe("the shared text, cut"),
    }),
  ),
  complete: z.boolean().describe("false where texts were too long to be compared, or too much was found"),
});

/** The answer to `POST /code/exec`. */
export const execAnswerSchema = z.object({
  ok: z.boolean(),
  result: z.unknown().optional().describe("the script's value"),
  error: runErrorSchema.optional(),
  logs: z.array(z.string()),
  state: z.enum(["running", "sleeping"]).optional().describe("the run has not ended; ask again with resume"),
  until: z.string().optional().describe("when a sleeping run continues"),
  stats: z
    .object({
      calls: z.int(),
      failed_calls: z.int(),
      unknown_calls: z.int(),
      duration_ms: z.int(),
      tokens: tokensSchema,
    })
    .optional()
    .describe("for a run that has not ended, its counts so far"),
  would_call: z
    .array(
      z.object({
        server: z.string().describe("`isogate` for the gateway's own services, such as store.put"),
        tool: z.string(),
        args: z.unknown(),
        needs_approval: z.string().optional().describe("JSON pointer of the rule that would require approval"),
      }),
    )
    .optional()
    .describe("only of a dry run: calls that were answered without being sent"),
  run: z.string(),
});

export type Tokens = z.output<typeof tokensSchema>;
export type RunError = z.output<typeof runErrorSchema>;
export type Run = z.output<typeof runSchema>;
export type RunDetails = z.output<typeof runDetailsSchema>;
export type Call = z.output<typeof callSchema>;
export type CallOrigins = z.output<typeof originsSchema>;
export type ExecAnswer = z.output<typeof execAnswerSchema>;
