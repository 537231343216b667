/** Upstreams that ask a person during a call: real servers of both protocol eras, by every interface at which a person answers. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { envelopeOf, type Envelope } from "../support/answer.ts";
import { legacyAskingClient, modernAskingClient } from "../support/asking-client.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import { Isogate } from "../support/isogate.ts";
import { startAskingUpstream, type AskingUpstream } from "../fixtures/upstreams/asking-upstream.ts";

const gateways = new BusinessGateways(inject("bundle"));
const POLICY = { version: "1", default: "allow", approvals: { wait_ms: 50 } };
const BOOK = `await modern.book({ flight: "LH1" })`;
const unfit = (nights: number) => ({ result: { action: "accept", content: { seat: "12A", nights } } });
const ANSWER = { seat: "12B", nights: 2 };
const BOOKING = { flight: "LH1", state: "state of LH1", seat: "12B", nights: 2 };

let asking: AskingUpstream;
let gateway: BusinessGateway;
beforeAll(async () => {
  asking = await startAskingUpstream();
  gateway = await gateways.start({ policy: POLICY, mcpServers: asking.mcpServers });
  await gateway.search({ detail: "names" });
});
afterAll(async () => {
  await gateways.stop();
  await asking.close();
});

let from = { calls: 0, bookings: 0 };
beforeEach(() => {
  from = { calls: asking.calls.length, bookings: asking.bookings.length };
});
const reached = (): readonly string[] => asking.calls.slice(from.calls);
const bookings = (): readonly unknown[] => asking.bookings.slice(from.bookings);

interface Waiting {
  readonly id: string;
  readonly run: string;
  readonly kind: string;
  readonly reason: string;
  readonly requested_at: string;
  readonly expires_at: string;
  readonly form?: { readonly message: string; readonly links: readonly object[]; readonly fields: readonly object[] };
}

async function waiting(at = gateway): Promise<readonly Waiting[]> {
  return (await at.get("/approvals?state=waiting"))["approvals"] as readonly Waiting[];
}

async function resume(run: unknown, at = gateway): Promise<Envelope> {
  return envelopeOf(await at.client.call("execute_code", { resume: run }));
}

async function answer(body: object, at = gateway): Promise<void> {
  const [asked] = await waiting(at);
  expect(await at.post(`/approvals/${asked?.id}`, body)).toMatchObject({ status: 200 });
}

describe("an upstream of 2026-07-28 that asks during a call", () => {
  it("waits for a person, and gets the answer and its own state with the same call, once", async () => {
    const asked = await gateway.run(`console.log("before"); const done = ${BOOK}; console.log("after"); done`);
    expect(asked).toMatchObject({ ok: false, error: { code: "APPROVAL_REQUIRED" }, logs: ["before"] });
    expect(JSON.stringify(asked)).not.toContain("Which seat");
    const [approval] = await waiting();
    expect(approval).toMatchObject({
      kind: "input",
      run: asked.run,
      server: "modern",
      tool: "book",
      args: { flight: "LH1" },
    });
    expect(approval?.reason).toMatch(/^modern\.book asks for input: Which seat on LH1\?/);
    expect(approval?.form?.message).not.toContain("\u202e");
    expect(approval?.form?.fields).toMatchObject([
      { name: "seat", title: "Seat", choices: [{ value: "12A" }, { value: "12B" }], required: true },
      { name: "nights", type: "integer", minimum: 1, maximum: 30 },
      { name: "meal", type: "boolean", default: false, required: false },
      { name: "password", secret: true },
    ]);
    expect(await resume(asked.run)).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    await answer({ decision: "approve", content: ANSWER });
    const ended = await resume(asked.run);
    expect(ended).toMatchObject({ ok: true, value: { booked: true }, logs: ["before", "after"] });
    expect(await resume(asked.run)).toStrictEqual(ended);
    expect(reached()).toEqual(["book", "book accept"]);
    expect(bookings()).toEqual([BOOKING]);
  });

  it.each([
    [{ seat: "1Z", nights: 2 }, "seat"],
    [{ seat: "12A" }, "nights"],
    [{ seat: "12A", nights: 0.5 }, "nights"],
    [{ seat: "12A", nights: 31 }, "nights"],
    [{ seat: "12A", nights: "2" }, "nights"],
    [{ seat: "12A", nights: 2, meal: "yes" }, "meal"],
    [{ seat: "12A", nights: 2, other: 1 }, "other"],
  ])("does not get the answer %j, which still can be given", async (content, field) => {
    const asked = await gateway.run(BOOK);
    const [approval] = await waiting();
    const refused = await gateway.post(`/approvals/${approval?.id}`, { decision: "approve", content });
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining(field) as unknown } });
    await answer({ decision: "approve", content: ANSWER });
    expect(await resume(asked.run)).toMatchObject({ ok: true, value: { booked: true } });
    expect(bookings()).toHaveLength(1);
  });

  it("hears that a person declines, and its answer goes to the script", async () => {
    const asked = await gateway.run(BOOK);
    await answer({ decision: "deny" });
    expect(await resume(asked.run)).toMatchObject({ ok: true, value: { booked: false, heard: "decline" } });
    expect(reached()).toEqual(["book", "book decline"]);
  });

  it("is answered once by 50 that answer at the same time", async () => {
    const asked = await gateway.run(BOOK);
    const [approval] = await waiting();
    const body = { decision: "approve", content: ANSWER };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => gateway.post(`/approvals/${approval?.id}`, body)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await resume(asked.run)).toMatchObject({ ok: true });
    expect(bookings()).toHaveLength(1);
  });

  it("may ask again, and may ask several things at once", async () => {
    const asked = await gateway.run(`await Promise.all([modern.twice(), modern.both()])`);
    const forms = await waiting();
    const both = forms.find(({ form }) => form?.fields.length === 2);
    const twice = forms.find(({ form }) => form?.fields.length === 1);
    await gateway.post(`/approvals/${both?.id}`, { decision: "approve", content: { "a.n": 1, "b.n": 2 } });
    await gateway.post(`/approvals/${twice?.id}`, { decision: "approve", content: { word: "one" } });
    expect(await resume(asked.run)).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    await answer({ decision: "approve", content: { word: "two" } });
    const value = [{ words: [JSON.stringify({ word: "one" }), { word: "two" }] }, [{ n: 1 }, { n: 2 }]];
    expect(await resume(asked.run)).toMatchObject({ ok: true, value });
  });

  it("is cut off when it asks without end", { timeout: 60_000 }, async () => {
    const { run } = await gateway.run(`await modern.forever()`);
    for (let round = 0; round < 4; round += 1) {
      await expect.poll(() => waiting()).toHaveLength(1);
      await answer({ decision: "approve" });
      await resume(run);
    }
    expect(await resume(run)).toMatchObject({ error: { code: "INPUT_REQUIRED" } });
    expect(reached()).toHaveLength(5);
  });

  it("may want only to be asked again", async () => {
    expect(await gateway.run(`await modern.again()`)).toMatchObject({ ok: true, value: { state: "busy" } });
  });

  it("names the origin of a page to be opened as its own", async () => {
    const asked = await gateway.run(`await modern.open_page()`);
    const [approval] = await waiting();
    const page = { url: "https://pay.example.com/checkout?order=1", origin: "https://pay.example.com" };
    expect(approval?.form).toMatchObject({ links: [page], fields: [] });
    const shown = await (await fetch((asked.error as unknown as { readonly url: string }).url)).text();
    expect(shown).toContain("<strong>https://pay.example.com</strong>");
    await answer({ decision: "approve" });
    expect(await resume(asked.run)).toMatchObject({ ok: true, value: { heard: "accept" } });
  });

  it("is refused a form that a person could not be shown", async () => {
    const refused = await gateway.run(`await modern.nested()`);
    expect(refused).toMatchObject({
      error: { code: "INPUT_REQUIRED", message: expect.stringContaining("address") as unknown },
    });
    expect(await waiting()).toEqual([]);
  });

  it("is refused without the property names that a rule about data keeps from scripts", async () => {
    const data = [{ kinds: ["email"], in: "results", action: "redact" }];
    const strict = await gateways.start({ policy: { ...POLICY, data }, mcpServers: asking.mcpServers });
    const { error } = await strict.run(`await modern.nested({ flight: "ada@example.com" })`);
    expect(error).toMatchObject({
      code: "INPUT_REQUIRED",
      message: expect.stringContaining("data that the policy protects") as unknown,
    });
    expect(JSON.stringify(error)).not.toContain("ada@");
  });

  it("asks about nothing after its run was cancelled", async () => {
    const asked = await gateway.run(BOOK);
    const [approval] = await waiting();
    await gateway.post(`/runs/${asked.run}/cancel`, {});
    const late = await gateway.post(`/approvals/${approval?.id}`, { decision: "approve", content: ANSWER });
    expect(late.status).toBe(409);
    expect(reached()).toEqual(["book"]);
  });

  it("leaves nothing of a secret answer in the record or in the lists", async () => {
    const asked = await gateway.run(BOOK);
    await answer({ decision: "approve", content: { ...ANSWER, password: "hunter2-of-mine" } });
    expect(await resume(asked.run)).toMatchObject({ ok: true });
    const record = JSON.stringify([
      await gateway.get(`/runs/${asked.run}`),
      await gateway.get(`/approvals?run=${asked.run}`),
    ]);
    expect(record).toContain("book");
    expect(record).not.toContain("hunter2");
    expect(bookings()).toMatchObject([{ password: "hunter2-of-mine" }]);
  });
});

describe("a call that waits for approval and then for input", () => {
  it("is approved once", async () => {
    const policy = { ...POLICY, tools: { "modern.book": { require_approval: true } } };
    const strict = await gateways.start({ policy, mcpServers: asking.mcpServers });
    const asked = await strict.run(BOOK);
    await answer({ decision: "approve" }, strict);
    expect(await resume(asked.run, strict)).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    expect(await waiting(strict)).toMatchObject([{ kind: "input" }]);
    await answer({ decision: "approve", content: ANSWER }, strict);
    expect(await resume(asked.run, strict)).toMatchObject({ ok: true, value: { booked: true } });
    expect(bookings()).toEqual([BOOKING]);
  });
});

describe("a person's answer", () => {
  it.each([
    ["2026-07-28", modernAskingClient],
    ["2025", legacyAskingClient],
  ] as const)("comes by the client of the %s era, round after round", async (_era, open) => {
    const client = await open(gateway.origin, { action: "accept", content: { word: "yes" } });
    const done = envelopeOf(await client.call("execute_code", { code: `await modern.twice()` }));
    expect(done).toMatchObject({ ok: true, value: { words: [JSON.stringify({ word: "yes" }), { word: "yes" }] } });
    expect(client.questions).toHaveLength(2);
    expect(client.questions[0]).toMatch(
      /^modern\.twice \{\}\nThe server modern asks for your input. Its text:\n\nOne$/,
    );
    await client.close();
  });

  it.each(["sign_in", "approve", "constructor"])(
    "comes by the client to a question that the upstream calls %s, and nothing is sent twice",
    async (name) => {
      const client = await modernAskingClient(gateway.origin, { action: "accept", content: { word: "yes" } });
      const code = `const before = await modern.tell(); [before, await modern.names({ flight: "${name}" })]`;
      const done = envelopeOf(await client.call("execute_code", { code }));
      expect(done).toMatchObject({ ok: true, value: [{ told: true }, { word: "yes" }] });
      expect(client.questions).toHaveLength(1);
      expect(reached()).toEqual(["tell", "names", "names accept"]);
      await client.close();
    },
  );

  it("comes by the client again when it does not fit, with the reason", async () => {
    const unfitting = { action: "accept", content: { ...ANSWER, nights: 0 } };
    const client = await modernAskingClient(gateway.origin, unfitting, { action: "accept", content: ANSWER });
    const done = envelopeOf(await client.call("execute_code", { code: BOOK }));
    expect(done).toMatchObject({ ok: true, value: { booked: true } });
    const [first, again] = client.questions;
    const reason = "(Your previous answer was not valid: The field nights takes a number of at least 1.)";
    expect(first).not.toContain(reason);
    expect(again?.replace(`\n\n${reason}`, "")).toBe(first);
    expect(client.questions).toHaveLength(2);
    expect(bookings()).toEqual([BOOKING]);
    await client.close();
  });

  it("comes by the client, which declines", async () => {
    const client = await modernAskingClient(gateway.origin, { action: "decline" });
    const done = envelopeOf(await client.call("execute_code", { code: BOOK }));
    expect(done).toMatchObject({ ok: true, value: { booked: false, heard: "decline" } });
    // One of the fields is called password.
    expect(client.questions[0]).toMatch(/^modern\.book .*\nThe server asks for something that looks like a secret\./);
    await client.close();
  });

  it("comes by the link, where the upstream's words are text", async () => {
    const { run, error } = await gateway.run(BOOK);
    const { url } = error as unknown as { readonly url: string };
    const page = await (await fetch(url)).text();
    expect(page).toContain("&lt;script&gt;alert(1)");
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain("\u202e");
    expect(page).toContain('type="password"');
    const [approval] = await waiting();
    const send = (seat: string): Promise<Response> => {
      // The upstream has preset `meal`; whoever leaves it empty does not send it.
      const fields = { seat, nights: "2", meal: "", password: "" };
      const named = Object.entries(fields).map(([name, value]): [string, string] => [`${approval?.id}.${name}`, value]);
      const body = new URLSearchParams([["decision", "approve"], ["approval", approval?.id ?? ""], ...named]);
      return fetch(url, { method: "POST", body, headers: { origin: gateway.origin } });
    };
    const wrong = await send("1Z");
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining("The field seat takes one of")]);
    expect((await send("12B")).status).toBe(200);
    expect(await resume(run)).toMatchObject({ ok: true, value: { booked: true } });
    expect(bookings()).toEqual([BOOKING]);
  });

  it("comes by the command", async () => {
    const { run } = await gateway.run(BOOK);
    const isogate = new Isogate({ ISOGATE_URL: gateway.origin, ISOGATE_API_KEY: "" });
    const listed = await isogate.run(["approvals", "list"]);
    expect(JSON.parse(listed.stdout)).toMatchObject({
      approvals: [{ form: { fields: [{ name: "seat" }, {}, {}, {}] } }],
    });
    const [approval] = await waiting();
    const bare = await isogate.run(["approvals", "approve", approval?.id ?? ""]);
    expect([bare.status, bare.stderr]).toEqual([2, expect.stringContaining("The field seat is missing")]);
    const given = await isogate.run(["approvals", "approve", approval?.id ?? "", "--content", JSON.stringify(ANSWER)]);
    expect(given.status, given.stderr).toBe(0);
    expect(await resume(run)).toMatchObject({ ok: true, value: { booked: true } });
  });
});

describe("a choice of several", () => {
  const CHOOSE = `await modern.choose()`;

  it.each([
    [{ dishes: ["soup", "fish"] }, "takes a list of some of soup, salad, cake"],
    [{ dishes: ["soup", "soup"] }, "takes a list of some of"],
    [{ dishes: "soup" }, "takes a list of some of"],
    [{ dishes: [] }, "takes at least 1 choices"],
    [{ dishes: ["soup", "salad", "cake"] }, "takes at most 2 choices"],
  ])("is not %j", async (content, problem) => {
    const asked = await gateway.run(CHOOSE);
    const [approval] = await waiting();
    expect(approval?.form?.fields).toMatchObject([{ type: "array", min_items: 1, max_items: 2 }]);
    const refused = await gateway.post(`/approvals/${approval?.id}`, { decision: "approve", content });
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining(problem) as unknown } });
    await answer({ decision: "approve", content: { dishes: ["soup", "cake"] } });
    expect(await resume(asked.run)).toMatchObject({ ok: true, value: { dishes: ["soup", "cake"] } });
  });

  it("is made at the link", async () => {
    const { run, error } = await gateway.run(CHOOSE);
    const { url } = error as unknown as { readonly url: string };
    expect(await (await fetch(url)).text()).toContain(" multiple>");
    const [approval] = await waiting();
    const chosen = ["soup", "salad"].map((dish): [string, string] => [`${approval?.id}.dishes`, dish]);
    const body = new URLSearchParams([["decision", "approve"], ["approval", approval?.id ?? ""], ...chosen]);
    const sent = await fetch(url, { method: "POST", body, headers: { origin: gateway.origin } });
    expect(sent.status).toBe(200);
    expect(await resume(run)).toMatchObject({ ok: true, value: { dishes: ["soup", "salad"] } });
  });
});

describe("a client whose user can be asked, where runs are kept for long while they wait", () => {
  let patient: BusinessGateway;
  beforeAll(async () => {
    const policy = { ...POLICY, approvals: { wait_ms: 300_000 } };
    patient = await gateways.start({ policy, mcpServers: asking.mcpServers });
    await patient.search({ detail: "names" });
  });

  it.each([
    ["2026-07-28", "modern", modernAskingClient],
    ["2025", "modern", legacyAskingClient],
    ["2025", "legacy", legacyAskingClient],
  ] as const)("of the %s era is asked at once what an upstream of the %s era asks", async (_era, server, open) => {
    const client = await open(patient.origin, { action: "accept", content: ANSWER });
    const done = envelopeOf(await client.call("execute_code", { code: `await ${server}.book({ flight: "LH1" })` }));
    expect(done).toMatchObject({ ok: true, value: { booked: true } });
    expect(client.questions).toEqual([expect.stringContaining(`The server ${server} asks for your input`)]);
    expect(bookings()).toHaveLength(1);
    await client.close();
  });

  it.each([
    ["2026-07-28", modernAskingClient],
    ["2025", legacyAskingClient],
  ] as const)("of the %s era is asked at once what an upstream asks further", async (_era, open) => {
    const client = await open(patient.origin, { action: "accept", content: { word: "yes" } });
    const done = envelopeOf(await client.call("execute_code", { code: `await modern.twice()` }));
    expect(done).toMatchObject({ ok: true, value: { words: [`{"word":"yes"}`, { word: "yes" }] } });
    expect(client.questions).toHaveLength(2);
    await client.close();
  });

  it.each([
    { server: "modern", reply: { result: { action: "cancel" } }, want: { value: { booked: false, heard: "cancel" } } },
    { server: "legacy", reply: { result: { action: "cancel" } }, want: { value: { booked: false, heard: "cancel" } } },
    { server: "modern", reply: { error: { code: -32_601, message: "no" } }, says: 'the error -32601 "no"' },
    { server: "legacy", reply: { error: { code: -32_601, message: "no" } }, says: 'the error -32601 "no"' },
    { server: "legacy", reply: { result: { action: "frob" } }, says: 'the action "frob"' },
    { server: "modern", reply: unfit(0), says: "The field nights takes a number of at least 1" },
    { server: "legacy", reply: unfit(0), says: "the field nights takes a number of at least 1" },
  ])("of the 2025 era that answers $reply is not waited for, for $server", async ({ server, reply, want, says }) => {
    const client = await legacyAskingClient(patient.origin, { action: "decline" }, reply);
    const done = envelopeOf(await client.call("execute_code", { code: `await ${server}.book({ flight: "LH1" })` }));
    const message = expect.stringContaining(says ?? "") as unknown;
    expect(done).toMatchObject(want ?? { ok: false, error: { code: "INPUT_REQUIRED", message } });
    expect(client.questions).toHaveLength(1);
    expect(bookings()).toEqual([]);
    await client.close();
  });
});

describe("a gateway that dies while an upstream's question waits", () => {
  it("asks it still, and sends the call once with the answer", async () => {
    const settings = { policy: POLICY, mcpServers: asking.mcpServers };
    const before = await gateways.start(settings);
    const asked = await before.run(`const at = Date.now(); const done = ${BOOK}; ({ done, same: at <= Date.now() })`);
    expect(asked).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    await before.kill();
    const after = await gateways.start(settings, before.directory);
    expect(await waiting(after)).toMatchObject([{ kind: "input", run: asked.run }]);
    expect(await resume(asked.run, after)).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    expect(reached()).toEqual(["book"]);
    await answer({ decision: "approve", content: ANSWER }, after);
    expect(await resume(asked.run, after)).toMatchObject({ ok: true, value: { done: { booked: true } } });
    expect(reached()).toEqual(["book", "book accept"]);
    expect(bookings()).toEqual([BOOKING]);
  });
});

describe("a policy that limits a tool which asks", () => {
  const choices = { count: { tool: "modern.choose", within: "1h", include_call: true }, op: "lte", value: 2 };
  const tools = {
    "modern.book": { limits: [{ counter: "bookings", window: "day", max: 1 }] },
    "modern.choose": { require: [choices] },
  };
  const settings = { policy: { ...POLICY, tools, approvals: { wait_ms: 400 } }, mcpServers: {} };
  const CHOOSE = `await modern.choose()`;
  const SOUP = { decision: "approve", content: { dishes: ["soup"] } };
  const unanswered = (call: string): string =>
    `for (let n = 0; n < 3; n += 1) { ${call}.catch(() => 0); await sleep(100); }`;
  beforeAll(() => {
    settings.mcpServers = asking.mcpServers;
  });

  it("counts a call whose question nobody has answered", async () => {
    const limited = await gateways.start(settings);
    await limited.run(unanswered(`modern.book({ flight: "LH" + n })`));
    await limited.run(unanswered("modern.choose()"));
    expect(reached().toSorted()).toEqual(["book", "choose", "choose"]);
    expect(await limited.run(BOOK)).toMatchObject({ error: { code: "RATE_LIMITED" } });
    expect(await limited.run(CHOOSE)).toMatchObject({ error: { code: "POLICY_DENIED" } });
    expect(reached()).toHaveLength(3);
  });

  it("counts a call and its repetition with the answer once, also after a restart", async () => {
    const first = await gateways.start(settings);
    const booked = await first.run(BOOK);
    await answer({ decision: "approve", content: ANSWER }, first);
    expect(await resume(booked.run, first)).toMatchObject({ ok: true, value: { booked: true } });
    expect(await first.run(BOOK)).toMatchObject({ error: { code: "RATE_LIMITED" } });
    const chosen = await first.run(CHOOSE);
    await answer(SOUP, first);
    expect(await resume(chosen.run, first)).toMatchObject({ ok: true });
    await first.kill();
    const second = await gateways.start(settings, first.directory);
    const waits = await second.run(CHOOSE);
    expect(waits).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    expect(await second.run(CHOOSE)).toMatchObject({ error: { code: "POLICY_DENIED" } });
    await second.kill();
    const third = await gateways.start(settings, first.directory);
    expect(await third.run(CHOOSE)).toMatchObject({ error: { code: "POLICY_DENIED" } });
    await answer(SOUP, third);
    expect(await resume(waits.run, third)).toMatchObject({ ok: true, value: { dishes: ["soup"] } });
    expect(await third.run(CHOOSE)).toMatchObject({ error: { code: "POLICY_DENIED" } });
    const choose = ["choose", "choose accept"];
    expect(reached()).toEqual(["book", "book accept", ...choose, ...choose]);
  });
});

describe("a gateway that dies after it has sent a person's answer", () => {
  it("asks whether it has happened, and does not send it again by itself", async () => {
    const settings = { policy: POLICY, mcpServers: asking.mcpServers };
    const before = await gateways.start(settings);
    const asked = await before.run(`await modern.hang()`);
    await answer({ decision: "approve" }, before);
    await expect.poll(reached, { timeout: 15_000 }).toEqual(["hang", "hang accept"]);
    await before.kill();
    const after = await gateways.start(settings, before.directory);
    expect(await resume(asked.run, after)).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    expect(await waiting(after)).toMatchObject([{ kind: "unknown", run: asked.run }]);
    await answer({ decision: "deny" }, after);
    expect(await resume(asked.run, after)).toMatchObject({ error: { code: "APPROVAL_DENIED" } });
    expect(reached()).toEqual(["hang", "hang accept"]);
  });
});

describe("an upstream of 2025 that asks during a call", () => {
  let patient: BusinessGateway;
  beforeAll(async () => {
    const policy = { ...POLICY, approvals: { wait_ms: 20_000 } };
    patient = await gateways.start({ policy, mcpServers: asking.mcpServers });
    await patient.search({ detail: "names" });
  });

  it("is answered while its call is open", async () => {
    const running = patient.run(`await legacy.book({ flight: "LH1" })`);
    await expect.poll(() => waiting(patient), { timeout: 15_000 }).toMatchObject([{ kind: "input", tool: "book" }]);
    const [form] = await waiting(patient);
    // policy.approvals.wait_ms, which is shorter than expires_seconds.
    expect(Date.parse(form?.expires_at ?? "") - Date.parse(form?.requested_at ?? "")).toBeLessThan(21_000);
    await answer({ decision: "approve", content: ANSWER }, patient);
    expect(await running).toMatchObject({ ok: true, value: { booked: true } });
    expect(bookings()).toHaveLength(1);
  });

  it("hears that a person declines", async () => {
    const running = patient.run(`await legacy.book({ flight: "LH1" })`);
    await expect.poll(() => waiting(patient), { timeout: 15_000 }).toHaveLength(1);
    await answer({ decision: "deny" }, patient);
    expect(await running).toMatchObject({ ok: true, value: { booked: false, heard: "decline" } });
  });

  it("hears a cancellation when nobody answers in time, and the script what to do", async () => {
    const late = await gateway.run(`await legacy.book({ flight: "LH1" })`);
    expect(late).toMatchObject({ error: { code: "INPUT_REQUIRED" } });
    expect(late.error?.message).toContain("policy.approvals.wait_ms");
    expect(late.error?.message).toContain('"heard":"cancel"');
    expect(await waiting()).toEqual([]);
    expect(bookings()).toEqual([]);
  });

  it.each([
    { content: { seat: "12B", nights: 2, evil: 1 }, want: 'the form has no field "evil"; its fields are: ' },
    { content: { seat: "14F", nights: 2 }, want: "the field seat takes one of 12A, 12B" },
    { content: { seat: "12A" }, want: "the field nights is missing" },
  ])("says that the client's answer does not fit: $want", async ({ content, want }) => {
    const brief = await gateways.start({
      policy: { ...POLICY, approvals: { wait_ms: 2_000 } },
      mcpServers: asking.mcpServers,
    });
    await brief.search({ detail: "names" });
    const client = await legacyAskingClient(brief.origin, { action: "accept", content });
    const call = { code: `await legacy.book({ flight: "LH1" })` };
    const { error } = envelopeOf(await client.call("execute_code", call));
    expect(error).toMatchObject({ code: "INPUT_REQUIRED" });
    expect(error?.message).toContain(`the given answer does not match its form: ${want}`);
    expect(error?.message).not.toContain("was not given in time");
    expect(bookings()).toEqual([]);
    await client.close();
  });

  it("hears a cancellation while several of its calls are open", async () => {
    const code = `(await Promise.allSettled([1, 2].map((n) => legacy.book({ flight: "F" + n })))).map(({ reason }) => reason?.code)`;
    const several = await patient.run(code);
    expect(several).toMatchObject({ ok: true, value: ["INPUT_REQUIRED", "INPUT_REQUIRED"] });
    expect(bookings()).toEqual([]);
  });
});

describe("an upstream that asks with data of which the policy has rules", () => {
  let ruled: BusinessGateway;
  beforeAll(async () => {
    const data = [{ kinds: ["email"], in: "results", action: "redact" }];
    const policy = { ...POLICY, data, approvals: { wait_ms: 20_000 } };
    ruled = await gateways.start({ policy, mcpServers: asking.mcpServers });
    await ruled.search({ detail: "names" });
  });

  it("is shown without them", async () => {
    const running = ruled.run(`await legacy.book({ flight: "of ada@corp.example" })`);
    await expect.poll(() => waiting(ruled), { timeout: 15_000 }).toHaveLength(1);
    const [asked] = await waiting(ruled);
    for (const text of [asked?.reason, asked?.form?.message]) {
      expect(text).toContain("Which seat on of [REDACTED:email]?");
      expect(text).not.toContain("ada@");
    }
    await answer({ decision: "approve", content: ANSWER }, ruled);
    expect(await running).toMatchObject({ ok: true, value: { booked: true, flight: "of [REDACTED:email]" } });
  });

  it("asks nobody where they would have to go back as they came", async () => {
    // Its state has the flight, too, and would be stored.
    const refused = await ruled.run(`await modern.book({ flight: "of ada@corp.example" })`);
    expect(refused).toMatchObject({
      error: { code: "INPUT_REQUIRED", message: expect.stringContaining("data that the policy protects") as unknown },
    });
    expect(await waiting(ruled)).toEqual([]);
    expect(bookings()).toEqual([]);
  });
});

describe("a deployment whose runs cannot wait for a person", () => {
  it("offers upstreams of neither era to ask one", async () => {
    const before = asking.declared.length;
    const plain = await gateways.start({ policy: { version: "1", default: "allow" }, mcpServers: asking.mcpServers });
    for (const era of ["modern", "legacy"]) {
      const refused = await plain.run(`await ${era}.book({ flight: "LH1" })`);
      expect(refused).toMatchObject({
        ok: false,
        error: { server: era, tool: "book", message: expect.stringMatching(/elicitation/i) as unknown },
      });
    }
    expect(asking.declared.slice(before)).toEqual([]);
    expect(bookings()).toEqual([]);
  });
});
