/** What scripts cannot do with `fetch`. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../../support/client.ts";

const POST = `method: "POST", body: JSON.stringify({ server: "notes", tool: "list-notes", args: {} })`;

/** A script that names it is never run twice in one isolate. */
const PARENT_OF = 'const parentOf = Object["getPrototype" + "Of"];';

describe("fetch", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it.each([
    "'https://example.com/'",
    "'http://localhost.example.com/mcp/servers'",
    "'http://localhost@example.com/mcp/servers'",
    "'http://localhost:3001@example.com/mcp/servers'",
    "'http://user:secret@localhost/mcp/servers'",
    "'http://example.com#@localhost/mcp/servers'",
    "'http://example.com?@localhost/mcp/servers'",
    "'http://localhost%2eexample.com/mcp/servers'",
    "'http://\\\\example.com\\\\localhost/mcp/servers'",
    "'https://localhost/mcp/servers'",
    "'ftp://localhost/mcp/servers'",
    "'file:///mcp/servers'",
    "'data:application/json,[]'",
    "'blob:http://localhost/mcp/servers'",
    "'http://[::1]/mcp/servers'",
    "'http://0.0.0.0/mcp/servers'",
    "'http://127.0.0.2/mcp/servers'",
    "'http://169.254.169.254/latest/meta-data'",
    "'http://ｅxample.com/mcp/servers'",
    "'http://localhost./mcp/servers'",
    "'http://localhost/api/v1/keys'",
    "'http://localhost/'",
    "'http://localhost/mcpx'",
    "'http://127.0.0.1:9810/zz'",
    "'//localhost/mcp/servers'",
    "'/mcp/servers'",
    "''",
    "undefined",
    "{ url: 'http://localhost/mcp/servers', href: 'http://localhost/' }",
    "new Request('https://example.com/')",
    "Object.assign(new URL('https://example.com/'), { toString: () => 'https://example.com/' })",
  ])("%s is not reached", async (given) => {
    const answer = await execute(client, { code: `await fetch(${given})` });
    expect(answer).toMatchObject({ ok: false, error: { code: "RUNTIME_ERROR", line: 1 } });
  });

  it("names an address on localhost that is none of the gateway's own", async () => {
    const answer = await execute(client, { code: "await fetch('http://127.0.0.1:9810/zz')" });
    expect(answer).toMatchObject({
      error: { message: expect.stringMatching(/TypeError.*http:\/\/127\.0\.0\.1:9810\/zz cannot be fetched/) },
    });
  });

  it.each([
    { given: "'http://LOCALHOST:1/mcp/servers/'", want: 200 },
    { given: "'http:\\\\\\\\localhost\\\\mcp\\\\servers'", want: 200 },
    { given: "'http://127.1/mcp/servers'", want: 200 },
    { given: "'http://0x7f000001/mcp/servers'", want: 200 },
    { given: "'http://localhost/mcp/gmail/../servers'", want: 200 },
    { given: "'http://localhost/mcp/%zz/tools'", want: 404 },
    { given: "'http://localhost/mcp/__proto__/tools'", want: 404 },
    { given: "'http://localhost/mcp/a/b/c'", want: 404 },
    {
      given:
        "{ toString() { this.n = (this.n ?? 0) + 1; return this.n > 1 ? 'https://example.com' : 'http://localhost/mcp/servers' } }",
      want: 200,
    },
  ])("$given is answered by the gateway alone", async ({ given, want }) => {
    const answer = await execute(client, { code: `(await fetch(${given})).status` });
    expect(answer).toMatchObject({ ok: true, value: want });
  });

  it.each([
    {
      given: `await fetch("http://localhost/mcp/call", { ${POST} }); await notes.list_notes()`,
      options: { max_tool_calls: 1 },
      want: { ok: false, error: { code: "MAX_TOOL_CALLS_EXCEEDED" } },
    },
    {
      given: `(await (await fetch("http://localhost/mcp/call", { ${POST} })).json()).code`,
      options: { allowed_servers: ["gmail"] },
      want: { ok: true, value: "SERVER_NOT_ALLOWED" },
    },
    {
      given: `[await (await fetch("http://localhost/mcp/servers")).json(), (await fetch("http://localhost/mcp/notes/tools")).status]`,
      options: { allowed_servers: ["gmail"] },
      want: { ok: true, value: [["gmail"], 404] },
    },
  ])("$given with $options", async ({ given, options, want }) => {
    expect(await execute(client, { code: given, options })).toMatchObject(want);
  });

  it.each([
    { given: "typeof (await fetch('http://localhost/mcp/servers')).body", want: "undefined" },
    { given: "typeof new Request('http://localhost').body", want: "undefined" },
    { given: "typeof ReadableStream + typeof WebSocket + typeof caches", want: "undefinedundefinedundefined" },
    { given: "typeof globalThis.Response + typeof globalThis.fetch", want: "functionfunction" },
    { given: "const r = new Response('x', { status: 201 }); [r.status, await r.text()]", want: [201, "x"] },
    { given: "typeof (await (await fetch('http://localhost/mcp/servers')).blob()).stream", want: "undefined" },
    { given: "const fetch = (url) => url; fetch('https://example.com')", want: "https://example.com" },
  ])("$given", async ({ given, want }) => {
    expect(await execute(client, { code: given })).toMatchObject({ ok: true, value: want });
  });

  it("a Response is no value", async () => {
    const answer = await execute(client, { code: "return fetch('http://localhost/mcp/servers')" });
    expect(answer).toMatchObject({ ok: false, error: { code: "SERIALIZATION_ERROR" } });
  });

  it("nothing survives in a warm isolate", async () => {
    const code = `${PARENT_OF}
      const response = await fetch("http://localhost/mcp/servers");
      const request = new Request("http://localhost/");
      const buffer = await response.clone().arrayBuffer();
      const blob = await response.clone().blob();
      const form = await new Response("a=1", { headers: { "content-type": "application/x-www-form-urlencoded" } }).formData();
      const reached = [response, response.headers, response.headers.entries(), request, request.headers, request.signal, buffer, blob, form,
        form.entries(), Response, Request, fetch, response.json, await response.clone().bytes(), response.json()];
      const kept = [];
      for (const object of reached) {
        for (let level = object; level; level = parentOf(level)) {
          if (level !== object || typeof object === "function") kept.push(level.left);
          try { level.left = 1 } catch {}
          try { Object.defineProperty(level, "left", { value: 1, configurable: true }) } catch {}
        }
      }
      kept.filter((left) => left !== undefined).length`;
    // The first run has an isolate of its own, in which nothing is frozen; the others share one.
    await execute(client, { code });
    for (let run = 0; run < 2; run += 1) {
      expect(await execute(client, { code })).toMatchObject({ ok: true, value: 0 });
    }
  });

  it("what two responses share is frozen", async () => {
    const code = `${PARENT_OF}
      const make = async () => {
        const response = await fetch("http://localhost/mcp/servers");
        const request = new Request("http://localhost/", { method: "POST", body: "x" });
        const form = await new Response("a=1", { headers: { "content-type": "application/x-www-form-urlencoded" } }).formData();
        return { response, request, form, entries: response.headers.entries(), bytes: await response.clone().bytes(),
          buffer: await response.clone().arrayBuffer(), blob: await response.clone().blob(), text: request.text(),
          error: await fetch("https://example.com").catch((error) => error), refused: (() => { try { new Request("/") } catch (e) { return e } })(),
          reread: await response.text().then(() => response.text()).catch((error) => error) };
      };
      const isObject = (value) => value !== null && (typeof value === "object" || typeof value === "function");
      const unfrozen = new Set();
      const seen = new Set();
      const read = (object, key) => { try { return object[key] } catch (error) { return error } };
      const visit = (one, other, path) => {
        if (!isObject(one) || !isObject(other) || seen.has(one)) return;
        seen.add(one);
        if (one === other && !Object.isFrozen(one)) unfrozen.add(path);
        visit(parentOf(one), parentOf(other), path + ".__proto__");
        for (let level = one; level !== null; level = parentOf(level)) {
          for (const key of Reflect.ownKeys(level)) {
            visit(read(one, key), read(other, key), path + "." + String(key));
            const { get, set } = Object.getOwnPropertyDescriptor(level, key);
            visit(get, get, path + ".get " + String(key));
            visit(set, set, path + ".set " + String(key));
          }
        }
      };
      visit(await make(), await make(), "it");
      visit(Response, Response, "Response");
      visit(Request, Request, "Request");
      [seen.size > 100, [...unfrozen]]`;
    // Only what runs share is frozen, which the first run has for itself.
    await execute(client, { code });
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: [true, []] });
  });
});
