/** What a run is executed with, and what comes of it. */
import type { Outcome, Transpile } from "../../worker-loader/index.ts";
import type { Unlisted } from "../catalog/call-target.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ScriptSummary } from "../catalog/script-summary.ts";
import type { SearchIndex } from "../catalog/search/index.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { PolicyInForce } from "../enforcement/policy-in-force.ts";
import type { RunStats } from "../ledger/run-record.ts";
import type { RunLimits } from "../schedules/schedule.ts";
import type { DurableLife, RunWait } from "./durable/durable-run.ts";
import type { DurableSession } from "./durable/session.ts";
import type { Withheld } from "./preflight.ts";
import type { RunGateway } from "./run-gateway.ts";
import type { RunScope } from "./run-scope.ts";
import type { RunOrigin } from "./run-opening.ts";
import type { Progress } from "./services/progress.ts";
import type { ScheduleBounds } from "./services/schedules.ts";
import type { SignInNeeded } from "./sign-in-watch.ts";

export interface ExecuteContext {
  readonly loader: WorkerLoader;
  /** How many named isolates this process may make; see worker-loader/isolates.ts. */
  readonly maxNamedIsolates?: number;
  /** Whose run it is; see `Run.owner`. */
  readonly owner: string;
  readonly transpile: Transpile;
  readonly defaults: GatewayConfig["limits"];
  /** Upper bounds of this run, whatever the request says. */
  readonly atMost?: RunLimits;
  /** There are hosts that scripts may fetch from. */
  readonly fetches: boolean;
  /** Names of the packages scripts may import. */
  readonly packages: readonly string[];
  readonly loadPackage: (name: string) => Promise<string>;
  readonly catalog: Catalog;
  readonly index: () => Promise<SearchIndex>;
  /** Identifiers of the servers a script can name. */
  readonly servers: readonly string[];
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
  /** Of a run that goes on after it was cut off or waited. */
  readonly life?: DurableLife;
  /** Of a script that a durable run runs. */
  readonly within?: NestedDurable;
  /** Of the run whose script called this one. */
  readonly nesting?: NestingContext;
  /** For a client that wants to know how far it is. */
  readonly listener?: RunListener;
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal;
  /** By which the client can cancel the run. */
  readonly request?: RunScope["request"];
  /** Told when the run is open: from then on the answer is its outcome. */
  readonly onOpen?: () => void;
}

/** A script that a durable run runs has its place in that one's journal. */
export interface NestedDurable {
  readonly session: DurableSession;
  readonly path: string;
}

/** What a run inside another one shares with it. */
export interface NestingContext {
  /** Names of the saved scripts that are being run, outermost first. */
  readonly chain: readonly string[];
  /** Calls of all of them together; `most` 0 means no limit. */
  readonly calls: { made: number; readonly most: number };
  /** Characters that the gateway's services have answered to all of them together. */
  readonly answered: { chars: number };
  /** Services of the gateway that any of them has asked. */
  readonly asked: Set<string>;
  /** Of the outermost: what is left of its time is no limit that anybody set. */
  readonly bounds: ScheduleBounds;
}

export interface RunListener {
  /** Told of every call when it has ended. */
  onCall(call: EndedCall): void;
  /** Told what the script says of itself. */
  onProgress(progress: Progress): void;
}

export interface EndedCall {
  readonly server: string;
  readonly tool: string;
  readonly ok: boolean;
  readonly ms: number;
}

export interface Executed {
  readonly run: string;
  readonly outcome: Outcome;
  readonly stats: RunStats;
  /** The request itself was wrong: there was no script to look at. */
  readonly isInvalidRequest?: boolean;
  /** True if the queue was full and nothing ran. */
  readonly isTurnedAway?: boolean;
  /** The run has not ended. */
  readonly going?: { readonly state: "running" | "sleeping"; readonly until?: string };
  /** It waits for a person. */
  readonly wait?: RunWait;
  /** All that is missing: the same run may be made again after it. */
  readonly signIn?: SignInNeeded;
}
