/** `execute_code` over HTTP: real clients of both eras, real upstreams, real guests. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { upstreams } from "../support/upstreams.ts";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../support/client.ts";
import type { UpstreamStats } from "../fixtures/upstreams/stats.ts";

describe.each(["modern", "legacy"] as const)("execute_code, %s client", (era) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(era);
  });
  afterAll(() => client.close());

  it.each([
    { given: "1 + 1", want: 2 },
    { given: "return input.a * 2", want: 42 },
    { given: "async () => input.a", want: 21 },
    { given: "if (input.a > 20) { 'big' } else { 'small' }", want: "big" },
    { given: "const n: number = input.a; n satisfies number", want: 21 },
    { given: "await modern.echo({ text: 'hi' })", want: "hi" },
    { given: "await legacy_tools.add({ a: 1, b: 2 })", want: { sum: 3 } },
    { given: "await everything.get_sum({ a: 2, b: 40 })", want: "The sum of 2 and 40 is 42." },
    { given: "await everything['get-sum']({ a: 2, b: 40 })", want: "The sum of 2 and 40 is 42." },
    { given: "(await notes.list_notes()).notes.length", want: 3 },
    { given: "await call_tool('modern', 'echo', { text: 'x' })", want: { ok: true, result: "x" } },
    { given: "(await modern.add.raw({ a: 1, b: 1 })).structuredContent", want: { sum: 2 } },
    { given: "(await modern.picture()).map((block) => block.type)", want: ["text", "image"] },
    { given: "await odd['second-page']({})", want: "called second-page" },
    {
      given:
        "try { await modern.fail({}) } catch (error) { [error instanceof ToolError, error.code, error.server, error.message] }",
      want: [true, "TOOL_ERROR", "modern", "modern.fail: the disk is full"],
    },
    {
      given: "(await Promise.all([1, 2, 3].map((n) => modern.add({ a: n, b: n })))).map((r) => r.sum)",
      want: [2, 4, 6],
    },
  ])("$given", async ({ given, want }) => {
    expect(await execute(client, { code: given, input: { a: 21 } })).toMatchObject({ ok: true, value: want });
  });

  it.each([
    { given: "const = 1", want: { code: "SYNTAX_ERROR", line: 1 } },
    { given: "1;\n\nfunction f() { null.x }\nf()", want: { code: "RUNTIME_ERROR", line: 3 } },
    {
      given: "\nawait modern.fail({})",
      want: { code: "TOOL_ERROR", message: "modern.fail: the disk is full", server: "modern", tool: "fail", line: 2 },
    },
    {
      given: "await modern.ecko({})",
      want: { code: "TOOL_NOT_FOUND", message: expect.stringMatching(/modern\.echo\(/) },
    },
    {
      given: "await modern.echo({ text: 1 })",
      want: { code: "INVALID_ARGS", message: expect.stringMatching(/args\.text.*modern\.echo\(/) },
    },
    { given: "await modern.echo('hi')", want: { code: "INVALID_ARGS", message: expect.stringContaining("a string") } },
    { given: "await dead.anything({})", want: { code: "UPSTREAM_ERROR", message: expect.stringContaining("dead") } },
    {
      given: "await hasty.slow({ ms: 10_000 })",
      want: { code: "UPSTREAM_TIMEOUT", message: expect.stringMatching(/hasty did not .* within 400 ms/), line: 1 },
    },
    {
      given: "await locked.anything({})",
      want: {
        code: "UPSTREAM_AUTH_REQUIRED",
        message: expect.stringMatching(
          /locked refuses the gateway, which sent no credentials: HTTP 401 .* says "who are you\?"/,
        ),
      },
    },
    {
      given: "await needs_secret.echo({})",
      want: { code: "UPSTREAM_ERROR", message: expect.stringContaining("MISSING_SECRET") },
    },
    {
      given: "await filesystem.read({})",
      want: { code: "UPSTREAM_ERROR", message: expect.stringMatching(/filesystem.*npx/) },
    },
    {
      given: "import fs from 'node:net'",
      want: { code: "PACKAGE_NOT_ALLOWED", message: expect.stringContaining("node:net") },
    },
    { given: "await import('cloudflare:workers')", want: { code: "PACKAGE_NOT_ALLOWED" } },
    { given: "() => () => 1", want: { code: "SERIALIZATION_ERROR" } },
    {
      given: "const a = await modern.add({ a: 1, b: 2 }); ({ a, mean: 0 / 0 })",
      want: {
        code: "SERIALIZATION_ERROR",
        hint: "The script ran to its end and its call was answered; running it again makes it again.",
      },
    },
    {
      given:
        "for (const n of [1, 2]) await modern.add({ a: n, b: n }); await modern.fail({}).catch(() => 0); 'x'.repeat(5e6)",
      want: { code: "OUTPUT_TOO_LARGE", hint: expect.stringContaining("its 2 calls were answered") },
    },
    { given: "await new Promise(() => {})", want: { code: "RUNTIME_ERROR" } },
  ])("$given fails", async ({ given, want }) => {
    expect(await execute(client, { code: given })).toMatchObject({ ok: false, error: want });
  });

  it.each([
    { given: '{"a": 21}', want: { a: 21 }, log: "object" },
    { given: " [1, 2]", want: [1, 2], log: "list" },
  ])("takes the input $given, which is JSON text, for what it says, and logs that", async ({ given, want, log }) => {
    const logs = [`input was given as JSON text; the script gets the parsed ${log}.`, "later"];
    const code = "console.log('later'); input";
    expect(await execute(client, { code, input: given })).toMatchObject({ ok: true, value: want, logs });
  });

  it.each(["a text", "{ not JSON", "7", '"{}"', ""])("leaves the input %j as it is", async (given) => {
    expect(await execute(client, { code: "input", input: given })).toMatchObject({ ok: true, value: given, logs: [] });
  });

  it("refuses an input that is too deep, also as text", async () => {
    const input = "[".repeat(1_000) + "]".repeat(1_000);
    expect(await execute(client, { code: "1", input })).toMatchObject({ ok: false, error: { code: "INVALID_ARGS" } });
  });

  it.each([
    { given: { code: 7 }, want: "INVALID_ARGS" },
    { given: {}, want: "INVALID_ARGS" },
    { given: { code: "1", lang: "ts" }, want: "INVALID_ARGS" },
    { given: { code: "1", language: "python" }, want: "INVALID_LANGUAGE" },
    { given: { code: "1", options: { timeout_ms: 0 } }, want: "INVALID_OPTIONS" },
    { given: { code: "1", options: { cpu_ms: 30_001 } }, want: "INVALID_OPTIONS" },
    { given: { code: "1", options: { timeout_ms: 1.5 } }, want: "INVALID_OPTIONS" },
    { given: { code: "1", options: { allowed_servers: "modern" } }, want: "INVALID_OPTIONS" },
    { given: { code: "1", options: { max_calls: 3 } }, want: "INVALID_OPTIONS" },
    { given: { code: "1", options: "fast" }, want: "INVALID_OPTIONS" },
  ])("refuses $given", async ({ given, want }) => {
    expect(await execute(client, given)).toMatchObject({ ok: false, error: { code: want } });
  });

  it("captures the console in order", async () => {
    const code =
      "console.log('a', { b: [1] }); console.warn('c'); await modern.echo({ text: '' }); console.error(new Error('d'));";
    const { logs } = await execute(client, { code });
    expect(logs).toStrictEqual(['a {"b":[1]}', "[warn] c", "[error] Error: d"]);
  });

  it("ends a run at its wall clock, keeps its logs and aborts calls in flight", async () => {
    await fetch(`${upstreams.modern}/reset`);
    const code = "console.log('before'); await modern.slow({ ms: 30_000 })";
    const ended = await execute(client, { code, options: { timeout_ms: 300 } });
    expect(ended).toMatchObject({ ok: false, error: { code: "TIMEOUT" } });
    expect(ended.logs).toEqual(["before", expect.stringContaining("modern.slow")]);
    await expect.poll(() => modernStats().then((stats) => stats.slowCancelled)).toBe(1);
  });

  it("makes no call beyond its budget, and none after", async () => {
    await fetch(`${upstreams.modern}/reset`);
    const code = "for (let n = 0; n < 20; n += 1) { try { await modern.echo({ text: '' }) } catch {} }";
    const ended = await execute(client, { code, options: { max_tool_calls: 3 } });
    expect(ended).toMatchObject({ ok: false, error: { code: "MAX_TOOL_CALLS_EXCEEDED" } });
    expect((await modernStats()).methods.filter((method) => method === "tools/call")).toHaveLength(3);
  });

  it("reaches only allowed servers", async () => {
    const options = { allowed_servers: ["notes"] };
    expect(await execute(client, { code: "await modern.echo({ text: '' })", options })).toMatchObject({
      error: { code: "SERVER_NOT_ALLOWED" },
    });
    expect(await execute(client, { code: "(await notes.list_notes()).notes.length", options })).toMatchObject({
      value: 3,
    });
  });

  it("keeps runs apart: globals of one are not seen by the next", async () => {
    await execute(client, { code: "globalThis.left = 1; Array.prototype.left = 2; 0" });
    expect(await execute(client, { code: "[typeof left, [].left === undefined]" })).toMatchObject({
      value: ["undefined", true],
    });
  });
});

async function modernStats(): Promise<UpstreamStats> {
  return (await fetch(`${upstreams.modern}/stats`)).json();
}
