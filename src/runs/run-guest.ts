/** Runs the guest of a run, and the saved scripts that it calls as runs of their own. */
import { dialectExtensions } from "../../dialects/index.ts";
import { DEFAULT_LIMITS, run, type Outcome, type Host, type HostReply } from "../../worker-loader/index.ts";
import type { ToolCall } from "../../worker-loader/index.ts";
import type { RunOpening } from "../ledger/run-record.ts";
import { traceparentOf } from "../ledger/trace.ts";
import type { DurablePart } from "./durable/connect-run.ts";
import { placeOf } from "./durable/placed-entry.ts";
import type { ExecuteContext, Executed, NestingContext, RunListener } from "./execute-context.ts";
import type { ScriptHost } from "./guest-host.ts";
import { guestServices } from "./guest-services.ts";
import { rememberIn } from "./in-scope.ts";
import type { PreparedRun } from "./prepare-run.ts";
import { failure } from "./run-ending.ts";
import { MAX_TIMEOUT_MS } from "./run-options.ts";
import { filesExtension, servicesExtension } from "./services/extension.ts";
import { nameOfQuestion, type NestedRun } from "./services/nested-scripts.ts";
import { isAllowed } from "./allowed-servers.ts";

/** The context of a script that is part of a durable run. */
interface DurableContext extends ExecuteContext {
  readonly durable?: DurablePart | undefined;
}

/** @param execute runs a script that this one calls */
export async function runGuest(
  { request, script, found, scope, flows }: PreparedRun,
  opening: RunOpening,
  host: ScriptHost,
  cancelled: AbortSignal,
  context: DurableContext,
  execute: (input: unknown, context: ExecuteContext) => Promise<Executed>,
): Promise<Outcome> {
  const { durable } = context;
  const begunAt = Date.now();
  const ended = new AbortController();
  const before = durable?.session.before;
  const nesting: NestingContext = {
    chain: [...(context.nesting?.chain ?? []), ...(found.saved ? [found.saved.name] : [])],
    calls: context.nesting?.calls ?? { made: before?.calls ?? 0, max: request.maxToolCalls },
    answered: context.nesting?.answered ?? { chars: before?.answeredChars ?? 0 },
    bounds: context.nesting?.bounds ?? request,
    services: host.services,
    done: host.done,
    dry: host.dry,
  };
  const runScript = async (name: string, input: unknown, number?: number): Promise<NestedRun> => {
    const options = {
      timeout_ms: Math.max(1, Math.min(MAX_TIMEOUT_MS, begunAt + request.timeoutMs - Date.now())),
      cpu_ms: request.cpuMs,
      max_parallel: request.maxParallel,
      allowed_servers: [...request.allowedServers],
      ...(request.isDryRun && { dry_run: true }),
    };
    const signal = AbortSignal.any([context.signal, cancelled, ended.signal]);
    const call = { script: name, ...(input !== undefined && { input }), options };
    const nested = nestedContext(context, opening, nesting, signal);
    const within = durable && number !== undefined && { session: durable.session, path: placeOf(durable.path, number) };
    return nestedResult(await execute(call, { ...nested, ...(within && { within }) }));
  };
  const answer = guestServices(context, { request, nesting, runScript });
  const remember = rememberIn(durable);
  const membersNow = (name: string) => memberNames(name, context, request.allowedServers);
  try {
    return await run({
      loader: context.loader,
      owner: context.owner,
      script,
      servers: [...scope.servers.keys()],
      membersOf: (name) =>
        remember(name, () => membersNow(name) ?? (scope.servers.has(name) ? null : undefined)) ?? undefined,
      input: request.input,
      loadPackage: context.loadPackage,
      isRepeated: found.saved !== undefined,
      isLocked: flows !== undefined,
      ...(context.namedBounds && { bounds: context.namedBounds }),
      host: {
        call: countCalls(reportCalls(host.call, context.listener), nesting.calls),
        named: nameOfQuestion,
        endCalls: host.endCalls,
        logged: host.logged,
        ask: async (question, number) => {
          host.useService(question.service);
          await durable?.session.flush(question.service);
          return host.dry?.answer(question) ?? answer(question, number);
        },
      },
      ...(durable && { durable: durable.timeline }),
      extensions: [servicesExtension, filesExtension, ...dialectExtensions[scope.fetchReach]],
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
      message: "The gateway failed while running the script; its log has the error.",
    });
  } finally {
    // Scripts that it started and did not wait for end with it.
    ended.abort("The run that called this script ended.");
  }
}

/** A client's cancellation and `onOpen` belong to the outermost run. */
function nestedContext(
  {
    request: _request,
    onOpen: _onOpen,
    durable: _durable,
    within: _within,
    resumed: _resumed,
    ...shared
  }: DurableContext,
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

/** The budget of the outermost run is shared by all runs inside it; the gate of each counts only its own calls. */
function countCalls(call: Host["call"], calls: NestingContext["calls"]): Host["call"] {
  return async (request, number) => {
    calls.made += 1;
    if (calls.max === 0 || calls.made <= calls.max) return call(request, number);
    const { server, tool } = request;
    const message = `The scripts of this run have made the maximum of ${calls.max} calls.`;
    return { ok: false, error: { code: "MAX_TOOL_CALLS_EXCEEDED", message, server, tool } };
  };
}

/** Tells the listener of every call when it has ended. */
function reportCalls(call: Host["call"], listener: RunListener | undefined): Host["call"] {
  if (listener === undefined) return call;
  const report = async (request: ToolCall, pending: Promise<HostReply>): Promise<HostReply> => {
    const started = Date.now();
    const reply = await pending;
    if (!("ok" in reply)) {
      return { waits: reply.waits.then((again) => () => report(request, again())) };
    }
    listener.onCall({ server: request.server, tool: request.tool, ok: reply.ok, ms: Date.now() - started });
    return reply;
  };
  return (request, number) => report(request, call(request, number));
}

/**
 * Finds the member names for scripts that list an object of their scope: `Object.keys(github)`, `for (const name in scripts)`.
 *
 * @returns undefined where it is not known: a server that was never listed, or an object that is neither a server nor `scripts`
 */
function memberNames(
  name: string,
  { catalog, scripts, servers }: Pick<ExecuteContext, "catalog" | "scripts" | "servers">,
  allowedServers: readonly string[],
): readonly string[] | undefined {
  if (name === "scripts" && !servers.includes(name)) return scripts.map((script) => script.name);
  const server = catalog.servers.find(({ identifier }) => identifier === name);
  if (server === undefined) return undefined;
  return isAllowed(server, allowedServers) ? server.sdk.tools.map(({ identifier }) => identifier) : [];
}
