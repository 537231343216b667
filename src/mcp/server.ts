/**
 * The MCP server for clients, with two tools. The tools check their arguments themselves, so that every refusal is an answer in the
 * gateway's own form instead of a protocol error, which many clients hide from the model. Only the name of an unknown tool is a
 * protocol error, as in the specification ("Tools, Error Handling").
 */
import { isInputRequiredResult } from "@modelcontextprotocol/server";
import type { CallToolResult, InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import type { CallFailure, RunError } from "../../worker-loader/index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { absentDirectTool, type DirectTarget } from "../catalog/absent-direct-tools.ts";
import { directTools, scriptCatalog, scriptSnapshot } from "../catalog/direct-tools.ts";
import type { Exposures } from "../catalog/direct-tools.ts";
import type { LogLevel } from "../lib/log-message.ts";
import type { Result } from "../lib/result.ts";
import { VERSION } from "../lib/version.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { Executed, RunWatching } from "../runs/execute-context.ts";
import type { ClientInfo } from "../runs/run-opening.ts";
import { invalidParams } from "./invalid-params.ts";
import { askDuring, askClient, canAsk, type ReceivedDecisions, type QuestionContext } from "./ask-client.ts";
import { decisionsIn } from "./ask-to-approve.ts";
import { SIGN_IN_WAIT_MS, agreedToSignIn, askToSignIn } from "./ask-to-sign-in.ts";
import { CheckedServer } from "./checked-server.ts";
import { directClient } from "./client-abilities.ts";
import type { DirectClient } from "../lib/client-ability.ts";
import { directCall } from "./direct-call.ts";
import { DIRECT_INSTRUCTIONS } from "./direct-views.ts";
import { passedFeatures, type PassedFeatures } from "./passed-features.ts";
import type { Unlisted } from "../catalog/call-target.ts";
import { serveCompletions, servePrompts } from "./prompts.ts";
import { passedServers, unlistedPassedServers } from "../catalog/passed-servers.ts";
import { answerIn, answerOf, text } from "./execute-answer.ts";
import { foreignCall, type ForeignCall } from "./foreign-tools.ts";
import { serverListing } from "./server-listing.ts";
import { serveResources, type ResultResources } from "./resources.ts";
import { searchTools, type Ranking } from "./search-tools.ts";
import { TASKS, asTask, detached, serveTasks, takesTasks, type TaskBackend } from "./tasks.ts";
import { toolList } from "./tool-list.ts";
import { runLogging, serveLogLevel, serveSubscriptions, type Subscriptions, progressOf } from "./client-notices.ts";
import type { Packages } from "./tool-texts.ts";
import type { ClientDecision, RequestedCall, UnfitAnswers } from "./client-decision.ts";

export const SERVER_INFO = { name: "isogate", title: "Isogate", version: VERSION };

interface Scope {
  readonly snapshot: Snapshot;
  readonly catalog: Catalog;
}

/** The operations of the principal's Gateway and of the runtime that the server needs. */
export interface McpBackend extends Ranking, Subscriptions {
  /** The catalog, as far as the caller's credentials allow. */
  catalog(): Promise<{ readonly snapshot: Snapshot; readonly catalog: Catalog }>;
  execute(request: unknown, scope: Scope, client: ClientInfo, watching: RunWatching): Promise<Executed>;
  /** @returns why the policy refuses a search with these arguments */
  refuseSearch(args: unknown): Promise<RunError | undefined>;
  /** Waits for a run after a person was asked about it. @returns its state, which may still be waiting */
  awaitRun(run: string): Promise<Executed>;
  /** @returns the calls that wait for a person's decision */
  waitingCalls(run: string): Promise<readonly RequestedCall[]>;
  /** Passes on a decision that a person made in the client. @returns what is wrong with answers that the person can mend */
  decide(decision: ClientDecision): Promise<UnfitAnswers>;
  /** Resolves when a person has signed in to the upstream, or after `ms`. */
  awaitSignIn(server: string, ms: number): Promise<void>;
  /** The client of a session wants the log messages of upstreams from this level on. */
  setLogLevel(session: string, level: LogLevel): Promise<void>;
  readonly results: ResultResources;
  /** Absent for a protocol version without the extension. */
  readonly tasks?: Pick<TaskBackend, "read" | "cancel" | "decisionRefusal"> | undefined;
  /** Servers that an admin has switched off. */
  readonly switchedOff: Unlisted;
  /** Whether scripts of the caller may save scripts. */
  readonly maySaveScripts: boolean;
  /** The exposure of servers that publish tools outside of scripts. */
  readonly exposures: Exposures;
  /** Hosts that scripts of this principal may fetch from. */
  readonly fetchHosts: readonly string[];
  /** Packages that scripts may import. */
  readonly packages: Packages;
  /** UTF-16 length of a value that is returned whole. */
  readonly outputBudget: number;
}

/** Clients that load tools on demand decide by this text when to look at them. */
const INSTRUCTIONS =
  "Isogate is one gateway to many servers. search_tools finds their tools; execute_code runs a script that calls them, and only its value comes back. Use them for whatever the connected services can do.";

/** @returns true if clients may see tools of servers beside the gateway's own, and can listen for changes of them */
export function publishesTools(exposures: Exposures): boolean {
  return [...exposures.values()].some(({ expose }) => expose !== "script");
}

/** @param session id of a 2025-era client's session */
export function createServer(backend: McpBackend, session?: string): Server {
  const { exposures } = backend;
  const exposesTools = publishesTools(exposures);
  const server = new CheckedServer(SERVER_INFO, {
    capabilities: {
      tools: exposesTools ? { listChanged: true } : {},
      resources: exposesTools ? { subscribe: true } : {},
      prompts: {},
      logging: {},
      ...(exposesTools && { completions: {} }),
      ...(backend.tasks && { extensions: { [TASKS]: {} } }),
    },
    instructions: exposesTools ? `${INSTRUCTIONS} ${DIRECT_INSTRUCTIONS}` : INSTRUCTIONS,
  });
  /** @returns what the user of the client has decided to questions about a run, which is passed on */
  const parseAnswer = async (ctx: ServerContext): Promise<ReceivedDecisions | undefined> => {
    const decided = decisionsIn(ctx);
    if (decided === undefined) return undefined;
    const unfit: [string, string][] = [];
    for (const decision of decided.decisions) unfit.push(...(await backend.decide(decision)));
    return { ...decided, unfit: new Map(unfit) };
  };
  const passed = async (ctx: ServerContext): Promise<PassedFeatures> => {
    const decided = await parseAnswer(ctx);
    const { snapshot, catalog } = await backend.catalog();
    const person = personOf({ server, ctx, session, backend }, directClient(server, ctx, session));
    const watching = { signal: ctx.mcpReq.signal, ...person };
    const run = (request: object): Promise<Executed> =>
      backend.execute(request, { snapshot, catalog }, clientInfoOf(server, ctx), watching);
    return passedFeatures(
      passedServers(catalog, exposures),
      unlistedPassedServers(snapshot, exposures, backend.switchedOff),
      {
        run,
        ask: async (call) =>
          askClient(await run(decided ? { resume: decided.run } : call), { server, ctx, session, decided, backend }),
      },
    );
  };
  serveResources(server, backend.results, passed);
  if (exposesTools) serveSubscriptions(server, session, backend, passed);
  serveLogLevel(server, session, (of, level) => backend.setLogLevel(of, level));
  const tasks = backend.tasks && {
    ...backend.tasks,
    waitingCalls: (run: string) => backend.waitingCalls(run),
    decide: async (decision: ClientDecision) => void (await backend.decide(decision)),
  };
  if (tasks) serveTasks(server, tasks, (executed) => answerOf(executed, backend.outputBudget));
  server.setRequestHandler("tools/list", async () => {
    const { snapshot, catalog } = await backend.catalog();
    return { tools: toolList(snapshot, catalog, { hosts: backend.fetchHosts, packages: backend.packages, exposures }) };
  });
  server.setRequestHandler("tools/call", async ({ params }, ctx): Promise<CallToolResult | InputRequiredResult> => {
    const decided = await parseAnswer(ctx);
    const agreed = agreedToSignIn(ctx);
    if (agreed !== undefined) await backend.awaitSignIn(agreed, SIGN_IN_WAIT_MS);
    const { snapshot, catalog: whole } = await backend.catalog();
    const direct = directTargets(params.name, { snapshot, catalog: whole }, backend);
    const understood = understand(params, snapshot, direct);
    if (!understood.ok) return text(`${understood.error.code} ${understood.error.message}`, true);
    const call = understood.value;
    const isDirect = call.kind === "execute" && call.form === "direct";
    const scope = isDirect
      ? { snapshot: direct.snapshot, catalog: whole }
      : { snapshot, catalog: scriptCatalog(whole, exposures) };
    switch (call.kind) {
      case "list":
      case "search": {
        const refusal = await backend.refuseSearch(call.request);
        if (refusal !== undefined) return text(`${refusal.code} ${refusal.message}`, true);
        const shown = scriptSnapshot(snapshot, exposures);
        if (call.kind === "list") return text(serverListing(shown, scope.catalog));
        const answer = await searchTools(call.request, shown, scope.catalog, backend, backend);
        return answer.ok ? text(answer.value || "// No tools yet.") : text(answer.error, true);
      }
      case "execute": {
        using progress = progressOf(ctx);
        const logging = runLogging(ctx, session);
        const task =
          tasks && decided === undefined && !isDirect && takesTasks(ctx) ? detached(call.request) : undefined;
        // The same request again, with the user's decision: its run goes on instead.
        const request = decided ? { resume: decided.run } : (task ?? call.request);
        const client = isDirect ? directClient(server, ctx, session) : undefined;
        const executed = await backend.execute(request, scope, clientInfoOf(server, ctx), {
          signal: ctx.mcpReq.signal,
          ...(progress && { listener: progress.listener }),
          ...(logging && { logging }),
          ...personOf({ server, ctx, session, backend }, client),
        });
        const answered = (done: Executed): CallToolResult =>
          answerIn(call.form, done, backend.outputBudget, session === undefined);
        if (task && tasks) return asTask(executed, tasks, ctx.mcpReq.signal, answered);
        const asked = await askClient(executed, { server, ctx, session, decided, backend });
        if (isInputRequiredResult(asked)) return asked;
        const question = asked.signIn && askToSignIn(asked.signIn, ctx);
        return question ?? answered(asked);
      }
    }
  });
  servePrompts(server, backend, passed);
  if (exposesTools) serveCompletions(server, backend, passed);
  return server;
}

interface DirectTargets {
  readonly listed: DirectTarget | undefined;
  /** Only where none is listed. */
  readonly absent: DirectTarget | undefined;
  /** That of the run of such a call. */
  readonly snapshot: Snapshot;
}

/** @returns the tool of an upstream that a client calls by this name */
function directTargets(
  name: string,
  { snapshot, catalog }: Scope,
  { exposures, switchedOff }: Pick<McpBackend, "exposures" | "switchedOff">,
): DirectTargets {
  const found = directTools(catalog, exposures).find((tool) => tool.name === name);
  if (found) return { listed: { server: found.server, tool: found.definition.name }, absent: undefined, snapshot };
  const absent = absentDirectTool(name, snapshot, exposures, switchedOff);
  return { listed: undefined, absent, snapshot: absent?.snapshot ?? snapshot };
}

/** @throws ProtocolError for a name that is neither a tool of the gateway, nor a saved script's, nor another system's */
function understand(
  { name, arguments: args = {} }: { readonly name: string; readonly arguments?: unknown },
  { scripts, servers }: Snapshot,
  { listed, absent }: Pick<DirectTargets, "listed" | "absent">,
): Result<ForeignCall, CallFailure> {
  if (name === "search_tools") return { ok: true, value: { kind: "search", request: args } };
  if (name === "execute_code") return { ok: true, value: { kind: "execute", request: args } };
  if (scripts.some((script) => script.name === name && script.expose === "tool")) {
    return { ok: true, value: { kind: "execute", request: { script: name, input: args } } };
  }
  const called = (target: DirectTarget): Result<ForeignCall, CallFailure> => {
    const given = args !== null && typeof args === "object" ? args : {};
    return { ok: true, value: { kind: "execute", request: directCall(target, given), form: "direct" } };
  };
  if (listed !== undefined) return called(listed);
  const foreign = foreignCall(name, args, servers);
  if (foreign !== undefined) return foreign;
  if (absent !== undefined) return called(absent);
  throw invalidParams(
    `There is no tool ${JSON.stringify(name)} here. Tools of upstreams are called by a script: execute_code with {"code": "return await server.tool({…})"}; search_tools finds them.`,
  );
}

/**
 * How the client's user is asked, and how a 2025-era client cancels: only a session connects its messages.
 *
 * @param client what the client answers itself, which it is asked with the answer to its request, as a form is
 */
function personOf(
  asking: Omit<QuestionContext, "decided">,
  client: DirectClient | undefined,
): Pick<RunWatching, "request" | "asksAtOnce" | "onHeld" | "client"> {
  const { ctx, session } = asking;
  const asked = { asksAtOnce: client !== undefined || canAsk(asking), ...(client && { client }) };
  if (session === undefined) return asked;
  return {
    ...asked,
    request: { session, id: ctx.mcpReq.id },
    // A question that does not arrive is asked by the gateway's other interfaces; a client that has left is noticed elsewhere.
    onHeld: (run, approval) =>
      void askDuring(run, approval, asking).catch((error: unknown) => console.error("mcp:", error)),
  };
}

/** @returns the client's name and version. A 2025-era client sends them once, in a request that another isolate may have handled. */
function clientInfoOf(server: Server, { http, mcpReq }: ServerContext): ClientInfo {
  const info = server.getClientVersion();
  const headers = http?.req?.headers;
  const client = info ? `${info.name} ${info.version}` : (headers?.get("user-agent") ?? "");
  // SEP-414: the client's own trace context takes precedence over one that a proxy added.
  const traceparent = mcpReq._meta?.["traceparent"] ?? headers?.get("traceparent");
  return { client, ...(typeof traceparent === "string" && { traceparent }) };
}
