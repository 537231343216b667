/** Direct calls of tools that a client has listed and that are held, left out or switched off since: each says why, and is recorded. */
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { envelopeOf } from "../support/answer.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";

const gateways = new BusinessGateways(inject("bundle"));
let gateway: BusinessGateway;

beforeAll(async () => {
  const policy = { version: "1", default: "allow", hide: ["shell.*", "pay.disburse"] };
  gateway = await gateways.start({
    policy,
    pins: "baseline",
    expose: "both",
    exclude: { files: ["write", "delete_*"], pay: ["disb*"] },
  });
  const tools = ["files__read", "github__create_issue", "stripe__create_refund", "pay__approve_claim"];
  await listed((names) => tools.every((name) => names.includes(name)));
  await gateway.post("/pins/files/read", { decision: "hold" });
  await gateway.post("/upstreams/github/disable", {});
  await listed((names) => !names.includes("files__read") && !names.includes("github__create_issue"));
});
afterAll(() => gateways.stop());

function listed(isAsWanted: (names: readonly string[]) => boolean): Promise<void> {
  return vi.waitFor(async () => {
    const names = await gateway.client.toolNames();
    if (!isAsWanted(names)) throw new Error(`The tools are ${names.join(", ")}`);
  }, 30_000);
}

it.each([
  { name: "files__read", code: "QUARANTINED", message: "files.read is held: an admin has held it." },
  { name: "files__write", code: "TOOL_NOT_FOUND", message: 'gateway.json leaves out "write" (tools.exclude).' },
  { name: "github__create_issue", code: "UPSTREAM_ERROR", message: "github is switched off." },
])("says of $name what it says to a script: $code", async ({ name, code, message }) => {
  const [server, tool] = name.split("__");
  const ofScript = await gateway.run(`await ${server}.${tool}({})`);
  const answer = await gateway.client.call(name, {});
  const direct = envelopeOf(answer);
  expect(answer.isError).toBe(true);
  expect(direct.error).toMatchObject({ code, message: expect.stringContaining(message) });
  expect([ofScript.error?.message, ofScript.error?.hint]).toContain(direct.error?.message);
  const record = await gateway.get(`/runs/${direct.run}`);
  expect(record).toMatchObject({ error: { code } });
});

it.each(["files__nope", "shell__run", "github", "github__", "unknown__tool"])(
  "is not what %s is, which was never offered",
  async (name) => {
    await expect(gateway.client.call(name, {})).rejects.toThrow(/no tool/);
  },
);

describe("the name of a tool that is not listed, beside one with the same letters", () => {
  it("reaches no tool while its own is held", async () => {
    const alike = await gateways.start({ pins: "baseline", expose: "both", rename: { files: { write: "re_ad" } } });
    await vi.waitFor(async () => expect(await alike.client.toolNames()).toContain("files__read"), 30_000);
    await alike.post("/pins/files/read", { decision: "hold" });
    await vi.waitFor(async () => expect(await alike.client.toolNames()).not.toContain("files__read"), 30_000);
    const direct = envelopeOf(await alike.client.call("files__read", { path: "a" }));
    const byPath = 'await files["read"].raw({ path: "a" })';
    const inTurn = [direct];
    for (const code of ['await files.read({ path: "a" })', byPath, `const name = "read"; await files[name]({})`])
      inTurn.push(await alike.run(code));
    inTurn.push(await alike.run('return await ncp.do("files:read", { path: "a" })'));
    for (const { error } of inTurn.slice(0, -1)) expect(error).toMatchObject({ code: "QUARANTINED" });
    expect(JSON.stringify(inTurn.at(-1))).toContain("files.read is held");
    expect(await alike.run('await files.re_ad({ path: "a", text: "b" })')).toMatchObject({ ok: true });
  });

  it("reaches no tool that has the name as its identifier while its own is held", async () => {
    const rename = { stripe: { create_charge: "create-refund" } };
    const alike = await gateways.start({ pins: "baseline", expose: "both", rename });
    await vi.waitFor(async () => expect(await alike.client.toolNames()).toContain("stripe__create-refund"), 30_000);
    await alike.post("/pins/stripe/create_refund", { decision: "hold" });
    const call = 'const name = "create_refund"; await stripe[name]({ amount: 1, reason: "a" })';
    await vi.waitFor(async () => expect((await alike.run(call)).error?.code).toBe("QUARANTINED"), 30_000);
    expect(await alike.run('await stripe["create-refund"]({ amount: 1, reason: "a" })')).toMatchObject({ ok: true });
  });

  it("reaches no tool where a pattern of gateway.json leaves its own out", async () => {
    const alike = await gateways.start({ exclude: { files: ["rea*"] }, rename: { files: { write: "re_ad" } } });
    const { error } = await alike.run('const name = "read"; await files[name]({ path: "a" })');
    expect(error?.code).toBe("TOOL_NOT_FOUND");
  });

  it("reaches no tool where gateway.json leaves its own out or renames it", async () => {
    const alike = await gateways.start({
      expose: "both",
      exclude: { files: ["read"] },
      rename: { files: { write: "re_ad" }, github: { create_issue: "open", delete_repo: "createIssue" } },
    });
    await vi.waitFor(async () => expect(await alike.client.toolNames()).toContain("files__re_ad"), 30_000);
    const excluded = await alike.run('const name = "read"; await files[name]({ path: "a" })');
    expect(excluded.error?.message).toContain('gateway.json leaves out "read"');
    const renamed = await alike.run('const name = "create_issue"; await github[name]({ title: "a" })');
    expect(renamed.error?.message).toContain("renames it");
  });
});
