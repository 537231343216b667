/** Mistakes with the gateway's own globals, with the names of servers, and with promises of several calls: each error says what to write. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect("modern");
  for (const name of ["dbl", "dbl-two"]) {
    const code = `await scripts.save(${JSON.stringify(name)}, { code: "input.n * 2" })`;
    await execute(client, { code });
  }
});
afterAll(() => client.close());

it.each([
  { given: "store.set('x', 1)", says: "There is no store.set: store has only get, put, delete, keys." },
  { given: "store.has('x')", says: "There is no store.has: store has only get, put, delete, keys." },
  { given: "files.readFile('x')", says: "There is no files.readFile: files has only write, read, list, delete." },
  { given: "store_files.unlink('x')", says: "There is no files.unlink: files has only write, read, list, delete." },
  { given: "results.get('x')", says: "There is no results.get: results has only read." },
  { given: "runs.find('x')", says: "There is no runs.find: runs has only list, get." },
])("$given names the members", async ({ given, says }) => {
  const { error } = await execute(client, { code: `await ${given}` });
  expect(error).toMatchObject({ code: "RUNTIME_ERROR", message: `TypeError: ${says}` });
});

it("says nothing of members of a script's own variable", async () => {
  const { error } = await execute(client, { code: "const store = { a: 1 }; store.set('x', 1)" });
  expect(error?.message).toBe("TypeError: store.set is not a function");
  expect(error?.hint).toBeUndefined();
});

it.each([
  { given: "scripts.run('dbl', { n: 1 })", write: "scripts.dbl({ … })" },
  { given: "scripts.execute('dbl-two')", write: 'scripts["dbl-two"]({ … })' },
  { given: "scripts.run({ name: 'dbl', input: { n: 1 } })", write: "scripts.dbl({ … })" },
])("$given names the saved script's own function", async ({ given, write }) => {
  const { error } = await execute(client, { code: `await ${given}` });
  expect(error).toMatchObject({
    code: "SCRIPT_NOT_FOUND",
    message: expect.stringContaining(`A saved script is called by its name: await ${write}.`),
  });
});

it("a saved script that does not exist is answered as before", async () => {
  const { error } = await execute(client, { code: "await scripts.run('nothing')" });
  expect(error?.message).toContain("There is no saved script run.");
});

const BY_NAME = "Servers are in scope by their names: await modern.tool({ … }).";
it.each([
  { given: "servers.modern.add({ a: 1, b: 2 })", hint: BY_NAME },
  { given: "sdk.modern.add({ a: 1, b: 2 })", hint: BY_NAME },
  { given: "context.servers.modern.add({ a: 1, b: 2 })", hint: BY_NAME },
  { given: "this.modern.add({ a: 1, b: 2 })", hint: BY_NAME },
  { given: "globalThis.sdk.modern.add({ a: 1, b: 2 })", hint: BY_NAME },
  { given: "(async ({ modern }) => modern.add({ a: 1, b: 2 }))()", hint: BY_NAME },
  { given: "(async (sdk) => sdk.modern.add({ a: 1, b: 2 }))()", hint: BY_NAME },
  {
    given: "api.list_notes({})",
    hint: "There is no server or function api. A tool is called by its server: await notes.list_notes({ … }).",
  },
])("$given says how servers are named", async ({ given, hint }) => {
  const { error } = await execute(client, { code: `await ${given}` });
  expect(error).toMatchObject({ code: "RUNTIME_ERROR", hint });
});

it.each([
  "result = await notes.list_notes({}); result.notes.length",
  "const r = await result.notes",
  "return { a: result.notes, b: result.list_notes }",
])("a member of a missing name that is called like a server is not taken for it: %s", async (code) => {
  const { error } = await execute(client, { code });
  expect(error?.hint).not.toContain("Servers are in scope by their names");
});

it("a tool of a member of a missing name is recognized in another spelling", async () => {
  const { error } = await execute(client, { code: "await result.notes.listNotes({})" });
  expect(error?.hint).toBe("Servers are in scope by their names: await notes.tool({ … }).");
});

it.each(["return resp.list_notes.length", "return resp.list_notes"])(
  "a member that is not called is not taken for a tool: %s",
  async (code) => {
    const { error } = await execute(client, { code });
    expect(error?.hint).toMatch(/^There is no server or function resp\. The servers are /);
  },
);

it.each(["servers", "sdk"])("%s, taken apart, says how servers are named", async (name) => {
  const { error } = await execute(client, { code: `const { modern: calc } = ${name}; await calc.add({})` });
  expect(error?.hint).toMatch(/Servers are in scope by their names: await \w+\.tool\(\{ … \}\)\. The servers are /);
});

const ADD = "modern.add({ a: 1, b: 2 })";
it.each([
  {
    given: `return Promise.all([${ADD}]).map((x) => x)`,
    hint: "Promise.all(…) is a promise and has no .map. An await is missing: (await Promise.all([ … ])).map",
  },
  ...[
    `const [first] = Promise.all([${ADD}]); first`,
    `for (const one of Promise.all([${ADD}])) one`,
    `[...Promise.all([${ADD}])]`,
    `let first; [first] = Promise.all([${ADD}]);`,
  ].map((given) => ({
    given,
    hint: "Promise.all(…) is a promise. An await is missing: await Promise.all([ … ])",
  })),
  {
    given: `const all = Promise.all([${ADD}]); all.map((x) => x)`,
    hint: "all is the promise of Promise.all(…). An await is missing: await Promise.all([ … ])",
  },
  {
    given: `const all = Promise.allSettled([${ADD}]); for (const one of all) one`,
    hint: "all is the promise of Promise.allSettled(…). An await is missing: await Promise.allSettled([ … ])",
  },
  {
    given: `(await Promise.allSettled([${ADD}])[0]).value`,
    hint: "Promise.allSettled(…) is a promise and has no [0]. An await is missing: (await Promise.allSettled([ … ]))[0]",
  },
  {
    given: `await Promise.all(${ADD}, ${ADD})`,
    hint: "Promise.all takes one list of promises: await Promise.all([one, another]).",
  },
  {
    given: `await Promise.race(${ADD})`,
    hint: "Promise.race takes one list of promises: await Promise.race([one, another]).",
  },
])("a combination of promises: $given", async ({ given, hint }) => {
  const { error } = await execute(client, { code: given });
  expect(error).toMatchObject({ code: "RUNTIME_ERROR", hint });
});

it("the answer that a combination gets in place of a list has its shape told", async () => {
  const { error } = await execute(client, { code: "await Promise.all(await notes.list_notes({}))" });
  expect(error?.hint).toMatch(/^notes\.list_notes answered /);
});

it.each([
  {
    given: "return modern.add",
    hint: "The value is the tool modern.add, which was not called: await modern.add({ … }).",
  },
  {
    given: "await modern.add",
    hint: "The value is the tool modern.add, which was not called: await modern.add({ … }).",
  },
  {
    given: "async () => modern.add",
    hint: "The value is the tool modern.add, which was not called: await modern.add({ … }).",
  },
  {
    given: "const run = async () => 1; return run",
    hint: "The script ends with a function that was not called: call it, as in await run().",
  },
  {
    given: "return store.keys",
    hint: "The script ends with a function that was not called: call it, as in await store.keys().",
  },
])("a function as the value: $given", async ({ given, hint }) => {
  const { error } = await execute(client, { code: given });
  expect(error).toMatchObject({ code: "SERIALIZATION_ERROR", hint });
});

it.each(["const r = await modern.echo.raw({ text: 'x' }); ", ""])("JSON.parse of an object: %s", async (before) => {
  const { error } = await execute(client, { code: `${before}JSON.parse({ content: "x" }).k` });
  expect(error).toMatchObject({
    message:
      "SyntaxError: JSON.parse takes a text, and got an object. An object is parsed already: use it without JSON.parse, or parse a text in it.",
  });
  expect(error?.hint).toBe(before === "" ? undefined : "modern.echo answered { content: [1 × text] }.");
});

it("JSON.parse of an answer names the texts in it", async () => {
  const code = "const r = await notes.list_notes({}); return JSON.parse(`${r}`).k";
  const { error } = await execute(client, { code });
  expect(error?.message).toMatch(/^SyntaxError: JSON\.parse takes a text, and got \[object Object\], /);
  expect(error?.hint).toMatch(/^notes\.list_notes answered \{ notes: \[\d+ × \{ id, title: a text, /);
});

it("an error of JSON.parse that nothing has caught has the texts of the answer told", async () => {
  const code =
    "[1].forEach(async () => {\n  JSON.parse(await modern.add({ a: 1, b: 2 }));\n}); await modern.echo({ text: 'x' }); 1";
  const { logs } = await execute(client, { code });
  expect(logs).toContainEqual(expect.stringMatching(/^\[isogate\] line 2: (?:.*; )?modern\.add answered \{ sum \}/));
});
