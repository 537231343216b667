/** How a run and the saved scripts in it are joined to the life of a durable run that they are part of. */
import type { Durable, HostReply, ToolCall } from "../../../worker-loader/index.ts";
import { mayAsk } from "../../enforcement/policy-in-force.ts";
import type { RunOpening } from "../../ledger/run-record.ts";
import type { ExecuteContext, Executed, NestedDurable, NestingContext } from "../execute-context.ts";
import type { PreparedRun } from "../prepare-run.ts";
import type { OpenRun, RunGateway } from "../run-gateway.ts";
import type { DurableScope } from "../run-scope.ts";
import type { ChildOpening } from "./placed-entry.ts";
import { DurableSession } from "./session.ts";
import { notResumed, resumedRun, runningRun } from "./waiting-outcome.ts";

/** Where no policy says how long an isolate is kept. */
const DEFAULT_WAIT_MS = 10_000;
/** Clients give up after a minute. */
const RESUME_WAIT_MS = 45_000;

/** A script's part of a durable run. */
export interface DurablePart extends NestedDurable {
  readonly timeline: Durable;
}

/** @returns undefined for a run that has nothing to wait for: it costs nothing more than before */
export function sessionOf(
  opening: RunOpening,
  { request }: PreparedRun,
  { policy, life, nesting }: ExecuteContext,
  begunAt: number,
): DurableSession | undefined {
  if (nesting !== undefined) return undefined;
  if (life === undefined && (policy === undefined || !mayAsk(policy))) return undefined;
  return new DurableSession({
    root: opening.id,
    entries: life?.entries ?? [],
    waitMs: policy?.compiled.approvals.waitMs ?? DEFAULT_WAIT_MS,
    // Where a client waits for the answer, a script that sleeps for too long has to end.
    sleepsUntil: life === undefined ? Infinity : begunAt + request.timeoutMs,
  });
}

export function durableScope(
  { root, path }: { readonly root: string; readonly path: string },
  asked: unknown,
  { life, within }: Pick<ExecuteContext, "life" | "within">,
): DurableScope {
  const isResumed = within ? within.session.childAt(path) !== undefined : life !== undefined;
  return { root, path, asked: path === "" ? asked : undefined, isDetached: life?.isDetached ?? false, isResumed };
}

/** A saved script is gone on with in the version that it began with. */
export function pinned(asked: unknown, { saved }: Pick<RunOpening, "saved">): unknown {
  const { detach: _detach, ...rest } = (asked ?? {}) as { readonly detach?: unknown };
  return saved ? { ...rest, script: `${saved.name}@${saved.version}` } : rest;
}

/** Calls that are kept, so that each is made once in all lives of the run. */
export function keptCalls(host: OpenRun, { session, path }: NestedDurable, asked: () => readonly string[]) {
  const call = async (one: ToolCall, number: number): Promise<HostReply> => {
    // One journal, in one order: it goes by the way of the outermost run.
    if (path !== "") await session.flush();
    const entries = path === "" ? session.take() : [];
    const reply = await host.callKept(one, asked(), { number, entries });
    if ("ok" in reply) return reply;
    return { waits: session.decision(reply.waiting).then(() => () => call(one, number)) };
  };
  return call;
}

/** What was answered from the journal counts as it did before. */
export function countingReplays(timeline: Durable, nesting: NestingContext): Durable {
  return {
    ...timeline,
    onReplayed(ask) {
      if (ask.kind === "call") nesting.calls.made += 1;
      else if (ask.kind === "question") nesting.asked.add(ask.service);
    },
  };
}

/** What a saved script's run was known by in an earlier life. */
export function childOpening({ session, path }: NestedDurable): ChildOpening | undefined {
  return session.childAt(path);
}

export async function resumeRun(run: string, gateway: RunGateway): Promise<Executed> {
  return resumedRun(run, await gateway.resume(run, RESUME_WAIT_MS));
}

export async function detachRun(opening: RunOpening, asked: unknown, gateway: RunGateway): Promise<Executed> {
  const problem = await gateway.detach({ asked, opening });
  if (problem === undefined) return runningRun(opening.id);
  return notResumed(opening.id, { code: "CAPACITY", message: `The run was not started: ${problem}.` });
}
