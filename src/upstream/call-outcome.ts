/** The outcome of a call at its upstream. It does not depend on what the gateway passes on of the answer: a call whose result is withheld has still been made. */
import { UpstreamError, type ToolDefinition, type ToolResult } from "./connector.ts";
import { isRepeatable } from "./repeatable.ts";
import { UnusableArgument } from "./unusable-argument.ts";

/** `unknown`: the upstream may have executed the call. */
export type CallOutcome = "ok" | "failed" | "unknown";

/** Statuses that say that something in between got no answer: the server may have carried out the request. */
export const NO_ANSWER: ReadonlySet<number | undefined> = new Set([408, 502, 504, 520, 522, 523, 524]);

/** @returns the outcome that the answer reports; a failure that the gateway made of an answer says it itself (`callOutcome`) */
export function outcomeOf({ isError, callOutcome, failure }: ToolResult, tool: ToolDefinition): CallOutcome {
  if (isError !== true) return "ok";
  if (callOutcome !== undefined) return callOutcome;
  return failure !== undefined && NO_ANSWER.has(failure.status) && !isRepeatable(tool) ? "unknown" : "failed";
}

/** @param error thrown in place of a result @param attempts how often the call was about to be sent */
export function outcomeOfError(error: unknown, attempts: number): CallOutcome {
  if (error instanceof UpstreamError) return error.isUnanswered ? "unknown" : "failed";
  return attempts === 0 || error instanceof UnusableArgument ? "failed" : "unknown";
}
