/** Makes the events of a live view of runs from what is recorded. */
import type { RunEvent } from "../contract/run-events.ts";
import type { CallRecord, RecordedDetails, RunOpening } from "./run-record.ts";
import { titleOf } from "./run-title.ts";

export function startOf({ id: run, startedAt: at, via, client, code }: RunOpening): RunEvent {
  return { type: "run_started", run, at, via, client, title: titleOf(code) };
}

/** @returns the events of a run from its beginning up to now */
export function soFar(run: RecordedDetails, calls: readonly CallRecord[]): readonly RunEvent[] {
  const { id, startedAt, via, client, title, state, endedAt, code, message } = run;
  const events: RunEvent[] = [{ type: "run_started", run: id, at: startedAt, via, client, title }];
  if (run.logs.length > 0) events.push({ type: "run_logged", run: id, lines: run.logs });
  for (const { number: call, server, tool, ...of } of calls) {
    events.push({ type: "call_started", run: id, call, server, tool, at: of.startedAt });
    if (of.state === "sent") continue;
    const failure = of.code !== undefined && { code: of.code, message: (of.message ?? "").slice(0, 300) };
    const at = of.endedAt ?? of.startedAt;
    events.push({ type: "call_ended", run: id, call, server, tool, state: of.state, at, ...failure });
  }
  // A run that waits goes on later, and its watchers with it.
  if (state === "running" || state === "waiting") return events;
  const { calls: all, failedCalls: failed_calls, unknownCalls: unknown_calls } = run;
  const ended = { run: id, state, at: endedAt ?? startedAt, calls: all, failed_calls, unknown_calls };
  const failure = code !== undefined && { code, message: message ?? "" };
  return [...events, { type: "run_ended", ...ended, ...failure }];
}
