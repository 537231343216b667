/** Dry runs on a real gateway: what is sent, what is answered instead, and what the answer lists. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import { Isogate } from "../support/isogate.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const DRY = { options: { dry_run: true } };

const POLICY = {
  version: "1",
  default: "allow",
  tools: {
    "shell.run": { action: "deny", reason: "never" },
    "github.delete_*": { require_approval: true },
    "web.fetch": { require_approval: [{ path: "args.url", op: "eq", value: "https://a.example" }] },
    "pay.disburse": {
      require: [{ formerly: { tool: "pay.approve_claim", within: "1h" } }],
    },
    "stripe.create_refund": { limits: [{ counter: "refunds", window: "day", max: 1 }] },
  },
  tiers: { "files.read": "write" },
  approvals: { wait_ms: 100 },
};

const gateways = new BusinessGateways(inject("bundle"));
let gateway: BusinessGateway;
let directory: string;
beforeAll(async () => {
  gateway = await gateways.start({ policy: POLICY, fetch: { allow: ["localhost"] } });
  directory = await temporaryDirectory();
  await gateway.search({ detail: "names" });
});
afterAll(async () => {
  await gateways.stop();
  await rm(directory, { recursive: true, force: true });
});

interface DryAnswer {
  readonly would_call?: readonly unknown[];
}

it("sends reads, answers everything else, and lists it", async () => {
  const before = gateway.upstreams.calls.length;
  const code =
    'const found = await mail.search({ query: "x" }); const sent = await mail.send({ to: "ann", text: found.text }); [found, sent]';
  const answer = await gateway.run(code, DRY);
  expect(answer).toMatchObject({ ok: true, value: [{ text: "the secret" }, null] });
  expect((answer as DryAnswer).would_call).toEqual([
    { server: "mail", tool: "send", args: { to: "ann", text: "the secret" } },
  ]);
  expect(gateway.upstreams.calls.slice(before)).toEqual(["mail.search"]);
  const { calls } = await gateway.get(`/runs/${answer.run}/calls`);
  expect(calls).toMatchObject([
    { tool: "search", outcome: "ok" },
    { tool: "send", outcome: "refused", code: "DRY_RUN", attempts: 0, arguments: { to: "ann", text: "the secret" } },
  ]);
  expect(await gateway.get(`/runs/${answer.run}`)).toMatchObject({ options: { dry_run: true }, failed_calls: 0 });
});

it("answers with what results have looked like", async () => {
  await gateway.run("await mail.send({ to: 'ann' }); await slack.post_message({})");
  const answer = await gateway.run("[await mail.send({ to: 'bob' }), await slack.post_message.raw({})]", DRY);
  expect(answer.value).toEqual([{ sent: false }, { content: [{ type: "text", text: '{"posted":false}' }] }]);
});

it.each([
  { code: "await files.write({ path: 'x' })" },
  { code: "await files.read({ path: 'x' })" },
  { code: "await call_tool('github', 'create_issue', {})" },
  { code: "await github.delete_repo({ name: 'x' })" },
  { code: "await web.fetch({ url: 'https://a.example' })" },
  { code: "await Promise.all([1, 2, 3].map((amount) => stripe.create_charge({ amount })))" },
  { code: "try { await shell.run({ command: 'ls' }) } catch {}" },
  { code: "try { await pay.approve_claim({ amount: 1 }); await pay.disburse({ claimId: 'c_1' }) } catch {}" },
])("sends nothing of $code", async ({ code }) => {
  const before = gateway.upstreams.calls.length;
  expect(await gateway.run(code, DRY)).toMatchObject({ ok: true });
  expect(gateway.upstreams.calls).toHaveLength(before);
});

it.each(["X-HTTP-Method-Override", "x-http-method", "X-Method-Override"])(
  "does not send a GET that %s makes another request",
  async (name) => {
    const request = { headers: { [name]: "DELETE" } };
    const code = `(await fetch("http://localhost:1/things/1", ${JSON.stringify(request)})).status`;
    const answer = await gateway.run(code, DRY);
    expect(answer).toMatchObject({ ok: true, value: 200 });
    const headers = { [name.toLowerCase()]: "DELETE" };
    expect((answer as DryAnswer).would_call).toMatchObject([{ server: "fetch", args: { headers } }]);
  },
);

it("applies the policy as it would, and uses up nothing", async () => {
  const denied = await gateway.run("await shell.run({})", DRY);
  expect(denied.error).toMatchObject({ code: "POLICY_DENIED", message: "never", rule: "/tools/shell.run/action" });
  const asked = await gateway.run("await github.delete_repo({ name: 'x' })", DRY);
  expect((asked as DryAnswer).would_call).toEqual([
    {
      server: "github",
      tool: "delete_repo",
      args: { name: "x" },
      needs_approval: "/tools/github.delete_*/require_approval",
    },
  ]);
  const refunds = "await stripe.create_refund({ amount: 1 }); await stripe.create_refund({ amount: 2 })";
  expect(await gateway.run(refunds, DRY)).toMatchObject({ ok: true });
  expect(await gateway.run("await stripe.create_refund({ amount: 1 })")).toMatchObject({ ok: true });
  expect((await gateway.run("await stripe.create_refund({ amount: 1 })", DRY)).error?.code).toBe("RATE_LIMITED");
});

it("leaves no call that a later condition counts", async () => {
  await gateway.run("await pay.approve_claim({ amount: 9 })", DRY);
  const { error } = await gateway.run("await pay.disburse({ claimId: 'c_9' })");
  expect(error).toMatchObject({ code: "POLICY_DENIED", rule: "/tools/pay.disburse/require/0" });
});

it("changes nothing in the gateway, and passes on to saved scripts", async () => {
  const source = "await mail.send({ to: input.to }); 'sent'";
  await gateway.post("/scripts", { name: "sender", code: source });
  const before = gateway.upstreams.calls.length;
  const answer = await gateway.run(
    'await store.put("k", 1); [await store.get("k"), await scripts.sender({ to: "x" })]',
    DRY,
  );
  expect(answer).toMatchObject({ ok: true, value: [null, "sent"] });
  expect((answer as DryAnswer).would_call).toMatchObject([
    { server: "isogate", tool: "store.put" },
    { server: "mail", tool: "send", args: { to: "x" } },
  ]);
  expect(gateway.upstreams.calls).toHaveLength(before);
});

it("cannot be detached, and is true or false", async () => {
  const detached = await gateway.run("1", { ...DRY, detach: true });
  expect(detached.error).toMatchObject({ code: "INVALID_OPTIONS" });
  expect((await gateway.run("1", { options: { dry_run: "yes" } })).error?.code).toMatch(/^INVALID_/);
});

it("is asked for by REST and by the command", async () => {
  const code = "await slack.post_message({ channel: 'c' }); 1";
  const { body } = await gateway.post("/code/exec", { code, ...DRY });
  expect(body).toMatchObject({
    ok: true,
    result: 1,
    would_call: [{ server: "slack", tool: "post_message", args: { channel: "c" } }],
  });
  const isogate = new Isogate({ XDG_CONFIG_HOME: directory, ISOGATE_URL: gateway.origin });
  const before = gateway.upstreams.calls.length;
  const { status, stdout, stderr } = await isogate.run([
    "code",
    "exec",
    "--dry-run",
    "--timeout",
    "30s",
    "--code",
    code,
  ]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: "1\n" });
  expect(stderr).toContain('would call slack.post_message({"channel":"c"})');
  expect(gateway.upstreams.calls).toHaveLength(before);
});
