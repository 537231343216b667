/** Converts recorded runs and calls to the views of REST. */
import type { Call, Run, RunDetails, Tokens } from "../contract/runs.ts";
import { parseToRewrite } from "../lib/exact-json.ts";
import { isoTime } from "../lib/iso-time.ts";
import type { CallRecord, RecordedDetails, RunSummary, RunTokens } from "./run-record.ts";

export function runOf(run: RunSummary): Run {
  return {
    id: run.id,
    outcome: run.state,
    ...(run.code !== undefined && { code: run.code }),
    ...(run.message !== undefined && { message: run.message }),
    via: run.via,
    client: run.client,
    started_at: isoTime(run.startedAt),
    ...(run.endedAt !== undefined && {
      ended_at: isoTime(run.endedAt),
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

export function runDetailsOf(run: RecordedDetails): RunDetails {
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
export function callOf(call: CallRecord, runStartedAt: number): Call {
  return {
    number: call.number,
    server: call.server,
    tool: call.tool,
    outcome: call.state,
    started_at: isoTime(call.startedAt),
    offset_ms: Math.max(0, call.startedAt - runStartedAt),
    ...(call.endedAt !== undefined && {
      ended_at: isoTime(call.endedAt),
      duration_ms: Math.max(0, call.endedAt - call.startedAt),
    }),
    attempts: call.attempts,
    ...(call.code !== undefined && { code: call.code }),
    ...(call.message !== undefined && { message: call.message }),
    ...(call.arguments !== undefined && { arguments: jsonOf(call.arguments) }),
    ...(call.result !== undefined && { result: jsonOf(call.result) }),
    ...(call.resultLength !== undefined && { result_length: call.resultLength }),
    // The hash of a result with a secret could be used to guess the secret.
    ...(call.resultHash !== undefined && !call.isRedacted && { result_hash: call.resultHash }),
    redacted: call.isRedacted,
    ...(call.mismatch !== undefined && { schema_mismatch: call.mismatch }),
    ...(call.decision !== undefined && { decision: call.decision }),
    ...(call.rule !== undefined && { rule: call.rule }),
    ...(call.policy !== undefined && { policy: call.policy }),
    ...(call.logged !== undefined && { logged: call.logged.map((verdict) => ({ ...verdict })) }),
  };
}

export function tokensOf({ results, definitions, returned, keptOut }: RunTokens): Tokens {
  return { results, definitions, returned, kept_out: keptOut };
}

/** Parses recorded JSON, whose numbers are written again with all their digits; a text that redaction may have broken is shown as it is. */
function jsonOf(text: string): unknown {
  try {
    return parseToRewrite(text);
  } catch {
    return text;
  }
}
