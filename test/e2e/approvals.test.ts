/** Calls that wait for a person, on a real gateway: an MCP client asks, the upstreams remember what reached them. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import { envelopeOf, type Envelope } from "../support/answer.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

const POLICY = {
  version: "1",
  default: "allow",
  tools: { "github.delete_*": { require_approval: true, reason: "Deleting takes a person." } },
  approvals: { wait_ms: 100 },
};

interface Approval {
  readonly id: string;
  readonly run: string;
  readonly state: string;
  readonly server: string;
  readonly tool: string;
  readonly args: unknown;
}

async function waiting(gateway: BusinessGateway): Promise<readonly Approval[]> {
  return (await gateway.get("/approvals?state=waiting"))["approvals"] as readonly Approval[];
}

async function resume(gateway: BusinessGateway, run: unknown): Promise<Envelope> {
  return envelopeOf(await gateway.client.call("execute_code", { resume: run }));
}

async function decideAll(gateway: BusinessGateway, body: object): Promise<readonly number[]> {
  const answers = [];
  for (const { id } of await waiting(gateway)) answers.push((await gateway.post(`/approvals/${id}`, body)).status);
  return answers;
}

/** How often a tool was called at its server, since `from` calls. */
function reached({ upstreams }: BusinessGateway, path: string, from = 0): number {
  return upstreams.calls.slice(from).filter((call) => call === path).length;
}

it("a person's approval for minutes does not hold for another upstream that gets the same name", async () => {
  const tools = { "extra.delete_*": { require_approval: true } };
  const gateway = await gateways.start({ policy: { ...POLICY, tools } });
  const { github } = gateway.upstreams.mcpServers;
  const added = { name: "extra", entry: github };
  const call = () => gateway.run('await extra.delete_repo({ name: "old" })');
  expect(await gateway.post("/upstreams", added)).toMatchObject({ status: 201 });
  expect(await call()).toMatchObject({ ok: false, error: { code: "APPROVAL_REQUIRED" } });
  await decideAll(gateway, { decision: "approve", for: { minutes: 60 } });
  expect(await call()).toMatchObject({ ok: true });
  const remove = { method: "DELETE" };
  expect((await fetch(`${gateway.origin}/api/v1/upstreams/extra`, remove)).status).toBe(204);
  const other = { ...added, entry: { url: `${github?.url}?other` } };
  expect(await gateway.post("/upstreams", other)).toMatchObject({ status: 201 });
  const before = reached(gateway, "github.delete_repo");
  expect(await call()).toMatchObject({ ok: false, error: { code: "APPROVAL_REQUIRED" } });
  expect(reached(gateway, "github.delete_repo")).toBe(before);
  // The former upstream is the one that was approved.
  await fetch(`${gateway.origin}/api/v1/upstreams/extra`, remove);
  await gateway.post("/upstreams", added);
  expect(await call()).toMatchObject({ ok: true });
});

describe("a call that waits for a person", () => {
  let gateway: BusinessGateway & { readonly directory: string };
  beforeAll(async () => {
    gateway = await gateways.start({ policy: POLICY });
    await gateway.search({ detail: "names" });
  });
  let from = 0;
  beforeEach(() => {
    from = gateway.upstreams.calls.length;
  });

  it("parks its run, which goes on after approval without a second call", async () => {
    const asked = await gateway.run(
      `console.log("before");
       const issue = await github.create_issue({ title: "one" });
       const gone = await github.delete_repo({ name: "old" });
       console.log("after");
       ({ issue, gone })`,
    );
    expect(asked).toMatchObject({
      ok: false,
      error: {
        code: "APPROVAL_REQUIRED",
        approvals: [expect.stringMatching(/^a_/)],
        url: expect.stringContaining("/approve/") as unknown,
      },
      logs: ["before"],
      run: expect.stringMatching(/^r_/) as unknown,
    });
    expect(await resume(gateway, asked.run)).toMatchObject({ ok: false, error: { code: "APPROVAL_REQUIRED" } });
    expect(await gateway.get(`/runs/${asked.run}`)).toMatchObject({ outcome: "waiting" });
    const { decisions } = await gateway.get("/policy");
    expect(decisions).toContainEqual(expect.objectContaining({ decision: "waiting", count: 1 }));
    const [approval] = await waiting(gateway);
    expect(approval).toMatchObject({ run: asked.run, server: "github", tool: "delete_repo", args: { name: "old" } });
    const decided = await gateway.post(`/approvals/${approval?.id}`, { decision: "approve" });
    expect(decided).toMatchObject({ status: 200, body: { state: "approved" } });
    expect((await gateway.post(`/approvals/${approval?.id}`, { decision: "deny" })).status).toBe(409);
    const ended = await resume(gateway, asked.run);
    expect(ended).toMatchObject({
      ok: true,
      value: { issue: { number: 1 }, gone: { deleted: true } },
      logs: ["before", "after"],
    });
    expect(await resume(gateway, asked.run)).toStrictEqual(ended);
    expect(reached(gateway, "github.create_issue", from)).toBe(1);
    expect(reached(gateway, "github.delete_repo", from)).toBe(1);
    expect(await gateway.get(`/runs/${asked.run}`)).toMatchObject({
      outcome: "ok",
      calls: 2,
      logs: ["before", "after"],
    });
  });

  it("parks a run whose last statement does not wait for it, and is part of the value", async () => {
    const asked = await gateway.run(
      `var out = {};
       async function main() { out.gone = call_tool("github", "delete_repo", { name: "aside" }).result; }
       main();
       out`,
    );
    expect(asked).toMatchObject({ ok: false, error: { code: "APPROVAL_REQUIRED" } });
    await decideAll(gateway, { decision: "approve" });
    const ended = () => resume(gateway, asked.run);
    await expect.poll(ended).toMatchObject({ ok: true, value: { gone: { deleted: true } }, logs: [] });
    expect(reached(gateway, "github.delete_repo", from)).toBe(1);
  });

  it("is shown by its link to no key that is narrower than its run", async () => {
    const asked = await gateway.run(`await github.delete_repo({ name: "of the whole key" })`);
    const { url } = asked.error as unknown as { readonly url: string };
    const key = await gateway.post("/keys", { name: "narrow", principal: "local", servers: ["mail"] });
    const open = async (headers: Readonly<Record<string, string>>) => {
      const page = await fetch(url, { headers });
      return { status: page.status, showsArguments: (await page.text()).includes("of the whole key") };
    };
    expect(await open({})).toEqual({ status: 200, showsArguments: true });
    const narrow = { authorization: `Bearer ${String(key.body["key"])}` };
    expect(await open(narrow)).toEqual({ status: 403, showsArguments: false });
    await decideAll(gateway, { decision: "deny" });
  });

  it("asks once for a Promise.all of 20, and a denied call throws while the others go on", async () => {
    const asked = await gateway.run(
      `const all = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => github.delete_repo({ name: "r" + n })));
       all.map(({ value, reason }) => value?.deleted ?? [reason instanceof ToolError, reason.code, reason.message])`,
    );
    const error = asked.error as unknown as { readonly approvals: readonly string[] };
    expect(error.approvals).toHaveLength(20);
    const [first, ...others] = await waiting(gateway);
    await gateway.post(`/approvals/${first?.id}`, { decision: "deny", reason: "not this one" });
    for (const { id } of others) await gateway.post(`/approvals/${id}`, { decision: "approve" });
    const ended = await resume(gateway, asked.run);
    const value = ended.value as readonly unknown[];
    expect(value.filter((one) => one === true)).toHaveLength(19);
    expect(value).toContainEqual([true, "APPROVAL_DENIED", expect.stringContaining("not this one")]);
    expect(reached(gateway, "github.delete_repo", from)).toBe(19);
  });

  it("holds no request open at any upstream while it is parked", async () => {
    await gateway.run(`await github.create_issue({ title: "listed" })`);
    const before = gateway.upstreams.open();
    const code = `await Promise.all([github.create_issue({ title: "p" }), mail.search({ query: "p" })]);
      await Promise.all(Array.from({ length: 20 }, (_, n) => github.delete_repo({ name: "p" + n })))`;
    const asked = await gateway.run(code);
    expect(asked).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    expect(gateway.upstreams.open()).toBe(before);
    await gateway.post(`/runs/${asked.run}/cancel`, {});
  });

  it("approves further calls of the tool in the run, and no other run", async () => {
    const script = `for (const name of ["a", "b", "c"]) await github.delete_repo({ name }); "done"`;
    const asked = await gateway.run(script);
    expect(await decideAll(gateway, { decision: "approve", for: "run" })).toEqual([200]);
    expect(await resume(gateway, asked.run)).toMatchObject({ ok: true, value: "done" });
    const other = await gateway.run(script);
    expect(other).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    expect(await decideAll(gateway, { decision: "deny" })).toEqual([200]);
    expect(await resume(gateway, other.run)).toMatchObject({ ok: false, error: { code: "APPROVAL_DENIED", line: 1 } });
    expect(reached(gateway, "github.delete_repo", from)).toBe(3);
  });

  it("ends with its cancellation, and its approval is worth nothing after that", async () => {
    const asked = await gateway.run(`await github.delete_repo({ name: "x" })`);
    const [approval] = await waiting(gateway);
    await gateway.post(`/runs/${asked.run}/cancel`, {});
    expect((await gateway.post(`/approvals/${approval?.id}`, { decision: "approve" })).status).toBe(409);
    expect(await resume(gateway, asked.run)).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
    expect(await gateway.get(`/runs/${asked.run}`)).toMatchObject({ outcome: "cancelled" });
    expect(reached(gateway, "github.delete_repo", from)).toBe(0);
  });

  it.each([
    { name: "asked-for", listing: `"asked-for" in scripts` },
    { name: "counted", listing: `Object.keys(scripts).length` },
  ])("goes on where its script reads $listing and saves one after that", async ({ name, listing }) => {
    const asked = await gateway.run(
      `const known = ${listing};
       if (known !== true) await scripts.save("${name}", { code: "1" });
       await github.delete_repo({ name: "known: " + known });
       "end"`,
    );
    expect(asked).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    expect(await decideAll(gateway, { decision: "approve" })).toEqual([200]);
    expect(await resume(gateway, asked.run)).toMatchObject({ ok: true, value: "end" });
    expect(reached(gateway, "github.delete_repo", from)).toBe(1);
    await fetch(`${gateway.origin}/api/v1/scripts/${name}`, { method: "DELETE" });
  });

  it("waits inside a saved script, too", async () => {
    await gateway.post("/scripts", {
      name: "remove",
      code: `await github.create_issue({ title: "in" }); await github.delete_repo(input)`,
    });
    const asked = await gateway.run(
      `const [one, two] = await Promise.all([scripts.remove({ name: "s" }), github.create_issue({ title: "out" })]); ({ one, two })`,
    );
    expect(asked).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    expect(await decideAll(gateway, { decision: "approve" })).toEqual([200]);
    expect(await resume(gateway, asked.run)).toMatchObject({
      ok: true,
      value: { one: { deleted: true }, two: { number: 1 } },
    });
    expect(reached(gateway, "github.create_issue", from)).toBe(2);
    expect(reached(gateway, "github.delete_repo", from)).toBe(1);
  });

  it.each([
    { what: "replaced by another of its name and version", isReplaced: true },
    { what: "deleted", isReplaced: false },
  ])("goes on with the text that it began with when its saved script is $what", async ({ isReplaced }) => {
    const code = (title: string): string =>
      `await github.delete_repo({ name: "by-script" }); return (await github.create_issue({ title: "${title}" })).title ?? "${title}"`;
    for (const request of [{ script: "cleans" }, { code: "return await scripts.cleans()" }]) {
      await gateway.post("/scripts", { name: "cleans", code: code("first") });
      const asked = envelopeOf(await gateway.client.call("execute_code", request));
      await fetch(`${gateway.origin}/api/v1/scripts/cleans`, { method: "DELETE" });
      if (isReplaced) await gateway.post("/scripts", { name: "cleans", code: code("second") });
      expect(await decideAll(gateway, { decision: "approve" })).toEqual([200]);
      expect(await resume(gateway, asked.run)).toMatchObject({ ok: true, value: "first" });
      await fetch(`${gateway.origin}/api/v1/scripts/cleans`, { method: "DELETE" });
    }
  });

  describe("calls a saved script again with the text that it called first", () => {
    const code = (title: string): string =>
      `await github.delete_repo({ name: "by-script" }); await github.create_issue({ title: "x" }); "${title} " + (input?.n ?? "")`;
    const schema = (type: string) => ({ type: "object", properties: { n: { type } } });
    const save = (name: string, text: string, type = "number") =>
      gateway.post("/scripts", { name, code: text, input_schema: schema(type) });
    const change = async (isDeleted: boolean): Promise<void> => {
      if (isDeleted) await fetch(`${gateway.origin}/api/v1/scripts/again`, { method: "DELETE" });
      else await save("again", code("second"), "string");
    };

    it.each([
      { what: "changed", isDeleted: false },
      { what: "deleted", isDeleted: true },
    ])("when the script was $what while the run waited", async ({ isDeleted }) => {
      await save("again", code("first"));
      const asked = await gateway.run(
        `[await scripts.again({ n: 1 }), await scripts.again({ n: 2 }), await scripts.again({ n: "3" }).catch(({ code }) => code)]`,
      );
      await change(isDeleted);
      expect(await decideAll(gateway, { decision: "approve", for: "run" })).toEqual([200]);
      const ended = { ok: true, value: ["first 1", "first 2", "INVALID_ARGS"] };
      expect(await resume(gateway, asked.run)).toMatchObject(ended);
    });

    it("when another saved script calls it, and in the run of a schedule", async () => {
      await save("again", code("first"));
      await save("outer", `return await scripts.again({ n: 2 })`);
      const calls = `return [await scripts.again({ n: 1 }), await scripts.outer()]`;
      await save("both", calls);
      await gateway.post("/schedules", { name: "both", schedule: "every day", script: "both" });
      await gateway.post("/schedules/both/run", {});
      await expect.poll(async () => (await waiting(gateway)).length).toBe(1);
      const run = (await waiting(gateway))[0]?.run;
      await change(false);
      await save("both", "0");
      expect(await decideAll(gateway, { decision: "approve", for: "run" })).toEqual([200]);
      expect(await resume(gateway, run)).toMatchObject({ ok: true, value: ["first 1", "first 2"] });
    });
  });

  it("keeps the schedule of its run from a second one until it has ended", async () => {
    const code = `await github.delete_repo({ name: "nightly" }); "cleaned"`;
    await gateway.post("/schedules", { name: "nightly", schedule: "every day", code });
    await gateway.post("/schedules/nightly/run", {});
    await expect.poll(async () => (await waiting(gateway)).length).toBe(1);
    const run = (await waiting(gateway))[0]?.run ?? "";
    await expect
      .poll(() => gateway.get("/schedules/nightly"))
      .toMatchObject({ waiting_run: run, failures: 0, runs: 0 });
    const second = await gateway.post("/schedules/nightly/run", {});
    expect(second).toMatchObject({ status: 409, body: { detail: expect.stringContaining(run) as unknown } });
    await decideAll(gateway, { decision: "approve" });
    const ended = { runs: 1, failures: 0, last: { run, ok: true } };
    await expect.poll(() => gateway.get("/schedules/nightly")).toMatchObject(ended);
    expect(await gateway.get("/schedules/nightly")).not.toHaveProperty("waiting_run");
    expect(reached(gateway, "github.delete_repo", from)).toBe(1);
  });

  it("runs detached, and sleeps for longer than it may run", async () => {
    const sleeping = await gateway.run(`await github.create_issue({ title: "s" }); await sleep(1500); "slept"`, {
      detach: true,
      options: { timeout_ms: 1000 },
    });
    expect(sleeping).toStrictEqual({ ok: true, run: sleeping.run, state: "running" });
    await expect.poll(async () => resume(gateway, sleeping.run)).toMatchObject({ state: "sleeping" });
    await expect.poll(async () => resume(gateway, sleeping.run)).toMatchObject({ ok: true, value: "slept" });
    expect(reached(gateway, "github.create_issue", from)).toBe(1);
  });

  it("makes no more calls with the scripts in it than its limit, however often it is parked", async () => {
    const limited = await gateways.start({ policy: POLICY, limits: { max_tool_calls: 3, timeout_ms: 1_000 } });
    const code = "for (const title of ['a', 'b', 'c']) await github.create_issue({ title }); 3";
    expect(await limited.post("/scripts", { name: "three", code })).toMatchObject({ status: 201 });
    const loop =
      "let made = 0; for (let i = 0; i < 2; i += 1) { made += await scripts.three({}); await sleep(1_300); } made";
    const begun = await limited.run(loop, { detach: true });
    const outcome = async () => envelopeOf(await limited.client.call("execute_code", { resume: begun.run }));
    await expect
      .poll(outcome, { timeout: 15_000, interval: 300 })
      .toMatchObject({ ok: false, error: { code: "MAX_TOOL_CALLS_EXCEEDED" } });
    expect(limited.upstreams.calls.filter((path) => path === "github.create_issue")).toHaveLength(3);
  });

  it("runs detached, and its outcome is kept where its journal has no room", async () => {
    const code = `const amount = "x".repeat(900_000);
      for (let n = 0; n < 20; n += 1) await stripe.create_refund({ amount });
      "done"`;
    const detached = await gateway.run(code, { detach: true });
    const ended = { timeout: 20_000 };
    await expect.poll(() => resume(gateway, detached.run), ended).toMatchObject({ ok: true, value: "done" });
    expect(await resume(gateway, detached.run)).toMatchObject({ ok: true, value: "done" });
    expect(reached(gateway, "stripe.create_refund", from)).toBe(20);
  });

  it("keeps outcomes of detached runs within their room, the newest first", { timeout: 60_000 }, async () => {
    const runs: string[] = [];
    // Each has 4 million characters, and there is room for 64 million.
    for (let n = 0; n < 18; n += 1) {
      const { run } = await gateway.run(`"x".repeat(4_000_000)`, { detach: true });
      await expect.poll(() => gateway.get(`/runs/${run}`), { timeout: 20_000 }).toMatchObject({ outcome: "ok" });
      runs.push(run);
    }
    expect(await resume(gateway, runs.at(-1))).toMatchObject({ ok: true });
    expect(await resume(gateway, runs[0])).toMatchObject({ ok: false, error: { code: "INVALID_ARGS" } });
    expect(await gateway.get(`/runs/${runs[0]}`)).toMatchObject({ outcome: "ok" });
  });

  it("parks at each of many sleeps, and makes each call once", async () => {
    const code = `const made = [];
      for (let n = 0; n < 8; n += 1) { made.push((await github.create_issue({ title: String(n) })).number); await sleep(250); }
      made.length`;
    const detached = await gateway.run(code, { detach: true });
    const ended = { timeout: 20_000 };
    await expect.poll(() => resume(gateway, detached.run), ended).toMatchObject({ ok: true, value: 8 });
    expect(reached(gateway, "github.create_issue", from)).toBe(8);
  });

  it("ends at its wall clock where a client waits for the answer", async () => {
    const late = await gateway.run(`await sleep(60_000)`, { options: { timeout_ms: 300 } });
    expect(late).toMatchObject({ ok: false, error: { code: "TIMEOUT" } });
  });

  it("is told apart from calls that may have taken effect when its run ends at its wall clock", async () => {
    const code = `github.delete_repo({ name: "kept" }).catch(() => undefined); for (;;) await store.get("flag");`;
    const late = await gateway.run(code, { options: { timeout_ms: 1_000 } });
    expect(late).toMatchObject({ ok: false, error: { code: "TIMEOUT" } });
    const lines = late.logs?.filter((line) => line.includes("delete_repo"));
    expect(lines).toEqual(["[isogate] still waited for a person when the run ended: github.delete_repo"]);
    expect(reached(gateway, "github.delete_repo", from)).toBe(0);
  });

  it("denies calls that wait when their run's journal has no room, and does not leave them waiting", async () => {
    const ended = await gateway.run(
      `const text = "x".repeat(900_000);
       const all = await Promise.allSettled(Array.from({ length: 24 }, (_, n) => github.delete_repo({ name: n + text })));
       all.map(({ reason }) => reason?.code)`,
    );
    expect(ended).toMatchObject({ ok: true, value: Array.from({ length: 24 }, () => "APPROVAL_DENIED") });
    expect(await waiting(gateway)).toEqual([]);
    expect(reached(gateway, "github.delete_repo", from)).toBe(0);
  });

  it("does not hide what waits behind calls with long arguments and scripts", { timeout: 60_000 }, async () => {
    const asked: unknown[] = [];
    for (const code of [
      `const text = "x".repeat(900_000);
       await Promise.all(Array.from({ length: 8 }, (_, n) => github.delete_repo({ name: n + text })));`,
      `await Promise.all(Array.from({ length: 200 }, (_, n) => github.delete_repo({ name: "r" + n }))); /*${"x".repeat(250_000)}*/`,
      `await github.delete_repo({ name: "honest" })`,
    ]) {
      asked.push((await gateway.run(code, { options: { timeout_ms: 60_000 } })).run);
    }
    const listed = await fetch(`${gateway.origin}/api/v1/approvals?state=waiting&limit=500`);
    expect(listed.status).toBe(200);
    const { approvals } = (await listed.json()) as { approvals: readonly Approval[] };
    expect(approvals).toContainEqual(expect.objectContaining({ args: { name: "honest" } }));
    expect(JSON.stringify(approvals.find(({ run }) => run === asked[0])?.args)).toContain("characters are not shown");
    for (const run of asked) await gateway.post(`/runs/${String(run)}/cancel`, {});
    expect(await waiting(gateway)).toEqual([]);
  });

  it("sends what a script has read before a call in messages that are not too long", { timeout: 60_000 }, async () => {
    const long = await gateway.run(`return "語".repeat(3_900_000)`);
    const reads = await gateway.run(
      `let read = 0;
       for (let count = 0; count < 5; count += 1) read += (await results.read("${long.run}")).length;
       return [read, (await github.create_issue({ title: "read" })).number]`,
    );
    expect(reads).toMatchObject({ ok: true, value: [19_500_000, 1] });
  });

  it("refuses to go on with what is no waiting run", async () => {
    for (const run of ["r_00000000000000000000", "x", ""]) {
      expect(await resume(gateway, run)).toMatchObject({ ok: false, error: { code: "INVALID_ARGS" } });
    }
    const answer = await gateway.client.call("execute_code", { resume: "r_00000000000000000000", code: "1" });
    expect(envelopeOf(answer)).toMatchObject({ error: { code: "INVALID_ARGS" } });
  });
});

describe("a run that waits while the gateway dies", () => {
  it("goes on where it was, on the storage that was left behind", async () => {
    const before = await gateways.start({ policy: POLICY });
    const asked = await before.run(
      `const at = Date.now(), dice = Math.random(), id = crypto.randomUUID();
       const { refunded } = await stripe.create_refund({ amount: dice });
       const gone = await Promise.race([github.delete_repo({ name: "old" }), sleep(3600_000)]);
       ({ same: dice === refunded, drawn: [at, id].every(Boolean), gone })`,
    );
    expect(asked).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    await before.kill();
    const after = await gateways.start({ policy: POLICY }, before.directory);
    expect(await waiting(after)).toHaveLength(1);
    expect(await resume(after, asked.run)).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    expect(await decideAll(after, { decision: "approve" })).toEqual([200]);
    const ended = await resume(after, asked.run);
    // The resumed run draws the amount that it refunded before.
    expect(ended).toMatchObject({ ok: true, value: { same: true, drawn: true, gone: { deleted: true } } });
    expect(reached(before, "stripe.create_refund")).toBe(1);
    expect(reached(after, "stripe.create_refund")).toBe(0);
    expect(reached(after, "github.delete_repo")).toBe(1);
  });
});

describe("a run that waits while the policy changes", () => {
  it("asks again instead of taking a decision about the old policy", async () => {
    const before = await gateways.start({ policy: POLICY });
    const asked = await before.run(`await github.delete_repo({ name: "old" })`);
    await before.kill();
    const tools = { "github.delete_*": { require_approval: true, reason: "Deleting takes two persons." } };
    const after = await gateways.start({ policy: { ...POLICY, tools } }, before.directory);
    const [old] = await waiting(after);
    const refused = await after.post(`/approvals/${old?.id}`, { decision: "deny", reason: "not that one" });
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("The policy has changed") } });
    // The refusal has resumed the run.
    await expect
      .poll(async () => (await waiting(after)).map(({ id }) => id), { timeout: 10_000 })
      .not.toContain(old?.id);
    await expect.poll(() => waiting(after), { timeout: 10_000 }).toHaveLength(1);
    expect(await decideAll(after, { decision: "deny", reason: "not this one" })).toEqual([200]);
    expect(await resume(after, asked.run)).toMatchObject({
      error: { code: "APPROVAL_DENIED", message: expect.stringContaining("not this one") },
    });
  });
});

describe("a run that has made calls when a rule about flows is added", () => {
  it("hears of the rule at the call that it is about", async () => {
    const before = await gateways.start({ policy: POLICY });
    const asked = await before.run(
      `const { number } = await github.create_issue({ title: "written" });
       await github.delete_repo({ name: "old" });
       await slack.post_message({ channel: "all", text: String(number) })`,
    );
    expect(asked).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    await before.kill();
    const flows = [{ from: "github.create_issue", to: "slack.post_message" }];
    const after = await gateways.start({ policy: { ...POLICY, flows } }, before.directory);
    expect(await decideAll(after, { decision: "approve" })).toEqual([409]);
    await expect.poll(() => decideAll(after, { decision: "approve" }), { timeout: 10_000 }).toEqual([200]);
    const ended = await resume(after, asked.run);
    expect(ended).toMatchObject({ error: { code: "POLICY_DENIED", rule: "/flows/0" } });
    expect(JSON.stringify(ended)).not.toContain("Nothing was called");
    expect(after.upstreams.calls).toEqual(["github.delete_repo"]);
  });
});

describe("a run that sleeps while the gateway dies", () => {
  // The last request of a script before it sleeps has no later one with which its answer would be stored.
  it.each([
    { last: `await store.put("n", 1)`, later: `await store.put("n", 5)`, shows: `await store.get("n")`, want: 5 },
    { last: `await scripts.save("kept", { code: "1" })`, shows: `(await scripts.list())[0]?.version`, want: 1 },
    { last: `await schedule.trigger("once")`, shows: `(await schedule.get("once")).runs`, want: 1 },
  ])("makes no change again: $last", async ({ last, later = "1", shows, want }) => {
    const before = await gateways.start({ policy: POLICY });
    await before.post("/schedules", { name: "once", schedule: "0 0 1 1 *", code: "1" });
    const asked = await before.run(`${last}; await sleep(3_000); "slept"`, { detach: true });
    const shown = async (gateway: BusinessGateway) => (await gateway.run(shows)).value;
    await expect.poll(() => shown(before), { timeout: 10_000 }).toBe(1);
    await before.run(later);
    await before.kill();
    const after = await gateways.start({ policy: POLICY }, before.directory);
    const outcome = async () => (await after.get(`/runs/${asked.run}`))["outcome"];
    await expect.poll(outcome, { timeout: 20_000 }).toBe("ok");
    expect(await shown(after)).toBe(want);
  });
});

describe("a call that was on its way when the gateway died", () => {
  it("is asked about at once where no client waits for the run", async () => {
    const before = await gateways.start({ policy: POLICY });
    const asked = await before.run(`await github.delete_repo({ name: "no client waits" })`);
    const hanging = before.upstreams.hang();
    await decideAll(before, { decision: "approve" });
    await hanging.until(1);
    await before.kill();
    hanging.end();
    const after = await gateways.start({ policy: POLICY }, before.directory);
    const unknown = [{ kind: "unknown", tool: "delete_repo", run: asked.run }];
    await expect.poll(() => waiting(after), { timeout: 10_000 }).toMatchObject(unknown);
  });

  it("is asked about, or made again where that does no harm", async () => {
    const before = await gateways.start({ policy: POLICY });
    await before.search({ detail: "names" });
    const hanging = before.upstreams.hang();
    const running = [
      before.run(`await github.create_issue({ title: "may have happened" })`),
      before.run(`await mail.search({ query: "reads only" })`),
    ];
    await hanging.until(2);
    const listed = (await before.get("/runs"))["runs"] as readonly { readonly id: string; readonly title: string }[];
    const idOf = (word: string): string => listed.find(({ title }) => title.includes(word))?.id ?? "";
    await before.kill();
    // Their clients hear nothing any more.
    for (const one of running) void one.catch(() => undefined);
    hanging.end();
    const after = await gateways.start({ policy: POLICY }, before.directory);
    expect(await resume(after, idOf("mail.search"))).toMatchObject({ ok: true, value: { text: "the secret" } });
    const asked = await resume(after, idOf("create_issue"));
    expect(asked).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    expect(await waiting(after)).toMatchObject([{ kind: "unknown", tool: "create_issue" }]);
    expect(reached(after, "github.create_issue")).toBe(0);
    expect(await decideAll(after, { decision: "deny", reason: "it is there" })).toEqual([200]);
    const ended = await resume(after, asked.run);
    expect(ended).toMatchObject({ ok: false, error: { code: "APPROVAL_DENIED" } });
    expect(ended.error?.message).toContain("it may have had an effect");
    expect(reached(after, "github.create_issue")).toBe(0);
  });
});

describe("a call that may have happened before the gateway died", () => {
  const ISSUE = `await github.create_issue({ title: "one" })`;
  const UNKNOWN = { kind: "unknown", tool: "create_issue" };
  const happened =
    /^(?:scripts\.\w+ \(line \d+\): )?github\.create_issue was sent before the run was cut off.* may have had an effect\. ./;

  /** @returns a gateway after the restart, and the runs whose calls it asks about */
  async function restarted(before: Record<string, unknown>, after: Record<string, unknown>, codes: readonly string[]) {
    const first = await gateways.start(before);
    await first.post("/scripts", { name: "opens", code: `return ${ISSUE}` });
    const hanging = first.upstreams.hang();
    const runs = [];
    for (const code of codes) runs.push((await first.run(code, { detach: true })).run);
    await hanging.until(codes.length);
    await first.kill();
    hanging.end();
    const second = await gateways.start(after, first.directory);
    return { second, runs, directory: first.directory };
  }

  async function asked(gateway: BusinessGateway, count: number): Promise<void> {
    await expect
      .poll(() => waiting(gateway), { timeout: 15_000 })
      .toMatchObject(Array.from({ length: count }, () => UNKNOWN));
  }

  const ONCE = { count: { tool: "github.create_issue", within: "1h", include_call: true }, op: "lte", value: 3 };

  it.each([
    { by: "limits", rule: { limits: [{ counter: "issues", window: "day", max: 3 }] }, code: "RATE_LIMITED" },
    { by: "conditions", rule: { require: [ONCE] }, code: "POLICY_DENIED" },
  ])("is counted once by $by when it is sent again, also after another restart", async ({ rule, code }) => {
    const settings = { policy: { ...POLICY, tools: { "github.create_issue": rule } } };
    const { second, runs, directory } = await restarted(settings, settings, [ISSUE, `await scripts.opens()`]);
    await asked(second, 2);
    expect(await decideAll(second, { decision: "approve" })).toEqual([200, 200]);
    for (const run of runs)
      await expect.poll(() => resume(second, run)).toMatchObject({ ok: true, value: { number: 1 } });
    expect(reached(second, "github.create_issue")).toBe(2);
    await second.kill();
    const third = await gateways.start(settings, directory);
    expect(await third.run(ISSUE)).toMatchObject({ ok: true });
    expect(await third.run(ISSUE)).toMatchObject({ ok: false, error: { code } });
  });

  it.each([
    {
      what: "the policy denies it",
      change: { policy: { ...POLICY, tools: { "github.create_issue": { action: "deny" } } } },
      asks: 2,
      code: "POLICY_DENIED",
    },
    {
      what: "its server cannot be reached",
      change: { mcpServers: { github: { url: "http://127.0.0.1:9/mcp" } } },
      asks: 0,
      code: "UPSTREAM_ERROR",
    },
    { what: "its server is gone", change: { mcpServers: {} }, asks: 0, code: "UPSTREAM_ERROR" },
  ])("may have happened still when $what, and is not retryable", async ({ code, change, asks }) => {
    const settings = { policy: POLICY };
    const { second, runs } = await restarted(settings, { ...settings, ...change }, [ISSUE, `await scripts.opens()`]);
    await asked(second, asks);
    await decideAll(second, { decision: "approve" });
    for (const run of runs) {
      await expect.poll(() => resume(second, run), { timeout: 15_000 }).toMatchObject({ ok: false, error: { code } });
      const { error } = await resume(second, run);
      expect(error?.message).toMatch(happened);
      expect(error).not.toHaveProperty("retryable");
      expect(error).not.toHaveProperty("retry_after_ms");
    }
  });

  it("may have happened still when nobody decides in time", async () => {
    const settings = { policy: { ...POLICY, approvals: { wait_ms: 0, expires_seconds: 1 } } };
    const { second, runs } = await restarted(settings, settings, [ISSUE]);
    const lapsed = { error: { code: "APPROVAL_DENIED", message: expect.stringMatching(happened) as unknown } };
    await expect.poll(() => resume(second, runs[0]), { timeout: 15_000 }).toMatchObject(lapsed);
  });

  it("may have happened still when its run is cancelled", async () => {
    const settings = { policy: { ...POLICY, approvals: { wait_ms: 0 } } };
    const { second, runs } = await restarted(settings, settings, [ISSUE]);
    await asked(second, 1);
    await expect.poll(() => resume(second, runs[0])).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    await second.post(`/runs/${runs[0]}/cancel`, {});
    const cancelled = { error: { code: "CANCELLED", message: expect.stringMatching(happened) as unknown } };
    await expect.poll(() => resume(second, runs[0])).toMatchObject(cancelled);
  });
});

describe("an approval", () => {
  it("does not reach a tool whose definition changed while the run waited", async () => {
    const gateway = await gateways.start({ policy: POLICY, pins: "baseline" });
    await gateway.search({ detail: "names" });
    const asked = await gateway.run(
      `const issue = await github.create_issue({ title: "made before" });
       const gone = await github.delete_repo({ name: "x" }).catch(({ code }) => code);
       ({ issue, gone })`,
    );
    expect(asked.error).toMatchObject({ code: "APPROVAL_REQUIRED" });
    gateway.upstreams.redescribe("github.delete_repo", "Deletes an organisation.");
    await expect
      .poll(() => gateway.search({ query: "github.delete_repo" }), { timeout: 10_000 })
      .toContain("1 tool is held");
    expect(await decideAll(gateway, { decision: "approve" })).toEqual([200]);
    // The script goes on, and hears it of the call: what it did before is not lost.
    const ended = { ok: true, value: { issue: { number: 1 }, gone: "QUARANTINED" } };
    await expect.poll(() => resume(gateway, asked.run)).toMatchObject(ended);
    expect(reached(gateway, "github.create_issue")).toBe(1);
    expect(reached(gateway, "github.delete_repo")).toBe(0);
  });

  it("lapses, and ends its run", async () => {
    const gateway = await gateways.start({ policy: { ...POLICY, approvals: { wait_ms: 0, expires_seconds: 1 } } });
    const asked = await gateway.run(
      `await github.create_issue({ title: "made before" }); await github.delete_repo({ name: "x" })`,
    );
    const message =
      "The run was ended, because the approvals that it waited for were not decided in time. 1 call of the run was answered before.";
    await expect
      .poll(async () => resume(gateway, asked.run))
      .toMatchObject({ ok: false, error: { code: "APPROVAL_DENIED", message } });
    expect((await gateway.get("/approvals?state=expired"))["approvals"]).toHaveLength(1);
    expect(reached(gateway, "github.delete_repo")).toBe(0);
  });

  it("is refused for want of room, and not as denied, where other runs of its key wait already", async () => {
    const gateway = await gateways.start({ policy: POLICY });
    const sleeping = { code: "await sleep(36_000_000)", detach: true };
    for (let at = 0; at < 100; at += 1) expect((await gateway.post("/code/exec", sleeping)).status).toBe(200);
    const refused = await gateway.run(`await github.delete_repo({ name: "x" })`);
    const message = expect.stringMatching(
      /cannot wait for a person: 100 runs of these credentials wait already/,
    ) as string;
    expect(refused).toMatchObject({ ok: false, error: { code: "CAPACITY", message } });
    expect(refused.error).not.toMatchObject({ retryable: true });
    expect(await waiting(gateway)).toStrictEqual([]);
  });

  it("is decided once by 100 that decide at the same time", async () => {
    const gateway = await gateways.start({ policy: POLICY });
    const asked = await gateway.run(`await github.delete_repo({ name: "x" })`);
    const [approval] = await waiting(gateway);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        gateway.post(`/approvals/${approval?.id}`, { decision: n % 2 === 0 ? "approve" : "deny" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    await resume(gateway, asked.run);
    expect(reached(gateway, "github.delete_repo")).toBeLessThanOrEqual(1);
  });
});
