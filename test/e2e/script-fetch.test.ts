/** `fetch` of scripts under a policy, which knows each request as a call of fetch.request. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { BusinessGateways } from "../support/business-gateway.ts";
import type { BusinessGateway } from "../support/business-gateway.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

const POLICY = {
  version: "1",
  default: "allow",
  labels: { private: ["mail.*"], external: ["fetch.request"] },
  tools: {
    "fetch.request": {
      deny_if: [{ path: "args.method", op: "eq", value: "DELETE" }],
      on_deny: "Scripts delete nothing.",
    },
  },
  flows: [{ from: "private", to: "external" }],
};

let gateway: BusinessGateway;
let address: string;
beforeAll(async () => {
  gateway = await gateways.start({ policy: POLICY, fetch: { allow: ["127.0.0.1"] } });
  address = `${gateway.upstreams.origin}/nothing-here`;
  await gateway.search({ detail: "names" });
});

it("is allowed where no rule denies it", async () => {
  expect(await gateway.run(`(await fetch(input)).status`, { input: address })).toMatchObject({ ok: true, value: 404 });
});

it("is denied by a rule over its arguments, with the rule's words", async () => {
  const ended = await gateway.run(`await fetch(input, { method: "DELETE" })`, { input: address });
  expect(ended).toMatchObject({
    ok: false,
    error: { code: "POLICY_DENIED", rule: "/tools/fetch.request/deny_if/0" },
  });
  expect(ended.error?.message).toContain("Scripts delete nothing.");
  const { calls } = await gateway.get(`/runs/${ended.run}/calls`);
  expect(calls).toMatchObject([
    { server: "fetch", tool: "request", outcome: "refused", attempts: 0, decision: "deny" },
  ]);
});

it("takes nothing out that a flow rule keeps in", async () => {
  const code = `const found = await mail.search({}); await fetch(input, { method: "POST", body: found.text })`;
  expect(await gateway.run(code, { input: address })).toMatchObject({ ok: false, error: { code: "POLICY_DENIED" } });
});

it("is a tool that the policy can explain", async () => {
  const asked = { server: "fetch", tool: "request", args: { url: address, method: "DELETE" } };
  const explained = await gateway.post("/policy/explain", asked);
  expect(explained).toMatchObject({ status: 200, body: { decision: "deny", known: true } });
});

it("reaches the open gateway that runs the script as a stranger only, who approves nothing", async () => {
  const asking = await gateways.start({
    policy: { version: "1", default: "allow", tools: { "shell.run": { require_approval: true } } },
    fetch: { allow: ["127.0.0.1", "localhost"] },
  });
  const code = `
    void shell.run({ command: "x" }).catch(() => undefined);
    await sleep(200);
    const statuses = [];
    for (const base of [input, input.replace("127.0.0.1", "localhost")]) {
      const { approvals = [{}] } = await (await fetch(base + "/api/v1/approvals?state=waiting")).json();
      const body = JSON.stringify({ decision: "approve" });
      const init = { method: "POST", headers: { "content-type": "application/json", "x-isogate-steered": "" }, body };
      for (const path of ["/approvals/" + approvals[0].id, "/keys", "/code/exec"])
        statuses.push((await fetch(base + "/api/v1" + path, init)).status);
    }
    console.log(JSON.stringify(statuses));`;
  const asked = await asking.run(code, { input: asking.origin });
  expect(asked).toMatchObject({
    error: { code: "APPROVAL_REQUIRED" },
    logs: expect.arrayContaining([JSON.stringify(Array(6).fill(403))]),
  });
  const { approvals } = await asking.get("/approvals?state=waiting");
  expect(approvals).toHaveLength(1);
  expect(asking.upstreams.calls).not.toContain("shell.run");
});
