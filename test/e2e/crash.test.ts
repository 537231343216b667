/**
 * workerd is killed at twenty random moments of a busy time, on the storage that it left behind each time: whatever was answered
 * is in the ledger as it was answered, and nothing in it is still "running".
 */
import { rm } from "node:fs/promises";
import { expect, inject, it } from "vitest";
import type { RawWorker } from "../support/workerd/serve.ts";
import { startWorkerd } from "../support/workerd/gateway.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const KILLS = 20;
const CLIENTS = 4;
const SCRIPT = `for (const id of [1, 2, 3]) { await notes.summarize({ id }); await sleep(input.pause); } console.log("done"); input.n`;

interface Answered {
  readonly run: string;
  readonly n: number;
}

interface Listed {
  readonly id: string;
  readonly outcome: string;
  readonly calls: number;
}

it(`loses no answered run in ${KILLS} crashes, and leaves none running`, { timeout: 120_000 }, async () => {
  const directory = await temporaryDirectory();
  const answered: Answered[] = [];
  const interrupted = new Set<string>();
  try {
    const started = performance.now();
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const gateway = await startWorkerd({
        bundle: inject("bundle"),
        directory,
        mcpServers: { notes: { type: "local" } },
      });
      try {
        const all = await allRuns(gateway);
        expect(all.filter(({ outcome }) => outcome === "running")).toStrictEqual([]);
        const byId = new Map(all.map((run) => [run.id, run]));
        for (const { run } of answered) expect(byId.get(run), run).toMatchObject({ outcome: "ok", calls: 3 });
        for (const { id, outcome } of all) if (outcome === "interrupted") interrupted.add(id);
        if (kill < KILLS) await crash(gateway, answered);
      } finally {
        await gateway.stop();
      }
    }
    console.log(
      `${answered.length} runs answered, ${interrupted.size} interrupted, ${KILLS} crashes, ${Math.round((performance.now() - started) / 1_000)} s`,
    );
    // Otherwise nothing was tested.
    expect(answered.length).toBeGreaterThan(KILLS);
    expect(interrupted.size).toBeGreaterThan(0);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

/** Clients that never rest, until the process dies under them. */
async function crash(gateway: RawWorker, answered: Answered[]): Promise<void> {
  const gone = new AbortController();
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let round = 0; !gone.signal.aborted; round += 1) {
      const n = answered.length;
      // Runs of different lengths, so that a kill finds them in every state.
      const input = { n, pause: (client + round) % 4 === 0 ? 20 : 0 };
      const answer = await exec(gateway, input).catch(() => undefined);
      if (answer === undefined) return;
      expect(answer).toMatchObject({ ok: true, result: n });
      answered.push({ run: answer.run, n });
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 900));
  await gateway.kill();
  gone.abort();
  await Promise.all(clients);
}

async function exec({ port }: RawWorker, input: object): Promise<{ ok: boolean; result: unknown; run: string }> {
  const body = JSON.stringify({ code: SCRIPT, input });
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/code/exec`, { method: "POST", body });
  return (await response.json()) as { ok: boolean; result: unknown; run: string };
}

async function allRuns({ port }: RawWorker): Promise<readonly Listed[]> {
  const all: Listed[] = [];
  for (let cursor = ""; ;) {
    const query = cursor === "" ? "limit=200" : `limit=200&cursor=${cursor}`;
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/runs?${query}`);
    const page = (await response.json()) as { runs: Listed[]; next?: string };
    all.push(...page.runs);
    if (page.next === undefined) return all;
    cursor = page.next;
  }
}
