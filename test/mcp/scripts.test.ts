/** Saved scripts: kept, checked, run by name, inside others, and as tools and prompts of their own. */
import type { Client } from "@modelcontextprotocol/client";
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api as keyed, createKey } from "../support/api.ts";
import { ask, connect, execute, searchText } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect("modern");
  await execute(client, { code: "await modern.add({ a: 1, b: 2 })" });
});
afterAll(() => client.close());

async function api(method: string, path: string, body?: unknown): Promise<Response> {
  const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return ask(new Request(`http://localhost/api/v1${path}`, init));
}

async function save(name: string, script: object): Promise<Record<string, unknown>> {
  const response = await api("POST", "/scripts", { name, ...script });
  const saved = await response.json<Record<string, unknown>>();
  expect(response.status, JSON.stringify(saved)).toBe(201);
  return saved;
}

const DAYS = {
  type: "object",
  properties: { days: { type: "number", description: "how far back" } },
  required: ["days"],
};

beforeEach(async () => {
  const { scripts } = await (await api("GET", "/scripts")).json<{ scripts: { name: string }[] }>();
  for (const { name } of scripts) await api("DELETE", `/scripts/${name}`);
});

describe("a saved script", () => {
  it("is run by its name, with an input that is checked", async () => {
    await save("twice", { code: "input.days * 2", input_schema: DAYS, description: "Twice the days." });
    expect(await execute(client, { script: "twice", input: { days: 4 } })).toMatchObject({ ok: true, value: 8 });
    const wrong = await execute(client, { script: "twice", input: { days: "4" } });
    expect(wrong).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGS", message: expect.stringContaining("input.days") },
    });
    const { run } = await execute(client, { script: "twice@1", input: { days: 1 } });
    expect(await (await api("GET", `/runs/${run}`)).json()).toMatchObject({
      script: { name: "twice", version: 1 },
      code_text: "input.days * 2",
    });
    expect(await (await api("GET", "/runs?script=twice")).json()).toMatchObject({ runs: [{ id: run }, {}] });
    const rest = await api("POST", "/code/exec", { script: "twice", input: { days: 2 } });
    expect(await rest.json()).toMatchObject({ ok: true, result: 4 });
  });

  it.each([
    { given: { script: "twic" }, status: 404, code: "SCRIPT_NOT_FOUND", says: "Did you mean twice?" },
    { given: { script: "twice@9" }, status: 404, code: "SCRIPT_NOT_FOUND", says: "no version 9" },
    { given: { script: "../x" }, status: 400, code: "INVALID_REQUEST", says: "is not a name" },
    { given: { script: "twice", code: "1" }, status: 400, code: "INVALID_REQUEST", says: "both" },
    { given: { script: "", code: "" }, status: 400, code: "INVALID_REQUEST", says: "neither" },
    { given: { script: "twice", language: "typescript" }, status: 200, code: "", says: "" },
  ])("asked for as $given is answered with $status $code", async ({ given, status, code, says }) => {
    await save("twice", { code: "2" });
    const response = await api("POST", "/code/exec", given);
    expect(response.status).toBe(status);
    const answer = await response.json<{ error?: { code: string; message: string } }>();
    expect(answer.error?.code ?? "").toBe(code);
    expect(answer.error?.message ?? "").toContain(says);
  });

  it("is taken from a run, and knows the tools that the run called", async () => {
    const { run } = await execute(client, { code: "await modern['a' + 'dd']({ a: 1, b: 2 })" });
    const saved = await save("from_run", { run });
    expect(saved).toMatchObject({
      version: 1,
      from_run: run,
      tools: [{ server: "modern", tool: "add" }],
      changed_tools: [],
    });
    expect(await execute(client, { script: "from_run" })).toMatchObject({ ok: true, value: { sum: 3 } });
  });

  it.each([
    { code: "const a = { a: 1, b: input.b }; await modern.add(a)", tools: ["add"], others: false },
    { code: "await modern['add']({ ...input }); ({ modern: 1, x: input.modern })", tools: ["add"], others: false },
    { code: "await modern?.add?.(input)", tools: ["add"], others: false },
    { code: "console.log(Math.max(1, 2)); await store.get('modern')", tools: [], others: false },
    { code: "await modern[input.tool]({})", tools: [], others: true },
    { code: "const { add } = modern; await add(input)", tools: [], others: true },
    {
      code: "const m = modern; await modern.add({ a: 1, b: 2 }); await m.echo({ text: '' })",
      tools: ["add"],
      others: true,
    },
    { code: "await Promise.all([input].map(modern.add))", tools: [], others: true },
    { code: "const f = async (modern) => modern.add(input); await f(modern)", tools: [], others: true },
    { code: "await call_tool('modern', 'add', input)", tools: [], others: true },
    { code: "await ncp.find('add')", tools: [], others: true },
    { code: "await scripts.v(input)", tools: [], others: true },
  ])("knows the tools that its text names, and whether it may call others: $code", async ({ code, tools, others }) => {
    const saved = await save("uses", { code });
    expect(saved).toMatchObject({ tools: tools.map((tool) => ({ server: "modern", tool })), other_tools: others });
  });

  it("has versions", async () => {
    await save("v", { code: "1" });
    expect(await save("v", { code: "2" })).toMatchObject({ version: 2 });
    const patched = await api("PATCH", "/scripts/v", { description: "third" });
    expect(await patched.json()).toMatchObject({ version: 3, code: "2", description: "third" });
    expect(await execute(client, { script: "v@1" })).toMatchObject({ value: 1 });
    expect(await execute(client, { script: "v" })).toMatchObject({ value: 2 });
    expect(await (await api("GET", "/scripts/v?version=1")).json()).toMatchObject({
      code: "1",
      versions: [{ version: 3 }, { version: 2 }, { version: 1 }],
    });
    expect((await api("DELETE", "/scripts/v")).status).toBe(204);
    expect((await api("GET", "/scripts/v")).status).toBe(404);
  });

  it("loses no change when two come at once", async () => {
    await save("shared", { code: "1" });
    const patch = (change: object) => api("PATCH", "/scripts/shared", change);
    const both = await Promise.all([patch({ description: "first" }), patch({ expose: "prompt" })]);
    const made = both.filter(({ status }) => status === 200).length;
    expect(both.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const shown = await (
      await api("GET", "/scripts/shared")
    ).json<{ version: number; description: string; expose: string }>();
    expect(shown.version).toBe(1 + made);
    // Each of those that were answered with 200 is there.
    expect([shown.description === "first", shown.expose === "prompt"].filter(Boolean)).toHaveLength(made);
  });

  it("is not saved when those there are would make every catalog long", async () => {
    const { key, principal } = await createKey({ name: "many" });
    await runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage }) => {
      const schema = JSON.stringify({ description: "x".repeat(45_000) });
      for (let count = 0; count < 45; count += 1) {
        storage.sql.exec(
          `INSERT INTO script (name, version, description, expose, input_schema, code, tools, created_at)
             VALUES (?, 1, '', 'none', ?, '1', '[]', 0)`,
          `s${count}`,
          schema,
        );
      }
    });
    const post = (body: object) => keyed("/scripts", { method: "POST", key, body });
    const refused = await post({ name: "more", code: "1" });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("shorten some") });
    // One that becomes shorter is welcome.
    expect((await post({ name: "s1", code: "1" })).status).toBe(201);
  });

  it("says before it runs that a tool it uses has changed", async () => {
    await save("changed", { code: "console.log('mine'); await modern.add({ a: 1, b: 2 })" });
    expect(await execute(client, { script: "changed" })).toMatchObject({ ok: true, logs: ["mine"] });
    // As if the definition had been another one when the script was saved.
    await runInDurableObject(env.GATEWAY.getByName("local"), (_gateway, { storage }) => {
      storage.sql.exec("UPDATE script SET tools = json_set(tools, '$[0].hash', 'other') WHERE name = 'changed'");
    });
    const remark = "[isogate] modern.add has changed since the script changed was saved (version 1)";
    const { ok, logs, run } = await execute(client, { script: "changed" });
    expect({ ok, logs }).toStrictEqual({ ok: true, logs: [remark, "mine"] });
    expect(await (await api("GET", `/runs/${run}/logs`)).json()).toStrictEqual({ logs: [remark, "mine"] });
    expect(await (await api("GET", "/scripts/changed")).json()).toMatchObject({
      changed_tools: ["modern.add has changed"],
    });
  });

  it("says of no tool that it is gone which credentials may only not see", async () => {
    const { key, principal } = await createKey({ name: "sees all" });
    const shown = async (narrower: string) => (await keyed("/scripts/seen", { key: narrower })).json();
    const code = "await modern.add({ a: 1, b: 2 }); await notes.list_notes(); 'done'";
    expect((await keyed("/scripts", { method: "POST", key, body: { name: "seen", code } })).status).toBe(201);
    expect(await shown(key)).toMatchObject({ tools: [{ tool: "add" }, { tool: "list_notes" }], changed_tools: [] });
    for (const narrowed of [{ servers: ["notes"] }, { access: "read" }, { servers: ["notes"], access: "read" }]) {
      const { key: narrow } = await createKey({ name: "sees less", principal, ...narrowed });
      expect(await shown(narrow), JSON.stringify(narrowed)).toMatchObject({ changed_tools: [] });
      const run = await keyed("/code/exec", { method: "POST", key: narrow, body: { script: "seen" } });
      expect(JSON.stringify(await run.json())).not.toContain("any more");
    }
    // As if another tool had been there when the script was saved.
    await runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage }) => {
      storage.sql.exec(`UPDATE script SET tools = json_set(tools, '$[0].tool', 'plus', '$[1].tool', 'every_note')`);
    });
    const { key: ofNotes } = await createKey({ name: "sees notes", principal, servers: ["notes"] });
    const gone = ["modern.plus does not exist any more", "notes.every_note does not exist any more"];
    expect(await shown(key)).toMatchObject({ changed_tools: gone });
    expect(await shown(ofNotes)).toMatchObject({ changed_tools: gone.slice(1) });
  });

  it.each([
    { given: { name: "x", code: "1 +" }, says: "SYNTAX_ERROR" },
    { given: { name: "x" }, says: "code, or the run" },
    { given: { name: "x", code: "1", run: "r_1" }, says: "not both" },
    { given: { name: "execute_code", code: "1" }, says: "is reserved" },
    { given: { name: "a b", code: "1" }, says: "a name of" },
    { given: { name: "x", code: "1", input_schema: { $ref: "#/nowhere" } }, says: "input_schema" },
    { given: { name: "x", code: "1", exposed: true }, says: "exposed" },
    { given: { name: "x", code: "1", input_schema: { description: "x".repeat(60_000) } }, says: "characters of JSON" },
    { given: { name: "x", code: "1", input_schema: nested(100) }, says: "too deeply" },
    { given: { name: "x", code: "1", input_schema: doubling(40) }, says: "steps" },
    { given: { name: "x", code: "1", input_schema: { $ref: "#" } }, says: "input_schema cannot be used" },
    {
      given: { name: "x", code: "1", input_schema: { properties: { a: { type: "intger" } } } },
      says: 'input_schema.properties.a.type has no type "intger"',
    },
    {
      given: { name: "x", code: "1", input_schema: { properties: { a: { pattern: "(" } } } },
      says: "regular expression",
    },
    {
      given: { name: "x", code: "1", input_schema: { properties: { a: { pattern: "^(?=a)" } } } },
      says: "looks ahead",
    },
  ])("$given is not saved", async ({ given, says }) => {
    const response = await api("POST", "/scripts", given);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "INVALID_REQUEST", detail: expect.stringContaining(says) });
  });
});

describe("a check of an input", () => {
  const list = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

  it.each([
    { schema: { items: { type: "integer" } }, input: list(100_000), says: "" },
    { schema: { items: { type: "integer" }, uniqueItems: true }, input: list(5_000), says: "" },
    { schema: { uniqueItems: true }, input: list(100_000), says: "" },
    { schema: { uniqueItems: true }, input: [...list(100_000), 5], says: "items 5 and 100000" },
    {
      schema: { properties: { a: { pattern: "^[A-Z]+-\\d{1,5}$" } } },
      input: { a: "A-1", b: "x".repeat(9_000) },
      says: "",
    },
    {
      schema: { properties: { a: { pattern: "\\d+x" } } },
      input: { a: "1".repeat(200_000) },
      says: "input.a must match",
    },
    { schema: { properties: { a: { pattern: "^a+$" } } }, input: { a: "b" }, says: "input.a" },
    { schema: { properties: { a: { pattern: "^(a+)+$" } } }, input: { a: `${"a".repeat(40)}b` }, says: "input.a" },
    { schema: { patternProperties: { "(a|a)*b": {} } }, input: { ["a".repeat(5_000)]: 1 }, says: "" },
    { schema: twoChildren(), input: tree(40), says: "cannot be checked" },
    { schema: twoChildren(), input: tree(5), says: "" },
  ])("ends soon, whatever the schema and the input: $says", async ({ schema, input, says }) => {
    await save("bounded", { code: "1", input_schema: schema });
    const answer = await execute(client, { script: "bounded", input });
    expect(answer.error?.message ?? "").toContain(says);
    expect(answer.ok).toBe(says === "");
  });
});

function nested(depth: number): object {
  return depth === 0 ? {} : { properties: { a: nested(depth - 1) } };
}

/** Each uses the one before twice. */
function doubling(count: number): object {
  const defs = Array.from({ length: count }, (_, index) => {
    const before = index === 0 ? {} : { $ref: `#/$defs/d${index - 1}` };
    return [`d${index}`, { allOf: [before, before] }];
  });
  return { $defs: Object.fromEntries(defs) as object, $ref: `#/$defs/d${count - 1}` };
}

/** Harmless for an input that is flat. */
function twoChildren(): object {
  return { properties: { a: { allOf: [{ $ref: "#" }, { $ref: "#" }] } } };
}

function tree(depth: number): object {
  return depth === 0 ? {} : { a: tree(depth - 1) };
}

describe("scripts inside scripts", () => {
  it("run with what their caller may do, and are recorded as its own", async () => {
    await save("add", { code: "(await modern.add(input)).sum" });
    const outer = await execute(client, {
      code: "await scripts.add({ a: 1, b: 2 }) + await scripts['add']({ a: 3, b: 4 })",
    });
    expect(outer).toMatchObject({ ok: true, value: 10 });
    expect(await (await api("GET", `/runs?parent=${outer.run}`)).json()).toMatchObject({
      runs: [{ via: "script", script: { name: "add" }, calls: 1 }, { parent: outer.run }],
    });
    const narrow = await execute(client, {
      code: "await scripts.add({ a: 1, b: 2 })",
      options: { allowed_servers: ["notes"] },
    });
    expect(narrow).toMatchObject({ ok: false, error: { code: "SERVER_NOT_ALLOWED" } });
    const few = await execute(client, {
      code: "await modern.add({ a: 1, b: 1 }); await scripts.add({ a: 1, b: 2 }); await scripts.add({ a: 1, b: 2 })",
      options: { max_tool_calls: 2 },
    });
    expect(few).toMatchObject({ ok: false, error: { code: "MAX_TOOL_CALLS_EXCEEDED" } });
  });

  it("fail as what they failed with", async () => {
    await save("fails", { code: "const a = 1;\nthrow new Error('inner')" });
    const answer = await execute(client, { code: "try { await scripts.fails() } catch (e) { [e.code, e.message] }" });
    expect(answer).toMatchObject({ value: ["RUNTIME_ERROR", "scripts.fails (line 2): Error: inner"] });
    expect(await execute(client, { code: "await scripts.nothing()" })).toMatchObject({
      error: { code: "SCRIPT_NOT_FOUND" },
    });
  });

  it("end with their caller", async () => {
    await save("slow", { code: "await modern.slow({ ms: 30000 })" });
    const { run } = await execute(client, {
      code: "scripts.slow(); await sleep(300); 1",
      options: { timeout_ms: 900 },
    });
    await expect
      .poll(
        async () =>
          (await (await api("GET", `/runs?parent=${run}`)).json<{ runs: { outcome: string }[] }>()).runs[0]?.outcome,
      )
      .toBe("cancelled");
  });

  it("never go round in circles, nor deeper than three", async () => {
    await save("a", { code: "await scripts.b()" });
    await save("b", { code: "await scripts.a()" });
    expect(await execute(client, { script: "a" })).toMatchObject({
      error: { message: expect.stringContaining("a → b → a") },
    });
    for (const [name, next] of [
      ["d1", "d2"],
      ["d2", "d3"],
      ["d3", "d4"],
      ["d4", "d5"],
    ]) {
      await save(name ?? "", { code: `await scripts.${next}()` });
    }
    expect(await execute(client, { code: "await scripts.d1()" })).toMatchObject({
      error: { message: expect.stringContaining("nested too deeply: d1 → d2 → d3 → d4") },
    });
  });

  it("run one after the other when they are started at once", async () => {
    for (const name of ["p1", "p2", "p3", "p4", "p5"]) await save(name, { code: `'${name}' + await scripts.leaf()` });
    await save("leaf", { code: "'!'" });
    const code = "await Promise.all(['p1', 'p2', 'p3', 'p4', 'p5'].map((name) => scripts[name]()))";
    expect(await execute(client, { code })).toMatchObject({ value: ["p1!", "p2!", "p3!", "p4!", "p5!"] });
  });
});

describe("to clients, a saved script", () => {
  it("is found by search_tools", async () => {
    await save("weekly_report", { code: "1", description: "Numbers of the week.", input_schema: DAYS });
    const line = "scripts.weekly_report({ days }) // saved script: Numbers of the week.";
    expect(await searchText(client, { query: "weekly numbers" })).toContain(line);
    expect(await searchText(client, {})).toContain(line);
    expect(await searchText(client, { query: "zebra" })).not.toContain("weekly_report");
  });

  it("is a tool when marked so", async () => {
    await save("as_tool", { code: "input.days", description: "D.", input_schema: DAYS, expose: "tool" });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "as_tool")).toMatchObject({ description: "D.", inputSchema: DAYS });
    const answer = await client.callTool({ name: "as_tool", arguments: { days: 3 } });
    expect(answer.content).toMatchObject([{ text: expect.stringContaining('"value":3') }]);
    await save("as_tool", { code: "1" });
    await expect(client.callTool({ name: "as_tool", arguments: {} })).rejects.toThrow("There is no tool");
  });

  it("is a prompt when marked so", async () => {
    await save("as_prompt", { code: "1", description: "D.", input_schema: DAYS, expose: "prompt" });
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([
      { name: "as_prompt", arguments: [{ name: "days", description: "how far back", required: true }] },
    ]);
    const { messages } = await client.getPrompt({ name: "as_prompt", arguments: { days: "7" } });
    expect(messages).toMatchObject([
      { role: "user", content: { text: expect.stringContaining('{"script":"as_prompt","input":{"days":7}}') } },
    ]);
    await expect(client.getPrompt({ name: "other" })).rejects.toThrow("no prompt");
  });
});
