/** The principal's Gateway as a run needs it: where runs are opened and recorded, and what their scripts may keep there. */
import type { CallReply, RunError, ToolCall, UnansweredState } from "../../worker-loader/index.ts";
import type { RunCounts, RunEnding, RunOpening } from "../ledger/run-record.ts";
import type { ScriptSummary } from "../catalog/script-summary.ts";
import type { NewScript, Saved, SavedScript } from "../saved-scripts/saved-script.ts";
import type { DurableCall, WaitingReply } from "./durable/call-recorder.ts";
import type { ClientAsking, DurableRequest, Resumed, RunWait } from "./durable/durable-run.ts";
import type { PlacedEntry } from "./durable/placed-entry.ts";
import type { RunControl } from "./run-control.ts";
import type { PlaceState } from "./run-place.ts";
import type { RunScope } from "./run-scope.ts";
import type { FileStore } from "./services/file-store.ts";
import type { ResultReader } from "./services/results.ts";
import type { PastRuns } from "./services/past-runs.ts";
import type { ScheduleApi } from "./services/schedules.ts";
import type { ValueStore } from "./services/store.ts";
import type { ImportedPackage, PackagesStatus } from "./imported-package.ts";

/** The RunHost that `Gateway.openRun` returns, seen through RPC. */
export interface OpenRun extends Disposable {
  /** Called once, before the script runs. @returns whether the run may begin now */
  begin(): Promise<PlaceState>;
  /** Resolves when a queued run has its turn. */
  turn(): Promise<void>;
  /** @param services services of the gateway that the script has asked so far */
  call(call: ToolCall, services?: readonly string[]): Promise<CallReply>;
  /** As `call`, of a run that can be gone on with: it may wait for a person. */
  callRecorded(call: ToolCall, services: readonly string[], kept: DurableCall): Promise<CallReply | WaitingReply>;
  /** The script has ended: none of its calls is sent from now on. @param numbers of calls of a durable run @returns how far each has come */
  endCalls(numbers: readonly number[]): Promise<readonly UnansweredState[]>;
  /** Asks whether packages that the script imports may be loaded. @param entries as `record` takes them */
  admitPackages(held: readonly ImportedPackage[], entries: readonly PlacedEntry[]): Promise<PackagesStatus>;
  /** Stores entries of a durable run before anything after them has an effect. */
  record(entries: readonly PlacedEntry[]): Promise<void>;
  /** @returns undefined when something that it waited for has come meanwhile */
  park(entries: readonly PlacedEntry[], wakeAt: number | undefined): Promise<RunWait | undefined>;
  /** Lines of the script's log, for those who watch. */
  logged(lines: readonly string[]): Promise<void>;
  /** The run is recorded when this has answered. */
  close(ending: RunEnding): Promise<RunCounts | undefined>;
}

/** A run that is open at the Gateway, and whether it may run now. */
export interface OpenedRun {
  readonly host: OpenRun;
  readonly begun: Promise<PlaceState>;
}

/** The part of the scope that a request decides; its credentials decide the rest. */
type RequestedScope = Pick<
  RunScope,
  "allowedServers" | "wallMs" | "request" | "client" | "wantsProgress" | "logLevel" | "flows" | "isDryRun" | "durable"
>;

interface ScriptAccess {
  list(): Promise<readonly ScriptSummary[]>;
  /** @param base the version that is changed; undefined where the credentials of the run may not save */
  readonly save: ((script: NewScript, base?: number) => Promise<Saved>) | undefined;
}

export interface RunGateway {
  /** @param request see `RunScope`. @returns why the policy refuses the run */
  admit(opening: RunOpening, request: RunScope["request"]): Promise<RunError | undefined>;
  open(scope: RequestedScope, opening: RunOpening, control: RunControl): Promise<OpenedRun>;
  /** Begins a run whose answer is not waited for. @returns why it does not begin */
  detach(request: Pick<DurableRequest, "args" | "opening">): Promise<string | undefined>;
  /** Goes on with a run that waits, if it can, and waits for it at most `ms`. */
  resume(run: string, ms: number, client: ClientAsking): Promise<Resumed>;
  /** Records a run that was never open at the Gateway, or that the Gateway has lost. */
  record(opening: RunOpening, ending: RunEnding, state: "refused" | "ended"): Promise<void>;
  /** @returns true if the error says that everything of the principal was deleted; then nothing is recorded again */
  isErased(error: unknown): boolean;
  script(name: string, version?: number): Promise<SavedScript | undefined>;
  readonly results: ResultReader;
  readonly store: ValueStore;
  readonly files: FileStore;
  readonly schedules: ScheduleApi;
  readonly runs: PastRuns;
  readonly scripts: ScriptAccess;
}
