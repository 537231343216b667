/**
 * A gateway that is killed (`kill -9`) again and again, while scripts and schedules call tools and wait for persons. No call that may change
 * something reaches the upstream twice unless a person says so, every run comes to its end, and every schedule can run again. The choices
 * come from the seed; at which call the kill falls depends on the machine.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serve } from "../fixtures/upstreams/node-server.ts";
import { Random } from "../support/random.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { buildBundle } from "../support/workerd/bundle.ts";
import { startWorkerd } from "../support/workerd/gateway.ts";
import type { RawWorker } from "../support/workerd/serve.ts";
import type { FuzzRun } from "./support/fuzz-run.ts";

export const name = "killed-gateways";
export const description = "gateways that are killed while runs and schedules wait for persons";

const RUNS = 5;
const SCHEDULES = ["first", "second"];
const MAX_SETTLE_MS = 30_000;
const POLICY = {
  version: "1",
  default: "allow",
  tools: { "records.erase": { require_approval: true } },
  approvals: { wait_ms: 150 },
};

interface Approval {
  readonly id: string;
  readonly kind: string;
}

interface Schedule {
  readonly running_since?: string;
  readonly waiting_run?: string;
}

/** @returns how many runs clients have started */
export async function run({ seed, until, report }: FuzzRun): Promise<number> {
  const random = new Random(seed);
  const records = await startRecords();
  const directory = await temporaryDirectory();
  const gateway = await KilledGateway.start(directory, records.origin);
  let runs = 0;
  try {
    await gateway.prepare();
    do {
      // A client that asks for its run would wake what nobody asks for.
      const labels = Array.from({ length: random.chance(0.4) ? 0 : RUNS }, () => `run${(runs += 1)}`);
      await round(gateway, random, labels, report);
      const twice = labels.flatMap((label) =>
        [...records.calls].filter(([key, times]) => key.includes(`${label}.`) && times > 1),
      );
      for (const [key, times] of twice) report(`${key} reached the upstream ${times} times`);
    } while (Date.now() < until);
    return runs;
  } finally {
    await gateway.stop();
    await records.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function round(
  gateway: KilledGateway,
  random: Random,
  labels: readonly string[],
  report: (finding: string) => void,
): Promise<void> {
  for (const schedule of SCHEDULES) await gateway.ask("POST", `/schedules/${schedule}/run`, {});
  const killedAfter = 20 + random.below(900);
  const isKilled = random.chance(0.8);
  const codes = labels.map((label) => ({ label, code: random.chance(0.5) ? plain(label) : nested(label) }));
  const asked = codes.map(({ code }) => gateway.ask("POST", "/code/exec", { code, detach: random.chance(0.4) }));
  await pause(killedAfter);
  if (isKilled) await gateway.killAndStart();
  const answers = await Promise.all(asked);
  const listed = await gateway.ask("GET", "/runs?limit=100");
  const known = (listed["runs"] ?? []) as readonly { id: string; title: string; parent?: string }[];
  const ids = codes.flatMap(({ label }, index) => {
    const found = known.find(({ title, parent }) => parent === undefined && title.includes(`${label}.`));
    return (answers[index]?.["run"] as string | undefined) ?? found?.id ?? [];
  });
  const end = Date.now() + MAX_SETTLE_MS;
  let open = "nothing was looked at";
  while (open !== "" && Date.now() < end) {
    const { approvals = [] } = (await gateway.ask("GET", "/approvals?state=waiting")) as { approvals?: Approval[] };
    const decided = approvals.map(({ id, kind }) =>
      gateway.ask("POST", `/approvals/${id}`, { decision: kind === "unknown" ? "deny" : "approve" }),
    );
    if (random.chance(0.2)) {
      await pause(random.below(150));
      await gateway.killAndStart();
    }
    await Promise.all(decided);
    open = await openOf(gateway, ids);
    await pause(50);
  }
  if (open !== "") report(`after ${MAX_SETTLE_MS} ms there is still open: ${open}`);
}

/** @returns the runs and schedules that have not come to an end */
async function openOf(gateway: KilledGateway, ids: readonly string[]): Promise<string> {
  const states = await Promise.all(ids.map((id) => gateway.ask("POST", "/code/exec", { resume: id })));
  const runs = states.filter(({ error, state, lost }) => {
    const { code } = (error ?? {}) as { code?: string };
    return code === "APPROVAL_REQUIRED" || state !== undefined || lost !== undefined;
  });
  const { schedules } = (await gateway.ask("GET", "/schedules")) as { schedules?: readonly Schedule[] };
  const busy = schedules?.filter((one) => one.running_since !== undefined || one.waiting_run !== undefined);
  return runs.length === 0 && busy?.length === 0 ? "" : JSON.stringify({ runs, busy });
}

function plain(label: string): string {
  return `await records.look({ key: "${label}.look" }); await records.write({ key: "${label}.1" }); await records.erase({ key: "${label}.2" });
    await records.write({ key: "${label}.3" }); "done"`;
}

function nested(label: string): string {
  return `await Promise.all([records.write({ key: "${label}.1" }), scripts.part({ label: "${label}" })]); await records.write({ key: "${label}.5" }); "done"`;
}

const PART = `await records.write({ key: input.label + ".2" }); await records.erase({ key: input.label + ".3" }); await records.write({ key: input.label + ".4" })`;

type Answer = Readonly<Record<string, unknown>>;

class KilledGateway {
  readonly #start: () => Promise<RawWorker>;
  #worker: RawWorker;

  static async start(directory: string, records: string): Promise<KilledGateway> {
    const bundle = await buildBundle(join(directory, "bundle"));
    const mcpServers = { records: { url: `${records}/mcp` } };
    const start = () => startWorkerd({ bundle, directory: join(directory, "gateway"), mcpServers, policy: POLICY });
    return new KilledGateway(start, await start());
  }

  constructor(start: () => Promise<RawWorker>, worker: RawWorker) {
    this.#start = start;
    this.#worker = worker;
  }

  async prepare(): Promise<void> {
    await this.ask("POST", "/scripts", { name: "part", code: PART });
    for (const schedule of SCHEDULES) {
      const code = `await records.write({ key: "${schedule}" }); await records.erase({ key: "${schedule}" }); await sleep(50); await records.write({ key: "${schedule}" })`;
      await this.ask("POST", "/schedules", { name: schedule, schedule: "every week", code });
    }
  }

  /** @returns the answer; `lost` if the gateway died before it */
  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.#worker.port}/api/v1${path}`, {
        method,
        headers: { "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(MAX_SETTLE_MS),
      });
      return (await response.json()) as Answer;
    } catch (error) {
      return { lost: String(error) };
    }
  }

  async killAndStart(): Promise<void> {
    await this.#worker.kill();
    this.#worker = await this.#start();
  }

  stop(): Promise<void> {
    return this.#worker.stop();
  }
}

/** A server whose calls take a while, and are counted. */
async function startRecords() {
  const calls = new Map<string, number>();
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: "records", version: "1.0.0" });
      for (const tool of ["write", "erase", "look"]) {
        const described = {
          inputSchema: z.object({ key: z.string() }),
          annotations: { readOnlyHint: tool === "look" },
        };
        server.registerTool(tool, described, async ({ key }) => {
          if (tool !== "look") calls.set(`${tool} ${key}`, (calls.get(`${tool} ${key}`) ?? 0) + 1);
          await pause(Math.random() * 60);
          return { content: [{ type: "text", text: JSON.stringify({ tool, key }) }] };
        });
      }
      return server;
    },
    { legacy: "reject" },
  );
  return { ...(await serve((request) => handler.fetch(request))), calls };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
