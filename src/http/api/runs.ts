/** `runs`: what was run, what is running, and what it did. */
import { callSchema, originsSchema, runDetailsSchema, runSchema } from "../../contract/runs.ts";
import { RUN_STATES } from "../../contract/run-states.ts";
import * as z from "zod";
import { NARROWED, proofOf } from "../../auth/principal.ts";
import { findOrigins } from "../../ledger/argument-origins.ts";
import { CSV_HEADER, csvRow } from "../../ledger/export-runs.ts";
import type { RunFilter } from "../../ledger/run-filter.ts";
import type { RecordedDetails } from "../../ledger/run-record.ts";
import type { GatewayStub } from "../../rpc/gateway-stub.ts";
import { ownGateway } from "../own-gateway.ts";
import { isShortened } from "../../runs/run-opening.ts";
import { Area, reply } from "./area.ts";
import { RUN_ANSWERS, executeNow } from "./code.ts";
import { notFound, problem } from "./problem.ts";
import { callOf, runDetailsOf, runOf } from "../../ledger/run-views.ts";
import { wholeNumber } from "./whole-number.ts";

const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: ({ input }) =>
      `${JSON.stringify(input)} is neither a time like 2026-11-21T08:00:00Z nor a date like 2026-11-21`,
  })
  .transform((text) => Date.parse(text));

const filters = {
  outcome: z.enum(RUN_STATES).optional(),
  code: z.string().max(100).optional().describe("only runs that failed with this error code, e.g. TIMEOUT"),
  server: z.string().max(200).optional().describe("only runs that called the server with this identifier"),
  script: z.string().max(100).optional().describe("only runs of the saved script with this name"),
  parent: z.string().max(100).optional(),
  since: time.optional().describe("only runs started at this time or later"),
  until: time.optional().describe("only runs started before this time"),
  text: z.string().max(500).optional().describe("only runs with this text in the script, error, client or id"),
};

export const cursor = z
  .string()
  .regex(/^\d{1,15}$/, "`next` of an earlier page")
  .transform(Number);

const id = z.object({ id: z.string().max(100) });

const EVENTS = "text/event-stream";

export const runs = new Area("runs");

runs.on(
  "get /runs",
  {
    summary: "List runs, newest first",
    query: z.strictObject({
      ...filters,
      cursor: cursor.optional().describe("`next` of the previous page"),
      limit: wholeNumber(1, 200).default(50),
    }),
    answers: reply(200, "A page of runs.", z.object({ runs: z.array(runSchema), next: z.string().optional() })),
  },
  async ({ query: { cursor: before, limit, ...filter }, c }) => {
    const page = await ownGateway(c).listRuns({ ...filterOf(filter), limit, before });
    return Response.json({ runs: page.runs.map(runOf), ...(page.next !== undefined && { next: page.next }) });
  },
);

runs.on(
  "get /runs/stream",
  {
    summary: "Stream events of all runs",
    answers: {
      200: {
        description: "Server-sent events: run_started, call_started, call_ended, run_logged, run_ended, missed.",
        type: EVENTS,
      },
    },
  },
  async ({ c }) =>
    eventStream((await ownGateway(c).watchRuns(undefined, proofOf(c.get("principal")))) ?? new ReadableStream()),
);

runs.on(
  "get /runs/export",
  {
    summary: "Export all matching runs, newest first",
    query: z.strictObject({ ...filters, format: z.enum(["jsonl", "csv"]).default("jsonl") }),
    answers: { 200: { description: "JSON lines, or CSV.", type: ["application/jsonl", "text/csv"] } },
  },
  ({ query: { format, ...filter }, c }) => {
    const gateway = ownGateway(c);
    const stands = () => gateway.stands(proofOf(c.get("principal")));
    const body = exported(gateway, filterOf(filter), format, stands);
    const type = format === "csv" ? "text/csv; charset=utf-8; header=present" : "application/jsonl; charset=utf-8";
    const headers = { "content-type": type, "content-disposition": `attachment; filename="runs.${format}"` };
    return new Response(body, { headers });
  },
);

runs.on(
  "get /runs/:id",
  { summary: "Get a run", params: id, answers: reply(200, "The run, without its calls.", runDetailsSchema) },
  async ({ params, c }) => {
    const details = await ownGateway(c).readRun(params.id);
    return details ? Response.json(runDetailsOf(details)) : noRun(params.id);
  },
);

runs.on(
  "get /runs/:id/calls",
  {
    summary: "List the calls of a run, in order",
    params: id,
    query: z.strictObject({
      after: wholeNumber(0).default(0).describe("number of the last call of the previous page"),
      limit: wholeNumber(1, 500).default(200),
    }),
    answers: reply(
      200,
      "The calls. Texts of more than 16,384 characters are left out; GET /runs/{id}/calls/{number} has them.",
      z.object({
        calls: z.array(callSchema),
        total: z
          .int()
          .describe(
            "Number of calls on all pages. Calls of saved scripts inside the run are listed by their own runs.",
          ),
      }),
    ),
  },
  async ({ params, query, c }) => {
    const gateway = ownGateway(c);
    const [details, calls, total] = await Promise.all([
      gateway.readRun(params.id),
      gateway.listCalls(params.id, query.after, query.limit),
      gateway.countCalls(params.id),
    ]);
    if (details === undefined || calls === undefined) return noRun(params.id);
    return Response.json({ calls: calls.map((call) => callOf(call, details.startedAt)), total });
  },
);

runs.on(
  "get /runs/:id/calls/:number",
  {
    summary: "Get a call with everything that was recorded",
    params: z.object({ id: z.string().max(100), number: wholeNumber(1) }),
    answers: reply(200, "The call.", callSchema),
  },
  async ({ params, c }) => {
    const gateway = ownGateway(c);
    const [details, call] = await Promise.all([gateway.readRun(params.id), gateway.readCall(params.id, params.number)]);
    if (details === undefined) return noRun(params.id);
    if (call === undefined) return notFound(`The run ${params.id} has no call ${params.number}.`);
    return Response.json(callOf(call, details.startedAt));
  },
);

runs.on(
  "get /runs/:id/origins",
  {
    summary:
      "Find values of earlier results in the arguments of a run's first 500 calls. A hint only: encoded values are not found",
    params: id,
    answers: reply(200, "The values that were found.", originsSchema),
  },
  async ({ params, c }) => {
    const gateway = ownGateway(c);
    const [details, calls, total] = await Promise.all([
      gateway.readRun(params.id),
      gateway.listCalls(params.id, 0, 500),
      gateway.countCalls(params.id),
    ]);
    if (details === undefined || calls === undefined) return noRun(params.id);
    const { origins, isComplete } = findOrigins(calls, details.script);
    return Response.json({ origins, complete: isComplete && calls.length === total });
  },
);

runs.on(
  "get /runs/:id/logs",
  {
    summary: "List the log lines of a run",
    params: id,
    answers: reply(200, "The lines, in order.", z.object({ logs: z.array(z.string()) })),
  },
  async ({ params, c }) => {
    const details = await ownGateway(c).readRun(params.id);
    return details ? Response.json({ logs: details.logs }) : noRun(params.id);
  },
);

runs.on(
  "get /runs/:id/value",
  {
    summary: "Get the value of a run, or a part of it",
    params: id,
    query: z.strictObject({
      path: z.string().max(2_000).optional().describe("path of a part of the value, like items[3].name"),
      offset: wholeNumber(0).optional().describe("range of items, characters or entries at the path"),
      limit: wholeNumber(0).optional(),
    }),
    answers: {
      200: {
        description: "The value; X-Total-Count says how many items, characters or entries there are.",
        schema: z.unknown(),
      },
      410: { description: "The value is not stored any more; a value over the budget is kept for 24 hours." },
    },
  },
  async ({ params, query, c }) => {
    const part = await ownGateway(c).readResult(params.id, "value", query);
    if (part.ok) {
      const headers = {
        "content-type": "application/json",
        ...(part.total !== undefined && { "x-total-count": String(part.total) }),
      };
      return new Response(part.json, { headers });
    }
    const detail = part.message;
    switch (part.reason) {
      case "unknown":
        return notFound(detail);
      case "expired":
        return problem({ code: "EXPIRED", detail });
      case "wrong-path":
        return problem({ code: "INVALID_REQUEST", detail });
    }
  },
);

runs.on(
  "get /runs/:id/stream",
  {
    summary: "Stream events of one run",
    params: id,
    answers: { 200: { description: "Server-sent events; the stream ends with run_ended.", type: EVENTS } },
  },
  async ({ params, c }) => {
    const stream = await ownGateway(c).watchRuns(params.id, proofOf(c.get("principal")));
    return stream ? eventStream(stream) : noRun(params.id);
  },
);

runs.on(
  "post /runs/:id/cancel",
  {
    summary: "Cancel a run in progress",
    isForPages: true,
    params: id,
    answers: reply(202, "The run ends with the code CANCELLED.", z.object({ id: z.string() })),
  },
  async ({ params, c }) => {
    const gateway = ownGateway(c);
    const done = await gateway.cancelRun(params.id, "The run was cancelled by a person.", c.get("principal").access);
    if (done === "cancelled") return Response.json({ id: params.id }, { status: 202 });
    if (done === "wider") return problem({ code: "FORBIDDEN", detail: NARROWED });
    const details = await gateway.readRun(params.id);
    if (details === undefined) return noRun(params.id);
    const detail = `The run ${params.id} has ended already (${details.state}).`;
    return problem({ code: "RUN_ENDED", detail });
  },
);

runs.on(
  "post /runs/:id/replay",
  {
    summary: "Run the same script again, with the same input and options",
    isForPages: true,
    params: id,
    answers: RUN_ANSWERS,
  },
  async ({ params, c }) => {
    const details = await ownGateway(c).readRun(params.id);
    if (details === undefined) return noRun(params.id);
    const refusal = cannotReplay(details);
    if (refusal !== undefined) return problem({ code: "NOT_REPLAYABLE", detail: refusal });
    const request = {
      code: details.script,
      ...(details.language && { language: details.language }),
      input: JSON.parse(details.input) as unknown,
      options: JSON.parse(details.options) as unknown,
    };
    return executeNow(c, request, { replayOf: details.id });
  },
);

function cannotReplay({ id: run, script, input, options }: RecordedDetails): string | undefined {
  if (script === "") return `The script of ${run} was not recorded, so it cannot be run again.`;
  if ([script, input, options].some((text) => text.includes("[redacted]"))) {
    return `The script or the input of ${run} contained a secret, which was not recorded. Send it again with POST /api/v1/code/exec.`;
  }
  if (isShortened(input)) {
    return `The input of ${run} was too long to be recorded with a refused run. Send it again with POST /api/v1/code/exec.`;
  }
  return undefined;
}

function eventStream(stream: ReadableStream<Uint8Array> | "too-many"): Response {
  if (stream === "too-many") {
    const detail = "This principal has the maximum number of run streams open. Close one, or list the runs instead.";
    return problem({ code: "TOO_MANY_STREAMS", detail });
  }
  return new Response(stream, { headers: { "content-type": EVENTS, "cache-control": "no-store" } });
}

function noRun(run: string): Response {
  return notFound(
    `There is no run ${JSON.stringify(run)}; it may have been deleted ("ledger" in gateway.json sets how long runs are kept).`,
  );
}

type Filters = z.output<z.ZodObject<typeof filters>>;

function filterOf({ outcome: state, script: saved, ...rest }: Filters): Omit<RunFilter, "limit" | "before"> {
  return { state, saved, ...rest };
}

/**
 * A page at a time, so that neither side holds everything. A reader may take as long as it likes over it, so its credentials are
 * asked for before each page.
 */
function exported(
  gateway: GatewayStub,
  filter: Omit<RunFilter, "limit" | "before">,
  format: "jsonl" | "csv",
  stands: () => Promise<boolean>,
) {
  const encoder = new TextEncoder();
  let before: number | undefined;
  let header = format === "csv" ? CSV_HEADER : "";
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!(await stands())) throw new Error("The credentials of this export are not valid any more.");
      const page = await gateway.listRuns({ ...filter, limit: 200, before });
      const rows = page.runs.map(runOf).map((run) => (format === "csv" ? csvRow(run) : `${JSON.stringify(run)}\n`));
      controller.enqueue(encoder.encode(header + rows.join("")));
      header = "";
      if (page.next === undefined) controller.close();
      else before = Number(page.next);
    },
  });
}
