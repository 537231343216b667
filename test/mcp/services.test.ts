/** What a script asks of the gateway itself. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { createKey } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

const pages: Record<string, string> = import.meta.glob("../../docs/scripts.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
const [scriptsPage = ""] = Object.values(pages);

describe("services of the gateway", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect("modern");
  });
  afterAll(() => client.close());

  it.each([
    { given: "(await tools.search('add two numbers'))[0].path", want: "everything.get_sum" },
    { given: "(await tools.search('add', { limit: 1, server: 'modern' })).length", want: 1 },
    { given: "(await tools.search('add', { server: 'modern' }))[0].signature.includes('modern.add(')", want: true },
    { given: "(await tools.describe('modern.add')).includes('modern.add(')", want: true },
    { given: "await globalThis.tools.describe('everything.get-sum').then((t) => t.includes('get_sum('))", want: true },
    { given: "(await tools.list('modern')).includes('add')", want: true },
    { given: "(await tools.list()).find(({ server }) => server === 'modern').tools >= 5", want: true },
    { given: "(await codemode.search('add', { server: 'modern' }))[0].path", want: "modern.add" },
    {
      given:
        "const matches = await codemode.search('add two numbers'); const [{ path, connector, method, kind }] = matches.results; [path, connector, method, kind, matches.total > 0, matches.truncated]",
      want: ["everything.get_sum", "everything", "get_sum", "method", true, false],
    },
    {
      given:
        "const docs = await codemode.describe('modern.add'); [docs.types.includes('modern.add('), docs.path, docs.kind]",
      want: [true, "modern.add", "method"],
    },
    {
      given:
        "await scripts.save('count_for_codemode', { code: 'async ({ n }) => n + 1' }); await codemode.run('count_for_codemode', { n: 4 })",
      want: 5,
    },
    { given: "await codemode.step('once', async () => 5)", want: 5 },
    { given: "await progress('half', 0.5)", want: null },
    { given: "const tools = [1]; tools.length", want: 1 },
    { given: "typeof tools.search + typeof globalThis.progress", want: "functionfunction" },
    { given: "await globalThis.modern.echo({ text: 'x' })", want: "x" },
  ])("$given", async ({ given, want }) => {
    expect(await execute(client, { code: given })).toMatchObject({ ok: true, value: want });
  });

  it.each([
    { given: "await tools.search(1)", code: "INVALID_ARGS", says: "tools.search(query" },
    { given: "await tools.search('x', { limits: 1 })", code: "INVALID_ARGS", says: "limits" },
    { given: "await tools.search('x', { server: 'nobody' })", code: "INVALID_ARGS", says: "nobody" },
    { given: "await tools.list('modrn')", code: "TOOL_NOT_FOUND", says: "Did you mean modern?" },
    { given: "await runs.list({ limit: 0 })", code: "INVALID_ARGS", says: "limit" },
    { given: "await runs.list({ outcome: 'good' })", code: "INVALID_ARGS", says: "outcome" },
    { given: "await runs.get('r_none')", code: "INVALID_ARGS", says: 'there is no run "r_none"' },
    { given: "await runs.get()", code: "INVALID_ARGS", says: "runs.get(id)" },
    { given: "await scripts.save('a b', { code: '1' })", code: "INVALID_ARGS", says: "letters, digits" },
    { given: "await scripts.save('list', { code: '1' })", code: "INVALID_ARGS", says: "is reserved" },
    { given: "await scripts.save('bad', { code: '1 +' })", code: "INVALID_ARGS", says: "SYNTAX_ERROR" },
    { given: "await scripts.save('bad', { code: '1', run: 'r_1' })", code: "INVALID_ARGS", says: "not both" },
    { given: "await scripts.save('bad', { code: '1', expose: 'tool' })", code: "INVALID_ARGS", says: "expose" },
    { given: "await tools.describe('modern.nothing')", code: "TOOL_NOT_FOUND", says: 'modern has no tool "nothing"' },
    { given: "await progress('x', 2)", code: "INVALID_ARGS", says: "progress(message" },
    { given: "await progress(() => 1)", code: "INVALID_ARGS", says: "args.message" },
  ])("$given is refused", async ({ given, code, says }) => {
    const answer = await execute(client, { code: given });
    expect(answer).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(says) } });
  });

  it("finds and lists what allowed_servers leaves", async () => {
    const options = { allowed_servers: ["modern"] };
    const code = `const found = await tools.search("add two numbers", { limit: 100 });
      const listed = await tools.list();
      [...new Set([...found, ...listed].map(({ server }) => server))]`;
    expect(await execute(client, { code, options })).toMatchObject({ ok: true, value: ["modern"] });
    for (const left of ["tools.list('everything')", "tools.describe('everything.get-sum')"]) {
      const answer = await execute(client, { code: `await ${left}`, options });
      expect(answer).toMatchObject({
        error: { code: "SERVER_NOT_ALLOWED", message: expect.stringContaining("may not use everything") },
      });
    }
  });

  it("shows a script what was run before, and keeps scripts for later", async () => {
    const { run } = await execute(client, { code: "(await modern.add({ a: input.a, b: 2 })).sum", input: { a: 1 } });
    const seen = await execute(client, {
      code: "[(await runs.list({ limit: 50, outcome: 'ok' })).find(({ id }) => id === input), await runs.get(input)]",
      input: run,
    });
    expect(seen).toMatchObject({
      value: [
        { id: run, outcome: "ok", calls: 1 },
        { input: { a: 1 }, value: 3, calls: [{ server: "modern", tool: "add", outcome: "ok", result: { sum: 3 } }] },
      ],
    });
    const save = "await scripts.save('plus_two', { run: input, description: 'Adds two' })";
    expect(await execute(client, { code: save, input: run })).toMatchObject({
      value: { name: "plus_two", version: 1 },
    });
    expect(await execute(client, { code: save, input: run })).toMatchObject({ value: { version: 2 } });
    const used =
      "[(await scripts.list()).map(({ name, version }) => name + version).includes('plus_two2'), await scripts.plus_two({ a: 5 })]";
    expect(await execute(client, { code: used })).toMatchObject({ value: [true, 7] });
  });

  it("takes the schema of a script's input by either name, and not by both", async () => {
    const schema = "{ type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }";
    const save = (options: string) => execute(client, { code: `await scripts.save('doubled', ${options})` });
    expect(await save(`{ code: 'input.n * 2', input: ${schema} }`)).toMatchObject({ ok: true });
    const listed = await execute(client, { code: "(await scripts.list()).find(({ name }) => name === 'doubled')" });
    expect(listed).toMatchObject({ value: { input_schema: { required: ["n"] } } });
    const refused = await save(`{ code: '1', input: ${schema}, input_schema: ${schema} }`);
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining("give one of them") } });
  });

  it.each([...scriptsPage.matchAll(/```js\n([^]*?)```/g)].map(([, code = ""]) => code))(
    "docs/scripts.md: %s",
    async (code) => {
      expect(await execute(client, { code })).toMatchObject({ ok: true, value: expect.any(Array) });
    },
  );

  it("keeps no script for credentials that are narrowed", async () => {
    const { key } = await createKey({ servers: ["modern"], access: "read" });
    const narrow = await connect("modern", { authorization: `Bearer ${key}` });
    expect(await execute(narrow, { code: "await scripts.save('x', { code: '1' })" })).toMatchObject({
      error: { code: "POLICY_DENIED" },
    });
    expect(await execute(narrow, { code: "await scripts.list()" })).toMatchObject({ value: [] });
    await narrow.close();
  });

  it.each([{ allowed_servers: ["modern"] }, { max_tool_calls: 1 }])(
    "keeps no script for a run that is held to %j, and that a saved script is not held to",
    async (options) => {
      await execute(client, { code: "await scripts.save('held', { code: '1' })" });
      const overwrite = "await scripts.save('held', { code: 'await legacy.echo({ text: input })' })";
      for (const code of [overwrite, overwrite.replace("held", "fresh")]) {
        const [option = ""] = Object.keys(options);
        expect(await execute(client, { code, options })).toMatchObject({
          error: { code: "POLICY_DENIED", message: expect.stringContaining(option) },
        });
      }
      expect(await execute(client, { code: "await scripts.held()" })).toMatchObject({ value: 1 });
      expect(
        await execute(client, { code: "(await scripts.list()).some(({ name }) => name === 'fresh')" }),
      ).toMatchObject({ value: false });
    },
  );

  it("answers a run in the isolate of the one before", async () => {
    const code = "globalThis.tools.kept ??= 0; tools.search.kept = 1";
    const first = await execute(client, { code });
    expect(await execute(client, { code })).toMatchObject({ ...first, run: expect.any(String) });
    expect(first).toMatchObject({ ok: false });
  });

  it("asks do not count as calls", async () => {
    const code = "for (let i = 0; i < 5; i++) await tools.search('add'); 1";
    expect(await execute(client, { code, options: { max_tool_calls: 1 } })).toMatchObject({ ok: true, value: 1 });
  });

  it("tells a client that asked of the script's progress", async () => {
    const told: string[] = [];
    await client.callTool(
      { name: "execute_code", arguments: { code: "await progress('reading', 0.25); 1" } },
      { onprogress: ({ message }) => void told.push(message ?? "") },
    );
    expect(told).toContain("reading (25 %)");
  });
});
