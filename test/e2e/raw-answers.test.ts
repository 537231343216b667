/** Conditions on earlier calls hold whichever form of an answer a script has asked for. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

const ever = { tool: "pay.approve_claim", within: "1h" } as const;
const approved = { ...ever, scope: "run" } as const;
const POLICY = {
  version: "1",
  default: "allow",
  tools: {
    "shell.run": { deny_if: [{ formerly: { ...ever, where: [{ path: "output.claimId", op: "eq", value: "c_7" }] } }] },
    "stripe.create_refund": {
      require: [{ formerly: { ...ever, where: [{ path: "args.amount", op: "eq", value: "too much" }] } }],
    },
    "pay.disburse": { require: [{ formerly: approved }] },
    "files.write": {
      deny_if: [{ formerly: { ...approved, where: [{ path: "output.claimId", op: "eq", value: "c_7" }] } }],
    },
    "github.create_issue": {
      require: [{ formerly: { ...approved, where: [{ path: "output.claimId", op: "eq", ref: "args.title" }] } }],
    },
  },
};

describe.each(["", ".raw"])("pay.approve_claim%s", (form) => {
  let gateway: BusinessGateway & { readonly directory: string };
  beforeAll(async () => {
    gateway = await gateways.start({ policy: POLICY });
    await gateway.search({ detail: "names" });
  });
  const approve = (amount: string): string => `await pay.approve_claim${form}({ amount: ${amount} })`;

  it("that the upstream refuses has not succeeded", async () => {
    const { value, run } = await gateway.run(
      `try { ${approve('"too much"')} } catch {} try { await pay.disburse({ claimId: "c_1" }) } catch (e) { e.code }`,
    );
    expect(value).toBe("POLICY_DENIED");
    expect(await gateway.get(`/runs/${run}/calls`)).toMatchObject({
      calls: [{ outcome: "failed" }, { outcome: "refused" }],
    });
  });

  it("is judged by what it returned", async () => {
    const denied = `${approve("7")}; await files.write({ path: "/tmp/x", text: "x" })`;
    expect(await gateway.run(denied)).toMatchObject({ error: { code: "POLICY_DENIED" } });
    expect(await gateway.run(`${approve("8")}; await files.write({ path: "/tmp/x", text: "x" })`)).toMatchObject({
      ok: true,
    });
    expect(await gateway.run(`${approve("8")}; await github.create_issue({ title: "c_8" })`)).toMatchObject({
      ok: true,
    });
  });

  it("is judged the same when the gateway has started again", async () => {
    await gateway.stop();
    const again = await gateways.start({ policy: POLICY }, gateway.directory);
    for (const call of ["shell.run({ command: 'ls' })", "stripe.create_refund({ amount: 1 })"]) {
      expect(await again.run(`await ${call}`)).toMatchObject({ error: { code: "POLICY_DENIED" } });
    }
  });
});
