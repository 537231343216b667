/**
 * `/mcp`: both protocol eras on one URL. Answers are always streams with a short keep-alive, because the only sign that
 * a client has gone away is that the stream cannot be written to any more (measured: a JSON answer notices nothing
 * before its end); the run it waited for is then cancelled. 2025-era clients are served by legacy-mcp.ts.
 */
import { isLegacyRequest } from "@modelcontextprotocol/server";
import { createMcpHandler } from "agents/mcp/server";
import { semanticRank } from "../catalog/semantic/semantic-rank.ts";
import { mayHoldLongNumber, parseForScript } from "../lib/exact-json.ts";
import { outputBudget } from "../config/gateway-config.ts";
import { policyInForce } from "../enforcement/policy-in-force.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { proofOf } from "../auth/principal.ts";
import type { Principal } from "../auth/principal.ts";
import { sha256 } from "../lib/hash.ts";
import { configuredPackages } from "../config/packages.ts";
import type { Env } from "../config/env.ts";
import { MAX_LISTENERS, MAX_LISTENERS_OF_CREDENTIAL } from "../limits/listen-limits.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";
import { LISTED_RUNS, pastRun, pastRuns } from "../runs/services/past-runs.ts";
import { resumedRun } from "../runs/durable/waiting-outcome.ts";
import { createServer, publishesTools } from "../mcp/server.ts";
import { toolListVersion } from "../mcp/tool-list.ts";
import type { Exposures } from "../catalog/direct-tools.ts";
import type { McpBackend } from "../mcp/server.ts";
import { refuseSearch } from "../worker/refuse-search.ts";
import { currentCatalog } from "../worker/current-catalog.ts";
import { searchIndex } from "../worker/search-index.ts";
import { rpcError, serveLegacyMcp } from "./legacy-mcp.ts";
import { readText } from "./read-text.ts";
import { changesStream, endingWith, followTools } from "./tool-changes.ts";
import type { ToolChanges } from "./tool-changes.ts";
import { fetchHosts } from "../worker/fetch-hosts.ts";
import { executeFor } from "../worker/run-backend.ts";

/** Clients wait a minute for an answer by default. */
const ASKED_WAIT_MS = 50_000;
/** As many as can wait for one run. */
const MAX_LISTED = 500;

/** A client that has gone away is noticed after one or two of these. */
const KEEP_ALIVE_MS = 250;
const MAX_BODY_BYTES = 4_194_304;

export async function serveMcp(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  config: GatewayConfig,
  principal: Principal,
): Promise<Response> {
  const body = await readMessage(request);
  if (body instanceof Response) return body;
  const { origin } = new URL(request.url);
  const backend = createBackend(env, ctx, config, principal, origin);
  const gateway = gatewayOf(env, principal.id);
  const stream = crypto.randomUUID();
  const changes: ToolChanges = {
    async read() {
      const { snapshot, catalog } = await currentCatalog(env, principal, origin);
      const { fetchHosts: hosts, packages, exposures } = backend;
      return sha256(toolListVersion(snapshot, catalog, { hosts, packages, exposures }));
    },
    listen: () => gateway.listen(stream, proofOf(principal)),
    stop() {
      const stopped = gateway.stopListening(stream);
      ctx.waitUntil(stopped);
      return stopped;
    },
  };
  if (await isLegacyRequest(request, body)) {
    return serveLegacyMcp(request, body, {
      keepAliveMs: KEEP_ALIVE_MS,
      createServer: (session) => createServer({ ...backend, tasks: undefined }, session),
      decide: (word) => backend.decide(word),
      cancel: (cancelled) => gateway.cancelRequest(cancelled),
      endClientSession: (session) => gateway.endClientSession(session),
      ...(publishesTools(backend.exposures) && {
        listen: async () => ((await changes.listen()) === "listening" ? changesStream(changes) : tooManyListen()),
      }),
    });
  }
  const listens = publishesTools(backend.exposures) && isListening(body);
  if (listens && (await changes.listen()) !== "listening") return tooManyListen();
  // Host and Origin are checked for every route by the guards, before anything else.
  const handler = createMcpHandler(() => createServer(backend), {
    responseMode: "sse",
    keepAliveMs: KEEP_ALIVE_MS,
    legacy: "reject",
    allowedOriginHostnames: "*",
    corsOptions: false,
  });
  const response = await handler.fetch(request, body === undefined ? {} : { parsedBody: body });
  if (!listens) return response;
  if (!response.ok) {
    await changes.stop();
    return response;
  }
  const stopped = new AbortController();
  const listening = followTools(changes, stopped.signal, (hasChanged) => {
    if (hasChanged) handler.notify.toolsChanged();
  });
  return endingWith(response, () => stopped.abort(), listening);
}

function tooManyListen(): Response {
  const most = `${MAX_LISTENERS} requests of one principal, and ${MAX_LISTENERS_OF_CREDENTIAL} with one key, listen at the same time`;
  return rpcError(429, -32_000, `Too many listen for changes already: at most ${most}. End some of them.`);
}

function isListening(body: unknown): boolean {
  return body !== null && typeof body === "object" && "method" in body && body.method === "subscriptions/listen";
}

/** @returns the parsed body of a POST, or why there is none */
async function readMessage(request: Request): Promise<unknown> {
  if (request.method !== "POST") return undefined;
  const text = await readText(request, MAX_BODY_BYTES);
  if (text === undefined) return rpcError(413, -32_000, `A message has at most ${MAX_BODY_BYTES} bytes.`);
  try {
    return withExactArguments(JSON.parse(text), text);
  } catch (error) {
    return rpcError(400, -32_700, `Parse error: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Arguments keep the digits of long integers as text, so that the input of a script does; ids of messages stay what they are. */
function withExactArguments(body: unknown, text: string): unknown {
  if (!mayHoldLongNumber(text)) return body;
  const exact = parseForScript(text);
  return Array.isArray(body) && Array.isArray(exact)
    ? body.map((message, at) => withArgumentsOf(message, exact[at]))
    : withArgumentsOf(body, exact);
}

function withArgumentsOf(message: unknown, exact: unknown): unknown {
  if (!isCall(message) || !isCall(exact)) return message;
  return { ...message, params: { ...message.params, arguments: exact.params.arguments } };
}

function isCall(message: unknown): message is { readonly params: { readonly arguments: unknown } } {
  if (message === null || typeof message !== "object" || !("params" in message)) return false;
  const { params } = message;
  return params !== null && typeof params === "object" && Object.hasOwn(params, "arguments");
}

/** A server that is not exposed otherwise than in scripts is left out. */
function exposuresOf(config: GatewayConfig): Exposures {
  const { mcpServers } = config;
  const data = policyInForce(config)?.compiled.data;
  const exposed = Object.entries(mcpServers).flatMap(([name, server]) => {
    if (server.type === "unusable" || "command" in server || server.expose === undefined) return [];
    const isMcp = server.type !== "openapi" && server.type !== "graphql";
    const changesResults = (tool: string): boolean => {
      const rules = data?.toolData(`${name}.${tool}`);
      return (
        rules !== undefined && (rules.revealed.size > 0 || rules.results.some((one) => one.enforced !== undefined))
      );
    };
    return server.expose === "script"
      ? []
      : [[name, { expose: server.expose, isMcp, keepsNames: server.direct_names === "own", changesResults }] as const];
  });
  return new Map(exposed);
}

function createBackend(
  env: Env,
  ctx: ExecutionContext,
  config: GatewayConfig,
  principal: Principal,
  origin: string,
): McpBackend {
  const asking = { env, config, principal, origin, waitUntil: (work: Promise<unknown>) => ctx.waitUntil(work) };
  const gateway = gatewayOf(env, principal.id);
  const waitingCalls = async (run: string) =>
    principal.isForeignPage ? [] : gateway.listApprovals({ state: "waiting", run }, MAX_LISTED, principal.access);
  return {
    catalog: () => currentCatalog(env, principal, origin),
    index: (catalog) => searchIndex(asking, catalog),
    async rankByMeaning(query, catalog) {
      if (env.AI === undefined) return undefined;
      try {
        return await semanticRank(env.AI, gateway, catalog, query, (work) => ctx.waitUntil(work));
      } catch (error) {
        console.error("search by meaning:", error);
        return undefined;
      }
    },
    execute: (args, { snapshot, catalog }, asker, watching) =>
      executeFor(asking, { args, origin: { via: "mcp", ...asker }, snapshot, catalog, ...watching }),
    async awaitRun(run) {
      return resumedRun(run, await gateway.resumeRun(run, principal.access, ASKED_WAIT_MS, true));
    },
    waitingCalls,
    async decide({ run, approvals, decision, words, content, ofClient }) {
      const waiting = await waitingCalls(run);
      const by = principal.credential ?? "";
      const more = {
        ...(words !== undefined && { words }),
        ...(content !== undefined && { content }),
        ...(ofClient && { ofClient }),
      };
      const how = { decision, for: "once", by, door: "elicitation", ...more } as const;
      for (const { id } of waiting) {
        if (!approvals.includes(id)) continue;
        const decided = await gateway.decideApproval(id, how, principal.access);
        // A person can mend an answer, and is asked again; a client would give the same.
        const isUnusable = ofClient && typeof decided === "object" && !decided.ok && decided.why === "invalid";
        if (isUnusable) {
          const denial = { ...how, decision: "deny", words: decided.problem } as const;
          await gateway.decideApproval(id, denial, principal.access);
        }
      }
    },
    setLogLevel: (session, level) => gateway.setLogLevel(session, level),
    refuseSearch: async (args) => refuseSearch(env, config, principal, args),
    awaitSignIn: (server, ms) => gateway.awaitSignIn(server, ms),
    results: {
      list: () => gateway.listHandles(),
      read: (run, of, part) => gateway.readResult(run, of, part),
      runs: () => pastRuns({ list: (filter) => gateway.listRuns(filter) }, { limit: LISTED_RUNS }),
      run: (id) =>
        pastRun(
          { get: (run) => gateway.readRun(run), calls: (run, after, limit) => gateway.listCalls(run, after, limit) },
          id,
        ),
    },
    // Both go on when the client has left: its run is cancelled then.
    tasks: {
      async read(run, ms) {
        const resumed = gateway.resumeRun(run, principal.access, ms);
        ctx.waitUntil(Promise.resolve(resumed).catch(() => undefined));
        const executed = resumedRun(run, await resumed);
        const recorded = executed.isInvalidRequest === true ? undefined : await gateway.readRun(run);
        return { executed, ...(recorded && { startedAt: recorded.startedAt }) };
      },
      async cancel(run) {
        const cancelled = gateway.cancelRun(run, "The client cancelled the task.", principal.access);
        ctx.waitUntil(Promise.resolve(cancelled).catch(() => undefined));
        await cancelled;
      },
    },
    exposures: exposuresOf(config),
    fetchHosts: fetchHosts(config, principal.access),
    packages: configuredPackages(config.packages),
    outputBudget: outputBudget(config),
  };
}
