/** `runs.list({ limit?, outcome?, text? })` and `runs.get(id)`: what this principal ran before, as REST shows it. */
import * as z from "zod";
import { RUN_STATES } from "../../contract/run-states.ts";
import { callOf, runDetailsOf, runOf } from "../../ledger/run-views.ts";
import { parseForScript } from "../../lib/exact-json.ts";
import type { RunFilter, RunPage } from "../../ledger/run-filter.ts";
import type { CallRecord, RecordedDetails } from "../../ledger/run-record.ts";
import { invalidArgs, service, usage, type Services } from "./service.ts";

export interface PastRuns {
  listRuns(filter: RunFilter): Promise<RunPage>;
  readRun(id: string): Promise<RecordedDetails | undefined>;
  /** @returns undefined if there is no such run */
  listCalls(run: string, after: number, limit: number): Promise<readonly CallRecord[] | undefined>;
}

const MAX_RUNS = 100;
const MAX_CALLS = 200;

/** Runs that a list has unless its request says how many. */
export const LISTED_RUNS = 20;

const listSchema = z.strictObject({
  options: z
    .strictObject({
      limit: z.int().min(1).max(MAX_RUNS).default(LISTED_RUNS),
      outcome: z.enum(RUN_STATES).optional(),
      text: z.string().max(200).optional(),
    })
    .default({ limit: LISTED_RUNS }),
});

const getSchema = z.strictObject({ id: z.string().max(100) });

export function pastRunServices(runs: PastRuns): Services {
  return {
    "runs.list": service(
      listSchema,
      usage("runs.list({ limit?, outcome?, text? })"),
      async ({ options: { limit, outcome: state, text } }) => {
        return { ok: true, value: await pastRuns(runs, { limit, state, text }) };
      },
    ),
    "runs.get": service(getSchema, usage("runs.get(id)"), async ({ id }) => {
      const value = await pastRun(runs, id);
      return value === undefined
        ? invalidArgs(`runs.get: there is no run ${JSON.stringify(id)}; runs.list() lists them.`)
        : { ok: true, value: parseForScript(JSON.stringify(value)) };
    }),
  };
}

/** Newest first. */
export async function pastRuns(runs: Pick<PastRuns, "listRuns">, filter: RunFilter): Promise<readonly object[]> {
  return (await runs.listRuns(filter)).runs.map(runOf);
}

/** A run with its calls. @returns undefined if there is none of this id */
export async function pastRun(runs: Pick<PastRuns, "readRun" | "listCalls">, id: string): Promise<object | undefined> {
  const run = await runs.readRun(id);
  if (run === undefined) return undefined;
  const calls = (await runs.listCalls(id, 0, MAX_CALLS)) ?? [];
  return { ...runDetailsOf(run), calls: calls.map((call) => callOf(call, run.startedAt)) };
}
