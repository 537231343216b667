/** The ways by which a person's word comes: the client's question to its user, the link, the command. None of them is the model's. */
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { envelopeOf } from "../support/answer.ts";
import { legacyAskingClient, modernAskingClient } from "../support/asking-client.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import { Isogate } from "../support/isogate.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

const POLICY = {
  version: "1",
  default: "allow",
  tools: {
    "github.delete_*": { require_approval: true, reason: "Deleting takes a person." },
    "mail.send": { require_approval: true },
  },
  approvals: { wait_ms: 50 },
};
const SCRIPT = {
  code: `const one = await github.create_issue({ title: "x" });
         const gone = await Promise.all([1, 2].map((n) => github.delete_repo({ name: "r" + n })));
         ({ one, gone })`,
};
const DONE = { ok: true, value: { one: { number: 1 }, gone: [{ deleted: true }, { deleted: true }] } };

let gateway: BusinessGateway;
let from = 0;
beforeAll(async () => {
  gateway = await gateways.start({ policy: POLICY });
  await gateway.search({ detail: "names" });
});
beforeEach(() => {
  from = gateway.upstreams.calls.length;
});

const reached = (path: string): number => gateway.upstreams.calls.slice(from).filter((call) => call === path).length;
const says = (action: "accept" | "decline" | "cancel", content?: object) => ({ action, ...(content && { content }) });

describe.each([
  ["2026-07-28", modernAskingClient],
  ["2025", legacyAskingClient],
] as const)("the question of a client of the %s era", (_era, open) => {
  it("names both calls once, and the run goes on when they are approved", async () => {
    const client = await open(gateway.origin, says("accept", { decision: "approve" }));
    expect(envelopeOf(await client.call("execute_code", SCRIPT))).toMatchObject(DONE);
    expect(client.questions).toHaveLength(1);
    expect(client.questions[0]).toContain('github.delete_repo {"name":"r1"}');
    expect(client.questions[0]).toContain('github.delete_repo {"name":"r2"}');
    expect(client.questions[0]).toContain("Deleting takes a person.");
    expect([reached("github.create_issue"), reached("github.delete_repo")]).toEqual([1, 2]);
    await client.close();
  });

  it("is asked once of a run whose timers fire again and again", async () => {
    const client = await open(gateway.origin, says("accept", { decision: "approve" }));
    const code = `let done = false;
      const gone = github.delete_repo({ name: "timed" }).finally(() => { done = true });
      while (!done) await sleep(20);
      (await gone).deleted`;
    expect(envelopeOf(await client.call("execute_code", { code }))).toMatchObject({ ok: true, value: true });
    expect(client.questions).toHaveLength(1);
    expect(reached("github.delete_repo")).toBe(1);
    await client.close();
  });

  it("is answered with a denial, which the script is told with its reason", async () => {
    const client = await open(gateway.origin, says("accept", { decision: "deny", reason: "not on Fridays" }));
    const answer = envelopeOf(await client.call("execute_code", SCRIPT));
    expect(answer).toMatchObject({ ok: false, error: { code: "APPROVAL_DENIED" } });
    expect(answer.error?.message).toContain("not on Fridays");
    expect(reached("github.delete_repo")).toBe(0);
    await client.close();
  });
});

describe("where runs are kept for long while they wait", () => {
  let patient: BusinessGateway;
  beforeAll(async () => {
    patient = await gateways.start({ policy: { ...POLICY, approvals: { wait_ms: 300_000 } } });
    await patient.search({ detail: "names" });
  });

  it.each([
    ["2026-07-28", modernAskingClient],
    ["2025", legacyAskingClient],
  ] as const)("a client of the %s era is asked at once about each call that needs approval", async (_era, open) => {
    const client = await open(patient.origin, says("accept", { decision: "approve" }));
    const code = `const gone = [];
      for (const name of ["a", "b", "c"]) gone.push((await github.delete_repo({ name })).deleted);
      gone`;
    const done = envelopeOf(await client.call("execute_code", { code }));
    expect(done).toMatchObject({ ok: true, value: [true, true, true] });
    expect(client.questions).toEqual(
      ["a", "b", "c"].map((name) => expect.stringContaining(`github.delete_repo {"name":"${name}"}`) as unknown),
    );
    await client.close();
  });

  it("a client that goes on with the run of another one is asked at once, too", async () => {
    const code = `await github.delete_repo({ name: "a" }); (await github.delete_repo({ name: "b" })).deleted`;
    const { run } = await patient.run(code, { detach: true });
    const client = await modernAskingClient(patient.origin, says("accept", { decision: "approve" }));
    // Some clients send an empty text for what was left out.
    const resumed = await client.call("execute_code", { code: "", script: "", resume: run });
    expect(envelopeOf(resumed)).toMatchObject({ ok: true, value: true });
    expect(client.questions).toHaveLength(2);
    await client.close();
  });
});

/** A user who thinks about the question until something has happened. */
async function asksLegacy(answer: (message: string) => Promise<object>): Promise<ClientV1> {
  const client = new ClientV1({ name: "asks", version: "1.0.0" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message) as never);
  await client.connect(new TransportV1(new URL(`${gateway.origin}/mcp`)));
  return client;
}

async function waitingNames(): Promise<readonly unknown[]> {
  const { approvals } = await gateway.get("/approvals?state=waiting");
  return (approvals as readonly { readonly args: { readonly name: string } }[]).map(({ args }) => args.name);
}

describe("a user's word to a client of the 2025 era", () => {
  it("is taken when the run was woken by its timers meanwhile", async () => {
    const asked: string[] = [];
    const client = await asksLegacy(async (message) => {
      asked.push(message);
      await expect.poll(() => reached("mail.search"), { timeout: 20_000 }).toBe(1);
      return says("accept", { decision: "approve" });
    });
    const code = `let done = false, ticks = 0;
      const gone = github.delete_repo({ name: "woken" }).finally(() => { done = true });
      while (!done) { await sleep(50); ticks += 1; if (ticks === 8) await mail.search({ query: "eight" }); }
      (await gone).deleted`;
    const answer = await client.callTool({ name: "execute_code", arguments: { code } });
    expect(envelopeOf(answer as never)).toMatchObject({ ok: true, value: true });
    expect(asked).toHaveLength(1);
    expect([reached("mail.search"), reached("github.delete_repo")]).toEqual([1, 1]);
    await client.close();
  });

  it("is not about calls that came after the question", async () => {
    const asked: string[] = [];
    const decided = Promise.withResolvers<void>();
    const client = await asksLegacy(async (message) => {
      asked.push(message);
      if (message.includes("unseen")) return says("cancel");
      await expect.poll(waitingNames, { timeout: 20_000 }).toContain("unseen");
      setTimeout(decided.resolve, 500);
      return says("accept", { decision: "approve" });
    });
    const code = `await Promise.all([github.delete_repo({ name: "seen" }), sleep(1000).then(() => github.delete_repo({ name: "unseen" }))])`;
    // It is answered when the user, who leaves the second question undecided, could have decided.
    void client.callTool({ name: "execute_code", arguments: { code } }).catch(() => undefined);
    await decided.promise;
    await expect.poll(() => reached("github.delete_repo"), { timeout: 20_000 }).toBe(1);
    expect(asked[0]).not.toContain("unseen");
    expect(await waitingNames()).toEqual(["unseen"]);
    await client.close();
    for (const { id } of (await gateway.get("/approvals?state=waiting"))["approvals"] as readonly { id: string }[])
      await gateway.post(`/approvals/${id}`, { decision: "deny" });
  });

  it("is not about calls for which the question has no room, which it is asked about next", async () => {
    const left: unknown[] = [];
    const client = await asksLegacy(async () => {
      left.push((await waitingNames()).length);
      return says("accept", { decision: "approve" });
    });
    const code = `await Promise.all(Array.from({ length: 51 }, (_, n) => github.delete_repo({ name: "n" + n })))`;
    await client.callTool({ name: "execute_code", arguments: { code } });
    expect(left).toEqual([51, 1]);
    expect(await waitingNames()).toEqual([]);
    await client.close();
  });
});

it("a long argument hides no other one from whoever decides", async () => {
  const code = `await mail.send({ text: "x".repeat(100_000), to: "somebody else" })`;
  const { run, error } = await gateway.run(code);
  const shown = [await (await fetch((error as unknown as { readonly url: string }).url)).text()];
  const client = await asksLegacy(async (message) => {
    shown.push(message);
    return says("decline");
  });
  await client.callTool({ name: "execute_code", arguments: { code } });
  expect(shown).toHaveLength(2);
  for (const text of shown) {
    expect(text).toContain("somebody else");
    expect(text).toContain("characters are not shown");
  }
  await client.close();
  await gateway.post(`/runs/${run}/cancel`, {});
});

it("a client whose user says nothing gets the text, and nothing is approved", async () => {
  const client = await modernAskingClient(gateway.origin, says("cancel"));
  expect(envelopeOf(await client.call("execute_code", SCRIPT))).toMatchObject({
    ok: false,
    error: { code: "APPROVAL_REQUIRED" },
  });
  expect(reached("github.delete_repo")).toBe(0);
  await client.close();
});

describe("the link", () => {
  async function linkOf(): Promise<{ readonly url: string; readonly run: string }> {
    const { error, run } = await gateway.run(SCRIPT.code);
    return { url: (error as unknown as { readonly url: string }).url, run };
  }

  it("shows what waits, and a word counts from its own page only", async () => {
    const { url, run } = await linkOf();
    const page = await (await fetch(url)).text();
    expect(page).toContain("github.delete_repo");
    expect(page).toContain("Deleting takes a person.");
    const ids = [...page.matchAll(/value="(a_[0-9a-f]+)"/g)].map(([, id]) => id ?? "");
    expect(ids).toHaveLength(2);
    const body = new URLSearchParams([["decision", "approve"], ...ids.map((id) => ["approval", id])]);
    const foreign = await fetch(url, { method: "POST", body, headers: { origin: "http://localhost:5173" } });
    expect(foreign.status).toBe(403);
    expect((await fetch(url, { method: "POST", body })).status).toBe(403);
    expect(reached("github.delete_repo")).toBe(0);
    const own = await fetch(url, { method: "POST", body, headers: { origin: gateway.origin } });
    expect(own.status).toBe(200);
    const ended = envelopeOf(await gateway.client.call("execute_code", { resume: run }));
    expect(ended).toMatchObject(DONE);
    // It leads nowhere any more.
    expect((await fetch(url)).status).toBe(400);
    expect(reached("github.delete_repo")).toBe(2);
  });

  it("shows what an enemy writes as text", async () => {
    const { error } = await gateway.run(`await github.delete_repo({ name: "<script>alert(1)</script>\\u202e" })`);
    const page = await (await fetch((error as unknown as { readonly url: string }).url)).text();
    expect(page).toContain("&lt;script&gt;");
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain("\u202e");
  });

  it("of a page of another origin approves nothing by REST either", async () => {
    const { error } = await gateway.run(`await github.delete_repo({ name: "x" })`);
    const [id] = (error as unknown as { readonly approvals: readonly string[] }).approvals;
    const answer = await fetch(`${gateway.origin}/api/v1/approvals/${id}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://localhost:5173" },
      body: JSON.stringify({ decision: "approve" }),
    });
    expect(answer.status).toBe(403);
    expect(reached("github.delete_repo")).toBe(0);
  });
});

describe("a page of another local port, which an open gateway lets in", () => {
  const PAGE = { origin: "http://localhost:5173", "content-type": "application/json" };
  const accept = "application/json, text/event-stream";

  async function asked(): Promise<{ readonly run: string; readonly approval: string }> {
    const { run, error } = await gateway.run(`await github.delete_repo({ name: "theirs" })`);
    const [approval = ""] = (error as unknown as { readonly approvals: readonly string[] }).approvals;
    return { run, approval };
  }

  function send(body: object, headers: Readonly<Record<string, string>>): Promise<Response> {
    const init = { method: "POST", headers: { ...PAGE, accept, ...headers }, body: JSON.stringify(body) };
    return fetch(`${gateway.origin}/mcp`, init);
  }

  function modern(method: string, params: object, name: string): Promise<Response> {
    const said = "io.modelcontextprotocol/";
    const _meta = {
      [`${said}protocolVersion`]: "2026-07-28",
      [`${said}clientInfo`]: { name: "page", version: "1" },
      [`${said}clientCapabilities`]: { elicitation: { form: {} }, extensions: { [`${said}tasks`]: {} } },
    };
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, "mcp-name": name };
    return send({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }, headers);
  }

  it.each<[string, (run: string, approval: string) => Promise<Response>, answer?: RegExp]>([
    [
      "with a call that answers a question",
      (run, approval) => {
        const requestState = JSON.stringify({ run, approvals: [approval], forms: [] });
        const approve = { action: "accept", content: { decision: "approve" } };
        const call = { name: "execute_code", arguments: { resume: run }, requestState, inputResponses: { approve } };
        return modern("tools/call", call, "execute_code");
      },
    ],
    [
      "with the update of a task",
      (taskId, approval) => {
        const inputResponses = { [approval]: { action: "accept", content: { confirm: true } } };
        return modern("tasks/update", { taskId, inputResponses }, taskId);
      },
      /"code":-32602,"message":"Pages of the origin \\"http:\/\/localhost:5173\\" may not do this/,
    ],
    [
      "with an answer in a session of 2025",
      async (run, approval) => {
        const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "page", version: "1" } };
        const begun = await send({ jsonrpc: "2.0", id: 1, method: "initialize", params: client }, {});
        const result = { action: "accept", content: { decision: "approve" } };
        const session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
        return send({ jsonrpc: "2.0", id: `isogate:approve:${run}:${approval}`, result }, session);
      },
    ],
  ])("decides nothing %s", async (_how, decide, wanted = /^/) => {
    const { run, approval } = await asked();
    const answer = await decide(run, approval);
    const text = await answer.text();
    expect(answer.ok, text).toBe(true);
    expect(text).toMatch(wanted);
    expect((await gateway.get(`/approvals?run=${run}`))["approvals"]).toMatchObject([{ state: "waiting" }]);
    expect(reached("github.delete_repo")).toBe(0);
  });
});

it("the command lists what waits, and approves what it has listed of a run", async () => {
  const { run } = await gateway.run(SCRIPT.code);
  const isogate = new Isogate({ ISOGATE_URL: gateway.origin, ISOGATE_API_KEY: "" });
  const listed = await isogate.run(["approvals", "list"]);
  expect(listed).toMatchObject({ status: 0 });
  expect(listed.stdout).toContain("github.delete_repo");
  expect(await isogate.run(["approvals", "approve", run, "--for", "2h"])).toMatchObject({ status: 2 });
  // More can wait by now than a person has seen.
  const unseen = await isogate.run(["approvals", "approve", run]);
  expect(unseen).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`approvals list --run ${run}`) as unknown,
  });
  const ofRun = await isogate.run(["approvals", "list", "--run", run, "--json"]);
  const { approvals } = JSON.parse(ofRun.stdout) as { approvals: { id: string; state: string }[] };
  expect(approvals.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  // An approval that does not exist does not keep the others from being decided.
  const approved = await isogate.run(["approvals", "approve", "a_none", ...approvals.map(({ id }) => id), "--json"]);
  expect(approved.status, approved.stderr).toBe(1);
  expect(approved.stderr).toContain("a_none: ");
  expect(JSON.parse(approved.stdout)).toMatchObject({
    approvals: [{ state: expect.stringMatching(/approved|used/) }, {}],
  });
  expect(envelopeOf(await gateway.client.call("execute_code", { resume: run }))).toMatchObject(DONE);
});

it("the command withdraws what was approved for minutes", async () => {
  const isogate = new Isogate({ ISOGATE_URL: gateway.origin, ISOGATE_API_KEY: "" });
  const code = 'await github.delete_repo({ name: "for a time" })';
  const { run } = await gateway.run(code);
  const { approvals } = JSON.parse((await isogate.run(["approvals", "list", "--run", run, "--json"])).stdout) as {
    approvals: { id: string }[];
  };
  const id = approvals[0]?.id ?? "";
  expect(await isogate.run(["approvals", "approve", id, "--for", "5m"])).toMatchObject({ status: 0 });
  await gateway.client.call("execute_code", { resume: run });
  expect(await gateway.run(code)).toMatchObject({ ok: true });
  const listed = await isogate.run(["approvals", "list", "--state", "lasting", "--json"]);
  expect(JSON.parse(listed.stdout)).toMatchObject({ approvals: [{ id, lasts_until: expect.any(String) as unknown }] });
  expect(await isogate.run(["approvals", "withdraw", id])).toMatchObject({ status: 0 });
  const again = await isogate.run(["approvals", "withdraw", id]);
  expect(again).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("approvals list --state lasting") as unknown,
  });
  expect(await gateway.run(code)).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
});
