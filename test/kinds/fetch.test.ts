/** `fetch` of scripts, to a real server on loopback that gateway.json allows: `/v1/echo/…` answers with what it was asked. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Envelope } from "../support/answer.ts";
import { api as ask, createKey } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

const { api } = inject("kinds");
const PORT = new URL(api).port;

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

function attempt(code: string, more: object = {}): Promise<Envelope> {
  return execute(client, { code: `const api = ${JSON.stringify(api)}; ${code}`, ...more });
}

async function run(code: string): Promise<unknown> {
  const ended = await attempt(code);
  if (!ended.ok) throw new Error(JSON.stringify(ended.error));
  return ended.value;
}

async function callsOf({ run: id }: Envelope): Promise<readonly Record<string, unknown>[]> {
  const answer = (await (await ask(`/runs/${id}/calls`)).json()) as { readonly calls: Record<string, unknown>[] };
  return answer.calls;
}

describe("an allowed host", () => {
  it("answers with a Response", async () => {
    const code = `
      const response = await fetch(api + "/v1/pets");
      const copy = response.clone();
      ({
        ok: response.ok, status: response.status, statusText: response.statusText,
        type: response.headers.get("content-type"), has: [response.headers.has("Content-Type"), response.headers.has("x-no")],
        entries: [...response.headers.entries()].some(([name]) => name === "content-type"),
        isResponse: response instanceof Response,
        first: (await response.json())[0].name, text: typeof (await copy.text()),
      })`;
    expect(await run(code)).toStrictEqual({
      ok: true,
      status: 200,
      statusText: "OK",
      type: "application/json",
      has: [true, false],
      entries: true,
      isResponse: true,
      first: "Ada",
      text: "string",
    });
  });

  it("says where its Response came from, also of a copy", async () => {
    const code = `
      const said = ({ url, redirected }) => [url.replace(api, ""), redirected];
      const followed = await fetch(api + "/v1/echo/answer/here#part");
      [said(await fetch(api + "/v1/pets")), said(followed), said(followed.clone()), (await followed.clone().json())[0].name,
        said(await fetch(api + "/v1/echo/answer/here", { redirect: "manual" }))]`;
    expect(await run(code)).toStrictEqual([
      ["/v1/pets", false],
      ["/v1/pets", true],
      ["/v1/pets", true],
      "Ada",
      ["/v1/echo/answer/here", false],
    ]);
  });

  it.each([
    { given: `"text ü"`, type: "text/plain;charset=UTF-8", want: "text \u00c3\u00bc" },
    {
      given: `new URLSearchParams({ a: "1 2" })`,
      type: "application/x-www-form-urlencoded;charset=UTF-8",
      want: "a=1+2",
    },
    { given: `new Uint8Array([0, 255, 1])`, type: null, want: "\u0000\u00ff\u0001" },
    { given: `new Uint8Array([104, 105]).buffer`, type: null, want: "hi" },
    {
      given: `JSON.stringify({ a: 1 })`,
      type: "application/json",
      want: '{"a":1}',
      headers: { "content-type": "application/json" },
    },
  ])("gets the body $given", async ({ given, type, want, headers = {} }) => {
    const init = `{ method: "POST", headers: ${JSON.stringify({ "x-mine": "1", ...headers })}, body: ${given} }`;
    expect(await run(`await (await fetch(api + "/v1/echo/post?q=1", ${init})).json()`)).toStrictEqual({
      method: "POST",
      path: "/v1/echo/post",
      query: "?q=1",
      // Nothing else but the mark by which a local gateway recognizes such a request: no credential of the gateway, no cookie, no key of an
      // upstream at this host.
      headers: { "x-isogate-steered": "1", "x-mine": "1" },
      type,
      body: want,
    });
  });

  it("answers with bytes", async () => {
    const code = `
      const response = await fetch(api + "/v1/echo/answer/png");
      const bytes = new Uint8Array(await response.clone().arrayBuffer());
      [(await response.bytes()).length === bytes.length, bytes.toBase64()]`;
    expect(await run(code)).toStrictEqual([true, expect.stringMatching(/^iVBORw0KGgo/)]);
  });

  it.each([
    { given: "status/404", want: [false, 404] },
    { given: "answer/empty", want: [true, 204] },
    { given: "answer/here", want: [true, 200] },
  ])("$given is no failure", async ({ given, want }) => {
    expect(await run(`const { ok, status } = await fetch(api + "/v1/echo/${given}"); [ok, status]`)).toStrictEqual(
      want,
    );
  });

  it("gives up where the script does", async () => {
    const code = `await fetch(api + "/v1/echo/slowly", { signal: AbortSignal.timeout(50) }).catch((error) => error.name)`;
    expect(await attempt(code, { options: { timeout_ms: 1_000 } })).toMatchObject({ value: "TimeoutError" });
  });
});

describe("a call", () => {
  it("is recorded, with what was asked and answered", async () => {
    const ended = await attempt(
      `await fetch(api + "/v1/echo/x", { method: "PUT", body: "b" }); await fetch("https://evil.example/")`,
    );
    expect(ended).toMatchObject({ ok: false, error: { code: "SERVER_NOT_ALLOWED" } });
    expect(await callsOf(ended)).toMatchObject([
      {
        server: "fetch",
        tool: "request",
        outcome: "ok",
        attempts: 1,
        arguments: { url: `${api}/v1/echo/x`, method: "PUT", body: "b" },
        result: { status: 200, text: expect.stringContaining("/v1/echo/x") as unknown },
      },
      { server: "fetch", tool: "request", outcome: "refused", attempts: 0, code: "SERVER_NOT_ALLOWED" },
    ]);
  });

  it("counts", async () => {
    const ended = await attempt(`await fetch(api + "/v1/pets"); await fetch(api + "/v1/pets")`, {
      options: { max_tool_calls: 1 },
    });
    expect(ended).toMatchObject({ ok: false, error: { code: "MAX_TOOL_CALLS_EXCEEDED" } });
  });

  it.each([
    { allowed: ["pets"], want: "SERVER_NOT_ALLOWED" },
    { allowed: ["fetch"], want: undefined },
  ])("is made only where allowed_servers has it: $allowed", async ({ allowed, want }) => {
    const ended = await attempt(`(await fetch(api + "/v1/pets")).status`, { options: { allowed_servers: allowed } });
    expect(ended.error?.code).toBe(want);
  });
});

describe("a request that is refused", () => {
  it.each([
    {
      given: "https://evil.example/x",
      code: "SERVER_NOT_ALLOWED",
      want: /^evil\.example is not a host that scripts may fetch from; fetch\.allow in gateway\.json has 127\.0\.0\.1:/,
    },
    { given: "https://example.org/", code: "SERVER_NOT_ALLOWED", want: /not a host/ },
    { given: "https://evilexample.org/", code: "SERVER_NOT_ALLOWED", want: /not a host/ },
    { given: "https://a.example.org.evil.example/", code: "SERVER_NOT_ALLOWED", want: /not a host/ },
    { given: "https://a.example.org:8443/", code: "SERVER_NOT_ALLOWED", want: /not a host/ },
    { given: `http://localhost:${PORT}/v1/pets`, code: "SERVER_NOT_ALLOWED", want: /not a host/ },
    { given: "http://127.0.0.1:1/", code: "SERVER_NOT_ALLOWED", want: /not a host/ },
    { given: "http://a.example.org/", code: "TOOL_ERROR", want: /uses http: instead of https:/ },
    { given: "https://user:word@a.example.org/", code: "TOOL_ERROR", want: /carries a user name or password/ },
    { given: "file:///etc/passwd", code: "SERVER_NOT_ALLOWED", want: /not a host/ },
    {
      given: `${api}/v1/echo/answer/elsewhere`,
      code: "SERVER_NOT_ALLOWED",
      want: /localhost:1 is not a host/,
    },
    {
      given: `${api}/v1/echo/answer/moved`,
      code: "SERVER_NOT_ALLOWED",
      want: /10\.0\.0\.1 is not a host/,
    },
    { given: `${api}/v1/echo/answer/big`, code: "TOOL_ERROR", want: /more than 8388608 bytes/ },
  ])("$given", async ({ given, code, want }) => {
    const ended = await attempt(`await fetch(${JSON.stringify(given)})`);
    expect(ended).toMatchObject({ ok: false, error: { code } });
    expect(ended.error?.message).toMatch(want);
  });

  it.each(["HTTP://", "http:\\\\", " http://", "http:/\t/"])(
    "an address that begins with %j, which a rule of a policy would not know",
    async (beginning) => {
      const url = `${api.replace("http://", beginning)}/v1/pets`;
      const around = await attempt(`await call_tool("isogate:fetch", "request", { url: ${JSON.stringify(url)} })`);
      expect(around.value).toMatchObject({
        ok: false,
        error: { code: "INVALID_ARGS", message: expect.stringContaining(`must be written as ${api}/v1/pets.`) },
      });
      const ended = await attempt(`(await fetch(${JSON.stringify(`${url}#part`)})).status`);
      expect(ended.value).toBe(200);
      expect(await callsOf(ended)).toMatchObject([{ arguments: { url: `${api}/v1/pets` } }]);
    },
  );

  it.each([
    "/v1/echo/a b/../ä|\"'<>`{}^[]\\\\x",
    "/v1/echo/%zz%41?q=ä|\"'<> `{}^[]\\\\#a#b",
    "?",
    "/%2e%2e/v1/./echo/x",
  ])("no address that fetch() writes: %j", async (path) => {
    const ended = await attempt(`(await fetch(api + ${JSON.stringify(path)})).status`);
    expect(ended).toMatchObject({ ok: true });
  });

  it("an address with characters that are encoded without need", async () => {
    const url = "/v1/echo/%61%2dx%2f?q=%7e%2F%3f";
    const around = await attempt(`await call_tool("isogate:fetch", "request", { url: api + ${JSON.stringify(url)} })`);
    expect(around.value).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGS", message: expect.stringContaining(`${api}/v1/echo/a-x%2F?q=~%2F%3F.`) },
    });
    const ended = await attempt(`(await (await fetch(api + ${JSON.stringify(url)})).json())`);
    expect(ended.value).toMatchObject({ path: "/v1/echo/a-x%2F", query: "?q=~%2F%3F" });
    expect(await callsOf(ended)).toMatchObject([{ arguments: { url: `${api}/v1/echo/a-x%2F?q=~%2F%3F` } }]);
  });

  it("an address with a fragment, which is not sent", async () => {
    const ended = await attempt(`await call_tool("isogate:fetch", "request", { url: api + "/v1/pets#part" })`);
    expect(ended.value).toMatchObject({ ok: false, error: { code: "INVALID_ARGS" } });
  });

  it.each(["cookie", "host", "content-length", "CF-Connecting-IP", "proxy-authorization"])(
    "header %s",
    async (name) => {
      const args = { url: `${api}/v1/echo/x`, headers: { [name]: "x" } };
      const ended = await attempt(`await call_tool("isogate:fetch", "request", ${JSON.stringify(args)})`);
      expect(ended.value).toMatchObject({
        ok: false,
        error: {
          code: "INVALID_ARGS",
          message: `fetch.request: args.headers must not have ${name}: leave it out. Nothing was sent.`,
        },
      });
    },
  );

  it("has the gateway's own endpoints as before", async () => {
    expect(await run(`(await (await fetch("http://localhost:3001/mcp/servers")).json()).includes("pets")`)).toBe(true);
  });
});

describe("credentials", () => {
  it.each([
    { given: { servers: ["pets"] }, want: /no network.*your credentials or the policy do not allow it/ },
    { given: { access: "read" }, want: /no network.*more than the access "read"/ },
  ])("$given allow no fetch", async ({ given, want }) => {
    const { key } = await createKey(given);
    const other = await connect("modern", { authorization: `Bearer ${key}` });
    const { tools } = await other.listTools();
    expect(tools.find(({ name }) => name === "execute_code")?.description).toContain("No network");
    for (const url of ["https://a.example.org/", `${api}/v1/pets`]) {
      const ended = await execute(other, { code: `await fetch(${JSON.stringify(url)})` });
      expect(ended.error?.message).toMatch(want);
    }
    const around = await execute(other, { code: `call_tool("isogate:fetch", "request", { url: "${api}/v1/pets" })` });
    expect(around.value).toMatchObject({ ok: false });
    await other.close();
  });

  it("that allow it are told the hosts", async () => {
    const { tools } = await client.listTools();
    const text = tools.find(({ name }) => name === "execute_code")?.description;
    expect(text).toContain(`fetch(url, init) reaches only 127.0.0.1:${PORT}`);
    expect(text).not.toContain("No network");
  });

  it("can be for fetch alone", async () => {
    const { key } = await createKey({ servers: ["fetch"] });
    const other = await connect("modern", { authorization: `Bearer ${key}` });
    const code = `(await fetch(${JSON.stringify(`${api}/v1/pets`)})).status`;
    expect(await execute(other, { code })).toMatchObject({ ok: true, value: 200 });
    await other.close();
  });
});
