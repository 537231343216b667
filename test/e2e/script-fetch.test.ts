/** `fetch` of scripts under a policy, which knows each request as a call of fetch.request. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { Envelope } from "../support/answer.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import { serve } from "../fixtures/upstreams/node-server.ts";

const gateways = new BusinessGateways(inject("bundle"));
afterAll(() => gateways.stop());

const POLICY = {
  version: "1",
  default: "allow",
  labels: { private: ["mail.*"], external: ["fetch.request"] },
  tools: {
    "fetch.request": {
      deny_if: [
        { path: "args.method", op: "eq", value: "DELETE" },
        { path: "args.url", op: "regex", value: "/closed$" },
      ],
      on_deny: "Scripts delete nothing.",
    },
  },
  flows: [{ from: "private", to: "external" }],
};

let gateway: BusinessGateway;
let address: string;
beforeAll(async () => {
  gateway = await gateways.start({ policy: POLICY, fetch: { allow: ["127.0.0.1"] } });
  address = `${gateway.upstreams.origin}/nothing-here`;
  await gateway.search({ detail: "names" });
});

it("is allowed where no rule denies it", async () => {
  expect(await gateway.run(`(await fetch(input)).status`, { input: address })).toMatchObject({ ok: true, value: 404 });
});

it("is denied by a rule over its arguments, with the rule's words", async () => {
  const ended = await gateway.run(`await fetch(input, { method: "DELETE" })`, { input: address });
  expect(ended).toMatchObject({
    ok: false,
    error: { code: "POLICY_DENIED", rule: "/tools/fetch.request/deny_if/0" },
  });
  expect(ended.error?.message).toContain("Scripts delete nothing.");
  const { calls } = await gateway.get(`/runs/${ended.run}/calls`);
  expect(calls).toMatchObject([
    { server: "fetch", tool: "request", outcome: "refused", attempts: 0, decision: "deny" },
  ]);
});

it("takes nothing out that a flow rule keeps in", async () => {
  const code = `const found = await mail.search({}); await fetch(input, { method: "POST", body: found.text })`;
  expect(await gateway.run(code, { input: address })).toMatchObject({ ok: false, error: { code: "POLICY_DENIED" } });
});

describe("a preset", () => {
  const start = (preset: string) =>
    gateways.start({
      policy: { version: "1", default: "allow", preset, approvals: { wait_ms: 50 } },
      fetch: { allow: ["127.0.0.1"] },
    });
  const sent = (method: string) => ({ server: "fetch", tool: "request", args: { url: "https://a.example/", method } });

  it("asks before a request that deletes, as before an operation of an API", async () => {
    const asking = await start("ask-before-destructive");
    const input = `${asking.upstreams.origin}/nothing-here`;
    const run = (method: string) => asking.run(`(await fetch(input, { method: "${method}" })).status`, { input });
    for (const method of ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH"]) {
      expect(await run(method)).toMatchObject({ ok: true, value: 404 });
    }
    expect(await run("DELETE")).toMatchObject({ ok: false, error: { code: "APPROVAL_REQUIRED", rule: "/preset" } });
    const explained = async (method: string) => (await asking.post("/policy/explain", sent(method))).body;
    expect(await explained("DELETE")).toMatchObject({ decision: "ask", tier: { tier: "destructive" } });
    expect(await explained("POST")).toMatchObject({ decision: "allow", tier: { tier: "write" } });
    const policy = { version: "1", default: "allow", preset: "ask-before-write" };
    const { body } = await asking.post("/policy/test", { policy });
    expect(body).toMatchObject({ approvals: 6, flipped: 6 });
  });

  it("that only reads lets no request pass, because each can carry data in its address", async () => {
    const reading = await start("read-only");
    const input = `${reading.upstreams.origin}/nothing-here`;
    for (const init of ["{}", '{ method: "HEAD" }', '{ method: "POST" }']) {
      expect(await reading.run(`await fetch(input, ${init})`, { input })).toMatchObject({
        error: { code: "POLICY_DENIED", rule: "/preset" },
      });
    }
  });
});

describe("a redirect", () => {
  const servers: Awaited<ReturnType<typeof serve>>[] = [];
  /** The requests that the two servers have received. */
  const received: unknown[] = [];
  beforeAll(async () => {
    for (const name of ["first", "second"]) {
      const server = await serve(async (request) => {
        const { pathname, searchParams } = new URL(request.url);
        const { method } = request;
        const headers = Object.fromEntries(
          [...request.headers].filter(([key]) => /^(?:x-mine|authorization|accept-language|content-type)$/.test(key)),
        );
        received.push({ name, pathname, method, headers, body: await request.text() });
        const to = pathname === "/loop" ? pathname : searchParams.get("to");
        const status = Number(searchParams.get("status") ?? 302);
        return to === null ? new Response(name) : new Response(null, { status, headers: { location: to } });
      });
      servers.push(server);
    }
  });
  beforeEach(() => received.splice(0));
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  const SENT = { authorization: "mine", "x-mine": "1", "accept-language": "de", "content-type": "text/x" };
  const INIT = `{ method: "POST", body: "b", headers: ${JSON.stringify(SENT)} }`;

  async function follow(to: string, status: number, init: string): Promise<Envelope> {
    const [first, second] = servers.map(({ origin }) => origin);
    const input = `${first}/begin?status=${status}&to=${encodeURIComponent(to.replace("SECOND", second ?? ""))}`;
    return gateway.run(`const answer = await fetch(input, ${init}); [answer.status, await answer.text()]`, { input });
  }

  it("is judged by the rules about addresses", async () => {
    const ended = await follow("/closed", 302, "{}");
    expect(ended).toMatchObject({ error: { code: "POLICY_DENIED", rule: "/tools/fetch.request/deny_if/1" } });
    expect(received).toMatchObject([{ pathname: "/begin" }]);
    const { calls } = await gateway.get(`/runs/${ended.run}/calls`);
    expect(calls).toMatchObject([{ outcome: "ok" }, { outcome: "refused", decision: "deny" }]);
  });

  it.each([
    { status: 301, method: "GET" },
    { status: 302, method: "GET" },
    { status: 303, method: "GET" },
    { status: 307, method: "POST" },
    { status: 308, method: "POST" },
  ])("of status $status is followed with $method", async ({ status, method }) => {
    expect(await follow("end#part", status, INIT)).toMatchObject({ value: [200, "first"] });
    const { "content-type": _, ...headers } = SENT;
    const sent = method === "GET" ? { headers, body: "" } : { headers: SENT, body: "b" };
    expect(received[1]).toStrictEqual({ name: "first", pathname: "/end", method, ...sent });
  });

  it("takes to another origin neither what identifies the sender nor a body", async () => {
    expect(await follow("SECOND/end", 303, INIT)).toMatchObject({ value: [200, "second"] });
    const headers = { "accept-language": "de" };
    expect(received[1]).toStrictEqual({ name: "second", pathname: "/end", method: "GET", headers, body: "" });
    expect(await follow("SECOND/end", 307, INIT)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("redirects a POST with a body to ") as unknown },
    });
    expect(received).toHaveLength(3);
  });

  it.each([
    { to: "/begin?to=/begin", init: `{ redirect: "manual" }`, want: { value: [302, ""] } },
    { to: "https://%", init: "{}", want: { ok: false, error: { code: "RUNTIME_ERROR" } } },
  ])("is not followed with $init to $to", async ({ to, init, want }) => {
    expect(await follow(to, 302, init)).toMatchObject(want);
    expect(received).toHaveLength(1);
  });

  it("is followed 20 times", async () => {
    expect(await follow("/loop", 302, "{}")).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("redirects more than 20 times") as unknown },
    });
    expect(received).toHaveLength(21);
  });
});

describe("a body of bytes that are no text", () => {
  const CARD = "4242 4242 4242 4242";
  const send = (text: string): string => `
    const bytes = new Uint8Array([...new TextEncoder().encode(${JSON.stringify(text)}), 0xff]);
    (await fetch(input, { method: "POST", body: bytes })).status`;

  it.each([
    { action: "block", rule: "/data/0" },
    { action: "redact", rule: "/data/0" },
  ])("is searched by a rule about data that says $action", async ({ action, rule }) => {
    const data = [{ kinds: ["card"], in: "arguments", action }];
    const careful = await gateways.start({
      policy: { version: "1", default: "allow", data },
      fetch: { allow: ["127.0.0.1"] },
    });
    const input = `${careful.upstreams.origin}/nothing-here`;
    const ended = await careful.run(send(`pay ${CARD}`), { input });
    expect(ended).toMatchObject({ ok: false, error: { code: "POLICY_DENIED", rule } });
    expect(JSON.stringify(await careful.get(`/runs/${ended.run}/calls`))).not.toContain(CARD);
    expect(await careful.run(send("pay nothing"), { input })).toMatchObject({ value: 404 });
  });

  it("is what a rule over args.body decides on", async () => {
    const tools = { "fetch.request": { deny_if: [{ path: "args.body", op: "contains", value: "secret" }] } };
    const careful = await gateways.start({
      policy: { version: "1", default: "allow", tools },
      fetch: { allow: ["127.0.0.1"] },
    });
    const input = `${careful.upstreams.origin}/nothing-here`;
    expect(await careful.run(send("a secret"), { input })).toMatchObject({ error: { code: "POLICY_DENIED" } });
    expect(await careful.run(send("nothing"), { input })).toMatchObject({ value: 404 });
    const both = `await call_tool("isogate:fetch", "request", { url: input, method: "POST", body: "a", body_base64: "c2VjcmV0" })`;
    expect((await careful.run(both, { input })).value).toMatchObject({ ok: false, error: { code: "INVALID_ARGS" } });
    const loose = `await call_tool("isogate:fetch", "request", { url: input, method: "POST", body_base64: "my text file" })`;
    expect((await careful.run(loose, { input })).value).toMatchObject({
      ok: false,
      error: {
        code: "INVALID_ARGS",
        message: expect.stringContaining(
          "args.body_base64 must be base64 with its padding. Nothing was sent.",
        ) as unknown,
      },
    });
  });
});

it("is a tool that the policy can explain", async () => {
  const asked = { server: "fetch", tool: "request", args: { url: address, method: "DELETE" } };
  const explained = await gateway.post("/policy/explain", asked);
  expect(explained).toMatchObject({ status: 200, body: { decision: "deny", known: true } });
});

it("reaches the open gateway that runs the script as a stranger only, who approves nothing", async () => {
  const asking = await gateways.start({
    policy: { version: "1", default: "allow", tools: { "shell.run": { require_approval: true } } },
    fetch: { allow: ["127.0.0.1", "localhost"] },
  });
  const code = `
    void shell.run({ command: "x" }).catch(() => undefined);
    await sleep(200);
    const statuses = [];
    for (const base of [input, input.replace("127.0.0.1", "localhost")]) {
      const { approvals = [{}] } = await (await fetch(base + "/api/v1/approvals?state=waiting")).json();
      const body = JSON.stringify({ decision: "approve" });
      const init = { method: "POST", headers: { "content-type": "application/json", "x-isogate-steered": "" }, body };
      for (const path of ["/approvals/" + approvals[0].id, "/keys", "/code/exec"])
        statuses.push((await fetch(base + "/api/v1" + path, init)).status);
    }
    console.log(JSON.stringify(statuses));`;
  const asked = await asking.run(code, { input: asking.origin });
  expect(asked).toMatchObject({
    error: { code: "APPROVAL_REQUIRED" },
    logs: expect.arrayContaining([JSON.stringify(Array(6).fill(403))]),
  });
  const { approvals } = await asking.get("/approvals?state=waiting");
  expect(approvals).toHaveLength(1);
  expect(asking.upstreams.calls).not.toContain("shell.run");
});
