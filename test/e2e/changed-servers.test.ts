/** Servers that are switched off, removed, renamed or added while a durable run waits: the run goes on with the servers of its beginning. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { envelopeOf, type Envelope } from "../support/answer.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

const POLICY = {
  version: "1",
  default: "allow",
  tools: { "*.delete_*": { require_approval: true, reason: "Deleting takes a person." } },
  approvals: { wait_ms: 100 },
};
/** Parks the run until a person has decided. */
const PARK = `await github.delete_repo({ name: "park" });`;
const GONE = {
  code: "UPSTREAM_ERROR",
  message:
    "stripe was switched off or removed by an admin of the gateway. Nothing more was sent to it. An admin can switch it on or add it again.",
};
const PAY = `const paid = await stripe.create_charge({ amount: 1 });`;
const ERROR_OF_STRIPE = `await stripe.create_charge({ amount: 2 }).catch(({ code, message }) => ({ code, message }))`;
const ERROR_OF_DELETING = `await stripe.delete_account({}).catch(({ code, message }) => ({ code, message }))`;
const SEEN = `[typeof stripe, Object.keys(stripe).length, "create_charge" in stripe, "stripe" in globalThis, typeof globalThis.stripe]`;
const ALL_SEEN = ["object", 4, true, true, "object"];

type Settings = Parameters<typeof gateways.start>[0];

interface Approval {
  readonly id: string;
  readonly tool: string;
  readonly state: string;
}

async function decideAll(gateway: BusinessGateway): Promise<readonly number[]> {
  const { approvals } = await gateway.get("/approvals?state=waiting");
  const answers = [];
  for (const { id } of approvals as readonly Approval[]) {
    answers.push((await gateway.post(`/approvals/${id}`, { decision: "approve" })).status);
  }
  return answers;
}

async function resume(gateway: BusinessGateway, run: unknown): Promise<Envelope> {
  return envelopeOf(await gateway.client.call("execute_code", { resume: run }));
}

async function goOn(gateway: BusinessGateway, { run, error }: Envelope): Promise<Envelope> {
  expect(error?.code).toBe("APPROVAL_REQUIRED");
  expect(await decideAll(gateway)).not.toContain(409);
  return resume(gateway, run);
}

const reached = ({ upstreams }: BusinessGateway, path: string): number =>
  upstreams.calls.filter((call) => call === path).length;

/** In the order of their beginnings; each has paid once when it waits. */
const SWITCHED_OFF: readonly {
  readonly what: string;
  readonly request: string | Readonly<Record<string, unknown>>;
  readonly ended: object;
}[] = [
  {
    what: "hears again what it was answered, and does the rest",
    request: `${PAY} ${PARK} [paid, await calendar.list({})]`,
    ended: { ok: true, value: [{ charged: 1 }, { events: ["Standup"] }] },
  },
  {
    what: "is told at a new call, which it can catch",
    request: `${PAY} ${PARK} ${ERROR_OF_STRIPE}`,
    ended: { ok: true, value: GONE },
  },
  {
    what: "ends with the error of a new call that it does not catch",
    request: `${PAY} ${PARK} await stripe.create_charge({ amount: 2 })`,
    ended: { ok: false, error: GONE },
  },
  {
    what: "sees the same names and members",
    request: `const seen = ${SEEN}; await stripe.create_charge({ amount: String(seen) }); ${PARK} [seen, ${SEEN}]`,
    ended: { ok: true, value: [ALL_SEEN, ALL_SEEN] },
  },
  {
    what: "goes on in a saved script",
    request: { script: "pays" },
    ended: { ok: true, value: [{ charged: 1 }, GONE] },
  },
  {
    what: "goes on in a saved script that it has called",
    request: "await scripts.pays()",
    ended: { ok: true, value: [{ charged: 1 }, GONE] },
  },
  {
    what: "means the same by its imports",
    request: `import { createCharge } from "./servers/stripe"; const paid = await createCharge({ amount: 1 }); ${PARK} [paid, await createCharge({ amount: 2 }).catch(({ code }) => code)]`,
    ended: { ok: true, value: [{ charged: 1 }, "UPSTREAM_ERROR"] },
  },
  {
    what: "means the same by an import beside a variable of the server's name",
    request: `import * as pay from "./servers/stripe"; const stripe = await pay.create_charge({ amount: 1 }); ${PARK} [stripe, Object.keys(pay).length]`,
    ended: { ok: true, value: [{ charged: 1 }, 4] },
  },
  {
    what: "goes on with call_tool of MCPProxy",
    request: `const pay = (amount) => call_tool("stripe", "create_charge", { amount }); const paid = pay(1); call_tool("github", "delete_repo", { name: "park" }); const again = pay(2); [paid.ok, again.ok, again.error.code]`,
    ended: { ok: true, value: [true, false, "UPSTREAM_ERROR"] },
  },
  {
    what: "goes on with codemode",
    request: `const paid = await codemode.create_charge({ amount: 1 }); ${PARK} [paid, await codemode.create_charge({ amount: 2 }).catch(({ code }) => code)]`,
    ended: { ok: true, value: [{ charged: 1 }, "UPSTREAM_ERROR"] },
  },
  {
    what: "goes on with execbox",
    request: `const paid = await mcp.create_charge({ amount: 1 }); ${PARK} [paid.content.length, await mcp.create_charge({ amount: 2 }).catch(({ code }) => code)]`,
    ended: { ok: true, value: [1, "UPSTREAM_ERROR"] },
  },
  {
    what: "goes on with NCP",
    request: `${PAY} const find = () => ncp.do("stripe:list_customers", {}); const found = await find(); ${PARK} [found.success, (await find()).success]`,
    ended: { ok: true, value: [true, false] },
  },
  {
    what: "goes on with the generated client",
    request: `import { callMCPTool } from "./client.js"; const pay = (amount) => callMCPTool("stripe__create_charge", { amount }); const paid = await pay(1); ${PARK} [paid, await pay(2).catch(({ code }) => code)]`,
    ended: { ok: true, value: [{ charged: 1 }, "UPSTREAM_ERROR"] },
  },
  {
    what: "is told of a call that was approved since",
    request: `${PAY} const why = ${ERROR_OF_DELETING}; [why, (await calendar.list({})).events.length]`,
    ended: { ok: true, value: [GONE, 1] },
  },
];

describe("a run whose server is switched off while it waits", () => {
  let gateway: BusinessGateway;
  const runs = new Map<string, string>();
  let both: Envelope;
  beforeAll(async () => {
    gateway = await gateways.start({ policy: POLICY });
    await gateway.search({ detail: "names" });
    await gateway.post("/scripts", { name: "pays", code: `${PAY} ${PARK} [paid, ${ERROR_OF_STRIPE}]` });
    for (const { what, request } of SWITCHED_OFF) {
      const args = typeof request === "string" ? { code: request } : request;
      const asked = envelopeOf(await gateway.client.call("execute_code", args));
      runs.set(what, asked.run);
    }
    both = await gateway.run(
      `const [why] = await Promise.all([(async () => ${ERROR_OF_DELETING})(), github.delete_repo({ name: "one" })]); ${PARK} why`,
    );
    await gateway.post("/upstreams/stripe/disable", {});
  });

  it("leaves no request waiting for a call that is refused meanwhile", async () => {
    const ofRun = async () => (await gateway.get(`/approvals?run=${both.run}`))["approvals"] as readonly Approval[];
    const repository = (await ofRun()).find(({ tool }) => tool === "delete_repo");
    await gateway.post(`/approvals/${repository?.id}`, { decision: "approve" });
    const states = async () => (await ofRun()).map(({ tool, state }) => `${tool} ${state}`).toSorted();
    await expect.poll(states).toEqual(["delete_account void", "delete_repo used", "delete_repo waiting"]);
  });

  it("sends nothing to it", async () => {
    expect(await decideAll(gateway)).toEqual(Array.from({ length: SWITCHED_OFF.length + 1 }, () => 200));
    expect(await resume(gateway, both.run)).toMatchObject({ ok: true, value: GONE });
    for (const run of runs.values()) await resume(gateway, run);
    expect(reached(gateway, "stripe.create_charge")).toBe(SWITCHED_OFF.length);
    expect(reached(gateway, "stripe.delete_account")).toBe(0);
  });

  it.each(SWITCHED_OFF)("$what", async ({ what, ended }) => {
    const envelope = await resume(gateway, runs.get(what));
    expect(envelope, JSON.stringify(envelope)).toMatchObject(ended);
  });

  it("shows that an approval of a call to it was not used", async () => {
    const { approvals } = await gateway.get(`/approvals?run=${runs.get("is told of a call that was approved since")}`);
    expect(approvals).toMatchObject([{ tool: "delete_account", state: "void" }]);
  });
});

describe("a run that waits while a server is added", () => {
  let gateway: BusinessGateway;
  beforeAll(async () => {
    gateway = await gateways.start({ policy: POLICY, names: (name) => (name === "stripe" ? undefined : name) });
    await gateway.search({ detail: "names" });
  });

  it("does not find it, and says why", async () => {
    const seen = `[typeof late, (() => { try { late; return "found" } catch (error) { return error.name } })(), "late" in globalThis]`;
    const code = (end: string) =>
      `const seen = ${seen}; await github.create_issue({ title: String(seen) }); ${PARK} ${end}`;
    const [same, used] = [await gateway.run(code(`[seen, ${seen}]`)), await gateway.run(code("await late.run({})"))];
    const entry = { url: gateway.upstreams.mcpServers["shell"]?.url };
    expect((await gateway.post("/upstreams", { name: "late", entry })).status).toBe(201);
    await expect.poll(() => gateway.search({ server: "late", detail: "names" })).toContain("late.run");
    const none = ["undefined", "ReferenceError", false];
    expect(await goOn(gateway, same)).toMatchObject({ ok: true, value: [none, none] });
    expect(await resume(gateway, used.run)).toMatchObject({
      error: { code: "RUNTIME_ERROR", hint: expect.stringContaining("was added after the run began") as unknown },
    });
    expect(await gateway.run("await late.run({})")).toMatchObject({ ok: true });
  });
});

describe("a run whose gateway starts again with another gateway.json", () => {
  const scriptOf = (server: string): string => `${PAY} ${PARK} [paid, ${ERROR_OF_STRIPE}]`.replaceAll("stripe", server);
  const stripeAs = (name: string | undefined) => (given: string) => (given === "stripe" ? name : given);

  async function restarted(code: string, before: Settings, after: Settings) {
    const first = await gateways.start({ policy: POLICY, ...before });
    await first.search({ detail: "names" });
    const asked = await first.run(code);
    expect(asked).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    await first.stop();
    const gateway = await gateways.start({ policy: POLICY, ...after }, first.directory);
    await gateway.search({ detail: "names" });
    // Under another policy the call is asked about anew.
    await expect.poll(() => decideAll(gateway)).toEqual([200]);
    const ended = await resume(gateway, asked.run);
    expect(reached(gateway, "stripe.create_charge")).toBe(0);
    return ended;
  }

  it("goes on without a server that was removed", async () => {
    const ended = await restarted(scriptOf("stripe"), {}, { names: stripeAs(undefined) });
    expect(ended).toMatchObject({ ok: true, value: [{ charged: 1 }, GONE] });
  });

  it("does not take another server for one that had the same name in scripts", async () => {
    const [before, after] = [{ names: stripeAs("stripe-pay") }, { names: stripeAs("stripe_pay") }];
    const ended = await restarted(scriptOf("stripe_pay"), before, after);
    expect(ended).toMatchObject({ ok: true, value: [{ charged: 1 }, { code: "UPSTREAM_ERROR" }] });
  });

  it("does not reach a server that the policy hides by now", async () => {
    const ended = await restarted(scriptOf("stripe"), {}, { policy: { ...POLICY, hide: ["stripe.*"] } });
    expect(ended).toMatchObject({ ok: true, value: [{ charged: 1 }, { code: "TOOL_NOT_FOUND" }] });
  });
});
