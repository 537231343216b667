/** Runs and calls as the REST interface shows them. */
import * as z from "zod";
import { RUN_STATES } from "../../ledger/run-record.ts";
import type { CallRecord, RunDetails, RunSummary, RunTokens } from "../../ledger/run-record.ts";

const tokens = z
  .object({
    results: z.int().describe("of all results of calls"),
    definitions: z.int().describe("of the definitions of the tools that were called"),
    returned: z.int().describe("of value or error, and logs"),
    kept_out: z.int().describe("results + definitions - returned, at least 0"),
  })
  .describe("o200k tokens, estimated");

const time = z.iso.datetime();

export const runSchema = z.object({
  id: z.string(),
  outcome: z.enum(RUN_STATES),
  code: z.string().optional().describe("of the failure"),
  message: z.string().optional(),
  via: z.enum(["mcp", "rest", "schedule", "script"]),
  client: z.string().describe("in its own words"),
  started_at: time,
  ended_at: time.optional(),
  duration_ms: z.int().optional(),
  calls: z.int(),
  failed_calls: z.int().describe("refused ones included"),
  unknown_calls: z.int().describe("sent, and never heard of: they may have happened"),
  servers: z.array(z.string()).describe("identifiers of those it called"),
  title: z.string().describe("first line of the script"),
  script: z.object({ name: z.string(), version: z.int() }).optional().describe("the saved script that was run"),
  parent: z.string().optional().describe("the run whose script called this one"),
  replay_of: z.string().optional(),
  tokens,
});

export const runDetailsSchema = runSchema.extend({
  code_text: z.string().describe("the script"),
  code_hash: z.string().describe("SHA-256 of the script as it was sent, hex"),
  language: z.enum(["javascript", "typescript"]).optional(),
  input: z.unknown(),
  options: z.unknown(),
  seed: z.string(),
  prepare_ms: z.int().optional().describe("until the script began"),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      line: z.int().optional(),
      column: z.int().optional(),
      stack: z.string().optional(),
      hint: z.string().optional(),
      server: z.string().optional().describe("of the call that failed"),
      tool: z.string().optional(),
    })
    .optional(),
  value: z.unknown().optional(),
  handle: z.string().optional().describe("where a value over the budget is kept"),
  logs: z.array(z.string()),
  redacted: z.boolean().describe("something in it was a secret and was replaced"),
});

export const callSchema = z.object({
  number: z.int(),
  server: z.string(),
  tool: z.string(),
  outcome: z
    .enum(["sent", "ok", "failed", "refused", "unknown"])
    .describe("refused: never sent; unknown: sent, and nothing was heard of it, so that it may have happened"),
  started_at: time,
  ended_at: time.optional(),
  offset_ms: z.int().describe("from the start of the run"),
  duration_ms: z.int().optional(),
  attempts: z.int().describe("how often it was sent"),
  code: z.string().optional(),
  message: z.string().optional(),
  arguments: z.unknown().optional().describe("absent when too long for a list or to be kept"),
  result: z.unknown().optional().describe("as the script got it; absent when too long for a list or to be kept"),
  result_length: z.int().optional().describe("UTF-16 length of its JSON text"),
  result_hash: z.string().optional().describe("SHA-256 of its JSON text, base64url"),
  redacted: z.boolean(),
});

export function runOf(run: RunSummary): z.output<typeof runSchema> {
  return {
    id: run.id,
    outcome: run.state,
    ...(run.code !== undefined && { code: run.code }),
    ...(run.message !== undefined && { message: run.message }),
    via: run.via,
    client: run.client,
    started_at: timeOf(run.startedAt),
    ...(run.endedAt !== undefined && {
      ended_at: timeOf(run.endedAt),
      duration_ms: Math.max(0, run.endedAt - run.startedAt),
    }),
    calls: run.calls,
    failed_calls: run.failedCalls,
    unknown_calls: run.unknownCalls,
    servers: [...run.servers],
    title: run.title,
    ...(run.saved && { script: { ...run.saved } }),
    ...(run.parent !== undefined && { parent: run.parent }),
    ...(run.replayOf !== undefined && { replay_of: run.replayOf }),
    tokens: tokensOf(run.tokens),
  };
}

export function runDetailsOf(run: RunDetails): z.output<typeof runDetailsSchema> {
  return {
    ...runOf(run),
    code_text: run.script,
    code_hash: run.scriptHash,
    ...(run.language && { language: run.language }),
    input: jsonOf(run.input),
    options: jsonOf(run.options),
    seed: run.seed,
    ...(run.prepareMs !== undefined && { prepare_ms: run.prepareMs }),
    ...(run.error && { error: { ...run.error } }),
    ...(run.value !== undefined && { value: jsonOf(run.value) }),
    ...(run.handle !== undefined && { handle: run.handle }),
    logs: [...run.logs],
    redacted: run.isRedacted,
  };
}

/** @param runStartedAt milliseconds since 1970 */
export function callOf(call: CallRecord, runStartedAt: number): z.output<typeof callSchema> {
  return {
    number: call.number,
    server: call.server,
    tool: call.tool,
    outcome: call.state,
    started_at: timeOf(call.startedAt),
    offset_ms: Math.max(0, call.startedAt - runStartedAt),
    ...(call.endedAt !== undefined && {
      ended_at: timeOf(call.endedAt),
      duration_ms: Math.max(0, call.endedAt - call.startedAt),
    }),
    attempts: call.attempts,
    ...(call.code !== undefined && { code: call.code }),
    ...(call.message !== undefined && { message: call.message }),
    ...(call.arguments !== undefined && { arguments: jsonOf(call.arguments) }),
    ...(call.result !== undefined && { result: jsonOf(call.result) }),
    ...(call.resultLength !== undefined && { result_length: call.resultLength }),
    // Of what held a secret, a hash could be used to guess it.
    ...(call.resultHash !== undefined && !call.isRedacted && { result_hash: call.resultHash }),
    redacted: call.isRedacted,
  };
}

export function tokensOf({ results, definitions, returned, keptOut }: RunTokens): z.output<typeof tokens> {
  return { results, definitions, returned, kept_out: keptOut };
}

export { tokens as tokensSchema };

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** What was recorded is JSON; what redaction may have broken is shown as text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
