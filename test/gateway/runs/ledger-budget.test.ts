/** A run that never stops, requests that are megabytes, a storm of runs: the ledger stays within its bounds and keeps what was before. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { FULL_ACCESS } from "../../../src/auth/principal.ts";
import { RunLedger } from "../../../src/gateway/runs/run-ledger.ts";
import { prune } from "../../../src/gateway/store/retention.ts";
import { gatewayOf } from "../../../src/rpc/gateway-stub.ts";
import { MAX_REFUSED_CALLS, MAX_RUN_CHARS } from "../../../src/limits/ledger-limits.ts";
import { api } from "../../support/api.ts";
import { testOpening } from "../../support/run-opening.ts";

const HOUR_MS = 3_600_000;
const control = { cancel: () => undefined };

function inLedger<T>(
  name: string,
  maxMb: number,
  work: (ledger: RunLedger, sql: SqlStorage) => Promise<T> | T,
): Promise<T> {
  return runInDurableObject(env.GATEWAY.getByName(name), async (_gateway, { storage }) => {
    const config = { max_mb: maxMb };
    const ledger = new RunLedger(storage, {
      config,
      secrets: [],
      budget: 1_000,
      now: Date.now,
      stands: () => true,
      holderOf: (credential) => credential,
    });
    try {
      return await work(ledger, storage.sql);
    } finally {
      ledger.abandon();
    }
  });
}

const kept = (sql: SqlStorage): number =>
  sql
    .exec<{ n: number }>(
      "SELECT (SELECT coalesce(sum(length(arguments) + length(result)), 0) FROM call) + (SELECT coalesce(sum(length(text)), 0) FROM run_text) AS n",
    )
    .one().n;

it("a run that calls without end is kept up to its budget, and by hash after that", async () => {
  const long = JSON.stringify("x".repeat(60_000));
  await inLedger("ledger-endless", 500, async (ledger, sql) => {
    const journal = ledger.open(testOpening("endless"), control, FULL_ACCESS);
    for (let count = 0; count < 300; count += 1) {
      const entry = journal.sent({ server: "notes", tool: "read", args: long, raw: false }, { name: "read" });
      entry.answered({ ok: true, value: long }, 1, "ok");
    }
    journal.flush();
    expect(kept(sql)).toBeGreaterThan(MAX_RUN_CHARS / 2);
    expect(kept(sql)).toBeLessThan(MAX_RUN_CHARS * 1.01);
    const [last] = sql
      .exec("SELECT arguments_hash, result_hash, state FROM call ORDER BY number DESC LIMIT 1")
      .toArray();
    expect(last).toMatchObject({ state: "ok", arguments_hash: expect.any(String), result_hash: expect.any(String) });
    expect(journal.counts).toMatchObject({ calls: 300, failedCalls: 0 });
  });
});

it("refused calls without end are counted and not written one by one", async () => {
  await inLedger("ledger-refused", 500, (ledger, sql) => {
    const journal = ledger.open(testOpening("refused"), control, FULL_ACCESS);
    const error = { code: "TOOL_NOT_FOUND", message: "no" };
    for (let count = 0; count < MAX_REFUSED_CALLS + 500; count += 1) {
      journal.refused({ server: "s", tool: "t", args: "{}", raw: false }, error);
    }
    journal.flush();
    expect(sql.exec<{ n: number }>("SELECT count(*) AS n FROM call").one().n).toBe(MAX_REFUSED_CALLS);
    expect(journal.counts).toMatchObject({ calls: MAX_REFUSED_CALLS + 500, failedCalls: MAX_REFUSED_CALLS + 500 });
  });
});

it("what is kept is counted while a run goes on", async () => {
  const long = JSON.stringify("x".repeat(60_000));
  await inLedger("ledger-pruned", 2, async (ledger, sql) => {
    for (let count = 0; count < 20; count += 1) {
      const ending = {
        outcome: { ok: true, value: long },
        logs: ["y".repeat(100_000)],
        endedAt: Date.now(),
        prepareMs: 0,
      } as const;
      ledger.record(testOpening(`before ${count}`), ending, "ended");
    }
    const before = sql.exec<{ n: number }>("SELECT count(*) AS n FROM run").one().n;
    const journal = ledger.open(testOpening("long"), control, FULL_ACCESS);
    for (let count = 0; count < 20; count += 1) {
      journal
        .sent({ server: "s", tool: "t", args: long, raw: false }, { name: "t" })
        .answered({ ok: true, value: long }, 1, "ok");
    }
    journal.flush();
    await expect
      .poll(() => sql.exec<{ n: number }>("SELECT count(*) AS n FROM run").one().n, { timeout: 8_000 })
      .toBeLessThan(before);
  });
});

it("a storm of runs leaves what was before", async () => {
  const now = Date.now();
  const gateway = gatewayOf(env, "ledger-storm");
  const record = async (title: string, startedAt: number): Promise<void> => {
    const ending = { outcome: { ok: true }, logs: [], endedAt: startedAt, prepareMs: 0 } as const;
    await gateway.recordRun({ ...testOpening(title), startedAt }, ending, "ended");
  };
  for (let index = 0; index < 50; index += 1)
    await record(`before ${index}`, now - (40 - Math.floor(index / 5)) * HOUR_MS);
  for (let index = 0; index < 400; index += 1) await record(`storm ${index}`, now);
  await runInDurableObject(env.GATEWAY.getByName("ledger-storm"), (_gateway, { storage }) => {
    const limits = { maxRuns: 100, maxBytes: 1e9, maxAgeDays: 30, maxCallLength: 100, maxHandlesLength: 100 };
    while (prune(storage, limits, now));
  });
  const { runs } = await gateway.listRuns({ limit: 200 });
  expect(runs).toHaveLength(100);
  expect(runs.filter(({ title }) => title.startsWith("before")).length).toBeGreaterThanOrEqual(40);
  expect(runs[0]?.title).toBe("storm 399");
});

it("a refused request of megabytes is answered and recorded in short", async () => {
  const response = await api("/code/exec", { method: "POST", body: { code: "1", ["k".repeat(2_000_000)]: 1 } });
  expect(response.status).toBe(400);
  const text = await response.text();
  expect(text.length).toBeLessThan(5_000);
  const { run } = JSON.parse(text) as { run: string };
  const details = await (await api(`/runs/${run}`)).text();
  expect(details.length).toBeLessThan(30_000);
});
