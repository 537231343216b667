/**
 * A run waits while its gateway is stopped or killed, and another build of the Worker is started on the same storage: the run goes on
 * exactly where it was, whatever way its approval comes.
 */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Bundle } from "../support/workerd/uploaded-files.ts";
import { envelopeOf, type Envelope } from "../support/answer.ts";
import { buildAnother } from "../support/another-build.ts";
import { legacyAskingClient, modernAskingClient, type AskingClient } from "../support/asking-client.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import { Isogate } from "../support/isogate.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const POLICY = {
  version: "1",
  default: "allow",
  tools: { "github.delete_*": { require_approval: true } },
  approvals: { wait_ms: 50 },
};
/** The value joins random numbers and answers of the run's first attempt with answers of its second. */
const SCRIPT = `
  const drawn = [Date.now(), Math.random(), crypto.randomUUID()];
  console.log("drawn", drawn.join());
  const order = [];
  const note = (name) => (value) => { order.push(name); return value; };
  const [refund, issue, saved] = await Promise.all([
    stripe.create_refund({ amount: drawn[1] }).then(note("refund")),
    sleep(20).then(() => github.create_issue({ title: drawn[2] })).then(note("issue")),
    scripts.charge({ amount: 7 }).then(note("charge")),
  ]);
  console.log("order", order.join());
  const first = await Promise.race([github.delete_repo({ name: "old" }), sleep(3_600_000).then(() => "late")]);
  const last = await stripe.create_charge({ amount: drawn[1] });
  ({ same: refund.refunded === drawn[1] && last.charged === drawn[1], order, saved, first })`;

const gateways = new BusinessGateways(inject("bundle"));
let directory = "";
let another: Bundle;
beforeAll(async () => {
  directory = await temporaryDirectory();
  another = await buildAnother(inject("bundle"), directory);
});
afterAll(async () => {
  await gateways.stop();
  await rm(directory, { recursive: true, force: true });
});

interface Waiting {
  readonly run: string;
  readonly id: string;
  readonly url: string;
}

type Approve = (gateway: BusinessGateway, waiting: Waiting) => Promise<Envelope>;

const resume = async ({ client }: BusinessGateway, run: string): Promise<Envelope> =>
  envelopeOf(await client.call("execute_code", { resume: run }));

/** The user of an MCP client that resumes the run approves. */
function byClient(open: (origin: string, answer: object) => Promise<AskingClient>): Approve {
  return async ({ origin }, { run }) => {
    const client = await open(origin, { action: "accept", content: { decision: "approve" } });
    const answer = envelopeOf(await client.call("execute_code", { resume: run }));
    expect(client.questions).toHaveLength(1);
    await client.close();
    return answer;
  };
}

const byRest: Approve = async (gateway, { run, id }) => {
  expect(await gateway.post(`/approvals/${id}`, { decision: "approve" })).toMatchObject({ status: 200 });
  return resume(gateway, run);
};

const byLink: Approve = async (gateway, { run, id, url }) => {
  // The new process listens on a port of its own; the link names the old one.
  const here = new URL(new URL(url).pathname, gateway.origin);
  const body = new URLSearchParams({ decision: "approve", approval: id });
  const page = await fetch(here, { method: "POST", body, headers: { origin: gateway.origin } });
  expect(page.status).toBe(200);
  return resume(gateway, run);
};

const byCommand: Approve = async (gateway, { run, id }) => {
  const isogate = new Isogate({ ISOGATE_URL: gateway.origin, ISOGATE_API_KEY: "" });
  const approved = await isogate.run(["approvals", "approve", id]);
  expect(approved.status, approved.stderr).toBe(0);
  return resume(gateway, run);
};

it.each([
  ["stopped", "a client of 2026-07-28", byClient(modernAskingClient)],
  ["killed", "a client of the 2025 era", byClient(legacyAskingClient)],
  ["stopped", "REST", byRest],
  ["killed", "the link", byLink],
  ["killed", "the command", byCommand],
] as const)("%s, replaced by another build, and approved by %s", { timeout: 180_000 }, async (how, _by, approve) => {
  const before = await gateways.start({ policy: POLICY });
  await before.post("/scripts", { name: "charge", code: `(await stripe.create_charge(input)).charged + 1` });
  const asked = await before.run(SCRIPT);
  expect(asked).toMatchObject({ ok: false, error: { code: "APPROVAL_REQUIRED" } });
  const { approvals, url } = asked.error as unknown as { readonly approvals: readonly string[]; readonly url: string };
  const callsBefore = [...before.upstreams.calls].sort();
  expect(callsBefore).toEqual(["github.create_issue", "stripe.create_charge", "stripe.create_refund"]);
  await (how === "killed" ? before.kill() : before.stop());

  const after = await gateways.start({ policy: POLICY }, before.directory, another);
  expect(await resume(after, asked.run)).toMatchObject({ error: { code: "APPROVAL_REQUIRED", approvals } });
  const ended = await approve(after, { run: asked.run, id: approvals[0] ?? "", url });
  expect(ended).toMatchObject({ ok: true, value: { same: true, saved: 8, first: { deleted: true } } });
  expect((ended.value as { readonly order: readonly string[] }).order.join()).toBe(asked.logs?.[1]?.split(" ")[1]);
  // The other side of the race that the approval won.
  const timer = expect.stringContaining("a timer of 3600000 ms had not fired") as string;
  expect(ended.logs).toEqual([...asked.logs, timer]);
  expect(before.upstreams.calls).toHaveLength(callsBefore.length);
  expect(after.upstreams.calls).toEqual(["github.delete_repo", "stripe.create_charge"]);
  expect(await resume(after, asked.run)).toEqual(ended);
  await after.stop();
});
