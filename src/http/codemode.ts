/**
 * `/api/v1/codemode`: codemode-mcp's endpoints for programs outside, under their own paths (`/mcp/servers`,
 * `/mcp/{server}/tools`, `POST /mcp/call`), so that a client only changes its base URL and sends its key. Answers have
 * codemode-mcp's form, also those that fail; their status says whose fault it is, which codemode-mcp's clients do not look at.
 */
import { LIMIT_DEFAULTS } from "../config/limit-defaults.ts";
import { CALL_STATUS, REST_STATUS, isRunCode, type RestStatus, type RunCode } from "../contract/error-codes.ts";
import type { Context } from "hono";
import * as z from "zod";
import type { EndpointCall } from "../../dialects/codemode-mcp/endpoints.ts";
import { policyInForce } from "../enforcement/policy-in-force.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";
import { gatewayForRun } from "../rpc/gateway-for-run.ts";
import { isDeeper } from "../lib/nesting.ts";
import { readUtf8 } from "../lib/utf8.ts";
import { RunControl } from "../runs/run-control.ts";
import { leftBecause } from "../runs/run-ending.ts";
import { newOpening } from "../runs/run-opening.ts";
import { takeTurn } from "../runs/take-turn.ts";
import { answerRequest } from "../runs/services/codemode-mcp.ts";
import { Area, reply } from "./api/area.ts";
import type { AppEnv } from "./app-env.ts";
import { clientInfoOf } from "./client-info.ts";
import { identifiersOf } from "../catalog/server-names.ts";
import { unlistedServers } from "../catalog/unlisted-servers.ts";
import { currentCatalog } from "../worker/current-catalog.ts";
import { originOf } from "./origin.ts";
import { readPrincipalBody } from "./principal-body.ts";

/** As for a call that a script makes. */
const MAX_ARGUMENT_CHARS = 1_048_576;
const MAX_ARGUMENT_DEPTH = 200;

const failure = z.object({ error: z.string(), code: z.string().optional() });
const unknownServer = { description: "There is no such server, tool or path.", schema: failure };

export const codemode = new Area("codemode");

codemode.document("get /codemode/mcp/servers", {
  summary: "List server names in the format of codemode-mcp",
  answers: reply(200, "Names.", z.array(z.string())),
});

codemode.document("get /codemode/mcp/:server/tools", {
  summary: "List the tools of a server in the format of codemode-mcp",
  params: z.object({ server: z.string() }),
  answers: {
    200: {
      description: "The tools as in the result of tools/list.",
      schema: z.object({ tools: z.array(z.looseObject({})) }),
    },
    404: unknownServer,
  },
});

codemode.document("post /codemode/mcp/call", {
  summary: "Call one tool; the answer has the format of codemode-mcp",
  body: z.object({ server: z.string(), tool: z.string(), args: z.record(z.string(), z.unknown()).optional() }),
  answers: {
    200: { description: "The tool's CallToolResult, also with isError.", schema: z.looseObject({}) },
    400: { description: "The call is malformed, or its arguments are wrong.", schema: failure },
    403: { description: "These credentials or the policy do not allow it.", schema: failure },
    404: unknownServer,
    429: { description: "Too many calls.", schema: failure },
    502: { description: "The upstream failed, or requires a sign-in.", schema: failure },
    503: { description: "Too many runs of this principal are in flight and wait.", schema: failure },
    504: { description: "The upstream took too long.", schema: failure },
  },
});

codemode.app.all("/codemode/mcp/*", async (c) => {
  const { method, path } = c.req;
  const read = method === "POST" ? await readPrincipalBody(c) : undefined;
  if (read?.ok === false) return failed(c, REST_STATUS[read.error.code], read.error.detail, read.error.code);
  const body = read === undefined ? "" : readUtf8(read.value);
  if (body === undefined) return failed(c, 400, "The body is not UTF-8.", "INVALID_ARGS");
  const { catalog, snapshot } = await currentCatalog(c.env, c.get("principal"), originOf(c));
  const unlisted = unlistedServers(snapshot, identifiersOf(snapshot.servers));
  const request = { method, path: path.slice(path.indexOf("/mcp")), body };
  const answer = answerRequest(request, catalog.servers, unlisted);
  return answer.kind === "answer" ? c.json(answer.body as object, answer.status) : callTool(c, answer);
});

async function callTool(c: Context<AppEnv>, { server, tool, args }: EndpointCall): Promise<Response> {
  if (isDeeper(args, MAX_ARGUMENT_DEPTH)) {
    return failed(c, 400, `args is nested more than ${MAX_ARGUMENT_DEPTH} levels deep.`, "INVALID_ARGS");
  }
  const json = JSON.stringify(args);
  if (json.length > MAX_ARGUMENT_CHARS) {
    const problem = `args has ${json.length} characters of JSON; at most ${MAX_ARGUMENT_CHARS} are sent.`;
    return failed(c, 400, problem, "INVALID_ARGS");
  }
  const principal = c.get("principal");
  const scope = { allowedServers: [], wallMs: c.get("config").limits.timeout_ms ?? LIMIT_DEFAULTS.timeout_ms };
  // In the ledger it is a run of one call, written as the script that would make it.
  const code = `await call_tool(${JSON.stringify(server)}, ${JSON.stringify(tool)}, ${json})`;
  const opening = newOpening({ code }, { via: "rest", ...clientInfoOf(c) });
  const policy = policyInForce(c.get("config"));
  const gateway = gatewayForRun(gatewayOf(c.env, principal.id), principal, originOf(c), { policy });
  const refusal = await gateway.admit(opening, undefined);
  if (refusal) return failed(c, statusOf(refusal.code), refusal.message, refusal.code);
  const control = new RunControl();
  const opened = await gateway.open(scope, opening, control);
  using host = opened.host;
  const turn = await takeTurn(opened, {
    signal: AbortSignal.any([c.req.raw.signal, control.signal]),
    onAccepted: undefined,
  });
  const called = turn.ok
    ? await Promise.race([host.call({ server, tool, args: json, raw: true }), cancelled(control.signal)])
    : turn;
  const ending = { logs: [], endedAt: Date.now(), prepareMs: 0 };
  if (!called.ok) {
    const { code: failureCode, message } = called.error;
    await host.close({ outcome: { ok: false, error: { code: failureCode, message } }, ...ending });
    return failed(c, statusOf(failureCode), message, failureCode);
  }
  await host.close({ outcome: called, ...ending });
  return new Response(called.value, { headers: { "content-type": "application/json" } });
}

/** Resolves when a person has cancelled the run. The close of the run then aborts its call. */
async function cancelled(signal: AbortSignal) {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  return { ok: false, error: { code: "CANCELLED", message: leftBecause(signal) } } as const;
}

type FailureStatus = (typeof CALL_STATUS)[RunCode] | RestStatus;

function statusOf(code: string): FailureStatus {
  return isRunCode(code) ? CALL_STATUS[code] : 500;
}

function failed(c: Context<AppEnv>, status: FailureStatus, error: string, code: string): Response {
  return c.json({ error, code }, status);
}
