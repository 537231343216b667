/** `limits.max_runs` and `limits.max_queued_runs` on a real gateway: which runs are in flight is what has reached the upstream. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import type { Envelope } from "../support/answer.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import type { Hanging } from "../fixtures/upstreams/business-upstreams.ts";
import { CLIENTS } from "./open-client.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

const MAX_RUNS = 2;
const MAX_QUEUED = 2;
const POLICY = {
  version: "1",
  default: "allow",
  tools: { "github.delete_*": { require_approval: true } },
  approvals: { wait_ms: 1 },
};

let gateway: BusinessGateway;
let hanging: Hanging;
beforeAll(async () => {
  const limits = { max_runs: MAX_RUNS, max_queued_runs: MAX_QUEUED, timeout_ms: 20_000, cpu_ms: 60_000 };
  gateway = await gateways.start({ limits, policy: POLICY });
  await gateway.search({ detail: "names" });
});
afterEach(() => hanging.end());

/** Runs a script that names itself to an upstream that does not answer. */
function hold(name: string): Promise<Envelope> {
  return gateway.run(
    `const told = await slack.post_message({ text: ${JSON.stringify(name)} }); ${JSON.stringify(name)}`,
  );
}

/** As many runs as may be in flight, each in a call. */
async function fill(): Promise<readonly Promise<Envelope>[]> {
  hanging = gateway.upstreams.hang();
  const runs = Array.from({ length: MAX_RUNS }, (_, at) => hold(`in flight ${at}`));
  await hanging.until(MAX_RUNS);
  return runs;
}

/** Resolves when so many runs have been opened and have not ended: those that wait are among them. */
async function untilOpen(count: number): Promise<void> {
  await expect.poll(async () => ((await gateway.get("/runs?outcome=running"))["runs"] as unknown[]).length).toBe(count);
}

function exec(body: object, signal?: AbortSignal): Promise<Response> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return fetch(`${gateway.origin}/api/v1/code/exec`, { ...init, ...(signal && { signal }) });
}

const FULL = new RegExp(
  `${MAX_RUNS} of .* in flight .*limits\\.max_runs.* ${MAX_QUEUED} wait .*limits\\.max_queued_runs`,
);

it("limits.cpu_ms lets runs, and the scripts that they run, compute for longer than a request may ask", async () => {
  hanging = gateway.upstreams.hang();
  hanging.end();
  await gateway.post("/scripts", { name: "computes", code: "6 * 7" });
  expect(await gateway.run("await scripts.computes()")).toMatchObject({ ok: true, value: 42 });
  expect(await gateway.run("1", { options: { cpu_ms: 60_000 } })).toMatchObject({ ok: true });
  expect(await gateway.run("1", { options: { cpu_ms: 60_001 } })).toMatchObject({
    ok: false,
    error: { code: "INVALID_OPTIONS", message: expect.stringContaining("at most 60000") },
  });
});

describe("runs of one principal", () => {
  it("wait in the order in which they came, and the one that finds the queue full is refused", async () => {
    const runs = await fill();
    const order: string[] = [];
    const queued: Promise<number>[] = [];
    for (const name of ["first", "second"]) {
      queued.push(gateway.run(`"${name}"`).then(({ value }) => order.push(String(value))));
      await untilOpen(MAX_RUNS + queued.length);
    }
    const refused = await gateway.run("1");
    expect(refused).toMatchObject({
      ok: false,
      error: { code: "CAPACITY", retry_after_ms: expect.any(Number) as unknown },
    });
    expect(refused.error?.message).toMatch(FULL);
    expect(await gateway.get(`/runs/${refused.run}`)).toMatchObject({ outcome: "refused", code: "CAPACITY" });
    const byRest = await exec({ code: "1" });
    expect(byRest.status).toBe(503);
    expect(Number(byRest.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await byRest.json()).toMatchObject({ ok: false, error: { code: "CAPACITY" } });
    expect(order).toStrictEqual([]);
    hanging.end();
    await Promise.all(queued);
    expect(order).toStrictEqual(["first", "second"]);
    expect(await Promise.all(runs)).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it("begin their wall clock when they begin", async () => {
    const runs = await fill();
    const queued = gateway.run("await sleep(20); 'in time'", { options: { timeout_ms: 1_000 } });
    await untilOpen(MAX_RUNS + 1);
    // Longer than the queued run may take, and than the Gateway would keep it.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    hanging.end();
    const ended = await queued;
    expect(ended).toMatchObject({ ok: true, value: "in time" });
    expect(ended.logs).toStrictEqual([
      expect.stringMatching(/^The run waited \d+\.\d s for its turn, behind 0 others/),
    ]);
    await Promise.all(runs);
  });

  it("leave the queue when their client goes away, whichever way it came", async () => {
    const runs = await fill();
    const gone = new AbortController();
    const other = await CLIENTS["v2 client, 2025 era"](`${gateway.origin}/mcp`);
    const left = [
      exec({ code: "'by REST'" }, gone.signal),
      other.callUntil(gone.signal, "execute_code", { code: "'by MCP'" }),
    ];
    await untilOpen(MAX_RUNS + left.length);
    gone.abort();
    expect(await Promise.allSettled(left)).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    await untilOpen(MAX_RUNS);
    const listed = (await gateway.get("/runs?outcome=cancelled"))["runs"] as readonly { calls: number }[];
    expect(listed).toMatchObject([{ calls: 0 }, { calls: 0 }]);
    const queued = gateway.run("'has room'");
    await untilOpen(MAX_RUNS + 1);
    hanging.end();
    expect(await queued).toMatchObject({ ok: true, value: "has room" });
    await Promise.all(runs);
    await other.close();
  });

  it("are answered without compression, which would hold back the blanks that a lost connection is noticed by", async () => {
    const answer = await exec({ code: "await sleep(400); 1" });
    expect(answer.headers.get("content-encoding")).toBe("identity");
    expect(answer.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(await answer.json()).toMatchObject({ ok: true, result: 1 });
  });

  it("leave the queue when a person cancels them", async () => {
    const runs = await fill();
    const queued = gateway.run("'never'");
    await untilOpen(MAX_RUNS + 1);
    const [newest] = (await gateway.get("/runs?outcome=running"))["runs"] as readonly { readonly id: string }[];
    await gateway.post(`/runs/${newest?.id}/cancel`, {});
    expect(await queued).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
    hanging.end();
    await Promise.all(runs);
  });

  it("take one place together with the saved scripts that they run", async () => {
    hanging = gateway.upstreams.hang();
    hanging.end();
    for (const [name, code] of [
      ["inner", "'innermost'"],
      ["outer", "await scripts.inner()"],
    ] as const) {
      expect((await gateway.post("/scripts", { name, code })).status, name).toBe(201);
    }
    const both = Array.from({ length: MAX_RUNS + MAX_QUEUED }, () => gateway.run("await scripts.outer()"));
    for (const ended of await Promise.all(both)) expect(ended).toMatchObject({ ok: true, value: "innermost" });
  });

  it("free their place while they wait for a person, and take one again", async () => {
    const asked = await gateway.run("await github.delete_repo({ name: 'old' })");
    expect(asked).toMatchObject({ ok: false, error: { code: "APPROVAL_REQUIRED" } });
    const runs = await fill();
    const [approval] = (await gateway.get("/approvals?state=waiting"))["approvals"] as readonly {
      readonly id: string;
    }[];
    expect((await gateway.post(`/approvals/${approval?.id}`, { decision: "approve" })).status).toBe(200);
    // It waits for its turn like any other: the upstream has heard nothing of it.
    await untilOpen(MAX_RUNS + 1);
    expect(gateway.upstreams.calls).not.toContain("github.delete_repo");
    hanging.end();
    const resumed = await gateway.client.call("execute_code", { resume: asked.run });
    expect(resumed.isError ?? false).toBe(false);
    expect(gateway.upstreams.calls.filter((path) => path === "github.delete_repo")).toHaveLength(1);
    await Promise.all(runs);
  });

  it("wait however many there are when they were accepted before: detached runs are not refused", async () => {
    const runs = await fill();
    const detached: string[] = [];
    for (let at = 0; at < MAX_QUEUED + 2; at += 1) {
      detached.push((await gateway.run(`${at}`, { detach: true })).run);
    }
    expect(await gateway.run("1")).toMatchObject({ ok: false, error: { code: "CAPACITY" } });
    hanging.end();
    await Promise.all(runs);
    for (const [at, run] of detached.entries()) {
      const ended = JSON.parse(
        (await gateway.client.call("execute_code", { resume: run })).content[0]?.text ?? "",
      ) as unknown;
      expect(ended).toMatchObject({ ok: true, value: at });
    }
  });

  it("that a schedule starts wait, too", async () => {
    const runs = await fill();
    const schedule = { name: "tick", schedule: "0 0 1 1 *", code: "'scheduled'" };
    expect((await gateway.post("/schedules", schedule)).status).toBe(201);
    await gateway.post("/schedules/tick/run", {});
    await untilOpen(MAX_RUNS + 1);
    hanging.end();
    await expect.poll(async () => (await gateway.get("/schedules/tick"))["last"]).toMatchObject({ ok: true });
    await Promise.all(runs);
  });
});
