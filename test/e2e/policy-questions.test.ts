/** What is asked of a policy by REST and by the command, and how it behaves where it counts, logs or cannot be used. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import { Isogate } from "../support/isogate.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const gateways = new BusinessGateways(inject("bundle"));
let directory: string;
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(async () => {
  await gateways.stop();
  await rm(directory, { recursive: true, force: true });
});

/** PolicyLayer's hosted form, with its prose form in it. */
const POLICYLAYER = {
  version: "1",
  default: "deny",
  hide: ["delete_account"],
  all_tools: { limits: [] },
  tools: {
    list_customers: {},
    create_charge: {
      require: [{ path: "args.reason", op: "exists" }],
      deny_if: [{ path: "args.amount", op: "gt", value: 10000 }],
      limits: [{ counter: "charges", window: "day", max: 3, scope: "grant" }],
    },
    delete_file: { action: "deny", reason: "Deletion is not allowed." },
    "mail.*": { deny_if: [{ path: "args.to", op: "exists" }], mode: "log_only" },
    execute_code: { rate_limit: { max: 40, window: 86400 } },
    search_tools: { rate_limit: { max: 3, window: 86400 } },
  },
};

describe("a document of PolicyLayer", () => {
  let gateway: BusinessGateway;
  let isogate: Isogate;
  beforeAll(async () => {
    gateway = await gateways.start({ policy: POLICYLAYER });
    await gateway.search({ detail: "names" });
    isogate = new Isogate({ XDG_CONFIG_HOME: directory, ISOGATE_URL: gateway.origin });
  });

  it.each([
    { given: "await stripe.list_customers({})", want: { ok: true, value: [{ id: "cus_1" }] } },
    { given: "await stripe.create_charge({ amount: 5, reason: 'x' })", want: { ok: true } },
    { given: "await stripe.create_charge({ amount: 5 })", want: { error: { code: "POLICY_DENIED" } } },
    {
      given: "await stripe.create_charge({ amount: 20000, reason: 'x' })",
      want: { error: { code: "POLICY_DENIED", rule: "/tools/create_charge/deny_if/0" } },
    },
    {
      given: "await files.delete_file({ path: 'x' })",
      want: { error: { code: "POLICY_DENIED", message: "Deletion is not allowed." } },
    },
    { given: "await calendar.list({})", want: { error: { code: "POLICY_DENIED", rule: "/default" } } },
    { given: "await stripe.delete_account({})", want: { error: { code: "TOOL_NOT_FOUND" } } },
    { given: "await mail.send({ to: 'a@example.com' })", want: { ok: true, value: { sent: true } } },
  ])("$given", async ({ given, want }) => {
    expect(await gateway.run(given)).toMatchObject(want);
  });

  it("lets no more parallel calls pass than a limit has room for", async () => {
    const code = `const calls = Array.from({ length: 8 }, () => stripe.create_charge({ amount: 1, reason: 'x' }));
      (await Promise.allSettled(calls)).map((one) => one.reason?.code ?? "ok")`;
    const { value } = await gateway.run(code);
    const codes = value as readonly string[];
    // One of the three places was taken before.
    expect(codes.filter((one) => one === "ok")).toHaveLength(2);
    expect(codes.filter((one) => one === "RATE_LIMITED")).toHaveLength(6);
    expect(gateway.upstreams.calls.filter((path) => path === "stripe.create_charge")).toHaveLength(3);
  });

  it("shows document, hash and how often each rule decided", async () => {
    const view = await gateway.get("/policy");
    expect(view).toMatchObject({
      document: POLICYLAYER,
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      hits: { "/tools/delete_file/action": 1, "/tools/create_charge/limits/0": 6, "/tools/mail.*/deny_if/0": 1 },
    });
    expect(view["decisions"]).toContainEqual(
      expect.objectContaining({ rule: "/tools/mail.*/deny_if/0", decision: "logged", count: 1 }),
    );
  });

  it.each([
    {
      given: { server: "files", tool: "delete_file", args: { path: "x" } },
      want: { decision: "deny", rule: "/tools/delete_file/action", message: "Deletion is not allowed.", known: true },
    },
    { given: { server: "stripe", tool: "delete_account" }, want: { code: "TOOL_NOT_FOUND", hidden: true } },
    {
      given: { server: "stripe", tool: "create_charge", args: { amount: 1, reason: "x" } },
      want: { decision: "deny", code: "RATE_LIMITED", limits: [{ used: 3, max: 3, takes: 1 }] },
    },
    {
      given: { server: "calendar", tool: "list", policy: { version: "1", default: "allow", preset: "read-only" } },
      want: { decision: "allow", tier: { tier: "read", reason: expect.stringContaining("readOnlyHint") } },
    },
    {
      given: { server: "mail", tool: "send", args: { to: "x" } },
      want: { decision: "allow", logged: [{ verdict: "deny", rule: "/tools/mail.*/deny_if/0" }] },
    },
  ])("explains $given.tool of $given.server", async ({ given, want }) => {
    expect(await gateway.post("/policy/explain", given)).toMatchObject({ status: 200, body: want });
  });

  it("replays what was called under another document", async () => {
    const policy = { version: "1", default: "allow", tools: { "stripe.create_charge": { require_approval: true } } };
    const { body } = await gateway.post("/policy/test", { policy, since: "2020-01-01T00:00:00Z" });
    // Refused ones would pass now, and charges would be asked about.
    expect(body).toMatchObject({ approvals: 11, truncated: false, uncertain: 0 });
    expect(body["flips"]).toContainEqual(
      expect.objectContaining({ server: "files", tool: "delete_file", was: "deny", now: "allow", rule: "/default" }),
    );
    const same = await gateway.post("/policy/test", {});
    expect(same.body).toMatchObject({ flipped: 0, flips: [], runs_affected: 0 });
  });

  it("tells all mistakes of a document", async () => {
    const wrong = { version: "1", default: "allow", tools: { a: { requires: [] }, b: { action: "forbid" } } };
    const { body } = await gateway.post("/policy/validate", { policy: wrong });
    expect(body["problems"]).toMatchObject([
      {
        path: "/tools/a/requires",
        message: expect.stringContaining("requires"),
        fix: expect.stringContaining("require"),
      },
      { path: "/tools/b/action", message: expect.any(String), fix: expect.any(String) },
    ]);
    expect(await gateway.post("/policy/validate", { policy: POLICYLAYER })).toMatchObject({ body: { problems: [] } });
    expect(await gateway.post("/policy/test", { policy: wrong })).toMatchObject({ status: 400 });
  });

  it("answers the command", async () => {
    const explained = await isogate.run(["policy", "explain", "files.delete_file", "{}"]);
    expect(JSON.parse(explained.stdout)).toMatchObject({ decision: "deny", rule: "/tools/delete_file/action" });
    const file = join(directory, "policy.json");
    await writeFile(file, JSON.stringify({ version: "1", default: "denny" }));
    const validated = await isogate.run(["policy", "validate", file]);
    expect(validated.status).toBe(1);
    expect(JSON.parse(validated.stdout)).toMatchObject({ problems: [{ path: "/default" }] });
    const misspelled = { version: "1", default: "allow", tools: { "files.delete_fiel": { action: "deny" } } };
    await writeFile(file, JSON.stringify(misspelled));
    const noted = await isogate.run(["policy", "validate", file]);
    expect(noted.status).toBe(0);
    expect(JSON.parse(noted.stdout)).toMatchObject({ warnings: [{ fix: 'Did you mean "files.delete_file"?' }] });
    const tested = await isogate.run(["policy", "test", "--last", "1d"]);
    expect(tested).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(tested.stdout)).toMatchObject({ flipped: 0 });
  });

  it("keeps the digits of arguments on the command line", async () => {
    const file = join(directory, "ids.json");
    const rule = { deny_if: [{ path: "args.id", op: "eq", value: "9007199254740993" }] };
    await writeFile(file, JSON.stringify({ version: "1", default: "allow", tools: { "files.read_file": rule } }));
    const explain = (args: string) => isogate.run(["policy", "explain", "files.read_file", args, "--file", file]);
    expect(JSON.parse((await explain('{"id":9007199254740993}')).stdout)).toMatchObject({ decision: "deny" });
    expect(JSON.parse((await explain('{"id":9007199254740992}')).stdout)).toMatchObject({ decision: "allow" });
    expect(await explain("[")).toMatchObject({ status: 2, stderr: expect.stringContaining("not a JSON object: [") });
  });

  it("limits search_tools and execute_code like any other name", async () => {
    expect(await gateway.search({ query: "charge" })).toContain("create_charge");
    expect(await gateway.search({ query: "charge" })).toContain("create_charge");
    expect(await gateway.search({ query: "charge" })).toMatch(/^RATE_LIMITED .*3/);
    const codes: (string | undefined)[] = [];
    for (let count = 0; count < 40; count += 1) codes.push((await gateway.run("1")).error?.code);
    expect(codes.at(0)).toBeUndefined();
    expect(codes.at(-1)).toBe("RATE_LIMITED");
    const { error } = await gateway.run("1");
    expect(error).toMatchObject({ rule: "/tools/execute_code/rate_limit" });
  });
});

describe("a draft from recorded calls", () => {
  let gateway: BusinessGateway;
  let isogate: Isogate;
  beforeAll(async () => {
    gateway = await gateways.start({
      policy: { version: "1", default: "allow", tools: { "shell.run": { action: "deny" } } },
    });
    await gateway.search({ detail: "names" });
    isogate = new Isogate({ XDG_CONFIG_HOME: directory, ISOGATE_URL: gateway.origin });
    await gateway.run(
      `for (let i = 0; i < 24; i += 1) await stripe.create_charge({ amount: 100 + i, reason: i % 2 ? "order" : "tip" });
       await files.read({ path: "a" });
       await shell.run({}).catch(() => undefined);
      `,
    );
  });

  const DOCUMENT = {
    version: "1",
    default: "deny",
    tools: {
      "files.read": {},
      "stripe.create_charge": {
        require: [
          { path: "args.amount", op: "gte", value: 100 },
          { path: "args.amount", op: "lte", value: 123 },
          { path: "args.reason", op: "in", value: ["tip", "order"] },
        ],
      },
    },
  };

  it("allows what was called, within what was observed, and replays clean", async () => {
    const { status, body } = await gateway.post("/policy/suggest", {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ policy: DOCUMENT, left_out: [], replay: { calls: 26, flipped: 0, uncertain: 0 } });
    expect(await gateway.post("/policy/validate", { policy: body["policy"] })).toMatchObject({
      body: { problems: [] },
    });
    const refund = { server: "stripe", tool: "create_charge", args: { amount: 5000, reason: "tip" }, policy: DOCUMENT };
    expect(await gateway.post("/policy/explain", refund)).toMatchObject({ body: { decision: "deny" } });
  });

  it("is what the command prints", async () => {
    const { status, stdout, stderr } = await isogate.run(["policy", "suggest", "--last", "1d"]);
    expect({ status, document: JSON.parse(stdout) as unknown }).toEqual({ status: 0, document: DOCUMENT });
    expect(stderr).toContain("26 calls of 1 runs");
    const { stdout: json } = await isogate.run(["policy", "suggest", "--json"]);
    expect(JSON.parse(json)).toMatchObject({
      rules: [{ tool: "files.read", calls: 1 }, { conditions: [{ confidence: 0.96 }, {}, {}] }],
    });
    const { stdout: none } = await isogate.run(["policy", "suggest", "--last", "0d"]);
    expect(JSON.parse(none)).toMatchObject({ default: "deny", tools: {} });
  });
});

describe("what comes into a run from others", () => {
  let gateway: BusinessGateway;
  beforeAll(async () => {
    const flows = [{ from: "mail.*", to: "slack.post_message" }];
    gateway = await gateways.start({ policy: { version: "1", default: "allow", flows } });
    await gateway.search({ detail: "names" });
    const save = async (name: string, code: string): Promise<void> => {
      const saved = await gateway.post("/scripts", { name, code, description: name });
      expect(saved).toMatchObject({ status: 201 });
    };
    await save("poster", "await slack.post_message({ channel: 'c', text: input.text })");
    await save("reader", "(await mail.search({})).text");
  });

  const denied = { error: { code: "POLICY_DENIED", rule: "/flows/0" } };
  const posted = { ok: true, value: { posted: true } };

  it.each([
    { given: "await scripts.poster({ text: 'hello' })", want: posted },
    { given: "const { text } = await mail.search({}); await scripts.poster({ text })", want: denied },
    { given: "const text = await scripts.reader({}); await slack.post_message({ channel: 'c', text })", want: denied },
    { given: "await store.put('mail', (await mail.search({})).text)", want: { ok: true } },
    {
      given: "const text = await store.get('mail'); await slack.post_message({ channel: 'c', text })",
      want: denied,
    },
    // This gateway has an upstream called files.
    { given: "await store_files.write('mail', (await mail.search({})).text)", want: { ok: true } },
    { given: "(await files.write({ path: '/x', text: 'y' })) === undefined", want: { ok: true } },
    {
      given: "const text = await store_files.read('mail'); await slack.post_message({ channel: 'c', text })",
      want: denied,
    },
    { given: "await slack.post_message({ channel: 'c', text: 'plain' })", want: posted },
  ])("$given", async ({ given, want }) => {
    expect(await gateway.run(given)).toMatchObject(want);
  });
});

describe("a policy with a mistake", () => {
  it("refuses every request, with place, reason and what to write", async () => {
    const policy = { version: "1", default: "allow", tools: { "shell.run": { acton: "deny" } } };
    const { origin } = await gateways.startBroken({ policy });
    const response = await fetch(`${origin}/mcp`, { method: "POST", body: "{}" });
    expect(response.status).toBe(500);
    expect(await response.text()).toMatch(/policy\/tools\/shell\.run.*acton.*action/);
  });
});
