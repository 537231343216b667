/** Connects a run, and the saved scripts in it, to the durable run that they are part of. */
import type { Durable, HostReply, Outcome, ToolCall } from "../../../worker-loader/index.ts";
import { mayAsk } from "../../enforcement/policy-in-force.ts";
import { APPROVAL_DEFAULTS } from "../../policy/compile.ts";
import type { RunOpening } from "../../ledger/run-record.ts";
import type { ExecuteContext, Executed, NestedDurable } from "../execute-context.ts";
import type { PreparedRun } from "../prepare-run.ts";
import type { RunRequest } from "../run-options.ts";
import { holdsPackages } from "../imported-packages.ts";
import type { OpenRun, RunGateway } from "../run-gateway.ts";
import type { DurableScope } from "../run-scope.ts";
import type { ChildOpening, PlacedEntry } from "./placed-entry.ts";
import type { StoredRun } from "./durable-run.ts";
import { DurableSession } from "./session.ts";
import { mayHaveHappenedAll } from "./unheard-calls.ts";
import { notResumed, resumedRun, runningRun } from "./waiting-outcome.ts";

/** The maximum time to wait for a resumed run; clients give up after a minute. */
const RESUME_WAIT_MS = 45_000;

/** The part of a durable run that belongs to one script. */
export interface DurablePart extends NestedDurable {
  readonly timeline: Durable;
}

/** @returns undefined for a run that cannot wait for a person, which then has no extra cost */
export function sessionOf(
  opening: RunOpening,
  request: RunRequest,
  { policy, resumed, nesting, packages, asksAtOnce }: ExecuteContext,
  begunAt: number,
): DurableSession | undefined {
  if (nesting !== undefined || request.isDryRun) return undefined;
  const mayWait = (policy !== undefined && mayAsk(policy)) || holdsPackages(packages);
  if (resumed === undefined && !mayWait) return undefined;
  return new DurableSession({
    root: opening.id,
    entries: resumed?.entries ?? [],
    startedAt: opening.startedAt,
    waitMs: asksAtOnce === true ? 0 : (policy?.compiled.approvals.waitMs ?? APPROVAL_DEFAULTS.waitMs),
    // If a client waits for the answer, a script that sleeps for too long is ended by its time limit.
    sleepsUntil: resumed === undefined ? Infinity : begunAt + request.timeoutMs,
  });
}

export function durableScope(
  { session, path }: NestedDurable,
  { scope }: Pick<PreparedRun, "scope">,
  args: unknown,
  { resumed, within, asksAtOnce }: Pick<ExecuteContext, "resumed" | "within" | "asksAtOnce">,
): DurableScope {
  const isResumed = within ? within.session.childAt(path) !== undefined : resumed !== undefined;
  return {
    root: session.root,
    path,
    args: path === "" ? args : undefined,
    isDetached: resumed?.isDetached ?? false,
    isResumed,
    ...(isResumed && { servers: scope.servers }),
    ...(asksAtOnce === true && { asksAtOnce }),
  };
}

/** Names the version of a saved script, so that remarks about a resumed run concern the version it began with. */
export function pinned(args: unknown, { saved }: Pick<RunOpening, "saved">): unknown {
  const { detach: _detach, ...rest } = (args ?? {}) as { readonly detach?: unknown };
  return saved ? { ...rest, script: `${saved.name}@${saved.version}` } : rest;
}

/** Makes calls through the journal, so that each call is made once, however often the run is resumed. */
export function recordedCalls(host: OpenRun, { session, path }: NestedDurable, services: () => readonly string[]) {
  const call = async (one: ToolCall, number: number): Promise<HostReply> => {
    // All scripts of a run share one journal, which the outermost run writes, in one order.
    if (path !== "") await session.flush();
    const make = (entries: readonly PlacedEntry[]) => host.callRecorded(one, services(), { number, entries });
    const reply = await (path === "" ? session.send(make) : make([]));
    if ("ok" in reply) return reply;
    return { waits: session.decision(reply.waiting).then(() => () => call(one, number)) };
  };
  return call;
}

/**
 * The outcome of a run that has gone on: what it was sent before and has not heard of may have happened, and it is no run that did not
 * begin, which could simply be asked for again.
 */
export function resumedOutcome(
  outcome: Outcome,
  durable: NestedDurable | undefined,
  resumed: StoredRun | undefined,
): Outcome {
  if (durable === undefined || resumed === undefined || resumed.entries.length === 0) return outcome;
  const happened = mayHaveHappenedAll(durable.session.unheard);
  if (outcome.ok) {
    return happened.length === 0 ? outcome : { ...outcome, logs: [...outcome.logs, ...happened.map(asRemark)] };
  }
  const { retryable, ...error } = outcome.error;
  const isOfCall = error.server !== undefined && happened.length === 0;
  const message = [...happened, error.message].join(" ");
  return { ...outcome, error: { ...error, message, ...(retryable === true && isOfCall && { retryable }) } };
}

function asRemark(sentence: string): string {
  return `[isogate] ${sentence}`;
}

/** The run of a saved script as it was before the interruption. */
export function childOpening({ session, path }: NestedDurable): ChildOpening | undefined {
  return session.childAt(path);
}

export async function resumeRun(
  run: string,
  { gateway, asksAtOnce }: Pick<ExecuteContext, "gateway" | "asksAtOnce">,
): Promise<Executed> {
  return resumedRun(run, await gateway.resume(run, RESUME_WAIT_MS, asksAtOnce === true ? "can ask" : "cannot ask"));
}

export async function detachRun(opening: RunOpening, args: unknown, gateway: RunGateway): Promise<Executed> {
  const problem = await gateway.detach({ args, opening });
  if (problem === undefined) return runningRun(opening.id);
  return notResumed(opening.id, { code: "CAPACITY", message: `The run was not started: ${problem}.` });
}
