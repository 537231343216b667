/**
 * One run from request to outcome, in the stateless Worker: prepare the script, open the run at the principal's Gateway, run the
 * guest, close. The Gateway never loads a guest, because the platform allows only ten dynamic Workers at once per Durable Object.
 */
import { serverNotFound } from "../catalog/call-target.ts";
import { nameOfEntry } from "./allowed-servers.ts";
import type { RunOpening } from "../ledger/run-record.ts";
import { DoneCalls } from "./done-calls.ts";
import { DryRun } from "./dry-run/would-call.ts";
import {
  childOpening,
  detachRun,
  durableScope,
  pinned,
  resumeRun,
  resumedOutcome,
  sessionOf,
} from "./durable/connect-run.ts";
import type { DurablePart } from "./durable/connect-run.ts";
import type { DurableSession } from "./durable/session.ts";
import { waitingRun } from "./durable/waiting-outcome.ts";
import { AnsweredShapes } from "./answered-shapes.ts";
import { callAsJson } from "./ending-remark.ts";
import type { ExecuteContext, Executed, NestedDurable } from "./execute-context.ts";
import { guestHost } from "./guest-host.ts";
import { admitImports } from "./imported-packages.ts";
import { LiveLogs } from "./live-logs.ts";
import { prepareRun, type PreparedRun } from "./prepare-run.ts";
import { RunControl } from "./run-control.ts";
import { closeRun, endingOf, failure, leave, refuse } from "./run-ending.ts";
import type { OpenRun } from "./run-gateway.ts";
import { runGuest } from "./run-guest.ts";
import { newOpening } from "./run-opening.ts";
import { parseRunRequest, readResume } from "./run-options.ts";
import type { DurableScope } from "./run-scope.ts";
import { SignInWatch } from "./sign-in-watch.ts";
import { takeTurn, type Turn } from "./take-turn.ts";
import { withRemarks } from "./with-remarks.ts";

/** @param input the arguments of `execute_code`, unchecked */
export async function execute(input: unknown, context: ExecuteContext): Promise<Executed> {
  const { gateway, resumed, within } = context;
  const wanted = resumed === undefined && within === undefined ? readResume(input) : undefined;
  if (wanted && "run" in wanted) return resumeRun(wanted.run, context);
  const before = within && childOpening(within);
  const opening = resumed?.opening ?? { ...newOpening(input, context.origin, before), ...sessionIn(context) };
  if (wanted) return { ...(await refuse(opening, wanted.error, gateway)), isInvalidRequest: true };
  const hasBegun = resumed !== undefined || before !== undefined;
  const { durable, prepared } = await prepareIn(opening, input, context);
  if (!prepared.ok) {
    const refused = await refuse(opening, prepared.error, gateway, hasBegun ? "ended" : "refused");
    return { ...refused, isInvalidRequest: prepared.isInvalidRequest };
  }
  const { request, found } = prepared;
  const { code, language, saved, inputSchema } = found;
  const text = { code, ...(language && { language }), ...(saved && { saved }) };
  const known = resumed?.opening ?? { ...opening, ...text, input: request.input };
  const hasLeft = (): boolean => !hasBegun && context.signal.aborted;
  if (hasLeft()) return leave(known, context);
  if (within && before === undefined) {
    within.session.noteChild(within.path, opening, { ...text, ...(inputSchema && { inputSchema }) });
  }
  if (!hasBegun) {
    const refusal = await gateway.admit(known, context.request);
    if (refusal) return refuse(known, refusal, gateway);
    if (hasLeft()) return leave(known, context);
    if (request.isDetached) return detachRun(known, pinned(input, known), gateway);
  }
  return perform(prepared, known, pinned(input, known), { ...context, place: durable });
}

/** Prepares the script with what the durable run around it, or the run itself, has recorded. */
async function prepareIn(opening: RunOpening, input: unknown, context: ExecuteContext) {
  const { within, nesting, defaults, atMost } = context;
  const parsed = parseRunRequest(input, defaults, atMost, nesting !== undefined);
  if (!parsed.ok) return { durable: undefined, prepared: { ...parsed, isInvalidRequest: true } };
  const session = within?.session ?? sessionOf(opening, parsed.value, context, Date.now());
  const durable = session && { session, path: within?.path ?? "" };
  return { durable, prepared: await prepareRun(parsed.value, context, durable) };
}

interface PerformContext extends ExecuteContext {
  /** The place of the script in a durable run. */
  readonly place: NestedDurable | undefined;
}

/** @param args as `execute_code` takes it */
async function perform(
  prepared: PreparedRun,
  known: RunOpening,
  args: unknown,
  { place: durable, ...context }: PerformContext,
): Promise<Executed> {
  const { gateway, resumed, within } = context;
  const { request } = prepared;
  const begunAt = Date.now();
  const control = controlOf(context);
  const scope = scopeOf(prepared, context, durable && durableScope(durable, prepared, args, context));
  // A script that goes on began before its run waited.
  const goesOn = resumed !== undefined || (within !== undefined && childOpening(within) !== undefined);
  const prepareMs = Date.now() - (goesOn ? begunAt : known.startedAt);
  const opened = await gateway.open(scope, known, control);
  using host = opened.host;
  if (durable && within === undefined) connect(durable.session, host, control);
  const dry = request.isDryRun ? (context.nesting?.dry ?? new DryRun()) : undefined;
  const signIns = new SignInWatch();
  const shapes = new AnsweredShapes(prepared.script.mentions);
  const logs = new LiveLogs((lines) => host.logged(lines));
  const doneCalls = context.nesting?.done ?? new DoneCalls();
  const watched = guestHost(host, durable, { context, dry, signIns, shapes, done: doneCalls, logs });
  const signal = AbortSignal.any([context.signal, control.signal]);
  const turn = await takeTurn(opened, { signal, onAccepted: context.onOpen });
  const imports = turn.ok
    ? await admitImports({ names: prepared.script.packages, host, durable, signal }, context)
    : turn;
  const remarks = [...remarksOf(prepared, context, turn), ...(imports.ok ? imports.value : [])];
  for (const remark of remarks) logs.add(remark);
  const guestContext = { ...context, durable: timelineOf(durable, known) };
  const ran = imports.ok
    ? await runGuest(prepared, known, watched, control.signal, guestContext, execute)
    : failure(imports.error);
  logs.stop();
  durable?.session.ended(durable.path);
  const script = { ...prepared.script, code: known.code };
  await durable?.session.parkingAnswered();
  const wait = durable?.session.wait;
  const isWithin = within !== undefined;
  const ended = { script, shapes, isWithin, isWaiting: wait !== undefined, dry, done: doneCalls, context };
  const done = withRemarks(ran, remarks, ended);
  if (wait) return waitingRun(known.id, wait, done.logs);
  const outcome = resumedOutcome(done, durable, resumed);
  if (within === undefined) durable?.session.end();
  const stats = await closeRun(host, known, { ...endingOf(outcome, known), prepareMs }, gateway);
  // A run that was resumed is not simply made again.
  const signIn = resumed ? undefined : signIns.needed(outcome);
  const isTurnedAway = !turn.ok && turn.error.code === "CAPACITY";
  return { run: known.id, outcome, stats, ...optionalParts({ dry, signIn, isTurnedAway }) };
}

/** The session is part of the opening, so that a run that is detached or goes on still belongs to it. */
function sessionIn({ request }: ExecuteContext): Pick<RunOpening, "session"> {
  return request === undefined ? {} : { session: request.session };
}

interface OptionalParts {
  readonly dry: DryRun | undefined;
  readonly signIn: Executed["signIn"] | undefined;
  readonly isTurnedAway: boolean;
}

function optionalParts({ dry, signIn, isTurnedAway }: OptionalParts): Partial<Executed> {
  return {
    ...(dry && { wouldCall: dry.calls }),
    ...(signIn && { signIn }),
    ...(isTurnedAway && { isTurnedAway }),
  };
}

function timelineOf(durable: NestedDurable | undefined, known: RunOpening): DurablePart | undefined {
  return durable && { ...durable, timeline: durable.session.durable(durable.path, known) };
}

function controlOf({ listener, logging, onHeld }: ExecuteContext): RunControl {
  const control = new RunControl();
  control.onHeld = onHeld;
  if (listener !== undefined) control.onProgress = (progress) => listener.onProgress(progress);
  if (logging !== undefined) control.onLog = (message) => logging.onMessage(message);
  return control;
}

/** Connects the session of a durable run with the run's host and with the decisions of people. */
function connect(session: DurableSession, host: OpenRun, control: RunControl): void {
  session.attach({
    record: (entries) => host.record(entries),
    park: (entries, wakeAt) => host.park(entries, wakeAt),
  });
  control.onDecided = (approval) => session.decided(approval);
  control.onAsking = () => session.parkAtOnce();
  if (control.isAsking) session.parkAtOnce();
}

function scopeOf({ request, flows }: PreparedRun, context: ExecuteContext, durable: DurableScope | undefined) {
  const client = context.resumed ? context.resumed.client : context.client;
  return {
    allowedServers: request.allowedServers,
    wallMs: request.timeoutMs,
    ...(context.request && { request: context.request }),
    ...(client && { client }),
    ...(context.listener && { wantsProgress: true }),
    ...(context.logging?.level && { logLevel: context.logging.level }),
    ...(flows && { flows }),
    ...(request.isDryRun && { isDryRun: true }),
    ...(durable && { durable }),
  };
}

/** @returns the lines of log that say how the request was understood */
function remarksOf({ request, found, script }: PreparedRun, context: ExecuteContext, turn: Turn): string[] {
  const waited = turn.ok && turn.remark !== undefined ? [turn.remark] : [];
  const meant = callAsJson(found.code);
  const said = [...request.remarks, ...found.remarks, ...(meant === undefined ? [] : [meant]), ...script.remarks];
  return [...said, ...unknownServers(request.allowedServers, context), ...waited];
}

/** A misspelled name would quietly allow nothing. */
function unknownServers(allowed: readonly string[], { servers, catalog, unlisted }: ExecuteContext): string[] {
  const known = new Set([...servers, ...catalog.servers.map(({ name }) => name), ...unlisted.keys()]);
  return allowed
    .filter((name) => !known.has(name) && !known.has(nameOfEntry(name) ?? ""))
    .slice(0, 10)
    .map((name) => `[isogate] options.allowed_servers: ${serverNotFound(name.slice(0, 100), servers).message}`);
}
