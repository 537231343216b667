/** Personal data and secrets on a real gateway: what scripts, ledger and upstreams get of them under each action of `data`. */
import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { CustomerGateways, type CustomerGateway } from "../support/customer-gateway.ts";

const gateways = new CustomerGateways(inject("bundle"));
afterAll(() => gateways.stop());

const ANN = "ann@example.com";
const BOB = "bob@example.org";
const CARD = "4111 1111 1111 1111";
/** Keeps a text that looks like a secret out of the file. */
const whole = (rest: string): string => rest;
const KEY = `AKIA${whole("IOSFODNN7EXAMPLE")}`;

const ALLOW = { version: "1", default: "allow" };

async function callsOf(gateway: CustomerGateway, run: string): Promise<readonly Record<string, unknown>[]> {
  const { calls } = await gateway.get(`/runs/${run}/calls`);
  return calls as readonly Record<string, unknown>[];
}

describe("block, redact and report", () => {
  let gateway: CustomerGateway;
  beforeAll(async () => {
    gateway = await gateways.start({
      ...ALLOW,
      labels: { outside: ["mail.*"] },
      data: [
        { kinds: ["secret"], action: "block", on_deny: "No secrets, please." },
        { kinds: ["card"], in: "arguments", tools: "outside", action: "block" },
        { kinds: ["card"], in: "results", tools: ["crm.*"], action: "redact" },
        { kinds: ["email"], in: "arguments", tools: ["crm.note"], action: "redact" },
        { kinds: ["email"], in: "results", tools: ["crm.find"], action: "report" },
        { kinds: ["phone"], in: "results", tools: ["crm.find"], action: "block", mode: "log_only" },
        { kinds: ["case_id"], action: "redact" },
      ],
      patterns: { case_id: "CASE-[0-9]{6}" },
    });
  });

  it("refuses arguments before anything is sent, and records them without the value", async () => {
    const { error, run } = await gateway.run(`await mail.send({ to: "x", text: "pay with ${CARD}" })`);
    expect(error).toMatchObject({ code: "POLICY_DENIED", rule: "/data/1", server: "mail", tool: "send" });
    expect(gateway.customers.calls).toEqual([]);
    const [call] = await callsOf(gateway, run);
    expect(call).toMatchObject({
      outcome: "refused",
      decision: "deny",
      rule: "/data/1",
      arguments: { to: "x", text: "pay with [REDACTED:card]" },
    });
  });

  it("uses the text of the document", async () => {
    const { error } = await gateway.run(`await crm.note({ text: "${KEY}" })`);
    expect(error).toMatchObject({ code: "POLICY_DENIED", rule: "/data/0", message: "No secrets, please." });
  });

  it.each([
    { given: { text: `key ${KEY}` } },
    { given: { password: "hunter2" } },
    { given: { [KEY]: 1 } },
    { given: [[{ deep: [`postgres://app:${whole("pa55word")}@db/x`] }]] },
  ])("withholds a result with a secret: $given", async ({ given }) => {
    gateway.customers.answer(given);
    const { value, run } = await gateway.run(
      "try { await web.find({}) } catch (e) { [e instanceof ToolError, e.code, e.rule] }",
    );
    expect(value).toEqual([true, "POLICY_DENIED", "/data/0"]);
    const [call] = await callsOf(gateway, run);
    expect(call).toMatchObject({ outcome: "ok", attempts: 1, decision: "deny", rule: "/data/0" });
    expect(call).not.toHaveProperty("result");
  });

  it("redacts values, names of properties and numbers in results", async () => {
    gateway.customers.answer({ card: CARD, [CARD]: 1, number: 4_111_111_111_111_111, note: "CASE-123456, CASE-12345" });
    const { value, run } = await gateway.run("await crm.find({})");
    expect(value).toEqual({
      card: "[REDACTED:card]",
      "[REDACTED:card]": 1,
      number: "[REDACTED:card]",
      note: "[REDACTED:case_id], CASE-12345",
    });
    const [call] = await callsOf(gateway, run);
    expect(call).toMatchObject({
      result: value,
      decision: "allow",
      logged: [
        { verdict: "redact", rule: "/data/2", message: "3 values of the kind card in the result, redacted." },
        { verdict: "redact", rule: "/data/6", message: "1 value of the kind case_id in the result, redacted." },
      ],
    });
  });

  it("redacts what `raw` shows, too", async () => {
    gateway.customers.answer({ card: CARD });
    const { value } = await gateway.run("await crm.find.raw({})");
    expect(JSON.stringify(value)).toContain("[REDACTED:card]");
    expect(JSON.stringify(value)).not.toContain("4111");
  });

  it("sends arguments without the value", async () => {
    const { value, run } = await gateway.run(`await crm.note({ text: "from ${ANN}", n: 1 })`);
    expect(value).toEqual({ text: "from [REDACTED:email]", n: 1 });
    expect(gateway.customers.calls.at(-1)).toMatchObject({ args: { text: "from [REDACTED:email]", n: 1 } });
    expect(await callsOf(gateway, run)).toMatchObject([{ arguments: { text: "from [REDACTED:email]", n: 1 } }]);
  });

  it("reports once for each run in the log, and at every call in the ledger", async () => {
    gateway.customers.answer({ email: ANN });
    const { value, logs, run } = await gateway.run("[await crm.find({}), await crm.find({})]");
    expect(value).toEqual([{ email: ANN }, { email: ANN }]);
    expect(logs).toEqual([
      expect.stringMatching(/^\[isogate\] crm\.find: 1 value of the kind email in the result\. \(policy \/data\/4\)/),
    ]);
    const report = { verdict: "report", rule: "/data/4", message: "1 value of the kind email in the result." };
    expect(await callsOf(gateway, run)).toMatchObject([{ logged: [report] }, { logged: [report] }]);
  });

  it("lets pass and records what a rule in the mode log_only would have done", async () => {
    gateway.customers.answer({ phone: "+1 415 555 2671" });
    const { value, run } = await gateway.run("await crm.find({})");
    expect(value).toEqual({ phone: "+1 415 555 2671" });
    const [call] = await callsOf(gateway, run);
    expect(call).toMatchObject({
      decision: "allow",
      logged: [
        {
          verdict: "deny",
          rule: "/data/5",
          message: "1 value of the kind phone in the result, which would be refused.",
        },
      ],
    });
  });

  it("does not learn the shape of results that it changes", async () => {
    gateway.customers.answer({ [CARD]: { limit: 5 } });
    await gateway.run("await crm.find({})");
    expect(await gateway.search({ query: "crm.find", detail: "full" })).not.toContain("4111");
  });

  it("withholds what is too large to be searched", async () => {
    gateway.customers.answer("x".repeat(4_100_000));
    const { error } = await gateway.run("await crm.find({}); 1");
    expect(error).toMatchObject({ code: "POLICY_DENIED", rule: "/data/0" });
  });

  it("counts hits of its rules", async () => {
    const { hits } = await gateway.get("/policy");
    expect(hits).toMatchObject({ "/data/1": 1 });
  });
});

describe("tokenize", () => {
  const POLICY = {
    ...ALLOW,
    data: [
      { kinds: ["email"], tools: ["crm.*"], action: "tokenize", reveal: ["mail.*", "registry.*"] },
      { kinds: ["case_id"], tools: ["crm.*"], action: "tokenize", reveal: ["fetch.request"] },
    ],
    patterns: { case_id: "CASE-[0-9]{6}" },
    tools: {
      "mail.send": { deny_if: [{ path: "args.to", op: "contains", value: "example.org" }] },
      "crm.fail": { require_approval: true },
    },
    approvals: { wait_ms: 100 },
  };
  let gateway: CustomerGateway;
  beforeAll(async () => {
    gateway = await gateways.start(POLICY);
  });

  it("shows a script tokens, the same for the same value", async () => {
    gateway.customers.answer({ email: ANN, others: [ANN, BOB], text: `write to ${BOB}.` });
    const { value } = await gateway.run("await crm.find({})");
    expect(value).toEqual({ email: "[EMAIL_1]", others: ["[EMAIL_1]", "[EMAIL_2]"], text: "write to [EMAIL_2]." });
    expect((await gateway.run("(await crm.find({})).email")).value).toBe("[EMAIL_1]");
  });

  it("turns a token back only in arguments of the tools that may know the value", async () => {
    const told = await gateway.run('await mail.send({ to: "[EMAIL_1]", text: "Dear [EMAIL_1], not [EMAIL_9]" })');
    expect(gateway.customers.calls.at(-1)?.args).toEqual({ to: ANN, text: `Dear ${ANN}, not [EMAIL_9]` });
    // The tool repeats what it was told.
    expect(told.value).toEqual({ to: "[EMAIL_1]", text: "Dear [EMAIL_1], not [EMAIL_9]" });
    await gateway.run('await crm.note({ to: "[EMAIL_1]" })');
    expect(gateway.customers.calls.at(-1)?.args).toEqual({ to: "[EMAIL_1]" });
  });

  it("decides about the value, not about its token", async () => {
    const { error } = await gateway.run('await mail.send({ to: "[EMAIL_2]" })');
    expect(error).toMatchObject({ code: "POLICY_DENIED", rule: "/tools/mail.send/deny_if/0" });
  });

  it("keeps values out of errors, the ledger and the page of a run", async () => {
    const { error, run } = await gateway.run('await mail.fail({ to: "[EMAIL_1]", text: "also [EMAIL_2]" })');
    expect(gateway.customers.calls.at(-1)?.args).toEqual({ to: ANN, text: `also ${BOB}` });
    expect(error).toMatchObject({ code: "TOOL_ERROR" });
    const shown = JSON.stringify([error, await gateway.get(`/runs/${run}`), await callsOf(gateway, run)]);
    expect(shown).toContain("[EMAIL_1]");
    expect(shown).not.toMatch(/ann@|bob@/);
  });

  it("keeps values out of the addresses that errors name", async () => {
    const { error, run } = await gateway.run('await registry.person({ id: "[EMAIL_1]" })');
    expect(error).toMatchObject({ code: "TOOL_ERROR", message: expect.stringContaining("/people/[EMAIL_1]") });
    const shown = JSON.stringify([error, await gateway.get(`/runs/${run}`), await callsOf(gateway, run)]);
    expect(shown).not.toMatch(/ann(?:@|%40)/);
  });

  it("keeps values out of the refusal of an address", async () => {
    gateway.customers.answer("CASE-123456");
    const code = `const token = await crm.find({});
      return call_tool("isogate:fetch", "request", { url: "https://" + token + ".example.org/" });`;
    const { value, run } = await gateway.run(code);
    expect(value).toMatchObject({ ok: false, error: { code: "SERVER_NOT_ALLOWED" } });
    const shown = JSON.stringify([value, await gateway.get(`/runs/${run}`), await callsOf(gateway, run)]);
    expect(shown).toContain("[CASE_ID_1]");
    expect(shown).not.toMatch(/case-123456/i);
  });

  it("keeps tokens when a run is parked, resumed and the gateway starts again", async () => {
    gateway.customers.answer({ email: ANN });
    const code = `const { email } = await crm.find({}); try { await crm.fail({ email }) } catch {} await mail.send({ to: email })`;
    const waiting = await gateway.run(code);
    expect(waiting.error).toMatchObject({ code: "APPROVAL_REQUIRED" });
    const { approvals } = await gateway.get("/approvals?state=waiting");
    expect(approvals).toMatchObject([{ args: { email: "[EMAIL_1]" } }]);
    await gateway.stop();
    const { directory, customers } = gateway;
    const stored = await storageText(directory);
    expect(stored).toContain("[EMAIL_1]");
    expect(stored).not.toMatch(/ann@example|bob@example/);
    gateway = await gateways.start(POLICY, { directory });
    const [approval] = approvals as readonly { readonly id: string }[];
    await gateway.post(`/approvals/${approval?.id}`, { decision: "approve" });
    const resumed = await gateway.run("", { code: undefined, resume: waiting.run });
    expect(resumed).toMatchObject({ ok: true, value: { to: "[EMAIL_1]" } });
    expect(gateway.customers.calls.map(({ path }) => path)).toEqual(["crm.fail", "mail.send"]);
    expect(gateway.customers.calls.at(-1)?.args).toEqual({ to: ANN });
    expect(customers.calls.filter(({ path }) => path === "crm.find")).toHaveLength(4);
  });

  it("is tried on recorded calls, by the values behind their tokens", async () => {
    const policy = {
      ...ALLOW,
      data: [
        { kinds: ["email"], tools: "mail.*", in: "arguments", action: "block" },
        { kinds: ["email"], tools: "crm.*", action: "redact" },
      ],
    };
    const { body } = await gateway.post("/policy/test", { policy });
    const { flips, data } = body as { flips: readonly Record<string, unknown>[]; data: readonly { rule: string }[] };
    expect(data.map(({ rule }) => rule).toSorted()).toEqual(["/data/0", "/data/1"]);
    const sent = flips.filter(({ rule }) => rule === "/data/0");
    expect(sent).toContainEqual(expect.objectContaining({ server: "mail", tool: "send", was: "allow", now: "deny" }));
    expect(JSON.stringify(body)).not.toContain("example.com");
  });

  it("is explained for one call", async () => {
    const policy = { ...ALLOW, data: [{ kinds: ["email"], action: "block", on_deny: "No addresses." }] };
    const call = { server: "mail", tool: "send", args: { to: ANN } };
    const { body } = await gateway.post("/policy/explain", { ...call, policy });
    expect(body).toMatchObject({ decision: "deny", rule: "/data/0", message: "No addresses.", code: "POLICY_DENIED" });
  });

  it("refuses to call what it would tokenize without a key", async () => {
    const open = await gateways.start(POLICY, { encryptionKey: "" });
    const { error } = await open.run("await crm.find({})");
    expect(error).toMatchObject({ code: "POLICY_DENIED", rule: "/data/0" });
    expect(error?.message).toContain("ISOGATE_ENCRYPTION_KEY is not set");
    expect(open.customers.calls).toEqual([]);
  });
});

async function storageText(directory: string): Promise<string> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile() && file.name.includes("sqlite"))
    .map((file) => readFile(`${file.parentPath}/${file.name}`, "latin1"));
  return (await Promise.all(texts)).join("");
}

describe("an answer in bytes", () => {
  const rulesOf = (action: string) => ({ ...ALLOW, data: [{ kinds: ["email"], in: "results", action }] });
  const FETCHED = "const answer = await fetch(input); [answer.status, await answer.text()]";
  const asked = (gateway: CustomerGateway, code: string, name: string) =>
    gateway.run(code.startsWith("const") ? code : `await registry.file${code}`, {
      input: code === FETCHED ? `${gateway.customers.origin}/registry/files/${name}` : { name },
    });
  let redacting: CustomerGateway;
  beforeAll(async () => {
    redacting = await gateways.start(rulesOf("redact"));
  });

  it.each(["latin1", "latin1-csv", "latin1-json", "zip", "png", "untyped"])(
    "is withheld where a rule would change a text that it makes: %s",
    async (name) => {
      for (const code of [FETCHED, "(input)", ".raw(input)"]) {
        const { error, run } = await asked(redacting, code, name);
        expect(error, code).toMatchObject({
          code: "POLICY_DENIED",
          rule: "/data/0",
          message: expect.stringContaining("the policy changes data in its body, which is possible in UTF-8 text only"),
        });
        const calls = await callsOf(redacting, run);
        expect(calls).toMatchObject([{ outcome: "ok", attempts: 1, decision: "deny", rule: "/data/0" }]);
        expect(JSON.stringify(calls)).not.toContain(Buffer.from(BOB).toString("base64").slice(0, -4));
      }
    },
  );

  it.each(["utf16-declared", "utf16", "utf16be", "utf16be-marked", "utf16be-json", "failed", "failed-utf16"])(
    "in UTF-16 shows nothing of a value: %s",
    async (name) => {
      for (const code of [FETCHED, "(input)", ".raw(input)"]) {
        const ended = await asked(redacting, code, name);
        const shown = JSON.stringify(ended)
          .replaceAll(/\\+u0000/g, "")
          .replaceAll(/[\0 ]/g, "");
        expect(shown, code).not.toContain("example.org");
        expect(shown, code).toMatch(/REDACTED:email|POLICY_DENIED/);
      }
    },
  );

  it.each([
    { name: "latin1-declared", want: "José,[REDACTED:email]" },
    { name: "csv", want: "Bob,[REDACTED:email]" },
    { name: "utf16-declared", want: "Bob [REDACTED:email]" },
    { name: "utf16be-marked", want: "Bob [REDACTED:email]" },
    { name: "utf16be-json", want: { mail: "[REDACTED:email]" } },
  ])("is redacted where it is text by its type: $name", async ({ name, want }) => {
    expect(await asked(redacting, "(input)", name)).toMatchObject({ ok: true, value: want });
  });

  it("is passed on where rules find nothing in it", async () => {
    expect(await asked(redacting, FETCHED, "clean")).toMatchObject({ value: [200, "Jos\ufffd"] });
    expect(await asked(redacting, "(input)", "clean")).toMatchObject({ value: [{ resource: { blob: "Sm9z6Q==" } }] });
    const png = "const [{ type }] = await registry.file(input); type";
    expect(await asked(redacting, png, "clean-png")).toMatchObject({ value: "image" });
    expect((await asked(redacting, ".raw(input)", "clean")).value).not.toHaveProperty("bytes");
  });

  it("is blocked, and reported, by rules that say so", async () => {
    const blocking = await gateways.start(rulesOf("block"));
    const reporting = await gateways.start(rulesOf("report"));
    for (const code of [FETCHED, "(input)"]) {
      expect(await asked(blocking, code, "latin1")).toMatchObject({
        error: { code: "POLICY_DENIED", rule: "/data/0" },
      });
      const { ok, run } = await asked(reporting, code, "latin1");
      expect(ok).toBe(true);
      const message = "1 value of the kind email in the result.";
      expect(await callsOf(reporting, run)).toMatchObject([{ logged: [{ verdict: "report", message }] }]);
    }
  });
});
