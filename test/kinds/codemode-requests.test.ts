/** `codemode.request` and `codemode.spec` of `@cloudflare/codemode`: requests by method and path become calls of tools. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { upstreamListSchema } from "../../src/contract/upstreams.ts";
import { api as ask } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
  await vi.waitFor(async () => {
    const missing = await unlisted();
    if (missing.length > 0) throw new Error(`${missing.join(", ")} are not listed`);
  }, 30_000);
});
afterAll(() => client.close());

/** @returns the servers of these tests that are not listed yet */
async function unlisted(): Promise<string[]> {
  const { upstreams } = upstreamListSchema.parse(await (await ask("/upstreams")).json());
  const ready = new Set(upstreams.flatMap(({ name, status }) => (status === "ready" ? [name] : [])));
  return ["echo", "pets", "chosen", "ruled_pages"].filter((name) => !ready.has(name));
}

const run = (code: string, input: unknown, servers: readonly string[]) =>
  execute(client, { code, input, options: { allowed_servers: servers } });

const REQUEST = "async () => { return await codemode.request(input); }";

const request = (input: object, servers: readonly string[] = ["echo"]) => run(REQUEST, input, servers);

const sentSchema = z.object({ calls: z.array(z.object({ attempts: z.int() })) });

describe("codemode.spec", () => {
  it("is the OpenAPI document of the tools, as codemode's own search scripts read it", async () => {
    const code = `async () => {
      const spec = await codemode.spec();
      const results = [];
      for (const [path, methods] of Object.entries(spec.paths)) {
        for (const [method, op] of Object.entries(methods)) {
          results.push([method.toUpperCase(), path, op.operationId, op.summary ?? "", op.tags ?? []]);
        }
      }
      return results;
    }`;
    expect(await run(code, {}, ["pets"])).toMatchObject({
      ok: true,
      value: [
        ["GET", "/pets", "listPets", "List pets", ["reading"]],
        ["POST", "/pets", "addPet", "", []],
        ["GET", "/pets/{petId}", "getPet", "", []],
        ["DELETE", "/pets/{petId}", "deletePet", "", []],
      ],
    });
  });

  it("says what an operation takes and returns", async () => {
    const code = "const { paths } = await codemode.spec({ server: 'echo' }); paths[input]";
    expect(await run(code, "/echo/same_names/{id}", [])).toMatchObject({
      value: {
        put: {
          operationId: "same_names",
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "string" } },
            { name: "id", in: "query", required: false },
          ],
          requestBody: {
            content: { "application/json": { schema: { properties: { id: {}, name: {} }, required: ["id"] } } },
          },
          responses: { 200: { content: { "application/json": { schema: { type: "object" } } } } },
        },
      },
    });
  });

  it("has only the operations that gateway.json offers, by their names there", async () => {
    const code = "(await codemode.spec()).paths";
    const { value } = await run(code, {}, ["chosen"]);
    expect(value).toMatchObject({ "/pets": { post: { operationId: "create" } } });
    expect(JSON.stringify(value)).not.toContain("deletePet");
  });

  it("asks which server is meant where there are several", async () => {
    const { error } = await run("await codemode.spec()", {}, ["pets", "echo"]);
    expect(error).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringMatching(/echo, pets.*codemode\.spec\(\{ server/),
    });
  });
});

describe("codemode.request", () => {
  it.each([
    {
      given: { method: "get", path: "/echo/undeclared/a%2Fb%20c" },
      want: { method: "GET", path: "/v1/echo/undeclared/a%2Fb%20c" },
    },
    {
      given: { method: "GET", path: "/echo/query_styles", query: { form: [1, 2], csv: "1,2", reserved: "x" } },
      want: { query: "?form=1&form=2&csv=1,2&reserved=x" },
    },
    { given: { method: "GET", path: "/echo/query_styles?form=1&form=2" }, want: { query: "?form=1&form=2" } },
    { given: { method: "GET", path: "/echo/with_query?version=2&q=x" }, want: { query: "?version=2&q=x" } },
    {
      given: { method: "GET", path: "/echo/headers_and_cookies", headers: { "x-list": [1, 2] } },
      want: { headers: { "x-list": "1,2" } },
    },
    {
      given: { method: "PUT", path: "/echo/same_names/p", query: { id: "q" }, body: { id: "b", name: "n" } },
      want: { path: "/v1/echo/same_names/p", query: "?id=q", body: '{"id":"b","name":"n"}' },
    },
    { given: { method: "POST", path: "/echo/json_list", body: [1, 2] }, want: { body: "[1,2]" } },
    {
      given: { method: "POST", path: "/echo/json_list", body: "[1,2]", rawBody: true, contentType: "application/json" },
      want: { body: "[1,2]" },
    },
    {
      given: { method: "POST", path: "/echo/plain_text", body: "a,b", rawBody: true, contentType: "text/csv" },
      want: { body: "a,b", type: "text/csv" },
    },
    { given: { method: "DELETE", path: "/echo/delete_with_body", body: { name: "n" } }, want: { method: "DELETE" } },
    { given: { path: "/echo/undeclared/x" }, want: { method: "GET" } },
    {
      given: { path: "/echo/query_styles", params: { form: [1, 2] } },
      want: { method: "GET", query: "?form=1&form=2" },
    },
    {
      given: { path: "/echo/undeclared/{id}", params: { id: "a/b c" } },
      want: { path: "/v1/echo/undeclared/a%2Fb%20c" },
    },
    // The operation wants an integer.
    { given: { method: "GET", path: "/echo/status/200" }, want: { error: { message: "Status 200" } } },
  ])("$given.method $given.path", async ({ given, want }) => {
    expect(await request(given)).toMatchObject({ ok: true, value: want });
  });

  it("is recorded as a call of the tool, and fails as one", async () => {
    const { run: id, error } = await request({ method: "GET", path: "/pets/404" }, ["pets"]);
    expect(error).toMatchObject({ code: "TOOL_ERROR", message: expect.stringContaining("There is no pet 404") });
    const recorded = z.looseObject({ calls: z.array(z.looseObject({})) });
    const { calls } = recorded.parse(await (await ask(`/runs/${id}/calls`)).json());
    expect(calls).toMatchObject([{ server: "pets", tool: "getPet", arguments: { petId: 404 } }]);
  });

  it("counts as a call", async () => {
    const code = "for (let i = 0; i < 3; i++) await codemode.request({ method: 'GET', path: '/pets' })";
    const answer = await execute(client, { code, options: { allowed_servers: ["pets"], max_tool_calls: 2 } });
    expect(answer.error).toMatchObject({ code: "MAX_TOOL_CALLS_EXCEEDED" });
  });

  it("finds the only server that has the operation", async () => {
    const answer = await request({ method: "GET", path: "/echo/undeclared/x" }, ["echo", "pets"]);
    expect(answer).toMatchObject({ ok: true, value: { path: "/v1/echo/undeclared/x" } });
    const chosen = await request({ server: "pets", method: "GET", path: "/pets/1" }, []);
    expect(chosen).toMatchObject({ ok: true, value: { name: "Ada" } });
  });

  it.each([
    { given: { method: "GET", path: "/nothing" }, want: { code: "TOOL_NOT_FOUND", says: "GET /nothing" } },
    { given: { method: "PUT", path: "/pets" }, want: { code: "TOOL_NOT_FOUND", says: "This path has GET, POST" } },
    { given: { method: "GET", path: "/pets/1/2" }, want: { code: "TOOL_NOT_FOUND", says: "%2F" } },
    { given: { method: "GET", path: "/pets/%ff" }, want: { code: "TOOL_NOT_FOUND", says: "/pets/%ff" } },
    { given: { method: "GET", path: "https://evil.example/pets" }, want: { code: "INVALID_ARGS", says: "path" } },
    { given: { method: "GET", path: "//evil.example/pets" }, want: { code: "TOOL_NOT_FOUND", says: "evil.example" } },
    { given: { method: "GET", path: "/pets/.." }, want: { code: "INVALID_ARGS", says: "petId" } },
    { given: { method: "GET", path: "/pets", query: { limit: 1 } }, want: { code: "INVALID_ARGS", says: '"limit"' } },
    { given: { method: "GET", path: "/pets", headers: { Host: "x" } }, want: { code: "INVALID_ARGS", says: '"host"' } },
    { given: { method: "GET", path: "/pets", body: {} }, want: { code: "INVALID_ARGS", says: "takes no body" } },
    { given: { method: "POST", path: "/pets", body: "x" }, want: { code: "INVALID_ARGS", says: "an object" } },
    { given: { method: "POST", path: "/pets", body: { tag: "x" } }, want: { code: "INVALID_ARGS", says: "name" } },
    {
      given: { method: "POST", path: "/pets", body: { name: "x" }, contentType: "text/xml" },
      want: { code: "INVALID_ARGS", says: "content-type" },
    },
    { given: { method: "GET", path: "/pets", timeout: 1 }, want: { code: "INVALID_ARGS", says: "timeout" } },
    { given: { server: "echo", method: "GET", path: "/pets" }, want: { code: "SERVER_NOT_ALLOWED", says: "echo" } },
    { given: { server: "paired", method: "GET", path: "/pets" }, want: { code: "TOOL_NOT_FOUND", says: "pets" } },
  ])("refuses $given", async ({ given, want: { code, says } }) => {
    const { error, run: id } = await request(given, ["pets"]);
    expect(error).toMatchObject({ code, message: expect.stringContaining(says) });
    // Tests of other files call the same API at the same time, so its own count says nothing.
    const { calls } = sentSchema.parse(await (await ask(`/runs/${id}/calls`)).json());
    expect(calls.filter(({ attempts }) => attempts > 0)).toEqual([]);
  });

  it("names a similar path once", async () => {
    const { error } = await request({ path: "/pet" }, ["pets"]);
    expect(error?.message).toContain("Similar paths: /pets, /pets/{petId}.");
  });

  it("cannot reach what gateway.json leaves out", async () => {
    const { error } = await request({ method: "DELETE", path: "/pets/1" }, ["chosen"]);
    expect(error).toMatchObject({ code: "TOOL_NOT_FOUND" });
  });

  it("is answered in a dry run like a call of the tool", async () => {
    const code = `[
      await codemode.request({ method: "GET", path: "/pets/1" }),
      await codemode.request({ method: "DELETE", path: "/pets/7" }),
      Object.keys((await codemode.spec()).paths).length,
    ]`;
    const dry = await execute(client, { code, options: { dry_run: true, allowed_servers: ["pets"] } });
    expect(dry.error).toBeUndefined();
    expect(dry.value).toMatchObject([{ id: 1 }, null, 2]);
    expect(dry).toMatchObject({ would_call: [{ server: "pets", tool: "deletePet", args: { petId: 7 } }] });
  });

  it("is held to the policy", async () => {
    const answer = await request({ method: "GET", path: "/linked", query: { page: 3 } }, ["ruled_pages"]);
    expect(answer.error).toMatchObject({ code: "POLICY_DENIED" });
  });
});

describe("a server with an OpenAPI description", () => {
  it.each([
    { code: "await pets.request({ path: '/pets/1' })", want: { id: 1 } },
    { code: "await pets.request({ path: '/pets/{petId}', method: 'get', params: { petId: 1 } })", want: { id: 1 } },
    { code: "(await pets.addPet({ body: { name: 'N' } })).name", want: "N" },
    {
      code: "await echo.optional_form({ body: { ids: ['1'] } })",
      want: { body: "ids=1" },
    },
    {
      code: "await echo.same_names({ id: 'p', body: { id: 'b', name: 'n' } })",
      want: { path: "/v1/echo/same_names/p", body: '{"id":"b","name":"n"}' },
    },
  ])("$code", async ({ code, want }) => {
    expect(await run(code, {}, [])).toMatchObject({ ok: true, value: want });
  });

  it.each([
    { code: "await pets.request({ path: '/nothing' })", want: { code: "TOOL_NOT_FOUND", says: "GET /nothing" } },
    {
      code: "await pets.request({ path: '/pets/{petId}', method: 'DELETE' })",
      want: { code: "INVALID_ARGS", says: "params.petId is missing" },
    },
    {
      code: "await codemode.request({ path: '/pets/{petId}', params: { petId: [1] } })",
      want: { code: "INVALID_ARGS", says: "params.petId is missing" },
    },
    { code: "await pets.request({ url: '/pets' })", want: { code: "INVALID_ARGS", says: "pets.request" } },
    { code: "await echo.request({ path: '/pets' })", want: { code: "TOOL_NOT_FOUND", says: "GET /pets" } },
    { code: "await pets.addPet({ body: { tag: 'x' } })", want: { code: "INVALID_ARGS", says: "name" } },
    { code: "await pets.addPet({ body: { name: 'N' }, name: 'M' })", want: { code: "INVALID_ARGS", says: "body" } },
    { code: "await pets.getPet({ petId: 1, body: {} })", want: { code: "INVALID_ARGS", says: "body" } },
    {
      code: "await ruled_pages.request({ path: '/linked', query: { page: 3 } })",
      want: { code: "POLICY_DENIED", says: "" },
    },
    {
      code: "await echo.optional_form({ body: { note: 'n' } })",
      want: { code: "POLICY_DENIED", says: "" },
    },
  ])("refuses $code", async ({ code, want: { code: wanted, says } }) => {
    const { error } = await run(code, {}, []);
    expect(error).toMatchObject({ code: wanted, message: expect.stringContaining(says) });
  });

  it("records a request as a call of its tool", async () => {
    const { run: id } = await run("await pets.request({ path: '/pets/1' })", {}, []);
    const recorded = z.looseObject({ calls: z.array(z.looseObject({})) });
    const { calls } = recorded.parse(await (await ask(`/runs/${id}/calls`)).json());
    expect(calls).toMatchObject([{ server: "pets", tool: "getPet", arguments: { petId: 1 } }]);
  });
});
