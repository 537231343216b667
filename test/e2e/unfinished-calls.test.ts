/** Records and logs of runs that end, or wait, while their calls and saved scripts have no answer. */
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import { envelopeOf } from "../support/answer.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

const POLICY = {
  version: "1",
  default: "allow",
  tools: { "github.delete_*": { require_approval: true } },
  approvals: { wait_ms: 1 },
};

let gateway: BusinessGateway;
beforeAll(async () => {
  gateway = await gateways.start({ policy: POLICY });
  await gateway.search({ detail: "names" });
  await gateway.post("/scripts", { name: "posts", code: 'await slack.post_message({ text: "in" })' });
  await gateway.post("/scripts", { name: "removes", code: 'await github.delete_repo({ name: "old" })' });
});
beforeEach(() => gateway.upstreams.hang().end());

/** The record of the saved script's latest run. */
async function latest(name: string, at: Pick<BusinessGateway, "get"> = gateway): Promise<Record<string, unknown>> {
  const { runs } = (await at.get("/runs")) as {
    runs: readonly { readonly id: string; readonly script?: { readonly name: string } }[];
  };
  const run = runs.find(({ script }) => script?.name === name);
  return at.get(`/runs/${run?.id}`);
}

it("a call that was held for a person when the budget ended its run is not named as one that may have taken effect", async () => {
  const code = `await Promise.all([1, 2, 3].map((n) => github.delete_repo({ name: "m" + n })))`;
  const ended = await gateway.run(code, { options: { max_tool_calls: 2 } });
  expect(ended).toMatchObject({ error: { code: "MAX_TOOL_CALLS_EXCEEDED" } });
  expect(await gateway.get(`/runs/${ended.run}`)).toMatchObject({ calls: 0, unknown_calls: 0 });
  const lines = ended.logs?.filter((line) => line.includes("delete_repo")) ?? [];
  expect(lines.join("\n")).not.toContain("may have taken effect");
  expect(lines.join("\n")).toMatch(/(still waited for a person when the run ended|not sent, because the run ended)/);
});

it("a call that was sent in a run that can wait may have taken effect", async () => {
  const hanging = gateway.upstreams.hang();
  const code = `await slack.post_message({ text: "out" })`;
  const ended = await gateway.run(code, { options: { timeout_ms: 1_000 } });
  hanging.end();
  expect(ended).toMatchObject({ error: { code: "TIMEOUT" } });
  expect(await gateway.get(`/runs/${ended.run}`)).toMatchObject({ calls: 1, unknown_calls: 1 });
  expect(ended.logs).toContain("[isogate] aborted without an answer, may have taken effect: slack.post_message");
});

it("the record of a saved script whose caller ended says so, and blames no client", async () => {
  const unguarded = await gateways.start({});
  await unguarded.search({ detail: "names" });
  const begins = 'const posted = slack.post_message({ text: "in" }); await store.put("begun", true); await posted';
  await unguarded.post("/scripts", { name: "begins", code: begins });
  const hanging = unguarded.upstreams.hang();
  const code = `scripts.begins();
    while (await store.get("begun") !== true);
    for (;;) await calendar.list({}).catch(() => undefined);`;
  const ended = await unguarded.run(code, { options: { max_tool_calls: 1 } });
  expect(ended).toMatchObject({ error: { code: "MAX_TOOL_CALLS_EXCEEDED" } });
  await expect
    .poll(() => latest("begins", unguarded))
    .toMatchObject({
      outcome: "cancelled",
      error: { code: "CANCELLED", message: "The run that called this script ended." },
    });
  hanging.end();
});

it("a saved script without an answer is named as the script calls it", async () => {
  const hanging = gateway.upstreams.hang();
  const ended = await gateway.run("await scripts.posts()", { options: { timeout_ms: 1_000 } });
  hanging.end();
  expect(ended.error).toMatchObject({ code: "TIMEOUT" });
  expect(ended.logs).toContain("[isogate] aborted without an answer, may have taken effect: scripts.posts");
});

it("the time until a saved script began has no time in it that its run waited for a person", async () => {
  const asked = await gateway.run("await scripts.removes()");
  expect(asked).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
  const { approvals } = (await gateway.get("/approvals?state=waiting")) as { approvals: readonly { id: string }[] };
  const waitedMs = Date.now() - Date.parse(String((await latest("removes"))["started_at"]));
  await gateway.post(`/approvals/${approvals[0]?.id}`, { decision: "approve" });
  expect(envelopeOf(await gateway.client.call("execute_code", { resume: asked.run }))).toMatchObject({ ok: true });
  expect((await latest("removes"))["prepare_ms"]).toBeLessThan(waitedMs);
});
