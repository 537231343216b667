/** Ways around the flows of a policy that lead through what outlives a call or a run. The upstreams remember what reached them. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { envelopeOf, type Envelope } from "../support/answer.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

const POLICY = {
  version: "1",
  default: "allow",
  tools: { "github.delete_*": { require_approval: true } },
  flows: [{ from: "mail.*", to: "slack.post_message" }],
  approvals: { wait_ms: 50 },
};
const DENIED = { ok: false, error: { code: "POLICY_DENIED", rule: "/flows/0" } };

function posts({ upstreams }: BusinessGateway): number {
  return upstreams.calls.filter((path) => path === "slack.post_message").length;
}

describe("what outlives a run", () => {
  let gateway: BusinessGateway;
  let mailed: Envelope;
  beforeAll(async () => {
    gateway = await gateways.start({ policy: POLICY });
    await gateway.search({ detail: "names" });
    mailed = await gateway.run("await mail.search({})");
  });

  it.each([
    ["a past run", () => `await runs.get(${JSON.stringify(mailed.run)})`],
    ["the list of past runs", () => "await runs.list()"],
    ["its stored result", () => `await results.read("isogate://runs/${mailed.run}/value")`],
    ["a schedule", () => "await schedule.list()"],
    ["a service under another name", () => "await (0, runs).list()"],
  ])("keeps its labels: %s", async (_name, read) => {
    const posted = posts(gateway);
    const answer = await gateway.run(
      `const found = ${read()}; await slack.post_message({ text: JSON.stringify(found) })`,
    );
    expect(answer).toMatchObject(DENIED);
    expect(posts(gateway)).toBe(posted);
  });

  it.each(["mail.search({})", "store.get('m')", "runs.list()", "results.read(input.handle)"])(
    "keeps its labels in a variable that is named after what it is made of: %s",
    async (read) => {
      await gateway.run("const { text } = await mail.search({}); await store.put('m', text)");
      const posted = posts(gateway);
      const [name] = read.split(".");
      const code = `var ${name} = await ${read}; await slack.post_message({ text: JSON.stringify(${name}) })`;
      const input = { handle: `isogate://runs/${mailed.run}/value` };
      expect(await gateway.run(code, { input })).toMatchObject(DENIED);
      expect(posts(gateway)).toBe(posted);
    },
  );

  it("is no code of a schedule that a script writes", async () => {
    const answer = await gateway.run(
      'const { text } = await mail.search({}); await schedule.create({ name: "out", schedule: "0 0 1 1 *", code: `await slack.post_message({ text: ${JSON.stringify(text)} })` })',
    );
    expect(answer).toMatchObject({ ok: false, error: { code: "POLICY_DENIED" } });
    expect((await gateway.get("/schedules"))["schedules"]).toEqual([]);
  });
});

it.each([
  { flows: [], isLearnt: true },
  { flows: POLICY.flows, isLearnt: false },
])("no name in an observed type comes from a result under flows: $flows", async ({ flows, isLearnt }) => {
  const gateway = await gateways.start({ policy: { version: "1", default: "allow", flows } });
  await gateway.search({ detail: "names" });
  const { value } = await gateway.run("Object.keys(await calendar.list({}))");
  expect(value).toStrictEqual(["events"]);
  const described = await gateway.run('JSON.stringify(await tools.describe("calendar.list"))');
  expect(String(described.value).includes("events")).toBe(isLearnt);
});

describe("a run that waits for a person", () => {
  /** The script cannot be followed, so that the order of its calls decides. */
  const waiting = (read: string): string =>
    `const found = ${read}; await github.delete_repo({ name: "x" }); globalThis; await slack.post_message({ text: JSON.stringify(found) })`;

  async function goOn(gateway: BusinessGateway, run: unknown): Promise<Envelope> {
    const { approvals } = await gateway.get("/approvals?state=waiting");
    for (const { id } of approvals as readonly { id: string }[])
      await gateway.post(`/approvals/${id}`, { decision: "approve" });
    return envelopeOf(await gateway.client.call("execute_code", { resume: run }));
  }

  it("remembers what it has called when the ledger has grown over it", async () => {
    const gateway = await gateways.start({ policy: POLICY, ledger: { max_runs: 10 } });
    await gateway.search({ detail: "names" });
    const asked = await gateway.run(waiting("await mail.search({})"));
    expect(asked).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    // The ledger counts what it keeps every hundred runs.
    for (let run = 0; run < 210; run += 1) await gateway.run("1");
    expect(await goOn(gateway, asked.run)).toMatchObject(DENIED);
    expect(posts(gateway)).toBe(0);
  });

  it.each([
    ["a person", "", "await github.delete_repo({ name: 'x' })", {}],
    ["a person, unfollowed", "globalThis;", "await github.delete_repo({ name: 'x' })", {}],
    ["a timer", "", "await sleep(1_500)", { detach: true, options: { timeout_ms: 1_000 } }],
    ["a timer, unfollowed", "globalThis;", "await sleep(1_500)", { detach: true, options: { timeout_ms: 1_000 } }],
  ])("remembers what scripts that have ended took from the store, after %s", async (_name, first, wait, more) => {
    const gateway = await gateways.start({ policy: POLICY });
    await gateway.search({ detail: "names" });
    const code = "await store.get(input.key)";
    expect(await gateway.post("/scripts", { name: "recall", code })).toMatchObject({ status: 201 });
    await gateway.run("const { text } = await mail.search({}); await store.put('m', text)");
    const script = `${first} const text = await scripts.recall({ key: "m" }); ${wait}; await slack.post_message({ text })`;
    const asked = await gateway.run(script, more);
    const ended = async (): Promise<Envelope> => goOn(gateway, asked.run);
    await expect.poll(ended, { timeout: 10_000, interval: 200 }).toMatchObject(DENIED);
    expect(posts(gateway)).toBe(0);
  });

  it("remembers what the scripts of its scripts have called", async () => {
    const gateway = await gateways.start({ policy: POLICY });
    await gateway.search({ detail: "names" });
    await gateway.post("/scripts", { name: "inner", code: "await mail.search({})" });
    await gateway.post("/scripts", { name: "outer", code: "await scripts.inner({})" });
    const asked = await gateway.run(waiting("await scripts.outer({})"));
    expect(asked).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    expect(await goOn(gateway, asked.run)).toMatchObject(DENIED);
    expect(posts(gateway)).toBe(0);
  });
});

describe.each([
  ["a run that answers at once", POLICY.flows, {}],
  ["a run that can wait", POLICY.flows, POLICY.tools],
] as const)("what all values share, in %s", (_name, flows, tools) => {
  let gateway: BusinessGateway;
  beforeAll(async () => {
    gateway = await gateways.start({ policy: { version: "1", default: "allow", flows, tools } });
    await gateway.search({ detail: "names" });
  });

  it.each([
    "const k = '__proto__'; o[k].kept = text; await slack.post_message({ text: ({}).kept });",
    "const k = '__proto__'; o.l[k].kept = text; await slack.post_message({ text: [].kept });",
    "const k = 'constructor'; o[k].values = () => [text]; await slack.post_message({ text: Object.values({})[0] });",
    "const k = 'push'; o.l[k].kept = text; await slack.post_message({ text: [].push.kept });",
  ])("keeps nothing: %s", async (code) => {
    const posted = posts(gateway);
    const answer = await gateway.run(`const { text } = await mail.search({}); const o = { a: {}, l: [[]] }; ${code}`);
    expect(answer.ok).toBe(false);
    expect(posts(gateway)).toBe(posted);
  });

  it("can still be computed with", async () => {
    const answer = await gateway.run(
      "const { events } = await calendar.list({}); class_: for (const e of events) { const m = new Map([[e, new Date(0).toISOString()]]); const error = new Error('x'); error.name = 'Mine'; await sleep(1); await slack.post_message({ text: [...m.keys(), Math.random() < 1, JSON.stringify([...m])].join() }); }",
    );
    expect(answer).toMatchObject({ ok: true });
  });
});
