/** The counts and the end of a run that has saved scripts inside it, whichever of them is closed first. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { FULL_ACCESS } from "../../../src/auth/principal.ts";
import type { RunJournal } from "../../../src/gateway/runs/run-journal.ts";
import { RunLedger } from "../../../src/gateway/runs/run-ledger.ts";
import { CallHistoryTable } from "../../../src/gateway/store/call-history-table.ts";
import { prune } from "../../../src/gateway/store/retention.ts";
import { RunTable } from "../../../src/gateway/store/run-table.ts";
import type { Span } from "../../../src/ledger/spans.ts";
import type { RunOpening } from "../../../src/ledger/run-record.ts";
import { gatewayOf } from "../../../src/rpc/gateway-stub.ts";
import { newOpening } from "../../../src/runs/run-opening.ts";
import { testControl, testOpening } from "../../support/run-opening.ts";

const SCOPE = { access: FULL_ACCESS, allowedServers: [], wallMs: 60_000, principal: "p" };
const ADD = { server: "modern", tool: "add", args: '{"a":1,"b":2}', raw: false };
const TOOL = { name: "add", description: "Adds two numbers.", inputSchema: { type: "object" } } as const;
const OK = { outcome: { ok: true, value: "1" }, logs: [], endedAt: Date.now(), prepareMs: 0 } as const;
const LIMITS = { maxRuns: 0, maxBytes: 1e9, maxAgeDays: 1, maxCallLength: 100, maxHandlesLength: 100 };
/** Makes a run one that continues after a restart. */
const DURABLE = `INSERT INTO durable_run (id, state, request, changed_at, length, ticket) VALUES (?, 'running', '{}', 1, 1, 't')`;

function innerOf({ id }: RunOpening): RunOpening {
  return newOpening({ code: "2" }, { via: "script", client: "a test", parent: id });
}

function durableOf({ id }: RunOpening, path = "", isResumed = false) {
  return { root: id, path, args: { code: "1" }, isDetached: false, isResumed };
}

async function inStorage<T>(name: string, look: (storage: DurableObjectStorage) => T): Promise<T> {
  return runInDurableObject(env.GATEWAY.getByName(name), (_, { storage }) => look(storage));
}

async function inLedger(
  name: string,
  test: (ledger: RunLedger, open: (opening: RunOpening, isResumed?: boolean) => RunJournal, sql: SqlStorage) => void,
  spans?: Span[],
): Promise<void> {
  await inStorage(name, (storage) => {
    const ledger = new RunLedger(storage, {
      ...{ config: undefined, budget: 1_000, secrets: [], now: Date.now, stands: () => true },
      holderOf: (credential) => credential,
      ...(spans && { spans: (some: readonly Span[]) => void spans.push(...some) }),
    });
    test(ledger, (opening, isResumed) => ledger.open(opening, testControl(), FULL_ACCESS, isResumed), storage.sql);
    ledger.abandon();
  });
}

function call(journal: RunJournal, tool = "add"): void {
  journal.sent({ ...ADD, tool }, { ...TOOL, name: tool }).answered({ ok: true, value: '{"sum":3}' }, 1, "ok");
}

describe("the counts of a run with a script inside it", () => {
  it("are complete when the run parks before the script, and when both have gone on", async () => {
    const name = "inner-parks";
    const gateway = gatewayOf(env, name);
    const opening = testOpening();
    const inner = innerOf(opening);
    const host = await gateway.openRun({ ...SCOPE, durable: durableOf(opening) }, opening, testControl());
    const inside = await gateway.openRun({ ...SCOPE, durable: durableOf(opening, "1") }, inner, testControl());
    for (let number = 0; number < 3; number += 1) await inside.callRecorded(ADD, [], { number, entries: [] });
    const alone = (await gateway.readRun(inner.id))?.tokens;
    const wait = await host.park([], Date.now() + 100_000);
    expect(wait?.stats).toMatchObject({ calls: 3, tokens: alone });
    await inStorage(name, ({ sql }) => sql.exec("UPDATE durable_run SET state = 'running'"));
    const resumed = (path?: string) => ({ ...SCOPE, durable: durableOf(opening, path, true) });
    using again = await gateway.openRun(resumed(), opening, testControl());
    using insideAgain = await gateway.openRun(resumed("1"), inner, testControl());
    await insideAgain.callRecorded(ADD, [], { number: 3, entries: [] });
    await insideAgain.close(OK);
    const counts = await again.close(OK);
    expect(counts).toMatchObject({ calls: 4, tokens: { definitions: alone?.definitions } });
    expect(counts?.tokens.results).toBe(((alone?.results ?? 0) / 3) * 4);
    expect(await gateway.readRun(inner.id)).toMatchObject({ calls: 4 });
    expect(await gateway.readUsage(0)).toMatchObject([{ runs: 1, calls: 4 }]);
  });

  it.each(["the run", "the script", "the innermost script"])("are complete when %s ends first", async (first) => {
    await inLedger(`inner-ends-${first}`, (ledger, open) => {
      const opening = testOpening();
      const inner = innerOf(opening);
      const journals = [opening, inner, innerOf(inner)].map((one) => open(one));
      journals.forEach((journal, at) => {
        call(journal);
        call(journal, `tool${at}`);
      });
      journals[2]?.sent(ADD, TOOL);
      const at = ["the run", "the script", "the innermost script"].indexOf(first);
      for (const journal of [...journals.slice(at), ...journals.slice(0, at).toReversed()])
        ledger.end(journal, OK, "ended");
      const [root, child, grandchild] = journals.map(({ counts }) => counts);
      expect(root).toMatchObject({ calls: 7, unknownCalls: 1 });
      expect(child).toMatchObject({ calls: 5, unknownCalls: 1 });
      expect(grandchild).toMatchObject({ calls: 3, unknownCalls: 1 });
      expect(root?.tokens.results).toBe((grandchild?.tokens.results ?? 0) * 3);
      // Each run around the innermost script has called one more tool than what is inside it; a definition is counted once.
      const definitions = [root, child, grandchild].map((counts) => counts?.tokens.definitions ?? 0);
      const [ofAll = 0, ofTwo = 0, ofOne = 0] = definitions;
      expect(ofOne).toBeGreaterThan(0);
      expect(ofAll - ofTwo).toBe(ofTwo - ofOne);
      expect(ofTwo).toBeGreaterThan(ofOne);
      expect(ledger.read(opening.id)).toMatchObject({ calls: 7, unknownCalls: 1, tokens: root?.tokens });
      expect(ledger.usage(0)).toMatchObject([{ runs: 1, calls: 7, unknown_calls: 1 }]);
    });
  });

  it("are complete while they go on, also after a restart", async () => {
    const opening = testOpening();
    const inner = innerOf(opening);
    const innermost = innerOf(inner);
    let tokens: unknown;
    await inLedger("inner-cut-off", (ledger, open) => {
      const [, , last] = [opening, inner, innermost].map((one) => open(one));
      if (last) call(last);
      tokens = last?.counts.tokens;
      expect(ledger.statsOf(opening.id)).toMatchObject({ calls: 1, tokens });
    });
    await inLedger("inner-cut-off", (ledger, open) => {
      expect(ledger.read(opening.id)).toMatchObject({ state: "interrupted", calls: 1, tokens });
      const [root, , last] = [opening, inner, innermost].map((one) => open(one, true));
      if (last) call(last);
      ledger.flush();
      expect(root?.counts).toMatchObject({ calls: 2, tokens: { definitions: last?.counts.tokens.definitions } });
    });
  });
});

describe("the scripts inside a run that waits", () => {
  it("end with it", async () => {
    const name = "inner-cancelled";
    const gateway = gatewayOf(env, name);
    const opening = testOpening();
    const inner = innerOf(opening);
    const innermost = innerOf(inner);
    const host = await gateway.openRun({ ...SCOPE, durable: durableOf(opening) }, opening, testControl());
    await gateway.openRun({ ...SCOPE, durable: durableOf(opening, "1") }, inner, testControl());
    await gateway.openRun({ ...SCOPE, durable: durableOf(opening, "1.1") }, innermost, testControl());
    await host.callRecorded(ADD, [], { number: 0, entries: [] });
    expect(await host.park([], Date.now() + 100_000)).toMatchObject({ stats: { calls: 1 } });
    expect(await gateway.readRun(innermost.id)).toMatchObject({ state: "waiting" });
    const watched = await gateway.watchRuns(innermost.id, { credential: "open" });
    if (!(watched instanceof ReadableStream)) throw new Error(`There is no stream: ${watched}`);
    expect(await gateway.cancelRun(opening.id, "Enough.", FULL_ACCESS)).toBe("cancelled");
    for (const { id } of [inner, innermost]) {
      expect(await gateway.readRun(id)).toMatchObject({ state: "cancelled", code: "CANCELLED" });
      expect(await gateway.readRun(id)).toHaveProperty("endedAt");
    }
    expect(await new Response(watched).text()).toContain("event: run_ended");
    await inStorage(name, (storage) => {
      while (prune(storage, LIMITS, Date.now()));
    });
    expect((await gateway.listRuns({ limit: 9 })).runs).toEqual([]);
  });

  it("end also when it ends before it has come to them again", async () => {
    await inLedger("inner-not-reopened", (ledger, open) => {
      const [opening, other] = [testOpening(), testOpening()];
      const [inner, spared] = [innerOf(opening), innerOf(other)];
      const journals = [opening, inner, other, spared].map((one) => open(one));
      for (const journal of journals) ledger.park(journal);
      ledger.end(open(opening, true), OK, "ended");
      expect(ledger.read(inner.id)).toMatchObject({ state: "cancelled" });
      expect(ledger.read(spared.id)).toMatchObject({ state: "waiting" });
      ledger.end(open(other, true), OK, "interrupted");
      expect(ledger.read(spared.id)).toMatchObject({ state: "interrupted" });
    });
  });

  it("are interrupted with it by a restart", async () => {
    const opening = testOpening();
    const inner = innerOf(opening);
    const innermost = innerOf(inner);
    await inLedger("inner-restart", (ledger, open) => {
      for (const journal of [open(opening), open(inner), open(innermost)]) ledger.park(journal);
      open(opening, true);
    });
    await inLedger("inner-restart", (ledger, _, sql) => {
      const states = () => [opening, inner, innermost].map(({ id }) => ledger.read(id)?.state);
      expect(states()).toEqual(["interrupted", "interrupted", "interrupted"]);
      sql.exec(DURABLE, opening.id);
      expect(states()).toEqual(["running", "running", "running"]);
    });
  });
});

it("a run whose Worker was lost is traced as interrupted, also if it can be resumed", async () => {
  const spans: Span[] = [];
  const opening = testOpening();
  await inLedger(
    "inner-span",
    (ledger, open, sql) => {
      const journal = open(opening);
      sql.exec(DURABLE, opening.id);
      const outcome = { ok: false, error: { code: "INTERNAL_ERROR", message: "Cut off." } } as const;
      ledger.end(journal, { ...OK, outcome, endedAt: opening.startedAt + 50 }, "interrupted");
      expect(ledger.read(opening.id)).toMatchObject({ state: "running" });
    },
    spans,
  );
  const [request] = spans;
  expect(JSON.stringify(request?.attributes)).toContain("interrupted");
  expect(request?.status).toEqual({ code: 2, message: "Cut off." });
  expect(Number(BigInt(request?.endTimeUnixNano ?? 0) - BigInt(request?.startTimeUnixNano ?? 0))).toBe(50e6);
});

it.each([
  { given: "in a run that continues after a restart", isDurable: true, failed: 0 },
  { given: "in a run that the restart ends", isDurable: false, failed: 1 },
])("a call that asked a person for input $given has failed $failed times", async ({ isDurable, failed }) => {
  const name = `inner-input-${isDurable}`;
  const opening = testOpening();
  await inLedger(name, (ledger, open, sql) => {
    if (isDurable) sql.exec(DURABLE, opening.id);
    const asked = open(opening).sent(ADD, TOOL);
    asked.answered({ ok: false, error: { code: "INPUT_REQUIRED", message: "Which seat?" } }, 1, "failed");
    ledger.flush();
  });
  await inLedger(name, (ledger, open, sql) => {
    expect(sql.exec("SELECT failed_calls FROM run").one()).toEqual({ failed_calls: failed });
    if (!isDurable) return;
    const journal = open(opening, true);
    journal.sent(ADD, TOOL, { repeats: 1 }).answered({ ok: true, value: "1" }, 1, "ok");
    expect(ledger.end(journal, OK, "ended")).toMatchObject({ calls: 2, failedCalls: 0 });
  });
});

it("the scripts inside a run are found by an index", async () => {
  await inStorage("inner-index", (storage) => {
    const plans: string[] = [];
    const exec = (query: string, ...values: SqlStorageValue[]) => {
      const steps = storage.sql.exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`, ...values).toArray();
      if (query.includes("parent = part.id")) plans.push(steps.map(({ detail }) => detail).join("\n"));
      return storage.sql.exec(query, ...values);
    };
    const transactionSync = <T>(work: () => T): T => storage.transactionSync(work);
    const explained = { sql: { exec }, transactionSync } as unknown as DurableObjectStorage;
    const table = new RunTable(explained);
    table.reopen(table.insert(testOpening()));
    table.interruptRunning(Date.now());
    new CallHistoryTable(explained).toolsOfRun("r_1");
    expect(plans.length).toBeGreaterThan(2);
    for (const plan of plans) {
      expect(plan).toContain("run_parent");
      expect(plan).not.toMatch(/SCAN (?:inner_)?run(?! USING INDEX run_open)/);
    }
  });
});
