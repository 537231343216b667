/** What the ledger keeps of runs, over HTTP: a real client, real upstreams, and the Gateway's own tables. */
import { FULL_ACCESS } from "../../../src/auth/principal.ts";
import type { Client } from "@modelcontextprotocol/client";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { upstreams } from "../../support/upstreams.ts";
import { gatewayOf } from "../../../src/rpc/gateway-stub.ts";
import { RunLedger } from "../../../src/gateway/runs/run-ledger.ts";
import { prune } from "../../../src/gateway/store/retention.ts";
import type { Span } from "../../../src/ledger/spans.ts";
import type { CallRecord, RecordedDetails, RunOpening } from "../../../src/ledger/run-record.ts";
import { connect, execute } from "../../support/client.ts";
import { newOpening } from "../../../src/runs/run-opening.ts";
import { testControl, testOpening } from "../../support/run-opening.ts";

const { modern } = upstreams;
let client: Client;

beforeAll(async () => {
  client = await connect("modern");
  // The first listing.
  await execute(client, { code: "await modern.add({ a: 1, b: 2 })" });
});
afterAll(() => client.close());

const local = () => gatewayOf(env, "local");

async function recorded(run: string): Promise<RecordedDetails> {
  const details = await local().readRun(run);
  if (details === undefined) throw new Error(`${run} was not recorded`);
  return details;
}

async function callsOf(run: string): Promise<readonly CallRecord[]> {
  return (await local().listCalls(run, 0, 1_000)) ?? [];
}

async function watched(run?: string): Promise<ReadableStream<Uint8Array>> {
  const stream = await local().watchRuns(run, { credential: "open" });
  if (stream === undefined || stream === "too-many") throw new Error(`no stream: ${stream}`);
  return stream;
}

describe("a run", () => {
  it("is recorded with what it was, what it did and how it ended", async () => {
    const code = "console.log('two'); const { sum } = await modern.add({ a: input.a, b: 2 }); ({ sum })";
    const { run } = await execute(client, { code, input: { a: 3 }, options: { max_tool_calls: 5 } });
    const details = await recorded(run);
    expect(details).toMatchObject({
      id: run,
      state: "ok",
      via: "mcp",
      client: "test 1.0.0",
      script: code,
      scriptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      input: '{"a":3}',
      options: '{"max_tool_calls":5}',
      value: '{"sum":5}',
      logs: ["two"],
      calls: 1,
      failedCalls: 0,
      servers: ["modern"],
      title: code,
      seed: expect.stringMatching(/^[0-9a-f]{32}$/),
      isRedacted: false,
    });
    expect(details.endedAt).toBeGreaterThanOrEqual(details.startedAt);
    const [call, ...others] = await callsOf(run);
    expect(others).toStrictEqual([]);
    expect(call).toMatchObject({
      number: 1,
      server: "modern",
      tool: "add",
      state: "ok",
      arguments: '{"a":3,"b":2}',
      result: '{"sum":5}',
      resultLength: 9,
      attempts: 1,
    });
  });

  it.each([
    { given: { code: "1 +" }, state: "refused", code: "SYNTAX_ERROR" },
    { given: { code: "await modern.nothing()" }, state: "refused", code: "TOOL_NOT_FOUND" },
    { given: { code: "1", options: { timeout_ms: 0 } }, state: "refused", code: "INVALID_OPTIONS" },
    { given: { code: 1 }, state: "refused", code: "INVALID_ARGS" },
    { given: { code: "throw new Error('no')" }, state: "failed", code: "RUNTIME_ERROR" },
    { given: { code: "for (;;) await sleep(5)", options: { timeout_ms: 50 } }, state: "failed", code: "TIMEOUT" },
  ])("$given.code is recorded as $state, $code", async ({ given, state, code }) => {
    const { run } = await execute(client, given);
    expect(await recorded(run)).toMatchObject({ state, code, error: { code } });
  });

  it.each([
    {
      given: "await call_tool('modern', 'add', { a: 'x' })",
      want: { state: "refused", code: "INVALID_ARGS", attempts: 0 },
    },
    {
      given: "await call_tool('nobody', 'x', {})",
      want: { state: "refused", code: "TOOL_NOT_FOUND", server: "nobody" },
    },
    { given: "await call_tool('modern', 'fail', {})", want: { state: "failed", code: "TOOL_ERROR", attempts: 1 } },
    { given: "await call_tool('dead', 'x', {})", want: { state: "refused", code: "UPSTREAM_ERROR" } },
  ])("records why $given did not succeed", async ({ given, want }) => {
    const { run } = await execute(client, { code: given });
    expect(await callsOf(run)).toMatchObject([want]);
    expect(await recorded(run)).toMatchObject({ calls: 1, failedCalls: 1 });
  });

  it.each([
    { given: "modern.slow({ ms: 30000 }); await sleep(30)", code: "CANCELLED" },
    { given: "await call_tool('hasty', 'slow', { ms: 30000 })", code: "UPSTREAM_TIMEOUT" },
    { given: "[1, 2].forEach(async () => { await modern.slow({ ms: 30000 }) }); await sleep(30)", code: "CANCELLED" },
  ])("records as unknown what was sent and not heard of: $given", async ({ given, code }) => {
    const { run } = await execute(client, { code: given, options: { timeout_ms: 4_000 } });
    const calls = await callsOf(run);
    for (const call of calls) {
      expect(call).toMatchObject({ state: "unknown", code, attempts: 1 });
      expect(call.message).toContain("so it may have had an effect");
    }
    expect(await recorded(run)).toMatchObject({ calls: calls.length, failedCalls: 0, unknownCalls: calls.length });
  });

  it("says how often a call was sent", async () => {
    await execute(client, { code: "await call_tool('legacy-tools', 'echo', { text: 'a' })" });
    await fetch(`${upstreams.legacy}/forget`);
    const { run } = await execute(client, { code: "await call_tool('legacy-tools', 'echo', { text: 'b' })" });
    expect(await callsOf(run)).toMatchObject([{ state: "ok", attempts: 2 }]);
  });

  it("keeps long results by length and hash, and longer arguments in chunks", async () => {
    const code = `const [text] = await Promise.all([modern.echo({ text: "x".repeat(30000) }), modern.echo({ text: "y".repeat(100000) })]); text.length`;
    const { run, value } = await execute(client, { code });
    expect(value).toBe(30_000);
    const listed = await callsOf(run);
    expect(listed.map((call) => call.result)).toStrictEqual([undefined, undefined]);
    expect(listed.map((call) => call.resultLength)).toStrictEqual([30_002, 100_002]);
    expect((await local().readCall(run, 1))?.result).toHaveLength(30_002);
    expect((await local().readCall(run, 1))?.arguments).toHaveLength(30_011);
    const long = await local().readCall(run, 2);
    expect(long?.result).toBeUndefined();
    expect(long?.resultHash).toMatch(/^[\w-]{43}$/);
  });

  it("keeps a value of four million characters", async () => {
    const { run } = await execute(client, { code: '"é".repeat(4_000_000)' });
    const part = await local().readResult(run, "value", { offset: 3_999_990 });
    expect(part).toMatchObject({ ok: true, json: JSON.stringify("é".repeat(10)), total: 4_000_000 });
    expect(await recorded(run)).toMatchObject({ handle: `isogate://runs/${run}/value` });
  });

  it("keeps no long value for more than a day, also if no other comes", async () => {
    const { run } = await execute(client, { code: '"kept for a day ".repeat(10_000)' });
    const stub = env.GATEWAY.get(env.GATEWAY.idFromName("local"));
    const alarmAt = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
    expect(alarmAt).toBeLessThanOrEqual(Date.now() + 86_400_000);
    await runInDurableObject(stub, (_, { storage }) => {
      storage.sql.exec("UPDATE handle SET expires_at = 1 WHERE run = ?", run);
    });
    await runDurableObjectAlarm(stub);
    const chunks = await runInDurableObject(stub, (_, { storage }) =>
      storage.sql.exec("SELECT 1 FROM handle_chunk WHERE run = ?", run).toArray(),
    );
    expect(chunks).toHaveLength(0);
  });

  it("counts the tokens it kept out of the model's context", async () => {
    const code = "const { length } = await modern.echo({ text: 'word '.repeat(2000) }); length";
    const { run } = await execute(client, { code });
    const { tokens } = await recorded(run);
    expect(tokens.results).toBeGreaterThan(1_800);
    expect(tokens.results).toBeLessThan(2_300);
    expect(tokens.definitions).toBeGreaterThan(10);
    expect(tokens.returned).toBeLessThan(5);
    expect(tokens.keptOut).toBe(tokens.results + tokens.definitions - tokens.returned);
  });

  it("counts of a value behind a handle, and of a long log, what an answer shows of them", async () => {
    const code = "await modern.echo({ text: 'word '.repeat(50_000) })";
    const { tokens } = await recorded((await execute(client, { code })).run);
    expect(tokens.results).toBeGreaterThan(40_000);
    expect(tokens.returned).toBeLessThan(2_000);
    expect(tokens.keptOut).toBe(tokens.results + tokens.definitions - tokens.returned);
    const log = await execute(client, { code: "for (let n = 0; n < 50; n += 1) console.log('word '.repeat(400))" });
    expect((await recorded(log.run)).tokens.returned).toBeLessThan(5_000);
  });

  it("tells no secret to those who watch, in a message or as the name of a tool", async () => {
    const stream = await watched();
    const code = `const name = "t0ken" + "-secret"; await modern[name]({}).catch(() => 0)`;
    const { run } = await execute(client, { code });
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let told = "";
    while (!told.includes("run_ended")) told += (await reader.read()).value ?? "run_ended";
    await reader.cancel();
    const [call] = await callsOf(run);
    expect(call).toMatchObject({ state: "refused" });
    expect(told).toContain("call_ended");
    expect(told + JSON.stringify(await callsOf(run))).not.toContain("t0ken-secret");
  });

  it("tells what it logs while it goes on, also those who come late, without secrets", async () => {
    const code = `/* logs */ console.log("first", "t0ken" + "-secret"); await modern.slow({ ms: 1_500 }); console.log("second")`;
    const ended = execute(client, { code });
    const all = await watched();
    const reader = all.pipeThrough(new TextDecoderStream()).getReader();
    let told = "";
    while (!told.includes("run_logged")) told += (await reader.read()).value ?? "run_logged";
    await reader.cancel();
    const [unfinished] = (await local().listRuns({ limit: 1, text: "/* logs */" })).runs;
    expect(unfinished?.state).toBe("running");
    expect(told).toContain(`"run":"${unfinished?.id}","lines":["first [redacted]"]`);
    expect((await recorded(unfinished?.id ?? "")).logs).toEqual(["first [redacted]"]);
    const late = await new Response(await watched(unfinished?.id)).text();
    expect(late.match(/event: \w+/g)).toEqual([
      "event: run_started",
      "event: run_logged",
      "event: call_started",
      "event: call_ended",
      "event: run_logged",
      "event: run_ended",
    ]);
    expect(late).toContain('"lines":["second"]');
    const { run } = await ended;
    expect(run).toBe(unfinished?.id);
    expect((await recorded(run)).logs).toEqual(["first [redacted]", "second"]);
  });

  it("ends the stream of a watcher that was told more than it can hold", async () => {
    const code = `for (let i = 0; i < 400; i++) await modern["x".repeat(280) + i]({}).catch(() => 0)`;
    const { run } = await execute(client, { code, options: { max_tool_calls: 0 } });
    const stream = await watched(run);
    const told = await new Response(stream).text();
    expect(told).toContain("event: missed");
    expect(told).toContain("event: run_ended");
  });

  it("is never written down with a secret in it", async () => {
    const code = `// t0ken-secret\nconsole.log("t0ken-secret"); await modern.echo({ text: "Bearer t0ken-secret" })`;
    const { run, value } = await execute(client, { code, input: { password: "hunter2" } });
    // What an upstream echoes of its own credentials does not reach a script either.
    expect(value).toBe("Bearer ${TEST_TOKEN}");
    const details = await recorded(run);
    expect(details.isRedacted).toBe(true);
    const whole = JSON.stringify([details, await callsOf(run)]);
    expect(whole).not.toContain("t0ken-secret");
    expect(whole).not.toContain("hunter2");
    expect(whole).toContain("[redacted]");
  });
});

it("a run is recorded without secrets in the name of its client, also where the name is cut, and so is it told and traced", async () => {
  await runInDurableObject(env.GATEWAY.getByName("ledger-client"), async (_gateway, { storage }) => {
    const spans: Span[] = [];
    const ledger = new RunLedger(storage, {
      ...{ config: undefined, budget: 1_000, now: Date.now, stands: () => true },
      holderOf: (credential) => credential,
      secrets: ["t0ken-secret"],
      spans: (some) => void spans.push(...some),
    });
    const bearer = `ghp_${"Zq81kkLmPa0wRt5y".repeat(3)}`.slice(0, 40);
    const name = `agent ${bearer} ${"x".repeat(160)} t0ken-secret and more`;
    const opening = newOpening({ code: "1" }, { via: "mcp", client: name });
    const events = ledger.watch(undefined, {});
    const journal = ledger.open(opening, testControl(), FULL_ACCESS);
    ledger.end(journal, { outcome: { ok: true }, logs: [], endedAt: Date.now(), prepareMs: 0 }, "ended");
    const details = ledger.read(opening.id);
    expect(details).toMatchObject({
      isRedacted: true,
      client: expect.stringMatching(/^agent \[redacted\] x+ \[redacted\] and/),
    });
    expect(details?.client.length).toBeLessThanOrEqual(200);
    if (!(events instanceof ReadableStream)) throw new Error("There is no stream.");
    const { value } = await events.getReader().read();
    for (const told of [JSON.stringify(details), JSON.stringify(spans), new TextDecoder().decode(value)]) {
      expect(told).toContain("agent [redacted]");
      expect(told).not.toMatch(/Zq81|t0ken/);
    }
    ledger.abandon();
  });
});

it("a run is recorded without credentials in the JSON of a message or a log line", async () => {
  const key = "Zq81kkLmPa0w";
  const input = [{ headers: { "X-Api-Key": [key] } }, { name: "X-Api-Key", value: key }];
  const code = `const text = "failed: " + JSON.stringify(input); console.log(text); throw new Error(text)`;
  const { run } = await execute(client, { code, input });
  const details = await recorded(run);
  expect(details).toMatchObject({ state: "failed", isRedacted: true, logs: [expect.stringContaining("failed: ")] });
  expect(JSON.stringify(details)).not.toContain(key);
});

it("a run is recorded whatever is redacted of it", async () => {
  // In JSON a tab and the rest of a secret are spelled like the secret after a backslash.
  const text = '"\\t0ken-secret " + "-----BEGIN PRIVATE KEY-----\\nMIIE" + String.fromCharCode(34) + "x"';
  const logged = await execute(client, { code: `console.log(${text}); ${text}` });
  const thrown = await execute(client, { code: `throw new Error(${text})` });
  expect(await recorded(logged.run)).toMatchObject({ state: "ok", logs: [expect.stringContaining("[redacted]")] });
  expect(await recorded(thrown.run)).toMatchObject({ state: "failed", isRedacted: true });
  const read = await gatewayOf(env, "local").readResult(logged.run, "value", {});
  expect(read).toMatchObject({ ok: true, json: expect.stringContaining("[redacted]") });
});

describe("a list of runs", () => {
  it("can be filtered and paged", async () => {
    const gateway = gatewayOf(env, "ledger-list");
    for (let index = 0; index < 7; index += 1) {
      const opening = testOpening(`list ${index} 100% _x`);
      using host = await gateway.openRun(
        { access: FULL_ACCESS, allowedServers: [], wallMs: 1_000 },
        opening,
        testControl(),
      );
      if (index % 2 === 0) await host.call({ server: "notes", tool: "list-notes", args: "{}", raw: false });
      const outcome =
        index < 4 ? ({ ok: true } as const) : ({ ok: false, error: { code: "TIMEOUT", message: "late" } } as const);
      await host.close({ outcome, logs: [], endedAt: Date.now(), prepareMs: 0 });
    }
    const titles = async (filter: object) =>
      (await gateway.listRuns({ limit: 50, ...filter })).runs.map(({ title }) => title.split(" ")[1]).join("");
    expect(await titles({})).toBe("6543210");
    expect(await titles({ state: "failed" })).toBe("654");
    expect(await titles({ code: "TIMEOUT" })).toBe("654");
    expect(await titles({ server: "notes" })).toBe("6420");
    expect(await titles({ server: "note" })).toBe("");
    expect(await titles({ text: "LIST 3" })).toBe("3");
    expect(await titles({ text: "0% _" })).toBe("6543210");
    expect(await titles({ text: "0%x" })).toBe("");
    expect(await titles({ since: Date.now() + 1 })).toBe("");
    expect(await titles({ until: Date.now() + 1, state: "ok" })).toBe("3210");
    const first = await gateway.listRuns({ limit: 3 });
    expect(first.runs).toHaveLength(3);
    const second = await gateway.listRuns({ limit: 4, before: Number(first.next) });
    expect(second.runs.map(({ title }) => title.split(" ")[1]).join("")).toBe("3210");
    expect(second.next).toBeUndefined();
    const [today] = await gateway.readUsage(0);
    expect(today).toMatchObject({ runs: 7, failed: 3, calls: 4, failed_calls: 0, unknown_calls: 0 });
  });
});

it("reads no arguments and results for a trace or for whoever begins to watch", async () => {
  await runInDurableObject(env.GATEWAY.getByName("ledger-outline"), (_gateway, { storage }) => {
    let characters = 0;
    const exec = (query: string, ...values: unknown[]) => {
      const cursor = storage.sql.exec(query, ...values);
      return Object.assign(cursor, {
        toArray: () => {
          const rows = [...cursor];
          characters += JSON.stringify(rows).length;
          return rows;
        },
      });
    };
    const transactionSync = <T>(work: () => T): T => storage.transactionSync(work);
    const counted = { sql: { exec }, transactionSync } as unknown as DurableObjectStorage;
    const spans: Span[] = [];
    const ledger = new RunLedger(counted, {
      config: undefined,
      secrets: [],
      budget: 1_000,
      now: Date.now,
      stands: () => true,
      holderOf: (credential) => credential,
      spans: (some) => void spans.push(...some),
    });
    const opening = testOpening("long calls");
    const journal = ledger.open(opening, testControl(), FULL_ACCESS);
    const long = JSON.stringify("x".repeat(10_000));
    for (let count = 0; count < 20; count += 1) {
      const entry = journal.sent({ server: "notes", tool: "read", args: long, raw: false }, { name: "read" });
      entry.answered({ ok: true, value: long }, 1, "ok");
    }
    characters = 0;
    ledger.end(journal, { outcome: { ok: true }, logs: [], endedAt: Date.now(), prepareMs: 0 }, "ended");
    expect(spans).toHaveLength(22);
    ledger.watch(opening.id, {});
    expect(characters).toBeLessThan(50_000);
    ledger.abandon();
  });
});

describe("a run that is cut off", () => {
  it("by a restart of its Gateway is found interrupted, and its call unknown", async () => {
    const id = env.GATEWAY.idFromName("ledger-restart");
    const opening = testOpening("cut off");
    const gateway = () => gatewayOf(env, "ledger-restart");
    const host = await gateway().openRun(
      { access: FULL_ACCESS, allowedServers: [], wallMs: 60_000 },
      opening,
      testControl(),
    );
    const cut = host.call({ server: "modern", tool: "slow", args: '{"ms":30000}', raw: false }).catch(() => "lost");
    await expect.poll(async () => (await gateway().listCalls(opening.id, 0, 10))?.length).toBe(1);
    await runInDurableObject(env.GATEWAY.get(id), (_gateway, state) => state.abort("cut")).catch(() => undefined);
    expect(await cut).toBe("lost");
    expect(await gateway().readRun(opening.id)).toMatchObject({
      state: "interrupted",
      code: "INTERNAL_ERROR",
    });
    expect(await gateway().listCalls(opening.id, 0, 10)).toMatchObject([{ state: "unknown" }]);
    // Its Worker lives on and says how it ended.
    const ending = { outcome: { ok: true, value: "7" }, logs: ["l"], endedAt: Date.now(), prepareMs: 1 } as const;
    await gateway().recordRun(opening, ending, "ended");
    expect(await gateway().readRun(opening.id)).toMatchObject({
      state: "ok",
      value: "7",
      logs: ["l"],
      calls: 1,
    });
  });

  it("and goes on by itself is shown as one that waits, until it has ended", async () => {
    const name = "ledger-continues";
    const opening = await interruptedRun(name);
    const shown = async () => (await gatewayOf(env, name).readRun(opening.id)) ?? { state: "unknown" };
    expect(await shown()).toMatchObject({ state: "interrupted", code: "INTERNAL_ERROR" });
    await inStorage(name, (sql) => sql.exec("UPDATE durable_run SET wake_at = ?", Date.now() + 100_000));
    const continuing = await shown();
    expect(continuing).toMatchObject({ state: "waiting" });
    for (const field of ["code", "error", "message", "endedAt"]) expect(continuing).not.toHaveProperty(field);
    const listed = async (state: "waiting" | "interrupted") =>
      (await gatewayOf(env, name).listRuns({ limit: 9, state })).runs.length;
    expect([await listed("waiting"), await listed("interrupted")]).toEqual([2, 0]);
    expect(await gatewayOf(env, name).cancelRun(opening.id, "Enough.", FULL_ACCESS)).toBe("cancelled");
    expect(await shown()).toMatchObject({ state: "cancelled", calls: 2 });
  });

  it("by the loss of its Worker is found interrupted", async () => {
    const gateway = gatewayOf(env, "ledger-orphan");
    const opening = testOpening("orphan");
    {
      using host = await gateway.openRun(
        { access: FULL_ACCESS, allowedServers: [], wallMs: 60_000 },
        opening,
        testControl(),
      );
      await host.call({ server: "notes", tool: "list-notes", args: "{}", raw: false });
      await host.logged(["so far"]);
    }
    await expect.poll(async () => (await gateway.readRun(opening.id))?.state).toBe("interrupted");
    expect((await gateway.readRun(opening.id))?.logs).toEqual(["so far"]);
  });

  it("by a person is cancelled", async () => {
    const ended = execute(client, { code: "await modern.slow({ ms: 30000 })" });
    const unfinished = async () => (await local().listRuns({ limit: 1, state: "running" })).runs[0];
    await expect.poll(async () => (await unfinished())?.calls).toBe(1);
    const id = (await unfinished())?.id ?? "";
    expect(await local().cancelRun(id, "Enough.", FULL_ACCESS)).toBe("cancelled");
    expect(await ended).toMatchObject({ ok: false, error: { code: "CANCELLED", message: "Enough." }, run: id });
    expect(await recorded(id)).toMatchObject({ state: "cancelled" });
    expect(await local().cancelRun(id, "Again.", FULL_ACCESS)).toBe("none");
    await fetch(`${modern}/reset`);
  });
});

describe("usage", () => {
  it("counts a run with the scripts inside it once, and no value that a script gave its caller", async () => {
    const name = "ledger-usage";
    const gateway = gatewayOf(env, name);
    const scope = { access: FULL_ACCESS, allowedServers: [], wallMs: 60_000 };
    const opening = testOpening("await scripts.inner()");
    using host = await gateway.openRun(scope, opening, testControl());
    const inner = newOpening({ code: "2" }, { via: "script", client: "a test", parent: opening.id });
    using inside = await gateway.openRun(scope, inner, testControl());
    const add = { server: "modern", tool: "add", args: '{"a":1,"b":2}', raw: false };
    for (const one of [host, inside, inside]) await one.call(add);
    await inside.call({ ...add, tool: "nothing" });
    const ending = { logs: [], endedAt: Date.now(), prepareMs: 0 };
    await inside.close({ ...ending, outcome: { ok: true, value: `"${"x".repeat(4_000)}"` } });
    const counts = await host.close({ ...ending, outcome: { ok: true, value: "1" } });
    const { results, definitions, returned, keptOut } = counts?.tokens ?? {
      results: 0,
      definitions: 0,
      returned: 0,
      keptOut: 0,
    };
    expect(counts).toMatchObject({ calls: 4, failedCalls: 1, unknownCalls: 0 });
    const recordedInside = await gateway.readRun(inner.id);
    expect(recordedInside).toMatchObject({ calls: 3, failedCalls: 1, tokens: { returned: 0, definitions } });
    expect(recordedInside?.tokens.results).toBe((results / 3) * 2);
    expect(await gateway.readRun(opening.id)).toMatchObject({ calls: 4, failedCalls: 1, tokens: counts?.tokens });
    expect(await gateway.readUsage(0)).toMatchObject([
      { runs: 1, calls: 4, failed_calls: 1, tokens_returned: returned, tokens_kept_out: keptOut },
    ]);
  });

  it("counts the definition of a tool once, however often the run goes on", async () => {
    const name = "ledger-definitions";
    const gateway = gatewayOf(env, name);
    const scope = { access: FULL_ACCESS, allowedServers: [], wallMs: 60_000, principal: "p" };
    const opening = testOpening();
    const durable = { root: opening.id, path: "", args: { code: "1" }, isDetached: false, isResumed: false };
    const add = { server: "modern", tool: "add", args: '{"a":1,"b":2}', raw: false };
    const host = await gateway.openRun({ ...scope, durable }, opening, testControl());
    await host.callRecorded(add, [], { number: 0, entries: [] });
    const once = (await gateway.readRun(opening.id))?.tokens.definitions;
    expect(once).toBeGreaterThan(0);
    const wait = await host.park([], Date.now() + 100_000);
    expect(wait?.stats).toMatchObject({ calls: 1, failedCalls: 0, tokens: { definitions: once } });
    expect(await gateway.resumeRun(opening.id, FULL_ACCESS, 0)).toMatchObject({ wait: { stats: { calls: 1 } } });
    await inStorage(name, (sql) => sql.exec("UPDATE durable_run SET state = 'running'"));
    using again = await gateway.openRun({ ...scope, durable: { ...durable, isResumed: true } }, opening, testControl());
    await again.callRecorded(add, [], { number: 1, entries: [] });
    const ending = { logs: [], endedAt: Date.now(), prepareMs: 0, outcome: { ok: true } } as const;
    expect(await again.close(ending)).toMatchObject({ calls: 2, tokens: { definitions: once } });
  });

  it("counts no call as failed to which a person gave the input that it asked for", async () => {
    const counts = await runInDurableObject(env.GATEWAY.getByName("ledger-input"), (gateway) => {
      const { ledger } = gateway as unknown as { readonly ledger: RunLedger };
      const journal = ledger.open(testOpening(), testControl(), FULL_ACCESS);
      const call = { server: "travel", tool: "book", args: "{}", raw: false };
      const tool = { name: "book", description: "", inputSchema: { type: "object" } } as const;
      const asked = journal.sent(call, tool);
      const error = { code: "INPUT_REQUIRED", message: "Which seat?" };
      asked.answered({ ok: false, error }, 1, "failed");
      asked.waits();
      journal.sent(call, tool, { repeats: asked.number }).answered({ ok: true, value: "1" }, 1, "ok");
      return journal.counts;
    });
    expect(counts).toMatchObject({ calls: 2, failedCalls: 0, unknownCalls: 0 });
  });

  it("of a day stays when its runs are deleted", async () => {
    const name = "ledger-usage-kept";
    const gateway = gatewayOf(env, name);
    const ending = { outcome: { ok: true, value: "1" }, logs: [], endedAt: Date.now(), prepareMs: 0 } as const;
    for (let index = 0; index < 5; index += 1) await gateway.recordRun(testOpening(`${index}`), ending, "ended");
    const before = await gateway.readUsage(0);
    const limits = { maxRuns: 2, maxBytes: 1e9, maxAgeDays: 1, maxCallLength: 100, maxHandlesLength: 100 };
    await runInDurableObject(env.GATEWAY.getByName(name), (_, { storage }) => {
      while (prune(storage, limits, Date.now()));
    });
    expect((await gateway.listRuns({ limit: 50 })).runs).toHaveLength(2);
    expect(await gateway.readUsage(0)).toEqual(before);
    expect(before).toMatchObject([{ runs: 5 }]);
  });
});

describe("retention", () => {
  it.each([
    { given: { maxRuns: 3 }, want: 3 },
    { given: { maxBytes: 5_200 }, want: 4 },
    { given: { maxAgeDays: -1 }, want: 0 },
    { given: {}, want: 10 },
  ])("$given keeps $want of ten", async ({ given, want }) => {
    const name = `ledger-retention-${JSON.stringify(given)}`;
    const gateway = gatewayOf(env, name);
    for (let index = 0; index < 10; index += 1) {
      const ending = { outcome: { ok: true }, logs: [], endedAt: Date.now(), prepareMs: 0 } as const;
      await gateway.recordRun(testOpening(`${index} ${"x".repeat(1_000)}`), ending, "ended");
    }
    const limits = { maxRuns: 100, maxBytes: 1e9, maxAgeDays: 1, maxCallLength: 100, maxHandlesLength: 100, ...given };
    const counts = await runInDurableObject(env.GATEWAY.getByName(name), (_gateway, { storage }) => {
      while (prune(storage, limits, Date.now()));
      return ["run", "run_script"].map((table) => storage.sql.exec(`SELECT count(*) AS n FROM ${table}`).one()["n"]);
    });
    expect(counts).toStrictEqual([want, want]);
    const { runs: kept } = await gateway.listRuns({ limit: 50 });
    expect(kept.map(({ title }) => Number(title.split(" ")[0]))).toStrictEqual(
      Array.from({ length: want }, (_, index) => 9 - index),
    );
  });

  it("spares an interrupted run that can be resumed, with the scripts it called, and forgets it when it cannot", async () => {
    const name = "ledger-retention-resumable";
    const opening = await interruptedRun(name);
    const child = await gatewayOf(env, name).listRuns({ limit: 1 });
    const kept = async (): Promise<readonly unknown[]> => {
      await pruneTo(name, 1);
      const gateway = gatewayOf(env, name);
      const ids = [opening.id, child.runs[0]?.id ?? ""];
      return Promise.all(ids.map(async (id) => (await gateway.listCalls(id, 0, 10))?.length));
    };
    expect(await kept()).toEqual([1, 1]);
    await inStorage(name, (sql) => sql.exec("DELETE FROM durable_run"));
    expect(await kept()).toEqual([undefined, undefined]);
  });

  it.each(["root", "child"])("lets no run go on whose calls it has deleted: those of its %s", async (lost) => {
    const name = `ledger-retention-gone-${lost}`;
    const opening = await interruptedRun(name);
    await inStorage(name, (sql) => sql.exec("DELETE FROM run WHERE (parent IS NULL) = ?", lost === "root" ? 1 : 0));
    const resumed = await gatewayOf(env, name).resumeRun(opening.id, FULL_ACCESS, 0);
    expect(resumed).toMatchObject({ kind: "ended", ended: { outcome: { ok: false, error: { code: "CANCELLED" } } } });
    expect(JSON.stringify(resumed)).toContain("the record of its calls was deleted");
  });
});

/** @returns the opening of a run that was cut off after a call of its own and one of a script inside it */
async function interruptedRun(name: string): Promise<RunOpening> {
  const gateway = gatewayOf(env, name);
  const opening = testOpening();
  const scope = { access: FULL_ACCESS, allowedServers: [], wallMs: 60_000, principal: "p" };
  const durable = { root: opening.id, path: "", args: { code: "1" }, isDetached: false, isResumed: false };
  const host = await gateway.openRun({ ...scope, durable }, opening, testControl());
  const child = newOpening({ code: "2" }, { via: "script", client: "a test", parent: opening.id });
  const inside = await gateway.openRun({ ...scope, durable: { ...durable, path: "1" } }, child, testControl());
  const add = { server: "modern", tool: "add", args: '{"a":1,"b":2}', raw: false };
  const { id, seed, startedAt } = child;
  await host.callRecorded(add, [], { number: 0, entries: [{ kind: "child", path: "1", id, seed, startedAt }] });
  await inside.callRecorded(add, [], { number: 0, entries: [] });
  await runInDurableObject(env.GATEWAY.getByName(name), (_, state) => state.abort("cut")).catch(() => undefined);
  expect(await gatewayOf(env, name).readRun(opening.id)).toMatchObject({ calls: 2 });
  return opening;
}

async function inStorage<T>(name: string, look: (sql: SqlStorage) => T): Promise<T> {
  return runInDurableObject(env.GATEWAY.getByName(name), (_, { storage }) => look(storage.sql));
}

async function pruneTo(name: string, maxRuns: number): Promise<void> {
  for (let index = 0; index < 3; index += 1) {
    const ending = { outcome: { ok: true }, logs: [], endedAt: Date.now(), prepareMs: 0 } as const;
    await gatewayOf(env, name).recordRun(testOpening(`${index}`), ending, "ended");
  }
  const limits = { maxRuns, maxBytes: 1e9, maxAgeDays: 1, maxCallLength: 100, maxHandlesLength: 100 };
  await runInDurableObject(env.GATEWAY.getByName(name), (_, { storage }) => {
    while (prune(storage, limits, Date.now()));
  });
}
