/**
 * One run from code to outcome, in the stateless Worker: check the request, prepare the script, open the run at the
 * principal's Gateway, run the guest, close. The Gateway never loads a guest, because the platform allows only ten at
 * once per Durable Object, whoever's they are.
 */
import { dialectExtensions, rewritesFor } from "../../dialects/index.ts";
import { DEFAULT_LIMITS, prepareScript, run } from "../../worker-loader/index.ts";
import type {
  CallReply,
  Host,
  Outcome,
  PreparedScript,
  RunError,
  ToolCall,
  Transpile,
} from "../../worker-loader/index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { SearchIndex } from "../catalog/search/index.ts";
import type { ScriptSummary } from "../catalog/script-summary.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { answerFrom } from "./services/service.ts";
import { codemodeMcpService } from "./services/codemode-mcp.ts";
import { execboxService } from "./services/execbox.ts";
import { servicesExtension } from "./services/extension.ts";
import { nestedScripts } from "./services/nested-scripts.ts";
import type { NestedRun } from "./services/nested-scripts.ts";
import { progressService } from "./services/progress.ts";
import type { Progress } from "./services/progress.ts";
import { resultsService } from "./services/results.ts";
import type { ResultReader } from "./services/results.ts";
import { storeServices } from "./services/store.ts";
import type { ScriptStore } from "./services/store.ts";
import { toolLookup } from "./services/tool-lookup.ts";
import { ncpServices } from "./services/ncp.ts";
import { LiveLogs } from "./live-logs.ts";
import { layoutServers } from "./layout-servers.ts";
import { scheduleServices } from "./services/schedules.ts";
import type { ScheduleBounds, ScheduleDesk } from "./services/schedules.ts";
import { preflight } from "./preflight.ts";
import type { Withheld } from "./preflight.ts";
import type { SavedScript } from "../scripts/saved-script.ts";
import type { RunLimits } from "../schedules/schedule.ts";
import { NO_COUNTS } from "../ledger/run-record.ts";
import type { RunCounts, RunEnding, RunOpening, RunStats } from "../ledger/run-record.ts";
import { traceparentOf } from "../ledger/trace.ts";
import { RunControl } from "./run-control.ts";
import { newOpening } from "./run-opening.ts";
import type { RunOrigin } from "./run-opening.ts";
import { findScript } from "./find-script.ts";
import type { FoundScript, ScriptShelf } from "./find-script.ts";
import { parseRunRequest } from "./run-options.ts";
import type { RunRequest } from "./run-options.ts";
import type { RunScope } from "./run-host.ts";
import { SignInWatch } from "./sign-in-watch.ts";
import type { SignInNeeded } from "./sign-in-watch.ts";

/** What `Gateway.openRun` returns, seen through RPC. */
export interface OpenRun extends Disposable {
  call(call: ToolCall): Promise<CallReply>;
  /** Lines of the script's log, for those who watch. */
  logged(lines: readonly string[]): Promise<void>;
  /** Written down when this has answered. */
  close(ending: RunEnding): Promise<RunCounts | undefined>;
}

/** What a request can say of the scope; its credentials say the rest. */
type RunWish = Pick<RunScope, "allowedServers" | "wallMs" | "request">;

/** Where runs are opened and written down: the principal's Gateway. */
export interface RunOffice {
  open(asked: RunWish, opening: RunOpening, control: RunControl): Promise<OpenRun>;
  /** A run that never was open there, or that it has lost. */
  record(opening: RunOpening, ending: RunEnding, state: "refused" | "ended"): Promise<void>;
  /** Whether an error says that everything of the principal was deleted: then nothing is written down again. */
  isErased(error: unknown): boolean;
  script(name: string, version?: number): Promise<SavedScript | undefined>;
  readonly results: ResultReader;
  readonly store: ScriptStore;
  readonly schedules: ScheduleDesk;
}

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
  /** Names of the packages scripts may import. */
  readonly packages: readonly string[];
  readonly loadPackage: (name: string) => Promise<string>;
  readonly catalog: Catalog;
  readonly index: () => Promise<SearchIndex>;
  /** Identifiers of the servers a script can name. */
  readonly servers: readonly string[];
  /** Names of tools that the caller's credentials do not allow, by server identifier. */
  readonly withheld: Withheld;
  readonly office: RunOffice;
  readonly origin: RunOrigin;
  /** Saved scripts there are, for messages. */
  readonly scripts: readonly ScriptSummary[];
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

/** What a run inside another one shares with it. */
interface NestingContext {
  /** Names of the saved scripts that are being run, outermost first. */
  readonly chain: readonly string[];
  /** Calls of all of them together; `most` 0 means no limit. */
  readonly calls: { made: number; readonly most: number };
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
  /** All that is missing: the same run may be made again after it. */
  readonly signIn?: SignInNeeded;
}

/** @param asked the arguments of `execute_code`, as they came */
export async function execute(asked: unknown, context: ExecuteContext): Promise<Executed> {
  const { office } = context;
  const opening = newOpening(asked, context.origin);
  const ready = await makeReady(asked, context);
  if (!ready.ok) {
    const outcome = failure(ready.error);
    await office.record(opening, endingOf(outcome, opening), "refused").catch(reportLost);
    const stats = { ...NO_COUNTS, durationMs: Date.now() - opening.startedAt };
    return { run: opening.id, outcome, stats, isInvalidRequest: ready.isInvalidRequest };
  }
  const { request, found } = ready;
  const { code, saved } = found;
  const remarks = [...request.remarks, ...found.remarks];
  const known = { ...opening, code, input: request.input, ...(saved && { saved }) };
  const control = new RunControl();
  const scope = {
    allowedServers: request.allowedServers,
    wallMs: request.timeoutMs,
    ...(context.request && { request: context.request }),
  };
  const prepareMs = Date.now() - opening.startedAt;
  using host = await office.open(scope, known, control);
  context.onOpen?.();
  const signIns = new SignInWatch();
  const logs = new LiveLogs((lines) => host.logged(lines));
  const watched: RunWay = {
    call: (call) => signIns.watch(call, host.call(call)),
    logged: (line) => logs.add(line),
  };
  for (const remark of remarks) logs.add(remark);
  const ran = await runGuest(ready, known, watched, control.signal, context);
  logs.stop();
  const outcome = remarks.length > 0 ? { ...ran, logs: [...remarks, ...ran.logs] } : ran;
  const ending = { ...endingOf(outcome, opening), prepareMs };
  // Awaited: once the answer is out, nothing of this run may still be on its way upstream, and it is written down.
  // A Gateway that was restarted meanwhile has lost the run; its successor is told.
  const counts = await host.close(ending).catch(async (error: unknown) => {
    if (!office.isErased(error)) await office.record(known, ending, "ended").catch(reportLost);
    return undefined;
  });
  const durationMs = ending.endedAt - opening.startedAt;
  const signIn = signIns.needed(outcome);
  const stats = { ...(counts ?? NO_COUNTS), durationMs };
  return { run: opening.id, outcome, stats, ...(signIn && { signIn }) };
}

/** What a guest's calls and logs go through. */
type RunWay = Required<Pick<Host, "call" | "logged">>;

interface ReadyRun {
  readonly ok: true;
  readonly request: RunRequest;
  readonly found: FoundScript;
  readonly script: PreparedScript;
}

type Ready = ReadyRun | { readonly ok: false; readonly error: RunError; readonly isInvalidRequest: boolean };

/** Everything that can be found wrong before anything happens. */
async function makeReady(asked: unknown, context: ExecuteContext): Promise<Ready> {
  const parsed = parseRunRequest(asked, context.defaults, context.atMost, context.nesting !== undefined);
  if (!parsed.ok) return { ...parsed, isInvalidRequest: true };
  const { request } = parsed;
  const { office, scripts: summaries } = context;
  const shelf: ScriptShelf = { summaries, get: (name, version) => office.script(name, version) };
  const found = await findScript(request, shelf, context.catalog);
  if (!found.ok) return { ...found, isInvalidRequest: true };
  const { code, language } = found.script;
  const { catalog, servers, withheld } = context;
  const rewrites = rewritesFor(code, () => layoutServers(catalog, servers, withheld.tools));
  const prepared = await prepareScript(code, language, context.transpile, context.packages, rewrites);
  if (!prepared.ok) return { ...prepared, isInvalidRequest: false };
  const error = preflight(prepared.script.calls, context.catalog, context.withheld);
  return error
    ? { ok: false, error, isInvalidRequest: false }
    : { ok: true, request, found: found.script, script: prepared.script };
}

async function runGuest(
  { request, script, found }: ReadyRun,
  opening: RunOpening,
  host: RunWay,
  cancelled: AbortSignal,
  context: ExecuteContext,
): Promise<Outcome> {
  const ended = new AbortController();
  const calls = context.nesting?.calls ?? { made: 0, most: request.maxToolCalls };
  const chain = [...(context.nesting?.chain ?? []), ...(found.saved ? [found.saved.name] : [])];
  const bounds = context.nesting?.bounds ?? request;
  const nested = (name: string, input: unknown): Promise<Executed> => {
    const options = {
      timeout_ms: Math.max(1, Math.min(600_000, opening.startedAt + request.timeoutMs - Date.now())),
      cpu_ms: request.cpuMs,
      max_parallel: request.maxParallel,
      allowed_servers: [...request.allowedServers],
    };
    const { request: _, onOpen: __, ...shared } = context;
    return execute(
      { script: name, ...(input !== undefined && { input }), options },
      {
        ...shared,
        origin: {
          via: "script",
          client: opening.client,
          parent: opening.id,
          traceparent: traceparentOf(opening.id, opening.traceparent, "run"),
        },
        nesting: { chain, calls, bounds },
        signal: AbortSignal.any([context.signal, cancelled, ended.signal]),
      },
    );
  };
  const { listener } = context;
  const tell = listener && ((progress: Progress): void => listener.onProgress(progress));
  try {
    return await run({
      loader: context.loader,
      owner: context.owner,
      script,
      servers: context.servers,
      input: request.input,
      loadPackage: context.loadPackage,
      isRepeated: found.saved !== undefined,
      ...(context.maxNamedIsolates !== undefined && { maxNamed: context.maxNamedIsolates }),
      host: {
        call: counted(observed(host, listener), calls),
        logged: host.logged,
        ask: answerFrom({
          ...toolLookup(context.catalog, context.index),
          ...progressService(tell),
          ...scheduleServices(context.office.schedules, bounds),
          ...ncpServices(context.catalog, context.index, request.allowedServers),
          ...codemodeMcpService(context.catalog, request.allowedServers),
          ...execboxService(context.catalog, request.allowedServers),
          ...resultsService(context.office.results),
          ...storeServices(context.office.store),
          ...nestedScripts({ chain, run: async (name, input) => nestedResult(await nested(name, input)) }),
        }),
      },
      extensions: [servicesExtension, ...dialectExtensions],
      limits: {
        ...DEFAULT_LIMITS,
        wallMs: request.timeoutMs,
        cpuMs: request.cpuMs,
        maxToolCalls: request.maxToolCalls,
        maxParallel: request.maxParallel,
      },
      signal: AbortSignal.any([context.signal, cancelled]),
    });
  } catch (error) {
    console.error("run:", error);
    return failure({
      code: "INTERNAL_ERROR",
      message: "The gateway failed while running the script; its log says why.",
    });
  } finally {
    // What it called and did not wait for ends with it.
    ended.abort();
  }
}

function endingOf(outcome: Outcome, { startedAt }: RunOpening): RunEnding {
  const { logs, ...ended } = outcome;
  const endedAt = Date.now();
  return { outcome: ended, logs, endedAt, prepareMs: endedAt - startedAt };
}

/** The run has happened, and its answer is the truth even if the ledger cannot be written. */
function reportLost(error: unknown): void {
  console.error("A run could not be written down:", error);
}

function nestedResult({ outcome }: Executed): NestedRun {
  if (!outcome.ok) return { ok: false, error: outcome.error };
  return { ok: true, ...(outcome.value !== undefined && { value: outcome.value }) };
}

/** The budget of the outermost run is that of all inside it; its own gate sees only its own calls. */
function counted(call: Host["call"], calls: NestingContext["calls"]): Host["call"] {
  return async (asked) => {
    calls.made += 1;
    if (calls.most === 0 || calls.made <= calls.most) return call(asked);
    const { server, tool } = asked;
    const message = `The scripts of this run have made all ${calls.most} calls that it may make.`;
    return { ok: false, error: { code: "MAX_TOOL_CALLS_EXCEEDED", message, server, tool } };
  };
}

function observed(host: Pick<Host, "call">, listener: RunListener | undefined): Host["call"] {
  if (listener === undefined) return (call) => host.call(call);
  return async (call) => {
    const started = Date.now();
    const reply = await host.call(call);
    listener.onCall({ server: call.server, tool: call.tool, ok: reply.ok, ms: Date.now() - started });
    return reply;
  };
}

function failure(error: RunError): Outcome {
  return { ok: false, error, logs: [] };
}
