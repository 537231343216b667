/** Runs that wait for a person while a timer of theirs fires again and again, on a real gateway. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import { envelopeOf, type Envelope } from "../support/answer.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

const WAIT_MS = 300;
/** Parking comes first by far. */
const TIMEOUT_MS = 20_000;
const POLICY = {
  version: "1",
  default: "allow",
  tools: { "github.delete_*": { require_approval: true } },
  approvals: { wait_ms: WAIT_MS },
};

let gateway: BusinessGateway;
beforeAll(async () => {
  gateway = await gateways.start({ policy: POLICY });
  await gateway.search({ detail: "names" });
});
let from = 0;
beforeEach(() => {
  from = gateway.upstreams.calls.length;
});

async function approveOne(run: string | undefined): Promise<void> {
  const { approvals } = (await gateway.get("/approvals?state=waiting")) as {
    approvals: readonly { readonly id: string; readonly run: string }[];
  };
  const [first] = approvals.filter((approval) => approval.run === run);
  expect(await gateway.post(`/approvals/${first?.id}`, { decision: "approve" })).toMatchObject({ status: 200 });
}

async function resumed(run: string | undefined): Promise<Envelope> {
  return envelopeOf(await gateway.client.call("execute_code", { resume: run }));
}

function reached(path: string): number {
  return gateway.upstreams.calls.slice(from).filter((call) => call === path).length;
}

const PARKED = {
  ok: false,
  error: {
    code: "APPROVAL_REQUIRED",
    approvals: [expect.stringMatching(/^a_/)],
    url: expect.stringContaining("/approve/") as unknown,
  },
};
const ENDED = { timeout: 30_000, interval: 100 };

describe("a call that waits for a person parks its run", () => {
  it.each([
    {
      beside: "a loop of sleeps",
      code: `await github.create_issue({ title: "one" });
        let done = false;
        github.delete_repo({ name: "a" }).then(() => { done = true });
        while (!done) await sleep(100);
        "ok"`,
      want: "ok",
    },
    {
      beside: "a loop of short sleeps",
      code: `await github.create_issue({ title: "one" });
        let done = false;
        github.delete_repo({ name: "b" }).then(() => { done = true });
        while (!done) await sleep(2);
        "ok"`,
      want: "ok",
    },
    {
      beside: "a loop that tells of its progress",
      code: `await github.create_issue({ title: "one" });
        const [gone] = await Promise.all([github.delete_repo({ name: "c" }), (async () => {
          for (let i = 0; i < 6; i += 1) { await sleep(120); progress("still working " + i); }
        })()]);
        gone`,
      want: { deleted: true },
    },
    {
      beside: "an interval",
      code: `await github.create_issue({ title: "one" });
        const ticking = setInterval(() => console.log("waiting"), 100);
        await github.delete_repo({ name: "d" });
        clearInterval(ticking);
        "done"`,
      want: "done",
    },
    {
      beside: "paced calls",
      code: `await github.create_issue({ title: "one" });
        const reads = (async () => { for (let i = 0; i < 4; i += 1) { await mail.search({ query: String(i) }); await sleep(150); } })();
        const [gone] = await Promise.all([github.delete_repo({ name: "e" }), reads]);
        gone`,
      want: { deleted: true },
    },
  ])("beside $beside, and every call is made once", async ({ code, want }) => {
    const asked = await gateway.run(code, { options: { timeout_ms: TIMEOUT_MS } });
    expect(asked).toMatchObject(PARKED);
    expect(reached("github.delete_repo")).toBe(0);
    await approveOne(asked.run);
    await expect.poll(() => resumed(asked.run), ENDED).toMatchObject({ ok: true, value: want });
    expect(reached("github.create_issue")).toBe(1);
    expect(reached("github.delete_repo")).toBe(1);
  });

  it("again for the next call, and goes on with both", async () => {
    const code = `const seen = [];
      const ticking = setInterval(() => seen.push("tick"), 50);
      const first = await github.delete_repo({ name: "first" });
      const second = await github.delete_repo({ name: "second" });
      clearInterval(ticking);
      [first.deleted, second.deleted, seen.length > 0]`;
    const asked = await gateway.run(code, { options: { timeout_ms: TIMEOUT_MS } });
    expect(asked).toMatchObject(PARKED);
    const [first] = (asked.error as unknown as { approvals: readonly string[] }).approvals;
    await approveOne(asked.run);
    const next = async (): Promise<unknown> => (await resumed(asked.run)).error;
    await expect
      .poll(next, ENDED)
      .toMatchObject({ code: "APPROVAL_REQUIRED", approvals: [expect.not.stringContaining(first ?? "")] });
    await approveOne(asked.run);
    await expect.poll(() => resumed(asked.run), ENDED).toMatchObject({ ok: true, value: [true, true, true] });
    expect(reached("github.delete_repo")).toBe(2);
  });
});

it("a run that nobody waits for is woken by its timers, and parked again", async () => {
  const code = `let done = false, ticks = 0;
    github.delete_repo({ name: "late" }).then(() => { done = true });
    while (!done) {
      await sleep(100);
      ticks += 1;
      if (ticks === 25) await github.create_issue({ title: "later" });
    }
    ticks >= 25`;
  // So many are not seen within the wall clock of one part.
  const begun = await gateway.run(code, { detach: true, options: { timeout_ms: 2_000 } });
  await expect.poll(() => reached("github.create_issue"), ENDED).toBe(1);
  await expect.poll(() => resumed(begun.run), ENDED).toMatchObject(PARKED);
  await approveOne(begun.run);
  await expect.poll(() => resumed(begun.run), ENDED).toMatchObject({ ok: true, value: true });
  expect(reached("github.create_issue")).toBe(1);
  expect(reached("github.delete_repo")).toBe(1);
});
