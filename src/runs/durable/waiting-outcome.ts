/** What a client is told of a run that has not ended. */
import type { Outcome } from "../../../worker-loader/index.ts";
import type { Executed } from "../execute-context.ts";
import { NO_COUNTS } from "../../ledger/run-record.ts";
import type { RunWait } from "./durable-run.ts";

/** @param logs so far */
export function waitingRun(run: string, wait: RunWait, logs: readonly string[] = []): Executed {
  const { approvals, url, wakeAt } = wait;
  const stats = { ...NO_COUNTS, durationMs: 0 };
  if (approvals.length === 0) {
    const until = wakeAt === undefined ? undefined : new Date(wakeAt).toISOString();
    return {
      run,
      outcome: { ok: true, logs },
      stats,
      going: { state: "sleeping", ...(until !== undefined && { until }) },
    };
  }
  const calls = approvals.length === 1 ? "1 call waits" : `${approvals.length} calls wait`;
  const where = url === undefined ? "" : ` A person decides at ${url}.`;
  const message = `${calls} for a person's approval.${where} Then go on with execute_code {"resume": "${run}"}; nothing that was called is called again.`;
  const outcome: Outcome = {
    ok: false,
    error: { code: "APPROVAL_REQUIRED", message, ...(url !== undefined && { url }), approvals },
    logs,
  };
  return { run, outcome, stats, wait };
}

export function runningRun(run: string): Executed {
  return { run, outcome: { ok: true, logs: [] }, stats: { ...NO_COUNTS, durationMs: 0 }, going: { state: "running" } };
}
