/** The backend of the MCP server for clients (mcp/server.ts): operations of the principal's Gateway and of the Worker. */
import type { ApprovalDecision } from "../approvals/approval.ts";
import { isNarrowed, type Principal } from "../auth/principal.ts";
import { NOT_EXPOSED, type Exposures, type ServerExposure } from "../catalog/direct-tools.ts";
import { switchedOffServers } from "../catalog/unlisted-servers.ts";
import { semanticRank } from "../catalog/semantic/semantic-rank.ts";
import type { Env } from "../config/env.ts";
import { outputBudget, toolChoice, type GatewayConfig } from "../config/gateway-config.ts";
import { configuredPackages } from "../config/packages.ts";
import { policyInForce } from "../enforcement/policy-in-force.ts";
import type { McpBackend } from "../mcp/server.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";
import { resumedRun } from "../runs/durable/waiting-outcome.ts";
import { LISTED_RUNS, pastRun, pastRuns } from "../runs/services/past-runs.ts";
import { currentCatalog } from "../worker/current-catalog.ts";
import { fetchHosts } from "../worker/fetch-hosts.ts";
import { refusalOfPage } from "./require-principal.ts";
import { refuseSearch } from "../worker/refuse-search.ts";
import { executeFor } from "../worker/run-backend.ts";
import { searchIndex } from "../worker/search-index.ts";

/** Clients wait a minute for an answer by default. */
const ASKED_WAIT_MS = 50_000;
/** As many as can wait for one run. */
const MAX_LISTED = 500;

function exposuresOf(config: GatewayConfig): Exposures {
  const { mcpServers } = config;
  const data = policyInForce(config)?.compiled.data;
  const exposed = Object.entries(mcpServers).map(([name, server]): readonly [string, ServerExposure] => {
    if (server.type === "unusable" || "command" in server || server.expose === undefined) return [name, NOT_EXPOSED];
    const isMcp = server.type !== "openapi" && server.type !== "graphql";
    const changesResults = (tool: string): boolean => {
      const rules = data?.toolData(`${name}.${tool}`);
      return (
        rules !== undefined && (rules.revealed.size > 0 || rules.results.some((one) => one.enforced !== undefined))
      );
    };
    const keepsNames = server.direct_names === "own";
    return [name, { expose: server.expose, isMcp, keepsNames, changesResults, choice: toolChoice(server) }];
  });
  return new Map(exposed);
}

export function createBackend(
  env: Env,
  ctx: ExecutionContext,
  config: GatewayConfig,
  principal: Principal,
  origin: string,
): McpBackend {
  const asking = { env, config, principal, origin, waitUntil: (work: Promise<unknown>) => ctx.waitUntil(work) };
  const gateway = gatewayOf(env, principal.id);
  const waitingCalls = async (run: string) =>
    principal.foreignPage !== undefined
      ? []
      : gateway.listApprovals({ state: "waiting", run }, MAX_LISTED, principal.access);
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
      return resumedRun(run, await gateway.resumeRun(run, principal.access, ASKED_WAIT_MS, "has asked"));
    },
    waitingCalls,
    async decide({ run, approvals, decision, comment, content, ofClient, denial, isLast = false }) {
      const waiting = await waitingCalls(run);
      const by = principal.credential ?? "";
      const more = {
        ...(comment !== undefined && { comment }),
        ...(content !== undefined && { content }),
        ...(ofClient && { ofClient }),
        ...(denial && { denial }),
      };
      const how = { decision, for: "once", by, channel: "elicitation", ...more } as const;
      const unfit = new Map<string, string>();
      for (const { id } of waiting) {
        if (!approvals.includes(id)) continue;
        const decided = await gateway.decideApproval(id, how, principal.access);
        // A person of a 2026-07-28 client can mend an answer, and is asked again; a client itself would give the same.
        const isUnfit = typeof decided === "object" && !decided.ok && decided.why === "invalid";
        if (!isUnfit) continue;
        if (isLast || ofClient !== undefined) {
          const refused = { decision: "deny", denial: "unanswered", comment: decided.problem } as const;
          const refusal: ApprovalDecision = { ...how, ...refused };
          await gateway.decideApproval(id, refusal, principal.access);
        } else unfit.set(id, decided.problem);
      }
      return unfit;
    },
    setLogLevel: (session, level) => gateway.setLogLevel(session, level),
    subscribe: (session, resource) => gateway.subscribe(session, resource),
    unsubscribe: (session, uri) => gateway.unsubscribe(session, uri),
    refuseSearch: async (args) => refuseSearch(env, config, principal, args),
    awaitSignIn: (server, ms) => gateway.awaitSignIn(server, ms),
    results: {
      list: () => gateway.listHandles(),
      read: (run, of, part) => gateway.readResult(run, of, part),
      runs: () => pastRuns(gateway, { limit: LISTED_RUNS }),
      run: (id) => pastRun(gateway, id),
    },
    // Reading and cancelling go on when the client has left: its run is cancelled then.
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
      ...(principal.foreignPage !== undefined && { decisionRefusal: refusalOfPage(principal.foreignPage) }),
    },
    switchedOff: switchedOffServers(config, principal.access),
    maySaveScripts: !isNarrowed(principal.access) && (policyInForce(config)?.compiled.flows.length ?? 0) === 0,
    exposures: exposuresOf(config),
    fetchHosts: fetchHosts(config, principal.access),
    packages: configuredPackages(config.packages),
    outputBudget: outputBudget(config),
  };
}
