/**
 * One run from request to outcome, in the stateless Worker: prepare the script, open the run at the principal's Gateway, run the
 * guest, close. The Gateway never loads a guest, because the platform allows only ten dynamic Workers at once per Durable Object.
 */
import { dialectExtensions } from "../../dialects/index.ts";
import { DEFAULT_LIMITS, run } from "../../worker-loader/index.ts";
import type { Host, Outcome, RunError } from "../../worker-loader/index.ts";
import { NO_COUNTS } from "../ledger/run-record.ts";
import type { RunEnding, RunOpening } from "../ledger/run-record.ts";
import { traceparentOf } from "../ledger/trace.ts";
import { countCalls, reportCalls } from "./counted-calls.ts";
import type { ExecuteContext, Executed, NestingContext } from "./execute-context.ts";
import { guestServices } from "./guest-services.ts";
import { LiveLogs } from "./live-logs.ts";
import { prepareRun } from "./prepare-run.ts";
import type { PreparedRun } from "./prepare-run.ts";
import { RunControl } from "./run-control.ts";
import type { RunGateway } from "./run-gateway.ts";
import { newOpening } from "./run-opening.ts";
import { MAX_TIMEOUT_MS } from "./run-options.ts";
import { servicesExtension } from "./services/extension.ts";
import type { NestedRun } from "./services/nested-scripts.ts";
import { SignInWatch } from "./sign-in-watch.ts";

/** @param input the arguments of `execute_code`, unchecked */
export async function execute(input: unknown, context: ExecuteContext): Promise<Executed> {
  const { gateway } = context;
  const opening = newOpening(input, context.origin);
  const prepared = await prepareRun(input, context);
  if (!prepared.ok) {
    return { ...(await refuse(opening, prepared.error, gateway)), isInvalidRequest: prepared.isInvalidRequest };
  }
  const { request, found, flows } = prepared;
  const { code, saved } = found;
  const remarks = [...request.remarks, ...found.remarks];
  const known = { ...opening, code, input: request.input, ...(saved && { saved }) };
  const control = new RunControl();
  const scope = {
    allowedServers: request.allowedServers,
    wallMs: request.timeoutMs,
    ...(context.request && { request: context.request }),
    ...(flows && { flows }),
  };
  const prepareMs = Date.now() - opening.startedAt;
  const refusal = await gateway.admit(known, context.request);
  if (refusal) return refuse(known, refusal, gateway);
  using host = await gateway.open(scope, known, control);
  context.onOpen?.();
  const signIns = new SignInWatch();
  const logs = new LiveLogs((lines) => host.logged(lines));
  const askedServices = context.nesting?.asked ?? new Set<string>();
  const watched: GuestHost = {
    call: (call) => signIns.watch(call, host.call(call, [...askedServices])),
    asked: (service) => {
      askedServices.add(service);
      signIns.asked(service);
    },
    askedServices,
    logged: (line) => logs.add(line),
  };
  for (const remark of remarks) logs.add(remark);
  const ran = await runGuest(prepared, known, watched, control.signal, context);
  logs.stop();
  const outcome = remarks.length > 0 ? { ...ran, logs: [...remarks, ...ran.logs] } : ran;
  const ending = { ...endingOf(outcome, opening), prepareMs };
  // Awaited: when the client has its answer, no call of this run may still be on its way, and the run is recorded.
  // A Gateway that was restarted meanwhile has lost the run; its successor is told.
  const counts = await host.close(ending).catch(async (error: unknown) => {
    if (!gateway.isErased(error)) await gateway.record(known, ending, "ended").catch(reportLost);
    return undefined;
  });
  const durationMs = ending.endedAt - opening.startedAt;
  const signIn = signIns.needed(outcome);
  const stats = { ...(counts ?? NO_COUNTS), durationMs };
  return { run: opening.id, outcome, stats, ...(signIn && { signIn }) };
}

/** A run that does not begin. */
async function refuse(opening: RunOpening, error: RunError, gateway: RunGateway): Promise<Executed> {
  const outcome = failure(error);
  await gateway.record(opening, endingOf(outcome, opening), "refused").catch(reportLost);
  const stats = { ...NO_COUNTS, durationMs: Date.now() - opening.startedAt };
  return { run: opening.id, outcome, stats };
}

/** Where a guest's calls, questions and log lines go. */
interface GuestHost extends Required<Pick<Host, "call" | "logged">> {
  /** Told which service of the gateway is asked. */
  asked(service: string): void;
  /** Those that were asked so far. */
  readonly askedServices: Set<string>;
}

async function runGuest(
  { request, script, found }: PreparedRun,
  opening: RunOpening,
  host: GuestHost,
  cancelled: AbortSignal,
  context: ExecuteContext,
): Promise<Outcome> {
  const ended = new AbortController();
  const nesting: NestingContext = {
    chain: [...(context.nesting?.chain ?? []), ...(found.saved ? [found.saved.name] : [])],
    calls: context.nesting?.calls ?? { made: 0, most: request.maxToolCalls },
    answered: context.nesting?.answered ?? { chars: 0 },
    bounds: context.nesting?.bounds ?? request,
    asked: host.askedServices,
  };
  const runScript = async (name: string, input: unknown): Promise<NestedRun> => {
    const options = {
      timeout_ms: Math.max(1, Math.min(MAX_TIMEOUT_MS, opening.startedAt + request.timeoutMs - Date.now())),
      cpu_ms: request.cpuMs,
      max_parallel: request.maxParallel,
      allowed_servers: [...request.allowedServers],
    };
    const signal = AbortSignal.any([context.signal, cancelled, ended.signal]);
    const asked = { script: name, ...(input !== undefined && { input }), options };
    return nestedResult(await execute(asked, nestedContext(context, opening, nesting, signal)));
  };
  const answer = guestServices(context, { request, nesting, runScript });
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
        call: countCalls(reportCalls(host.call, context.listener), nesting.calls),
        logged: host.logged,
        ask: (question) => {
          host.asked(question.service);
          return answer(question);
        },
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
    // Scripts that it started and did not wait for end with it.
    ended.abort();
  }
}

/** A client's cancellation and `onOpen` belong to the outermost run. */
function nestedContext(
  { request: _request, onOpen: _onOpen, ...shared }: ExecuteContext,
  { id, client, traceparent }: RunOpening,
  nesting: NestingContext,
  signal: AbortSignal,
): ExecuteContext {
  const origin = { via: "script", client, parent: id, traceparent: traceparentOf(id, traceparent, "run") } as const;
  return { ...shared, origin, nesting, signal };
}

function nestedResult({ outcome }: Executed): NestedRun {
  if (!outcome.ok) return { ok: false, error: outcome.error };
  return { ok: true, ...(outcome.value !== undefined && { value: outcome.value }) };
}

function endingOf(outcome: Outcome, { startedAt }: RunOpening): RunEnding {
  const { logs, ...ended } = outcome;
  const endedAt = Date.now();
  return { outcome: ended, logs, endedAt, prepareMs: endedAt - startedAt };
}

/** The run has happened, and its answer is right even if the ledger cannot be written. */
function reportLost(error: unknown): void {
  console.error("A run could not be recorded:", error);
}

function failure(error: RunError): Outcome {
  return { ok: false, error, logs: [] };
}
