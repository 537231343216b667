/** `POST code/exec`: one script, for programs and people. The body and the answer are those that scripts for MCPProxy are sent with. */
import { clientInfoOf } from "../client-info.ts";
import { originOf } from "../origin.ts";
import type { Context } from "hono";
import * as z from "zod";
import type { RunOrigin } from "../../runs/run-opening.ts";
import type { RunWait } from "../../runs/durable/durable-run.ts";
import { waitingText } from "../../runs/durable/waiting-outcome.ts";
import type { Executed } from "../../runs/execute-context.ts";
import { runRequestSchema } from "../../runs/run-options.ts";
import { switchedOffServers } from "../../catalog/unlisted-servers.ts";
import { currentCatalog } from "../../worker/current-catalog.ts";
import { executeFor } from "../../worker/run-backend.ts";
import { answerWhenDone } from "./answer-when-done.ts";
import { Area } from "./area.ts";
import type { AppEnv } from "../app-env.ts";
import { execAnswerSchema } from "../../contract/runs.ts";
import { CALL_STATUS, isRunCode } from "../../contract/error-codes.ts";
import { notFound, problemSchema } from "./problem.ts";
import { tokensOf } from "../../ledger/run-views.ts";
import { singleCall, withoutScript } from "../../runs/single-call.ts";

export const code = new Area("code");

/** Documented; checked by the run itself, so that what is wrong is reported under the codes of runs. */
const documented = z.unknown().meta(z.toJSONSchema(runRequestSchema, { io: "input" }) as Record<string, unknown>);

/** The answers of routes that run a script. */
export const RUN_ANSWERS = {
  200: { description: "The script was run; `ok` says whether it succeeded.", schema: execAnswerSchema },
  400: {
    description: "The script was not run: INVALID_REQUEST, INVALID_OPTIONS, INVALID_LANGUAGE.",
    schema: execAnswerSchema,
  },
  404: { description: "SCRIPT_NOT_FOUND", schema: execAnswerSchema },
  503: {
    description: "CAPACITY: too many runs of this principal are in flight and wait.",
    schema: execAnswerSchema,
  },
};

code.on(
  "post /code/exec",
  {
    summary: "Run a script",
    isForPages: true,
    body: documented,
    answers: RUN_ANSWERS,
  },
  ({ body, c }) => executeNow(c, body),
);

export async function executeNow(
  c: Context<AppEnv>,
  args: unknown,
  from: Pick<RunOrigin, "replayOf"> = {},
  shown: (executed: Executed) => Executed = (executed) => executed,
): Promise<Response> {
  const principal = c.get("principal");
  const origin = originOf(c);
  const { snapshot, catalog } = await currentCatalog(c.env, principal, origin);
  const gone = new AbortController();
  const open = Promise.withResolvers<void>();
  const executed = executeFor(
    { env: c.env, config: c.get("config"), principal, origin, waitUntil: (work) => c.executionCtx.waitUntil(work) },
    {
      args,
      origin: { via: "rest", ...clientInfoOf(c), ...from },
      catalog,
      snapshot,
      signal: AbortSignal.any([c.req.raw.signal, gone.signal]),
      onOpen: () => open.resolve(),
    },
  );
  return answerWhenDone(
    executed.then((done) => answerOf(shown(done))),
    open.promise,
    () => gone.abort(),
  );
}

code.on(
  "post /tools/:server/:tool",
  {
    summary: "Call one tool; recorded as a run of one call",
    isForPages: true,
    params: z.object({ server: z.string().max(512), tool: z.string().max(512) }),
    body: z.record(z.string(), z.unknown()).describe("The tool's arguments."),
    hasArguments: true,
    answers: {
      200: { description: "The call was made or refused; `ok` says whether it succeeded.", schema: execAnswerSchema },
      404: { description: "There is no such server.", schema: problemSchema },
      503: {
        description: "CAPACITY: too many runs of this principal are in flight and wait.",
        schema: execAnswerSchema,
      },
    },
  },
  async ({ params: { server, tool }, body, c }) => {
    const { snapshot } = await currentCatalog(c.env, c.get("principal"), originOf(c));
    const call = singleCall(snapshot.servers, server, tool, body);
    if (call.ok) return executeNow(c, call.value, {}, withoutScript);
    const why = switchedOffServers(c.get("config"), c.get("principal").access).get(server);
    return notFound(why === undefined ? call.error.message : `${server} ${why}`);
  },
);

function answerOf(executed: Executed): Response {
  const { run, outcome, stats, isInvalidRequest, isTurnedAway, unfinished, wouldCall } = executed;
  const { calls, failedCalls, unknownCalls, durationMs, tokens } = stats;
  const counted = {
    calls,
    failed_calls: failedCalls,
    unknown_calls: unknownCalls,
    duration_ms: durationMs,
    tokens: tokensOf(tokens),
  };
  if (unfinished) return Response.json({ ok: true, run, ...unfinished, logs: [], stats: counted });
  const dry = wouldCall === undefined ? "" : `"would_call":${JSON.stringify(wouldCall)},`;
  const tail = `${dry}"logs":${JSON.stringify(outcome.logs)},"stats":${JSON.stringify(counted)},"run":${JSON.stringify(run)}}`;
  const headers = { "content-type": "application/json" };
  if (outcome.ok) {
    // The value is JSON text already.
    const result = outcome.value === undefined ? "" : `"result":${outcome.value},`;
    return new Response(`{"ok":true,${result}${tail}`, { headers });
  }
  const error =
    executed.wait === undefined ? outcome.error : { ...outcome.error, message: adviceOfRest(executed.wait) };
  const isOther = isInvalidRequest === true && error.code === "INVALID_ARGS";
  const shown = isOther ? { ...error, code: "INVALID_REQUEST" } : error;
  const hasNotRun = isInvalidRequest === true || isTurnedAway === true;
  const status = !hasNotRun ? 200 : isRunCode(shown.code) ? CALL_STATUS[shown.code] : 400;
  const { retry_after_ms: retryMs } = error;
  const retry = isTurnedAway && retryMs !== undefined && { "retry-after": String(Math.ceil(retryMs / 1_000)) };
  return new Response(`{"ok":false,"error":${JSON.stringify(shown)},${tail}`, {
    status,
    headers: { ...headers, ...retry },
  });
}

/** Advice about a run that waits. Callers of the REST interface do nothing; MCP clients continue it with `execute_code`. */
function adviceOfRest(wait: RunWait): string {
  return `${waitingText(wait)} The run then continues automatically.`;
}
