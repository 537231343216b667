/** The entrypoints of the gateway's own Worker (src/index.ts) that a Gateway calls. No binding names them, and the platform's types do not know them. */
import type { LaunchedRun, Schedule, Trigger } from "../schedules/schedule.ts";

interface Entrypoints {
  readonly ScheduledRuns: { run(schedule: Schedule, trigger: Trigger): Promise<LaunchedRun> };
  readonly ResumedRuns: { run(run: string, principal: string): Promise<void> };
}

/** @returns how the run ended */
export function runSchedule(state: DurableObjectState, schedule: Schedule, trigger: Trigger): Promise<LaunchedRun> {
  return entrypoints(state).ScheduledRuns.run(schedule, trigger);
}

/** Resolves when the run has ended or waits again. */
export function resumeRun(state: DurableObjectState, run: string, principal: string): Promise<void> {
  return entrypoints(state).ResumedRuns.run(run, principal);
}

function entrypoints({ exports }: DurableObjectState): Entrypoints {
  return exports as unknown as Entrypoints;
}
