/** Direct calls of tools under a policy: what it says of a call of a script, it says of these. */
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { envelopeOf, type Answer } from "../support/answer.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

const POLICY = {
  version: "1",
  default: "allow",
  hide: ["billing.*"],
  tools: {
    "stripe.create_refund": { require: [{ path: "args.amount", op: "lte", value: 50 }], on_deny: "Too much." },
    "github.delete_*": { require_approval: true },
  },
  approvals: { wait_ms: 1 },
};

const PATIENCE_MS = 30_000;

let gateway: BusinessGateway;
beforeAll(async () => {
  gateway = await gateways.start({ policy: POLICY, expose: "both" });
  await vi.waitFor(async () => {
    const names = await gateway.client.toolNames();
    for (const name of ["stripe__create_refund", "github__delete_repo"]) {
      if (!names.includes(name)) throw new Error(`${name} is not listed`);
    }
  }, PATIENCE_MS);
});

function call(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  return gateway.client.call(name, args);
}

it("lists what the policy does not hide", async () => {
  const names = await gateway.client.toolNames();
  expect(names).toEqual(expect.arrayContaining(["execute_code", "stripe__create_refund", "github__delete_repo"]));
  expect(names.filter((name) => name.startsWith("billing"))).toStrictEqual([]);
  await expect(call("billing__close_year")).rejects.toThrow(/no tool/);
});

it("denies a call with the words of the rule, and allows another", async () => {
  expect(envelopeOf(await call("stripe__create_refund", { amount: 51 }))).toMatchObject({
    ok: false,
    error: { code: "POLICY_DENIED", message: expect.stringContaining("Too much.") as unknown },
  });
  expect(gateway.upstreams.calls).not.toContain("stripe.create_refund");
  const allowed = await call("stripe__create_refund", { amount: 50 });
  expect(allowed.isError ?? false).toBe(false);
  expect(JSON.stringify(allowed.content)).toContain("refunded");
});

it("waits for a person, and goes on with execute_code", async () => {
  const asked = envelopeOf(await call("github__delete_repo", { name: "old" }));
  expect(asked).toMatchObject({ ok: false, error: { code: "APPROVAL_REQUIRED" } });
  const [approval] = (await gateway.get("/approvals?state=waiting"))["approvals"] as readonly { readonly id: string }[];
  expect((await gateway.post(`/approvals/${approval?.id}`, { decision: "approve" })).status).toBe(200);
  const ended = envelopeOf(await call("execute_code", { resume: asked.run }));
  expect(ended).toMatchObject({ ok: true, value: { content: [{ type: "text" }] } });
  expect(gateway.upstreams.calls.filter((path) => path === "github.delete_repo")).toHaveLength(1);
});
