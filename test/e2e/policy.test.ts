/** The policy of gateway.json on a real gateway: an MCP client asks, and the upstreams remember what reached them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { envelopeOf, type Envelope } from "../support/answer.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import { CLIENTS, type OpenClient } from "./open-client.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

/** The example of the documentation. */
const POLICY = {
  version: "1",
  default: "allow",
  hide: ["billing.*"],
  labels: { private: ["mail.*"], untrusted: ["web.fetch"], external: ["slack.post_message"] },
  all_tools: { limits: [{ counter: "calls", window: "minute", max: 600, scope: "principal" }] },
  tools: {
    execute_code: { limits: [{ counter: "runs", window: "day", max: 60, scope: "grant" }] },
    "stripe.create_refund": {
      require: [{ path: "args.amount", op: "lte", value: 5000 }],
      on_deny: "Refunds over 50 need a person.",
      limits: [{ counter: "refunded", window: "day", max: 9000, scope: "deployment", increment_from: "args.amount" }],
    },
    "github.delete_*": { require_approval: true },
    "files.write": { deny_if: [{ path: "args.path", op: "regex", value: "^/etc/" }] },
    "pay.disburse": {
      require: [
        {
          formerly: {
            tool: "pay.approve_claim",
            within: "1h",
            where: [{ path: "output.claimId", op: "eq", ref: "args.claimId" }],
          },
        },
      ],
    },
    "shell.run": { action: "deny", reason: "never" },
  },
  flows: [
    { from: "private", to: "external", unless: "approved" },
    { from: "mail.*", to: "slack.post_message", args: ["text"] },
  ],
};

describe("the policy of the documentation", () => {
  let gateway: BusinessGateway & { readonly directory: string };
  beforeAll(async () => {
    // Nobody decides, so no run has to wait for it.
    gateway = await gateways.start({ policy: { ...POLICY, approvals: { wait_ms: 50 } } });
    // Lists every upstream once.
    await gateway.search({ detail: "names" });
  });

  it.each([
    { given: "await stripe.create_refund({ amount: 4000 })", want: { ok: true, value: { refunded: 4000 } } },
    {
      given: "await stripe.create_refund({ amount: 5001 })",
      want: {
        error: {
          code: "POLICY_DENIED",
          message: "Refunds over 50 need a person.",
          rule: "/tools/stripe.create_refund/require/0",
          server: "stripe",
          tool: "create_refund",
          line: 1,
        },
      },
    },
    {
      given: "await stripe.create_refund({ amount: '5e9' })",
      want: { error: { code: "POLICY_DENIED", rule: "/tools/stripe.create_refund/require/0" } },
    },
    {
      given:
        "try { await shell.run({ command: 'ls' }) } catch (e) { [e instanceof ToolError, e.code, e.message, e.rule, e.server] }",
      want: { ok: true, value: [true, "POLICY_DENIED", "never", "/tools/shell.run/action", "shell"] },
    },
    {
      given: "await files.write({ path: '/etc/passwd', text: 'x' })",
      want: { error: { code: "POLICY_DENIED", rule: "/tools/files.write/deny_if/0" } },
    },
    { given: "await files.write({ path: '/tmp/x', text: 'x' })", want: { ok: true } },
    { given: "await files.write({ path: ['/etc/passwd'] })", want: { error: { code: "POLICY_DENIED" } } },
    {
      given: "await github.delete_repo({ name: 'x' })",
      want: { error: { code: "APPROVAL_REQUIRED", rule: "/tools/github.delete_*/require_approval" } },
    },
    { given: "await github.create_issue({ title: 'x' })", want: { ok: true } },
    { given: "await pay.disburse({ claimId: 'c_7' })", want: { error: { code: "POLICY_DENIED" } } },
    {
      given: "const { claimId } = await pay.approve_claim({ amount: 7 }); await pay.disburse({ claimId })",
      want: { ok: true, value: { paid: "c_7" } },
    },
    { given: "await pay.disburse({ claimId: 'c_7' })", want: { ok: true } },
    { given: "await pay.disburse({ claimId: 'c_8' })", want: { error: { code: "POLICY_DENIED" } } },
  ])("$given", async ({ given, want }) => {
    expect(await gateway.run(given)).toMatchObject(want);
  });

  it("sends nothing upstream of what it denies", () => {
    const denied = ["shell.run", "github.delete_repo"];
    expect(gateway.upstreams.calls.filter((path) => denied.includes(path))).toEqual([]);
    expect(gateway.upstreams.calls.filter((path) => path === "stripe.create_refund")).toHaveLength(1);
  });

  it("counts an amount for the whole deployment, and says when there is room again", async () => {
    expect(await gateway.run("await stripe.create_refund({ amount: 5000 })")).toMatchObject({ ok: true });
    const full = await gateway.run(
      "try { await stripe.create_refund({ amount: 1 }) } catch (e) { [e.code, e.rule, e.retry_after_ms > 0] }",
    );
    expect(full.value).toEqual(["RATE_LIMITED", "/tools/stripe.create_refund/limits/0", true]);
  });

  it("names a hidden server nowhere", async () => {
    expect(await gateway.search({ detail: "names", limit: 100 })).not.toMatch(/billing|close_year/);
    const { error } = await gateway.run("await billing.close_year({})");
    expect(error?.code).toBe("RUNTIME_ERROR");
    const called = await gateway.run("await call_tool('billing', 'close_year', {})");
    expect(called.value).toMatchObject({ ok: false, error: { code: "TOOL_NOT_FOUND" } });
    expect(JSON.stringify(await gateway.get("/tools"))).not.toMatch(/billing|close_year/);
  });

  it("refuses a script that would post mail before its first call, with the line of the sink", async () => {
    const before = gateway.upstreams.calls.length;
    const { error } = await gateway.run(
      "const found = await mail.search({ query: 'x' });\nconst line = `mail: ${found.text}`;\nawait slack.post_message({ channel: 'c', text: line });",
    );
    expect(error).toMatchObject({ code: "POLICY_DENIED", line: 3, rule: "/flows/1" });
    expect(gateway.upstreams.calls).toHaveLength(before);
  });

  it("follows mail through the input of a schedule", async () => {
    const kept = await gateway.run(
      'const { text } = await mail.search({}); await schedule.create({ name: "kept", schedule: "0 0 1 1 *", tool: "calendar.list", input: { text } }); "kept"',
    );
    expect(kept).toMatchObject({ ok: true, value: "kept" });
    const before = gateway.upstreams.calls.length;
    for (const read of ['(await schedule.get("kept"))', "(await schedule.list())[0]"]) {
      const { error } = await gateway.run(`await slack.post_message({ channel: "c", text: ${read}.input.text })`);
      expect(error).toMatchObject({ rule: expect.stringMatching(/^\/flows\//) });
    }
    expect(gateway.upstreams.calls).toHaveLength(before);
  });

  it("asks about mail in another argument, and lets other data pass", async () => {
    const asked = await gateway.run(
      "const found = await mail.search({}); await slack.post_message({ channel: found.text, text: 'hi' })",
    );
    expect(asked.error).toMatchObject({ code: "APPROVAL_REQUIRED", rule: "/flows/0" });
    const honest = await gateway.run(
      "await mail.search({}); const { events } = await calendar.list({}); await slack.post_message({ channel: 'c', text: events.join() })",
    );
    expect(honest).toMatchObject({ ok: true, value: { posted: true } });
    const given = await gateway.run("await mail.search({}); await slack.post_message({ text: input.text.trim() })", {
      input: { text: " hi " },
    });
    expect(given).toMatchObject({ ok: true, value: { posted: true } });
  });

  it("goes by the order of calls where a script cannot be followed", async () => {
    const code =
      "const { result } = await call_tool('mail', 'search', {}); const f = globalThis; await call_tool('slack', 'post_message', { channel: 'c', text: 'hi' })";
    expect((await gateway.run(code)).value).toMatchObject({ ok: false, error: { code: "POLICY_DENIED" } });
  });

  it("writes down what was decided, by which rule of which policy", async () => {
    const { run } = await gateway.run("await files.read({ path: 'x' }); await shell.run({})");
    const { calls } = await gateway.get(`/runs/${run}/calls`);
    expect(calls).toMatchObject([
      { tool: "read", decision: "allow", rule: "/default", policy: expect.stringMatching(/^[0-9a-f]{16}$/) },
      { tool: "run", decision: "deny", rule: "/tools/shell.run/action", code: "POLICY_DENIED" },
    ]);
  });

  it("remembers calls and counters when the gateway starts again", async () => {
    await gateway.run("await pay.approve_claim({ amount: 9 })");
    await gateway.stop();
    const again = await gateways.start({ policy: POLICY }, gateway.directory);
    expect(await again.run("await pay.disburse({ claimId: 'c_9' })")).toMatchObject({ ok: true });
    const refund = await again.run("await stripe.create_refund({ amount: 1 })");
    expect(refund.error).toMatchObject({ code: "RATE_LIMITED" });
  });
});

describe("rules that name tools in a spelling that calls accept", () => {
  let gateway: BusinessGateway;
  beforeAll(async () => {
    const never = [{ counter: "none", window: "run", max: 0, scope: "run" }];
    const policy = {
      version: "1",
      default: "allow",
      hide: ["mail.Search"],
      tools: {
        "github.createIssue": { action: "deny" },
        "github.deleteRepo": { require_approval: true },
        "stripe.createRefund": { limits: never },
      },
      approvals: { wait_ms: 50 },
    };
    gateway = await gateways.start({ policy });
    await gateway.search({ detail: "names" });
  });

  it.each([
    { code: "await github.createIssue({ title: 'x' })", want: "POLICY_DENIED" },
    { code: "await github.create_issue({ title: 'x' })", want: "POLICY_DENIED" },
    { code: "await github.deleteRepo({ name: 'x' })", want: "APPROVAL_REQUIRED" },
    { code: "await stripe.createRefund({ amount: 1 })", want: "RATE_LIMITED" },
    { code: "await mail.Search({ query: 'x' })", want: "TOOL_NOT_FOUND" },
  ])("restrict $code", async ({ code, want }) => {
    expect(await gateway.run(code)).toMatchObject({ ok: false, error: { code: want } });
    expect(gateway.upstreams.calls).toStrictEqual([]);
  });
});

describe("a session of a client of the 2025 era", () => {
  const formerly = { formerly: { tool: "mail.*", scope: "session" } };
  let gateway: BusinessGateway;
  let client: OpenClient;
  beforeAll(async () => {
    const tools = {
      "slack.post_message": { deny_if: [formerly] },
      "stripe.create_refund": { limits: [{ counter: "refunds", window: "session", max: 2 }] },
      "github.delete_*": { require_approval: true },
    };
    gateway = await gateways.start({ policy: { version: "1", default: "allow", tools, approvals: { wait_ms: 50 } } });
    await gateway.search({ detail: "names" });
  });
  beforeEach(async () => {
    client = await CLIENTS["v1 SDK client"](`${gateway.origin}/mcp`);
  });
  afterEach(() => client.close());

  const run = async (args: Readonly<Record<string, unknown>>) => envelopeOf(await client.call("execute_code", args));
  const detached = async (code: string, outcome: object): Promise<void> => {
    const begun = await run({ code, detach: true });
    await expect.poll(() => run({ resume: begun.run }), { timeout: 10_000 }).toMatchObject(outcome);
  };
  const approved = async (code: string): Promise<Envelope> => {
    const asked = await run({ code });
    expect(asked).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    const { approvals } = await gateway.get("/approvals?state=waiting");
    for (const { id } of approvals as readonly { readonly id: string }[])
      await gateway.post(`/approvals/${id}`, { decision: "approve" });
    return run({ resume: asked.run });
  };
  const POST = { code: "await slack.post_message({ text: 'x' })" };
  const REFUND = "await stripe.create_refund({ amount: 1 })";
  const DELETE = "await github.delete_repo({ name: 'x' });";

  it("remembers what its detached runs have called", async () => {
    await detached("await mail.search({})", { ok: true });
    expect(await run(POST)).toMatchObject({ ok: false, error: { code: "POLICY_DENIED" } });
  });

  it("remembers what its runs have called after they waited for a person", async () => {
    expect(await approved(`${DELETE} await mail.search({})`)).toMatchObject({ ok: true });
    expect(await run(POST)).toMatchObject({ ok: false, error: { code: "POLICY_DENIED" } });
  });

  it("has its limits in detached runs and in runs that go on", async () => {
    expect(await run({ code: REFUND })).toMatchObject({ ok: true });
    expect(await approved(`${DELETE} ${REFUND}`)).toMatchObject({ ok: true });
    await detached(REFUND, { ok: false, error: { code: "RATE_LIMITED" } });
  });

  it("can decide conditions in detached runs and in runs that go on", async () => {
    await detached(POST.code, { ok: true });
    expect(await approved(`${DELETE} ${POST.code}`)).toMatchObject({ ok: true });
  });
});
