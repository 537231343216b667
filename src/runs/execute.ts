/**
 * One run from request to outcome, in the stateless Worker: prepare the script, open the run at the principal's Gateway, run the
 * guest, close. The Gateway never loads a guest, because the platform allows only ten dynamic Workers at once per Durable Object.
 */
import { dialectExtensions, fetchingDialectExtensions } from "../../dialects/index.ts";
import { serverNotFound } from "../catalog/call-target.ts";
import { DEFAULT_LIMITS, run } from "../../worker-loader/index.ts";
import type { Host, HostReply, Outcome, RunError, ToolCall } from "../../worker-loader/index.ts";
import { memberNames } from "./member-names.ts";
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
import { withRetryable } from "./retryable.ts";
import {
  countingReplays,
  childOpening,
  detachRun,
  durableScope,
  keptCalls,
  pinned,
  resumeRun,
  sessionOf,
} from "./durable/life.ts";
import type { DurablePart } from "./durable/life.ts";
import { placeOf } from "./durable/placed-entry.ts";
import { waitingRun } from "./durable/waiting-outcome.ts";
import { MAX_TIMEOUT_MS, readResume } from "./run-options.ts";
import { filesExtension, servicesExtension } from "./services/extension.ts";
import type { NestedRun } from "./services/nested-scripts.ts";
import { hintAtName } from "./unknown-name.ts";
import { SignInWatch } from "./sign-in-watch.ts";
import { takeTurn } from "./take-turn.ts";

/** @param input the arguments of `execute_code`, unchecked */
export async function execute(input: unknown, context: ExecuteContext): Promise<Executed> {
  const { gateway, life, within } = context;
  const resumed = life === undefined && within === undefined ? readResume(input) : undefined;
  if (resumed && "run" in resumed) return resumeRun(resumed.run, gateway);
  const before = within && childOpening(within);
  const opening = life?.opening ?? newOpening(input, context.origin, before);
  if (within && before === undefined) within.session.noteChild(within.path, opening);
  if (resumed) return { ...(await refuse(opening, resumed.error, gateway)), isInvalidRequest: true };
  const prepared = await prepareRun(input, context);
  if (!prepared.ok) {
    return { ...(await refuse(opening, prepared.error, gateway)), isInvalidRequest: prepared.isInvalidRequest };
  }
  const { request, found } = prepared;
  const { code, saved } = found;
  const known = life?.opening ?? { ...opening, code, input: request.input, ...(saved && { saved }) };
  if (life === undefined) {
    const refusal = await gateway.admit(known, context.request);
    if (refusal) return refuse(known, refusal, gateway);
    if (request.isDetached) return detachRun(known, pinned(input, known), gateway);
  }
  return perform(prepared, known, pinned(input, known), context);
}

/** @param asked as `execute_code` takes it */
async function perform(
  prepared: PreparedRun,
  known: RunOpening,
  asked: unknown,
  context: ExecuteContext,
): Promise<Executed> {
  const { gateway, life, within } = context;
  const { request, found, flows } = prepared;
  const remarks = [...request.remarks, ...found.remarks, ...unknownServers(request.allowedServers, context)];
  const begunAt = Date.now();
  const session = within?.session ?? sessionOf(known, prepared, context, begunAt);
  const path = within?.path ?? "";
  const control = new RunControl();
  const scope = {
    allowedServers: request.allowedServers,
    wallMs: request.timeoutMs,
    ...(context.request && { request: context.request }),
    ...(flows && { flows }),
    ...(session && { durable: durableScope({ root: session.root, path }, asked, context) }),
  };
  const prepareMs = Date.now() - (life ? begunAt : known.startedAt);
  const opened = await gateway.open(scope, known, control);
  using host = opened.host;
  if (session && within === undefined) {
    session.attach({
      record: (entries) => host.record(entries),
      park: (entries, wakeAt) => host.park(entries, wakeAt),
    });
    control.onDecided = (approval) => session.decided(approval);
  }
  const signIns = new SignInWatch();
  const logs = new LiveLogs((lines) => host.logged(lines));
  const turn = await takeTurn(opened, {
    signal: AbortSignal.any([context.signal, control.signal]),
    onAccepted: context.onOpen,
  });
  if (turn.ok && turn.remark !== undefined) remarks.push(turn.remark);
  const askedServices = context.nesting?.asked ?? new Set<string>();
  const call = session
    ? keptCalls(host, { session, path }, () => [...askedServices])
    : (one: ToolCall): Promise<HostReply> => host.call(one, [...askedServices]);
  const watched: GuestHost = {
    call: (one, number = 0) => signIns.watch(one, call(one, number)),
    asked: (service) => {
      askedServices.add(service);
      signIns.asked(service);
    },
    askedServices,
    logged: (line) => logs.add(line),
  };
  for (const remark of remarks) logs.add(remark);
  const durable = session && { session, path, timeline: session.durable(path, known) };
  const ran = turn.ok
    ? await runGuest(prepared, known, watched, control.signal, { ...context, ...(durable && { durable }) })
    : failure(turn.error);
  logs.stop();
  session?.ended(path);
  const hinted = ran.ok ? ran : { ...ran, error: hintAtName(ran.error, context) };
  const outcome = remarks.length > 0 ? { ...hinted, logs: [...remarks, ...hinted.logs] } : hinted;
  if (session?.wait) return waitingRun(known.id, session.wait, outcome.logs);
  if (within === undefined) session?.end();
  const ending = { ...endingOf(outcome, known), prepareMs };
  // Awaited: when the client has its answer, no call of this run may still be on its way, and the run is recorded.
  // A Gateway that was restarted meanwhile has lost the run; its successor is told.
  const counts = await host.close(ending).catch(async (error: unknown) => {
    if (!gateway.isErased(error)) await gateway.record(known, ending, "ended").catch(reportLost);
    return undefined;
  });
  const durationMs = ending.endedAt - known.startedAt;
  // A run that has several lives is not simply made again.
  const isTurnedAway = !turn.ok && turn.error.code === "CAPACITY";
  const signIn = context.life ? undefined : signIns.needed(outcome);
  const stats = { ...(counts ?? NO_COUNTS), durationMs };
  return { run: known.id, outcome, stats, ...(signIn && { signIn }), ...(isTurnedAway && { isTurnedAway }) };
}

/** A misspelled name would quietly allow nothing. */
function unknownServers(allowed: readonly string[], { servers, catalog, unlisted }: ExecuteContext): string[] {
  const known = new Set([...servers, ...catalog.servers.map(({ name }) => name), ...unlisted.keys()]);
  return allowed
    .filter((name) => !known.has(name))
    .slice(0, 10)
    .map((name) => `[isogate] options.allowed_servers: ${serverNotFound(name.slice(0, 100), servers).message}`);
}

/** A run that does not begin. */
async function refuse(opening: RunOpening, error: RunError, gateway: RunGateway): Promise<Executed> {
  const outcome = failure(error);
  await gateway.record(opening, endingOf(outcome, opening), "refused").catch(reportLost);
  const stats = { ...NO_COUNTS, durationMs: Date.now() - opening.startedAt };
  return { run: opening.id, outcome, stats };
}

/** Of a script that is part of a durable run. */
interface DurableContext extends ExecuteContext {
  readonly durable?: DurablePart;
}

/** Where a guest's calls, questions and log lines go. */
interface GuestHost extends Required<Pick<Host, "call" | "logged">> {
  /** Told which service of the gateway is asked. */
  asked(service: string): void;
  /** Those that were asked so far. */
  readonly askedServices: Set<string>;
}

async function runGuest(
  { request, script, found, flows }: PreparedRun,
  opening: RunOpening,
  host: GuestHost,
  cancelled: AbortSignal,
  context: DurableContext,
): Promise<Outcome> {
  const { durable } = context;
  const begunAt = Date.now();
  const ended = new AbortController();
  const nesting: NestingContext = {
    chain: [...(context.nesting?.chain ?? []), ...(found.saved ? [found.saved.name] : [])],
    calls: context.nesting?.calls ?? { made: 0, most: request.maxToolCalls },
    answered: context.nesting?.answered ?? { chars: 0 },
    bounds: context.nesting?.bounds ?? request,
    asked: host.askedServices,
  };
  const runScript = async (name: string, input: unknown, number?: number): Promise<NestedRun> => {
    const options = {
      timeout_ms: Math.max(1, Math.min(MAX_TIMEOUT_MS, begunAt + request.timeoutMs - Date.now())),
      cpu_ms: request.cpuMs,
      max_parallel: request.maxParallel,
      allowed_servers: [...request.allowedServers],
    };
    const signal = AbortSignal.any([context.signal, cancelled, ended.signal]);
    const asked = { script: name, ...(input !== undefined && { input }), options };
    const nested = nestedContext(context, opening, nesting, signal);
    const within = durable && number !== undefined && { session: durable.session, path: placeOf(durable.path, number) };
    return nestedResult(await execute(asked, { ...nested, ...(within && { within }) }));
  };
  const answer = guestServices(context, { request, nesting, runScript });
  try {
    return await run({
      loader: context.loader,
      owner: context.owner,
      script,
      servers: context.servers,
      membersOf: (name) => memberNames(name, context, request.allowedServers),
      input: request.input,
      loadPackage: context.loadPackage,
      isRepeated: found.saved !== undefined,
      isLocked: flows !== undefined,
      ...(context.maxNamedIsolates !== undefined && { maxNamed: context.maxNamedIsolates }),
      host: {
        call: countCalls(reportCalls(host.call, context.listener), nesting.calls),
        logged: host.logged,
        ask: async (question, number) => {
          host.asked(question.service);
          await durable?.session.flush(question.service);
          return answer(question, number);
        },
      },
      ...(durable && { durable: countingReplays(durable.timeline, nesting) }),
      extensions: [
        servicesExtension,
        filesExtension,
        ...(context.fetches ? fetchingDialectExtensions : dialectExtensions),
      ],
      limits: {
        ...DEFAULT_LIMITS,
        wallMs: request.timeoutMs,
        cpuMs: request.cpuMs,
        maxToolCalls: request.maxToolCalls,
        maxParallel: request.maxParallel,
      },
      signal: AbortSignal.any([context.signal, cancelled, ...(durable ? [durable.session.parked] : [])]),
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
  { request: _request, onOpen: _onOpen, durable: _durable, within: _within, life: _life, ...shared }: DurableContext,
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
  return { ok: false, error: withRetryable(error), logs: [] };
}
