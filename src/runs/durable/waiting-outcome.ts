/** The answers to a client about a run that has not ended. */
import { withRetryable } from "../retryable.ts";
import type { Outcome } from "../../../worker-loader/index.ts";
import type { Executed } from "../execute-context.ts";
import { NO_COUNTS, type RunStats } from "../../ledger/run-record.ts";
import type { Resumed, RunWait } from "./durable-run.ts";

const NOT_RECORDED: RunStats = { ...NO_COUNTS, durationMs: 0 };

/** @param logs the log lines up to now */
export function waitingRun(run: string, wait: RunWait, logs: readonly string[] = []): Executed {
  const { approvals, url, wakeAt, rule } = wait;
  const { stats = NOT_RECORDED } = wait;
  if (approvals.length === 0) {
    const until = wakeAt === undefined ? undefined : new Date(wakeAt).toISOString();
    return {
      run,
      outcome: { ok: true, logs },
      stats,
      unfinished: { state: "sleeping", ...(until !== undefined && { until }) },
    };
  }
  const message = `${waitingText(wait)} Then continue with execute_code {"resume": "${run}"}; answered calls are not made again.`;
  const outcome: Outcome = {
    ok: false,
    error: {
      code: "APPROVAL_REQUIRED",
      message,
      ...(url !== undefined && { url }),
      approvals,
      ...(rule !== undefined && rule !== "" && { rule }),
    },
    logs,
  };
  return { run, outcome, stats, wait };
}

/** @returns what the run waits for, and where a person decides; how the client goes on depends on what it speaks */
export function waitingText({ approvals, url, packages = [] }: RunWait): string {
  const where = url === undefined ? "" : ` A person can decide at ${url}.`;
  return `${whatWaits(approvals.length - packages.length, packages)} for a person's approval.${where}`;
}

function whatWaits(calls: number, packages: readonly string[]): string {
  const waiting = [...packages.map((name) => `the ${name}`), ...(calls > 0 ? [plural(calls)] : [])];
  const text = waiting.join(" and ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${packages.length + calls === 1 ? "waits" : "wait"}`;
}

function plural(calls: number): string {
  return calls === 1 ? "1 call" : `${calls} calls`;
}

/** @param stats its counts so far; absent if it has no record yet */
export function runningRun(run: string, stats: RunStats = NOT_RECORDED): Executed {
  return {
    run,
    outcome: { ok: true, logs: [] },
    stats,
    unfinished: { state: "running" },
  };
}

/** The answer to a client that resumes a run. */
export function resumedRun(run: string, resumed: Resumed): Executed {
  switch (resumed.kind) {
    case "ended":
      return { run, ...resumed.ended };
    case "waiting":
      return waitingRun(run, resumed.wait);
    case "running":
      return runningRun(run, resumed.stats);
    case "unknown":
      return notResumed(run, {
        code: "INVALID_ARGS",
        message: `There is no run ${run} that can be resumed. The outcome of a run that waited is stored for a day.`,
      });
    case "wider":
      return notResumed(run, {
        code: "SERVER_NOT_ALLOWED",
        message: `The run ${run} has more access than these credentials; resume it with the credentials that started it.`,
      });
  }
}

export function notResumed(run: string, error: { readonly code: string; readonly message: string }): Executed {
  return {
    run,
    outcome: { ok: false, error: withRetryable(error), logs: [] },
    stats: { ...NO_COUNTS, durationMs: 0 },
    isInvalidRequest: error.code !== "CAPACITY",
  };
}
