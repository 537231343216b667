/** Shapes of a run's execution: its context and its result. */
import type { FetchReach } from "../../dialects/index.ts";
import type { DoneCalls } from "./done-calls.ts";
import type { DryRun, WouldCall } from "./dry-run/would-call.ts";
import type { NamedBounds, Outcome, Transpile } from "../../worker-loader/index.ts";
import type { DirectClient } from "../lib/client-ability.ts";
import type { LogLevel, LogMessage } from "../lib/log-message.ts";
import type { Unlisted } from "../catalog/call-target.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ScriptSummary } from "../catalog/script-summary.ts";
import type { SearchIndex } from "../catalog/search/index.ts";
import type { ConfiguredPackage } from "../config/packages.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { PolicyInForce } from "../enforcement/policy-in-force.ts";
import type { RunStats } from "../ledger/run-record.ts";
import type { RunLimits } from "../schedules/schedule.ts";
import type { RunWait, StoredRun } from "./durable/durable-run.ts";
import type { DurableSession } from "./durable/session.ts";
import type { Withheld } from "./preflight.ts";
import type { RunGateway } from "./run-gateway.ts";
import type { SessionRequest } from "./run-scope.ts";
import type { RunOrigin } from "./run-opening.ts";
import type { Progress } from "./services/progress.ts";
import type { ScheduleBounds } from "./services/schedules.ts";
import type { SignInNeeded } from "./sign-in-watch.ts";
import type { BundledPackages } from "./imported-package.ts";

/** The means by which a client follows and ends a run. */
export interface RunWatching {
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal;
  /** Set if the client asks for progress. */
  readonly listener?: RunListener;
  /** Set if the client asks for the log messages of upstreams. */
  readonly logging?: RunLogging;
  /** The answer asks the client's user, so the run is parked as soon as it waits for a person. */
  readonly asksAtOnce?: boolean;
  /** Called when a call of the run is kept open until a person has answered the request with this id. */
  readonly onHeld?: (run: string, approval: string) => void;
  /** The request of the client's session by which it can cancel the run. */
  readonly request?: SessionRequest;
  /** Present for a direct call of a client that answers what the upstream asks it for. */
  readonly client?: DirectClient;
}

export interface ExecuteContext extends RunWatching {
  readonly loader: WorkerLoader;
  /** Bounds of this process on the use of named isolates; undefined on the platform. */
  readonly namedBounds?: NamedBounds;
  /** Principal that owns the run; see `Run.owner`. */
  readonly owner: string;
  readonly transpile: Transpile;
  readonly defaults: GatewayConfig["limits"];
  /** Upper bounds of this run, whatever the request says. */
  readonly atMost?: RunLimits;
  readonly fetchReach: FetchReach;
  /** The packages that scripts may import, and which of them a person has to approve. */
  readonly packages: readonly ConfiguredPackage[];
  readonly bundledPackages: () => Promise<BundledPackages>;
  readonly loadPackage: (name: string) => Promise<string>;
  readonly catalog: Catalog;
  readonly index: () => Promise<SearchIndex>;
  /** Identifiers of the servers a script can name. */
  readonly servers: readonly string[];
  /** Their names in gateway.json, by identifier. */
  readonly serverNames: ReadonlyMap<string, string>;
  /** Identifiers of the configured servers that the credentials may not use. */
  readonly forbidden: ReadonlySet<string>;
  /** Servers that have no tools yet, and why. */
  readonly unlisted: Unlisted;
  /** Names of tools that the caller's credentials do not allow, by server identifier. */
  readonly withheld: Withheld;
  readonly gateway: RunGateway;
  readonly policy: PolicyInForce | undefined;
  readonly origin: RunOrigin;
  /** Saved scripts there are, for messages. */
  readonly scripts: readonly ScriptSummary[];
  /** Present for a run that was detached, or resumes after it was cut off or waited. */
  readonly resumed?: StoredRun;
  /** Present for a saved script inside a durable run. */
  readonly within?: NestedDurable;
  /** The context of the run whose script called this one. */
  readonly nesting?: NestingContext;
  /** Called when the run is open: from then on the answer is its outcome. */
  readonly onOpen?: () => void;
}

/** A script that a durable run calls is recorded under its path in the parent run's journal. */
export interface NestedDurable {
  readonly session: DurableSession;
  readonly path: string;
}

/** The state that a run shares with the runs of its scripts. */
export interface NestingContext {
  /** Names of the saved scripts that are being run, outermost first. */
  readonly chain: readonly string[];
  /** Calls of all of them together; `max` 0 means no limit. */
  readonly calls: { made: number; readonly max: number };
  /** Characters that the gateway's services have answered to all of them together. */
  readonly answered: { chars: number };
  /** Present in a dry run. */
  readonly dry?: DryRun | undefined;
  /** Services of the gateway that any of them has asked. */
  readonly services: Set<string>;
  readonly done: DoneCalls;
  /** Bounds of the outermost run. The rest of its time is not among them: no caller has set that as a limit. */
  readonly bounds: ScheduleBounds;
}

export interface RunListener {
  /** Called when a call has ended. */
  onCall(call: EndedCall): void;
  /** Called with the progress that the script reports. */
  onProgress(progress: Progress): void;
}

export interface RunLogging {
  /** Undefined for a client of the 2025 era, which may have set a level in its session. */
  readonly level: LogLevel | undefined;
  onMessage(message: LogMessage): void;
}

interface EndedCall {
  readonly server: string;
  readonly tool: string;
  readonly ok: boolean;
  readonly ms: number;
}

export interface Executed {
  readonly run: string;
  readonly outcome: Outcome;
  readonly stats: RunStats;
  /** Present for a dry run. */
  readonly wouldCall?: readonly WouldCall[];
  /** The request itself was wrong: there was no script to look at. */
  readonly isInvalidRequest?: boolean;
  /** True if the queue was full and nothing ran. */
  readonly isTurnedAway?: boolean;
  /** The run has not ended. */
  readonly unfinished?: { readonly state: "running" | "sleeping"; readonly until?: string };
  /** It waits for a person. */
  readonly wait?: RunWait;
  /** All that is missing: the same run may be made again after it. */
  readonly signIn?: SignInNeeded;
}
