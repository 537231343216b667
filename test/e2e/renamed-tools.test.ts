/** A tool that gateway.json renames is under the rules of both its names, however it is called, and its tier is the worse of both. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { textOf } from "../support/answer.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

const POLICY = {
  version: "1",
  default: "allow",
  hide: ["billing.close_year"],
  tools: {
    "files.delete_file": { action: "deny", reason: "Files are not deleted." },
    "files.reed": { action: "deny" },
    "github.delete_repo": { require_approval: true },
    "slack.post_message": { deny_if: [{ formerly: { tool: "mail.search", scope: "run" } }] },
    "extra.delete_file": { action: "deny" },
  },
  data: [{ kinds: ["email"], action: "block", in: "arguments", tools: ["mail.send"] }],
  preset: "ask-before-destructive",
  approvals: { wait_ms: 50 },
};
const rename = {
  billing: { close_year: "finish" },
  files: { delete_file: "tidy" },
  github: { delete_repo: "archive" },
  mail: { search: "look", send: "post" },
  stripe: { create_charge: "give" },
};

let gateway: BusinessGateway;
beforeAll(async () => {
  gateway = await gateways.start({ policy: POLICY, rename, expose: "both" });
  await gateway.search({ detail: "names" });
});
beforeEach(() => void (gateway.upstreams.calls as string[]).splice(0));

const DENIED = { ok: false, error: { code: "POLICY_DENIED", rule: "/tools/files.delete_file/action" } };

describe("in scripts", () => {
  it.each([
    { given: "await files.tidy({ path: 'x' })", want: DENIED },
    { given: "await billing.finish({})", want: { error: { code: "TOOL_NOT_FOUND" } } },
    {
      given: "await mail.post({ to: 'ann@example.com' })",
      want: { error: { code: "POLICY_DENIED", rule: "/data/0" } },
    },
    {
      given: "await mail.look({}); await slack.post_message({})",
      want: { error: { code: "POLICY_DENIED", rule: "/tools/slack.post_message/deny_if/0" } },
    },
  ])("$given", async ({ given, want }) => {
    expect(await gateway.run(given)).toMatchObject(want);
    expect(gateway.upstreams.calls.filter((path) => path !== "mail.search")).toStrictEqual([]);
  });

  it.each(["await github.archive({ name: 'x' })", "await stripe.give({ amount: 1 })"])("%s waits", async (code) => {
    expect(await gateway.run(code)).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    expect(gateway.upstreams.calls).toStrictEqual([]);
  });

  it("says so in a dry run", async () => {
    const dry = { options: { dry_run: true } };
    expect(await gateway.run("await files.tidy({ path: 'x' })", dry)).toMatchObject(DENIED);
    expect(await gateway.run("await github.archive({ name: 'x' })", dry)).toMatchObject({
      would_call: [{ needs_approval: "/tools/github.delete_repo/require_approval" }],
    });
  });

  it("does not list what is hidden", async () => {
    expect(await gateway.search({ detail: "names" })).not.toContain("finish");
    expect(await gateway.client.toolNames()).not.toContain("billing__finish");
  });
});

it("as a tool of the gateway", async () => {
  expect(await gateway.client.toolNames()).toContain("files__tidy");
  expect(textOf(await gateway.client.call("files__tidy", { path: "x" }))).toContain("Files are not deleted.");
  expect(gateway.upstreams.calls).toStrictEqual([]);
});

it("by REST", async () => {
  expect((await gateway.post("/tools/files/tidy", { path: "x" })).body).toMatchObject(DENIED);
  expect(gateway.upstreams.calls).toStrictEqual([]);
});

it.each([
  {
    given: { server: "files", tool: "tidy" },
    want: { decision: "deny", rule: "/tools/files.delete_file/action", known: true },
  },
  {
    given: { server: "stripe", tool: "give" },
    want: {
      decision: "ask",
      rule: "/preset",
      tier: { tier: "financial", reason: expect.stringContaining('"create_charge"') },
    },
  },
  {
    given: {
      server: "files",
      tool: "tidy",
      policy: { version: "1", default: "deny", tools: { "files.delete_file": {} } },
    },
    want: { decision: "deny", rule: "/default" },
  },
  {
    given: { server: "files", tool: "tidy", policy: { version: "1", default: "allow", hide: ["files.delete_file"] } },
    want: { decision: "deny", hidden: true },
  },
])("is explained: $given", async ({ given, want }) => {
  expect((await gateway.post("/policy/explain", given)).body).toMatchObject(want);
});

it("is known to the doctor by both names", async () => {
  const { checks } = await gateway.get("/doctor");
  const ofPolicy = (checks as readonly { message: string }[]).filter(({ message }) => message.startsWith("policy/"));
  expect(ofPolicy).toMatchObject([
    { message: expect.stringContaining('no server "extra"'), state: "warning" },
    { message: expect.stringContaining('Did you mean "files.read"?'), state: "warning", of: "setting" },
  ]);
});

it("is replayed", async () => {
  await gateway.run("await mail.look({})");
  const policy = { version: "1", default: "allow", tools: { "mail.search": { action: "deny" } } };
  const { body } = await gateway.post("/policy/test", { policy });
  expect(body["flips"]).toContainEqual(
    expect.objectContaining({
      server: "mail",
      tool: "look",
      was: "allow",
      now: "deny",
      rule: "/tools/mail.search/action",
    }),
  );
});

it("also where an upstream is added while the gateway runs", async () => {
  const entry = { ...gateway.upstreams.mcpServers["files"], tools: { rename: { delete_file: "tidy" } } };
  expect(await gateway.post("/upstreams", { name: "extra", entry })).toMatchObject({ status: 201 });
  expect(await gateway.run("await extra.tidy({ path: 'x' })")).toMatchObject({
    error: { code: "POLICY_DENIED", rule: "/tools/extra.delete_file/action" },
  });
});
