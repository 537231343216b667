/** How a run ends: closed at its Gateway, or recorded as refused. */
import type { Outcome, RunError } from "../../worker-loader/index.ts";
import { NO_COUNTS, type RunEnding, type RunOpening } from "../ledger/run-record.ts";
import type { ExecuteContext, Executed } from "./execute-context.ts";
import { withRetryable } from "./retryable.ts";
import type { OpenRun, RunGateway } from "./run-gateway.ts";

export async function closeRun(
  host: OpenRun,
  known: RunOpening,
  ending: RunEnding,
  gateway: RunGateway,
): Promise<Executed["stats"]> {
  // Awaited: when the client has its answer, no call of this run may still be on its way, and the run is recorded.
  // A Gateway that was restarted meanwhile has lost the run; its successor is told.
  const counts = await host.close(ending).catch(async (error: unknown) => {
    if (!gateway.isErased(error)) await gateway.record(known, ending, "ended").catch(reportLost);
    return undefined;
  });
  return { ...(counts ?? NO_COUNTS), durationMs: ending.endedAt - known.startedAt };
}

/** A run that does not begin, or does not go on. @param state "ended" if it has made calls before */
export async function refuse(
  opening: RunOpening,
  error: RunError,
  gateway: RunGateway,
  state: "refused" | "ended" = "refused",
): Promise<Executed> {
  const outcome = failure(error);
  await gateway.record(opening, endingOf(outcome, opening), state).catch(reportLost);
  const stats = { ...NO_COUNTS, durationMs: Date.now() - opening.startedAt };
  return { run: opening.id, outcome, stats };
}

/** The client has left, or the run around a saved script has ended, before the run began. That of a saved script has no record yet. */
export async function leave(
  known: RunOpening,
  { signal, nesting, gateway }: Pick<ExecuteContext, "signal" | "nesting" | "gateway">,
): Promise<Executed> {
  const error = { code: "CANCELLED", message: leftBecause(signal) };
  if (nesting === undefined) return refuse(known, error, gateway, "ended");
  return { run: known.id, outcome: failure(error), stats: { ...NO_COUNTS, durationMs: Date.now() - known.startedAt } };
}

/** @returns the message of a run that is cancelled before it begins */
export function leftBecause({ reason }: AbortSignal): string {
  return typeof reason === "string" ? reason : "The client disconnected, so the run was ended before it began.";
}

export function endingOf(outcome: Outcome, { startedAt }: RunOpening): RunEnding {
  const { logs, ...ended } = outcome;
  const endedAt = Date.now();
  return { outcome: ended, logs, endedAt, prepareMs: endedAt - startedAt };
}

/** The run has happened, and its answer is right even if the ledger cannot be written. */
function reportLost(error: unknown): void {
  console.error("A run could not be recorded:", error);
}

export function failure(error: RunError): Outcome {
  return { ok: false, error: withRetryable(error), logs: [] };
}
