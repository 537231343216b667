/** Everything that a script may ask of the gateway itself, joined to one function. */
import type { CallReply, Host } from "../../worker-loader/index.ts";
import { toolPathProblem } from "../catalog/tool-path.ts";
import { findScriptName } from "../catalog/script-summary.ts";
import { MAX_SERVICE_CHARS } from "../limits/service-limits.ts";
import { isAllowed } from "./allowed-servers.ts";
import type { ExecuteContext, NestingContext } from "./execute-context.ts";
import type { RunRequest } from "./run-options.ts";
import { codemodeDiscovery } from "./services/codemode-discovery.ts";
import { codemodeMcpService } from "./services/codemode-mcp.ts";
import { codemodeRequestServices } from "./services/codemode-requests.ts";
import { execboxService } from "./services/execbox.ts";
import { executorServices } from "./services/executor.ts";
import { fileServices } from "./services/files.ts";
import { scriptServices, type SavedScripts } from "./services/script-services.ts";
import { NARROWED } from "../auth/principal.ts";
import { layoutFileServices } from "./services/layout-files.ts";
import { ncpServices } from "./services/ncp.ts";
import { nestedScripts, type NestedRun } from "./services/nested-scripts.ts";
import { pastRunServices, type PastRuns } from "./services/past-runs.ts";
import type { TextContext } from "../saved-scripts/prepare-text.ts";
import { MAX_RECORDED_CALLS, recordedRunOf, type RecordedRun } from "../saved-scripts/save-script.ts";
import { progressService, type Progress } from "./services/progress.ts";
import { resultsService } from "./services/results.ts";
import { scheduleServices } from "./services/schedules.ts";
import { answerFrom } from "./services/service.ts";
import { storeServices } from "./services/store.ts";
import { toolLookup } from "./services/tool-lookup.ts";

interface GuestServicesOptions {
  readonly request: RunRequest;
  readonly nesting: NestingContext;
  /** Runs a saved script inside this run. */
  readonly runScript: (name: string, input: unknown, number?: number) => Promise<NestedRun>;
}

export function guestServices(
  context: ExecuteContext,
  { request, nesting, runScript }: GuestServicesOptions,
): NonNullable<Host["ask"]> {
  const { catalog, index, gateway, listener } = context;
  const report = listener && ((progress: Progress): void => listener.onProgress(progress));
  const scope = {
    catalog,
    servers: catalog.servers.filter((server) => isAllowed(server, request.allowedServers)),
    allowedServers: request.allowedServers,
    unlisted: context.unlisted,
    absent: context.withheld,
  };
  const lookup = toolLookup(scope, index);
  const nameOf = async (spelled: string): Promise<string | undefined> => {
    if (context.scripts.some(({ name }) => name === spelled)) return spelled;
    // A script of this very name may have been saved since the run began.
    const names = (await gateway.scripts.list()).map(({ name }) => name);
    return findScriptName(spelled, names);
  };
  const answer = answerFrom({
    ...lookup.services,
    ...progressService(report),
    ...scheduleServices(gateway.schedules, nesting.bounds, {
      checkTool: (path) => toolPathProblem(path, catalog, context.servers, context.withheld),
      request: { defaults: context.defaults, text: () => textContext(context) },
      ...(hasFlows(context) && { codeRefusal: UNLABELLED_SCHEDULE }),
    }),
    ...ncpServices(scope, index),
    ...codemodeMcpService(scope.servers, context.unlisted),
    ...execboxService(scope),
    ...executorServices(scope, index, lookup.services["tools.search"]),
    ...codemodeRequestServices(catalog, request.allowedServers),
    ...resultsService(gateway.results),
    ...storeServices(gateway.store),
    ...fileServices(gateway.files),
    ...codemodeDiscovery({
      ...scope,
      scripts: context.scripts,
      script: (name) => gateway.script(name),
      findTools: lookup.findTools,
    }),
    ...layoutFileServices({
      ...scope,
      files: gateway.files,
      scripts: context.scripts.map(({ name }) => name),
      script: (name) => gateway.script(name),
    }),
    ...pastRunServices(gateway.runs),
    ...scriptServices({
      list: () => gateway.scripts.list(),
      get: (name) => gateway.script(name),
      save: saveContext(context, nesting.bounds),
    }),
    ...nestedScripts({ chain: nesting.chain, run: runScript, nameOf }),
  });
  return countAnswers(answer, nesting.answered);
}

const UNLABELLED_SCRIPT =
  "The policy has flows, and values written into a script's text have no label. Save the script by REST or in the dashboard.";
const UNLABELLED_SCHEDULE =
  "The policy has flows, and values written into a schedule's code have no label. Name a saved script and give it an input, or create the schedule by REST or in the dashboard.";

function hasFlows({ policy }: ExecuteContext): boolean {
  return policy !== undefined && policy.compiled.flows.length > 0;
}

/** Others run a saved script: a schedule, or a request with other limits. */
const HELD_TO_SERVERS =
  "this run may use only some servers (options.allowed_servers), and that limit would not apply to a saved script.";
const HELD_TO_CALLS =
  "this run may make only some calls (options.max_tool_calls), and that limit would not count the calls of a saved script.";

function saveContext(
  context: ExecuteContext,
  { allowedServers, limitsCalls }: NestingContext["bounds"],
): SavedScripts["save"] {
  const { gateway } = context;
  if (gateway.scripts.save === undefined) return { refusal: NARROWED };
  if (hasFlows(context)) return { refusal: UNLABELLED_SCRIPT };
  if (allowedServers.length > 0) return { refusal: HELD_TO_SERVERS };
  if (limitsCalls) return { refusal: HELD_TO_CALLS };
  const readRun = (id: string) => readRecordedRun(gateway.runs, id);
  return { ...textContext(context), readRun, store: gateway.scripts.save };
}

function textContext({ catalog, servers, withheld, transpile, packages, owner }: ExecuteContext): TextContext {
  return { catalog, servers, missing: withheld, transpile, owner, packages: packages.map(({ name }) => name) };
}

async function readRecordedRun(runs: PastRuns, id: string): Promise<RecordedRun | undefined> {
  return recordedRunOf(...(await Promise.all([runs.readRun(id), runs.listCalls(id, 0, MAX_RECORDED_CALLS)])));
}

type Ask = NonNullable<Host["ask"]>;

function countAnswers(ask: Ask, answered: NestingContext["answered"]): Ask {
  return async (question, number) => {
    if (answered.chars > MAX_SERVICE_CHARS) return tooMuch(question.service);
    const reply = await ask(question, number);
    if (reply.ok) answered.chars += reply.value.length;
    return answered.chars > MAX_SERVICE_CHARS ? tooMuch(question.service) : reply;
  };
}

function tooMuch(service: string): CallReply {
  const message = `The gateway's answers to this run have more than ${MAX_SERVICE_CHARS} characters together; ${service} is not answered. Read smaller parts, or use another run.`;
  return { ok: false, error: { code: "OUTPUT_TOO_LARGE", message } };
}
