/** Durable runs of a Gateway, called by RPC as its Worker calls them. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { FULL_ACCESS } from "../../../src/auth/principal.ts";
import { DurableRuns } from "../../../src/gateway/durable/durable-runs.ts";
import { DurableRunTable } from "../../../src/gateway/store/durable-run-table.ts";
import { MAX_JOURNAL_LENGTH, MAX_UNFINISHED_RUNS_OF_CREDENTIAL } from "../../../src/limits/durable-limits.ts";
import type { GatewayStub } from "../../../src/rpc/gateway-stub.ts";
import { NO_COUNTS, type RunOpening } from "../../../src/ledger/run-record.ts";
import { testControl, testOpening } from "../../support/run-opening.ts";

const SCOPE = { access: FULL_ACCESS, allowedServers: [], wallMs: 60_000 };
const ADD = { server: "modern", tool: "add", args: '{"a":1,"b":2}', raw: false };
/** A read-only tool. */
const SUMMARIZE = { server: "notes", tool: "summarize", args: '{"id":1}', raw: false };
const ENDING = { outcome: { ok: true }, logs: [], endedAt: 0, prepareMs: 0 } as const;

function gateway(name: string) {
  const id = env.GATEWAY.idFromName(name);
  const stub: unknown = env.GATEWAY.get(id);
  return { id, stub: stub as GatewayStub };
}

function nameOf({ kind, number }: { readonly kind: string; readonly number: number }): string {
  return `${kind} ${number}`;
}

describe("a durable run", () => {
  it("that has ended does not open again", async () => {
    const { stub } = gateway("durable-ended");
    const opening = testOpening();
    const durable = { root: opening.id, path: "", args: { code: "1" }, isDetached: false, isResumed: false };
    using host = await stub.openRun({ ...SCOPE, durable }, opening, testControl());
    await host.callRecorded(ADD, [], { number: 0, entries: [] });
    await host.close(ENDING);
    expect(await stub.resumeRun(opening.id, FULL_ACCESS, 0)).toMatchObject({ kind: "ended" });
    const again = stub.openRun({ ...SCOPE, durable: { ...durable, isResumed: true } }, opening, testControl());
    await expect(Promise.resolve(again)).rejects.toThrow("has ended");
    expect(await stub.resumeRun(opening.id, FULL_ACCESS, 0)).toMatchObject({ kind: "ended" });
  });

  it("writes the answer of a call that may be repeated before the next call, any other at once", async () => {
    const { id, stub } = gateway("durable-order");
    const opening = testOpening();
    const durable = { root: opening.id, path: "", args: { code: "1" }, isDetached: false, isResumed: false };
    using host = await stub.openRun({ ...SCOPE, durable }, opening, testControl());
    const rows = () =>
      runInDurableObject(env.GATEWAY.get(id), (_, { storage }) =>
        storage.sql
          .exec<{ text: string }>("SELECT text FROM durable_journal WHERE run = ? ORDER BY position", opening.id)
          .toArray()
          .map(({ text }) => (JSON.parse(text) as { kind: string; number: number }[]).map(nameOf)),
      );
    await host.callRecorded(SUMMARIZE, [], { number: 0, entries: [] });
    expect(await rows()).toEqual([["sent 0"]]);
    await host.callRecorded(ADD, [], { number: 1, entries: [] });
    expect(await rows()).toEqual([["sent 0"], ["answered 0", "sent 1"], ["answered 1"]]);
    await host.close(ENDING);
  });

  it("has no row that is larger than the platform stores", async () => {
    const { id, stub } = gateway("durable-rows");
    const opening = testOpening();
    const args = { code: "1", input: { text: "語".repeat(1_500_000) } };
    const durable = { root: opening.id, path: "", args, isDetached: false, isResumed: false };
    using host = await stub.openRun({ ...SCOPE, durable }, opening, testControl());
    await host.callRecorded(ADD, [], { number: 0, entries: [] });
    const largest = await runInDurableObject(env.GATEWAY.get(id), (_, { storage }) =>
      ["SELECT request AS text FROM durable_run", "SELECT text FROM durable_journal"].flatMap((query) =>
        storage.sql
          .exec<{ bytes: number }>(`SELECT max(length(CAST(text AS BLOB))) AS bytes FROM (${query})`)
          .toArray()
          .map(({ bytes }) => bytes),
      ),
    );
    expect(Math.max(...largest)).toBeLessThan(2_000_000);
    const taken = await stub.takeRun(opening.id);
    expect(taken?.args).toEqual(args);
    expect(taken?.entries.map(({ kind }) => kind)).toEqual(["sent", "answered"]);
    await host.close(ENDING);
  });

  it("is not kept if its request and journal are too long for one message", async () => {
    const { id, stub } = gateway("durable-long");
    const opening = testOpening();
    const args = { code: "1", input: { text: "x".repeat(MAX_JOURNAL_LENGTH) } };
    const durable = { root: opening.id, path: "", args, isDetached: false, isResumed: false };
    using host = await stub.openRun({ ...SCOPE, durable }, opening, testControl());
    await host.callRecorded(ADD, [], { number: 0, entries: [] });
    const rows = await runInDurableObject(env.GATEWAY.get(id), (_, { storage }) =>
      storage.sql.exec("SELECT 1 FROM durable_run").toArray(),
    );
    expect(rows).toHaveLength(0);
    await host.close(ENDING);
  });

  it("that goes on for longer than expected does not keep the alarm busy", async () => {
    const { id, stub } = gateway("durable-alarm");
    const opening = testOpening();
    const durable = { root: opening.id, path: "", args: { code: "1" }, isDetached: true, isResumed: false };
    using host = await stub.openRun({ ...SCOPE, durable }, opening, testControl());
    await host.callRecorded(ADD, [], { number: 0, entries: [] });
    const due = await runInDurableObject(env.GATEWAY.get(id), async (object, state) => {
      state.storage.sql.exec("UPDATE durable_run SET wake_at = 1");
      await (object as unknown as { alarm(): void | Promise<void> }).alarm();
      return state.storage.getAlarm();
    });
    expect(due).toBeGreaterThan(Date.now() + 60_000);
  });

  it("for which no client waits is resumed when its Worker was lost, five times at most", async () => {
    await runInDurableObject(env.GATEWAY.getByName("durable-lost"), async (_gateway, { storage }) => {
      let now = 1_000_000;
      let launches = 0;
      const launch = (): Promise<void> => {
        launches += 1;
        return Promise.reject(new Error("The Worker was lost."));
      };
      const runs = openRuns(storage, () => now, launch);
      const opening = testOpening();
      expect(runs.detach({ args: { code: "1" }, opening, owner: OWNER, isDetached: true })).toBeUndefined();
      for (let count = 1; count < 5; count += 1) {
        expect(launches).toBe(count);
        await expect.poll(() => runs.nextDue()).toBe(now + 5_000);
        expect(runs.status.goesOn(opening.id)).toBe(true);
        now += 5_000;
        runs.wake(now);
      }
      expect(launches).toBe(5);
      await expect.poll(() => runs.nextDue()).toBeUndefined();
      expect(runs.status.goesOn(opening.id)).toBe(false);
    });
  });

  it("of a schedule goes on where it was, when its Worker was lost and after a restart", async () => {
    await runInDurableObject(env.GATEWAY.getByName("durable-scheduled"), async (_gateway, { storage }) => {
      let now = 1_000_000;
      const launched: string[] = [];
      const launch = (run: string): Promise<void> => {
        launched.push(run);
        return new Promise(() => undefined);
      };
      const runs = openRuns(storage, () => now, launch);
      const scope = { ...SCOPE, principal: "p", origin: OWNER.origin };
      const begin = (opening: RunOpening) => {
        const durable = { root: opening.id, path: "", args: { code: "1" }, isDetached: false, isResumed: false };
        const scheduled = { ...durable, trigger: { depth: 0 } };
        const recorder = runs.enter(scheduled, { opening, scope, control: testControl() });
        recorder.sent(0, { isRepeatable: false, call: 1 });
        return { leave: () => runs.leave(scheduled, () => undefined, undefined) };
      };
      const scheduled = (name: string): RunOpening => ({
        ...testOpening(),
        via: "schedule",
        client: `schedule ${name}`,
      });
      const [lost, cut, asked] = [scheduled("lost"), scheduled("cut"), testOpening()];
      begin(lost).leave();
      for (const opening of [cut, asked]) begin(opening);
      expect(runs.status.cutOffRuns().get("lost")).toBe(lost.id);
      expect(runs.nextDue()).toBe(now + 5_000);
      const restarted = openRuns(storage, () => now, launch);
      expect(Object.fromEntries(restarted.status.cutOffRuns())).toEqual({ lost: lost.id, cut: cut.id });
      now += 5_000;
      restarted.wake(now);
      expect(launched.toSorted()).toEqual([lost.id, cut.id].toSorted());
      expect(restarted.status.cutOffRuns().size).toBe(0);
      expect([lost, cut, asked].map(({ id }) => restarted.status.goesOn(id))).toEqual([true, true, false]);
    });
  });

  it("that cannot be read keeps no other from going on, and is not tried without end", async () => {
    await runInDurableObject(env.GATEWAY.getByName("durable-unreadable"), async (_gateway, { storage }) => {
      let now = 1_000_000;
      const launched: string[] = [];
      const launch = (run: string): Promise<void> => {
        launched.push(run);
        return new Promise(() => undefined);
      };
      const runs = openRuns(storage, () => now, launch);
      const [broken, whole] = [testOpening(), testOpening()];
      for (const opening of [broken, whole]) {
        runs.detach({ args: { code: "1" }, opening, owner: OWNER, isDetached: true });
      }
      storage.sql.exec("UPDATE durable_run SET state = 'waiting', wake_at = 1000001");
      storage.sql.exec("UPDATE durable_run SET request = '{' WHERE id = ?", broken.id);
      launched.length = 0;
      now += 1;
      runs.wake(now);
      expect(launched).toEqual([whole.id]);
      expect(runs.status.goesOn(broken.id)).toBe(false);
      expect(runs.nextDue()).toBeGreaterThan(now);
    });
  });

  it("is cancelled while its Worker prepares it, and does not open after that", async () => {
    await runInDurableObject(env.GATEWAY.getByName("durable-unopened"), (_gateway, { storage }) => {
      const runs = openRuns(storage, Date.now, () => new Promise(() => undefined));
      const opening = testOpening();
      runs.detach({ args: { code: "1" }, opening, owner: OWNER, isDetached: true });
      expect(runs.cancel(opening.id, "Enough.", FULL_ACCESS)).toBe("cancelled");
      const durable = { root: opening.id, path: "", args: { code: "1" }, isDetached: true, isResumed: true };
      expect(() => runs.status.refuseEnded(durable)).toThrow("has ended");
      expect(runs.status.take(opening.id)).toBeUndefined();
      expect(runs.status.of(opening.id, FULL_ACCESS)).toMatchObject({
        kind: "ended",
        ended: { outcome: { error: { code: "CANCELLED", message: "Enough." } } },
      });
    });
  });

  it("is cancelled while it waits for the upstreams to open, and makes no call after that", async () => {
    const { id, stub } = gateway("durable-opening");
    const opening = testOpening();
    const args = { code: "1" };
    await runInDurableObject(env.GATEWAY.get(id), (_gateway, { storage }) => {
      const request = JSON.stringify({ args, opening, owner: OWNER, isDetached: true });
      const row = { id: opening.id, state: "running", request, credential: null, ticket: "isogate_t" } as const;
      new DurableRunTable(storage).insert(row, Date.now());
    });
    const durable = { root: opening.id, path: "", args, isDetached: true, isResumed: true };
    // The Gateway has asked the Directory for no upstreams yet, so that the run does not open before this is answered.
    const opened = Promise.resolve(stub.openRun({ ...SCOPE, durable }, opening, testControl()));
    const [cancelled] = await Promise.all([
      stub.cancelRun(opening.id, "Enough.", FULL_ACCESS),
      expect(opened).rejects.toThrow("has ended"),
    ]);
    expect(cancelled).toBe("cancelled");
    expect(await stub.readRun(opening.id)).toMatchObject({ state: "cancelled" });
    expect(await stub.resumeRun(opening.id, FULL_ACCESS, 0)).toMatchObject({
      kind: "ended",
      ended: { outcome: { error: { code: "CANCELLED", message: "Enough." } } },
    });
  });

  it("has an outcome with the access that it needs, also when its request was erased before its end", async () => {
    await runInDurableObject(env.GATEWAY.getByName("durable-erased"), (_gateway, { storage }) => {
      const runs = openRuns(storage, Date.now, () => new Promise(() => undefined));
      const opening = testOpening();
      const args = { code: "1" };
      runs.detach({ args, opening, owner: OWNER, isDetached: true });
      const durable = { root: opening.id, path: "", args, isDetached: true, isResumed: true };
      runs.enter(durable, { opening, scope: SCOPE, control: testControl() });
      new DurableRunTable(storage).end(opening.id, "{}", Date.now());
      const stats = { ...NO_COUNTS, durationMs: 0 };
      runs.leave(durable, () => undefined, { outcome: { ok: true, logs: [] }, stats });
      expect(runs.status.of(opening.id, { servers: ["notes"], level: "write" })).toEqual({ kind: "wider" });
      expect(runs.status.of(opening.id, FULL_ACCESS)).toMatchObject({ kind: "ended" });
    });
  });

  it("asks a person about a call with the saved script inside it that makes the call", async () => {
    await runInDurableObject(env.GATEWAY.getByName("durable-inside"), (_gateway, { storage }) => {
      const runs = openRuns(storage, Date.now, () => Promise.resolve());
      const root = testOpening("await scripts.inner()");
      const durable = { root: root.id, path: "", args: {}, isDetached: false, isResumed: false };
      const of = (path: string, opening: RunOpening) =>
        runs.enter({ ...durable, path }, { opening, scope: SCOPE, control: testControl() });
      const inner = { ...testOpening("await github.remove({})"), saved: { name: "inner", version: 3 } };
      const call = { kind: "rule", server: "github", tool: "github.remove", args: "{}", reason: "", rule: "" } as const;
      of("", root).approval({ ...call, number: 0, policy: "" });
      of("1", inner).approval({ ...call, number: 0, policy: "" });
      const shown = runs.decisions.list({ run: root.id }, 9, FULL_ACCESS);
      expect(shown.map(({ place, code, saved }) => ({ place, code, saved }))).toEqual([
        { place: "0", code: root.code, saved: undefined },
        { place: "1/0", code: inner.code, saved: "inner@3" },
      ]);
    });
  });

  it("goes on in a new Worker although the one before returns late", async () => {
    await runInDurableObject(env.GATEWAY.getByName("durable-late"), async (_gateway, { storage }) => {
      let now = 1_000_000;
      const workers: PromiseWithResolvers<void>[] = [];
      const launch = (): Promise<void> => {
        const worker = Promise.withResolvers<void>();
        workers.push(worker);
        return worker.promise;
      };
      const runs = openRuns(storage, () => now, launch);
      const opening = testOpening();
      const args = { code: "1" };
      expect(runs.detach({ args, opening, owner: OWNER, isDetached: true })).toBeUndefined();
      const durable = { root: opening.id, path: "", args, isDetached: true, isResumed: true };
      const scope = { ...SCOPE, principal: "p", origin: OWNER.origin };
      runs.enter(durable, { opening, scope, control: testControl() });
      expect(runs.park(opening.id, now + 1)).toEqual({ approvals: [], wakeAt: now + 1 });
      now += 2;
      runs.wake(now);
      expect(workers).toHaveLength(2);
      workers[0]?.resolve();
      await scheduler.wait(10);
      expect(runs.status.take(opening.id)).toMatchObject({ args });
      workers[1]?.resolve();
      await expect.poll(() => runs.nextDue()).toBe(now + 5_000);
    });
  });
});

it("one key, with the tokens that it has approved, has half of the places for runs", async () => {
  await runInDurableObject(env.GATEWAY.getByName("places for runs"), (_gateway, { storage }) => {
    const runs = openRuns(storage, Date.now, () => Promise.resolve());
    const begin = (credential: string): string | undefined => {
      const owner = { ...OWNER, credential };
      return runs.detach({ args: { code: "1" }, opening: testOpening(), owner, isDetached: true });
    };
    for (let at = 0; at < MAX_UNFINISHED_RUNS_OF_CREDENTIAL; at += 1) expect(begin(`token ${at % 2}`)).toBeUndefined();
    for (const credential of ["token 0", "token 2", "a key"]) {
      expect(begin(credential)).toContain("100 runs of these credentials wait already");
    }
    expect(begin("another key")).toBeUndefined();
  });
});

const OWNER = { principal: "p", access: FULL_ACCESS, origin: "http://localhost" };

function openRuns(
  storage: DurableObjectStorage,
  now: () => number,
  launch: (run: string) => Promise<void>,
): DurableRuns {
  return new DurableRuns({
    storage,
    now,
    expiresMs: () => 60_000,
    policyHash: () => undefined,
    waitMs: () => 0,
    launch,
    setAlarm: () => undefined,
    stands: () => true,
    holderOf: (credential) => (credential.startsWith("token") ? "a key" : credential),
    address: "tests",
    secrets: undefined,
    redact: (text) => text,
    statsOf: () => undefined,
    isRecorded: () => true,
    onEnded: () => undefined,
    onParked: () => undefined,
    onOver: () => undefined,
  });
}
