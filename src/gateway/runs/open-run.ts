/** Opens a run at the Gateway: its journal in the ledger, what keeps it across restarts, its policy, and the RunHost that its Worker calls. */
import type { RunCounts, RunEnding, RunOpening } from "../../ledger/run-record.ts";
import type { EndedRun } from "../../runs/durable/durable-run.ts";
import { RunHost, type RunHostOptions } from "../../runs/calls/run-host.ts";
import type { RunScope } from "../../runs/run-scope.ts";
import { UpstreamLogs } from "../../runs/calls/upstream-logs.ts";
import type { LogMessage } from "../../lib/log-message.ts";
import type { Progress } from "../../runs/services/progress.ts";
import type { Outcome } from "../../../worker-loader/index.ts";
import type { DurableRuns } from "../durable/durable-runs.ts";
import type { DecisionListener } from "../durable/run-listener.ts";
import type { OpenRuns } from "./open-runs.ts";
import type { PolicyHost } from "../policy/policy-host.ts";
import type { CancellableRun } from "./active-runs.ts";
import type { RunLedger } from "./run-ledger.ts";
import type { ImportedPackage } from "../../runs/imported-package.ts";

interface ProgressListener {
  progressed(progress: Progress): Promise<void>;
  upstreamLogged(message: LogMessage): Promise<void>;
}

/** A stub that came through RPC: released when the call that brought it is answered, unless it is duplicated. */
export interface RunControlStub extends CancellableRun {
  dup(): CancellableRun & DecisionListener & ProgressListener & Disposable;
}

interface OpenRunOptions extends Pick<
  RunHostOptions,
  "upstreams" | "identifiers" | "recheck" | "heldOf" | "switchedOff" | "fetchAllow" | "place"
> {
  readonly ledger: RunLedger;
  readonly durable: DurableRuns;
  readonly policy: PolicyHost;
  readonly openRuns: OpenRuns;
}

/** @param control ends the run when somebody asks for it */
export function openRun(
  scope: RunScope,
  opening: RunOpening,
  control: ReturnType<RunControlStub["dup"]>,
  { ledger, durable, policy, openRuns, ...reach }: OpenRunOptions,
): RunHost {
  const kept = scope.durable;
  const journal = ledger.open(opening, control, scope.access, kept?.isResumed);
  const recorder = kept && durable.enter(kept, { opening, scope, control });
  const park = (): void => {
    openRuns.delete(host);
    ledger.park(journal);
    host.leave();
    control[Symbol.dispose]();
  };
  const onClose = (ending: RunEnding | undefined): RunCounts => {
    openRuns.delete(host);
    control[Symbol.dispose]();
    const counts = ending
      ? ledger.end(journal, ending, reach.place?.isRefused === true ? "refused" : "ended")
      : ledger.end(journal, lostWorker(opening, journal.logs), "interrupted");
    if (kept) durable.leave(kept, park, ending && endedRun(ending, counts, opening));
    return counts;
  };
  const guard = policy.guard(opening, scope);
  const onPark = kept && ((wakeAt: number | undefined) => durable.park(kept.root, wakeAt));
  // A message that does not arrive is no failure; that the Worker is gone is noticed elsewhere.
  const onProgress =
    scope.wantsProgress === true && ((progress: Progress) => void control.progressed(progress).catch(() => undefined));
  const passOn = (message: LogMessage): void => void control.upstreamLogged(message).catch(() => undefined);
  const logs = scope.logLevel && new UpstreamLogs(scope.logLevel, passOn);
  const granted = { run: kept?.root ?? opening.id, session: opening.session };
  const isPackageGranted = (imported: ImportedPackage): boolean => durable.packages.isGranted(imported, granted);
  const watching = { logs, ...(onProgress && { onProgress }) };
  const options = { ...reach, scope, journal, guard, recorder, isPackageGranted, ...watching };
  const host = new RunHost({ ...options, ...(onPark && { onPark }), onClose });
  if (kept) durable.onParked(kept.root, park);
  openRuns.add(host, control);
  return host;
}

/** The ending of a run that no Worker executes any more. */
export function endingOf({ logs, ...outcome }: Outcome): RunEnding {
  return { outcome, logs, endedAt: Date.now(), prepareMs: 0 };
}

function endedRun({ outcome, logs, endedAt }: RunEnding, counts: RunCounts, { startedAt }: RunOpening): EndedRun {
  return { outcome: { ...outcome, logs }, stats: { ...counts, durationMs: endedAt - startedAt } };
}

function lostWorker({ startedAt }: RunOpening, logs: readonly string[]): RunEnding {
  const message = "The run was cut off, because the Worker that executed it ended.";
  const error = { code: "INTERNAL_ERROR", message };
  return { outcome: { ok: false, error }, logs, endedAt: Math.max(Date.now(), startedAt), prepareMs: 0 };
}
