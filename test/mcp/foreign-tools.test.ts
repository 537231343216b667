/** Tools of other code-mode systems answer under their names, and are not listed. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { envelopeOf, textOf } from "../support/answer.ts";
import { connect } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });

it("none of them is listed", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toStrictEqual(["search_tools", "execute_code"]);
});

describe("scripts", () => {
  it.each([
    {
      name: "code_execution",
      args: { code: "input.n + 1", input: { n: 1 }, options: { max_tool_calls: 1 } },
      value: 2,
    },
    { name: "code", args: { code: "return 1 + 1", timeout: 1_000 }, value: 2 },
    { name: "execute", args: { code: "async () => { return 2 }" }, value: 2 },
    { name: "search", args: { code: "async () => 2" }, value: 2 },
    { name: "execute_code", args: { code: "const n: number = 2; n", typescript: true }, value: 2 },
    { name: "run", args: { tool: "modern:add", parameters: { a: 1, b: 1 } }, value: { sum: 2 } },
    { name: "run", args: { tool: "legacy-tools.add", parameters: { a: 1, b: 1 } }, value: { sum: 2 } },
    { name: "run", args: { tool: "modern:add", parameters: '{"a":1,"b":1}' }, value: { sum: 2 } },
  ])("$name", async ({ name, args, value }) => {
    expect(envelopeOf(await call(name, args))).toMatchObject({ ok: true, value });
  });

  it.each(["mcp_execute_code", "mcp_code"])("%s answers in execbox's form", async (name) => {
    const ended = await call(name, { code: "console.log('line'); (await mcp.add({ a: 1, b: 1 })).sum" });
    const result = { ok: false, error: { code: "TOOL_NOT_FOUND" } };
    expect(ended).toMatchObject({ isError: true, structuredContent: { ...result, logs: ["line"] } });
    const good = await call(name, { code: "console.log('line'); 1 + 1" });
    expect(good.structuredContent).toMatchObject({
      ok: true,
      result: 2,
      logs: ["line"],
      durationMs: expect.any(Number),
    });
    expect(JSON.parse(textOf(good))).toStrictEqual(good.structuredContent);
  });

  it("a long integer in execbox's form is text with all its digits", async () => {
    const ended = await call("mcp_code", { code: "({ id: 12345678901234567890n })" });
    expect(ended.structuredContent).toMatchObject({ result: { id: "12345678901234567890" } });
  });

  it("a value over the budget is cut in execbox's form as well", async () => {
    const ended = await call("mcp_code", { code: "Array.from({ length: 50_000 }, (_, n) => n)" });
    expect(ended.structuredContent).toMatchObject({ ok: true, cut: { is: "an array of 50000" } });
    expect(textOf(ended).length).toBeLessThan(50_000);
  });
});

it.each([
  {
    code: "throw new Error('Something went wrong')",
    want: { code: "RUNTIME_ERROR", message: "Something went wrong", stack: "at (script:1:7)" },
  },
  { code: "null.name", want: { message: expect.stringMatching(/^TypeError: /), line: 1 } },
  { code: "var x = {", want: { code: "SYNTAX_ERROR", stack: "", line: 1 } },
  {
    code: "await sleep(60_000)",
    want: {
      code: "TIMEOUT",
      message: "JavaScript execution timed out",
      stack: "",
      hint: expect.stringContaining("500 ms"),
    },
  },
])("code_execution words errors as MCPProxy documents them: $code", async ({ code, want }) => {
  const answer = await call("code_execution", { code, options: { timeout_ms: 500 } });
  expect(answer.isError).toBe(true);
  expect(envelopeOf(answer)).toMatchObject({ ok: false, error: want, run: expect.stringMatching(/^r_/) });
});

it("code_execution keeps the digits of a value", async () => {
  const answer = await call("code_execution", { code: "12345678901234567890n" });
  expect(textOf(answer)).toContain('"value":12345678901234567890');
});

it("run makes a dry run", async () => {
  const answer = envelopeOf(await call("run", { tool: "modern:fail", parameters: {}, dry_run: true }));
  expect(answer).toMatchObject({ ok: true, would_call: [{ server: "modern", tool: "fail", args: {} }] });
});

interface Listing {
  readonly servers: readonly { readonly server: string; readonly tools: readonly unknown[] }[];
}

describe("searches", () => {
  it.each([
    { name: "retrieve_tools", args: { query: "add two numbers", limit: 3 } },
    { name: "retrieve_tools", args: { query: "add two numbers", detail: "full", include_stats: true, debug: false } },
    { name: "find", args: { description: "add two numbers", limit: 3, depth: 2 } },
    { name: "mcp_search_tools", args: { query: "add two numbers" } },
    { name: "search", args: { query: "add two numbers" } },
  ])("$name", async ({ name, args }) => {
    expect(textOf(await call(name, args))).toContain("legacy_tools.add(");
  });

  it("retrieve_tools leaves out what its filters say", async () => {
    const search = async (filter: object) =>
      textOf(await call("retrieve_tools", { query: "always fails", limit: 3, ...filter }));
    expect(await search({})).toContain("modern.fail(");
    expect(await search({ read_only_only: true })).not.toContain("modern.fail(");
    expect(await search({ exclude_destructive: true })).not.toContain("modern.fail(");
    expect(await search({ read_only_only: false, exclude_open_world: false })).toContain("modern.fail(");
  });

  it("list_servers_with_tools", async () => {
    const listing = JSON.parse(textOf(await call("list_servers_with_tools"))) as Listing;
    expect(listing).toMatchObject({ summary: { totalServers: expect.any(Number) } });
    const modern = listing.servers.find(({ server }) => server === "modern");
    expect(modern).toMatchObject({
      status: "ready",
      toolCount: modern?.tools.length,
      tools: expect.arrayContaining([expect.objectContaining({ name: "add", inputSchema: expect.any(Object) })]),
    });
    expect(listing.servers.find(({ server }) => server === "dead")).toMatchObject({ status: "down", tools: [] });
  });
});

describe("what is wrong is refused", () => {
  it.each([
    { name: "run", args: { tool: "add" }, says: 'write server:tool instead of "add"' },
    { name: "run", args: { tool: "modrn:add" }, says: "Did you mean modern?" },
    { name: "run", args: { tool: "dead:anything" }, says: "Nothing answers for dead" },
    { name: "run", args: { tool: "modern:add", parameters: 5 }, says: "parameters" },
    { name: "run", args: { tool: "modern:ad", parameters: {} }, says: "Did you mean modern.add(" },
    { name: "run", args: { tool: "modern:add", parameters: "[1]" }, says: "parameters" },
    { name: "retrieve_tools", args: {}, says: "query" },
    { name: "retrieve_tools", args: { query: "add", read_only_only: "yes" }, says: "read_only_only" },
    { name: "retrieve_tools", args: { query: "add", exclude_open_world: true }, says: "open world" },
    { name: "find", args: { description: 5 }, says: "description" },
    { name: "find", args: { page: 2 }, says: "page" },
    { name: "list_servers_with_tools", args: { all: true }, says: "all" },
    { name: "code_execution", args: { code: "1", options: { timeout_ms: 0 } }, says: "timeout_ms" },
    { name: "execute_code", args: { code: "1", typescript: "yes" }, says: "typescript" },
    {
      name: "execute_code",
      args: { code: "1", typescript: true, language: "javascript" },
      says: "language is the same option",
    },
  ])("$name $args", async ({ name, args, says }) => {
    const answer = await call(name, args);
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain(says);
  });

  it.each(["constructor", "toString", "codes"])("%s is no tool", async (name) => {
    await expect(call(name)).rejects.toThrow("Tools of upstreams are called by a script: execute_code");
  });
});
