/** What a model got nearly right: the answer says what was meant, and which failures may be gone when the same is asked again. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute, searchText } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect("modern");
});
afterAll(() => client.close());

it.each([
  { given: "await modrn.add({ a: 1, b: 2 })", says: { hint: expect.stringContaining("Did you mean modern?") } },
  { given: "await callTool('modern.add', {})", says: { hint: expect.stringContaining("call_tool(") } },
  {
    given: "await github_x.create_issue({})",
    says: { hint: expect.stringMatching(/no server or function github_x\. .*modern/) },
  },
  { given: "await process.env.TOKEN", says: { hint: expect.stringContaining("the gateway adds the credentials") } },
  { given: "const fs = require('fs')", says: { hint: expect.stringContaining("in scope as objects") } },
  { given: "window.location.href", says: { hint: expect.stringContaining("no browser") } },
  { given: "new XMLHttpRequest()", says: { hint: expect.stringContaining("call tools instead") } },
  { given: "setImmediate(() => 1)", says: { hint: expect.stringContaining("setTimeout(callback, 0)") } },
  { given: "print('hi')", says: { hint: expect.stringContaining("not Python") } },
  { given: "const a = 1 &lt; 2", says: { hint: expect.stringContaining("HTML-escaped") } },
  { given: "Buffer.from('a')", says: { hint: expect.stringContaining("Uint8Array") } },
  { given: "await search_tools({ query: 'x' })", says: { hint: expect.stringContaining("tools.search(query)") } },
  { given: "await add({ a: 1, b: 2 })", says: { hint: expect.stringMatching(/await \w+\.add\(/) } },
  { given: "await modern__add({ a: 1, b: 2 })", says: { hint: expect.stringContaining("await modern.add({ … })") } },
  {
    given: "await mcp__isogate__modern__add({ a: 1, b: 2 })",
    says: { hint: expect.stringContaining("await modern.add({ … })") },
  },
  {
    given: "const modern = await modern.add({ a: 1, b: 2 })",
    says: { hint: "The script declares modern, which hides the server modern: rename the declaration." },
  },
  {
    given: "const r = await notes.list_notes(); r.items.map(({ id }) => id)",
    says: { hint: expect.stringMatching(/^notes\.list_notes answered \{ notes: \[\d+ × \{ id, .*\}\] \}\.$/) },
  },
  {
    given: "const [r] = [await modern.add({ a: 1, b: 2 })]; for (const one of r) one",
    says: { hint: "modern.add answered { sum }." },
  },
  ...[
    "for (const note of await notes.list_notes()) note.id",
    "(await notes.list_notes()).map(({ id }) => id)",
    "const [first] = await notes.list_notes()",
    "[...(await notes.list_notes())]",
    "new Map(await notes.list_notes())",
    "const r = call_tool('notes', 'list_notes', {}).result.map(({ id }) => id)",
  ].map((given) => ({
    given,
    says: { hint: expect.stringMatching(/^notes\.list_notes answered \{ notes: \[\d+ × \{ id, .*\}\] \}\.$/) },
  })),
  {
    given: "const name = 'notes'; await globalThis[name].list_notes({})",
    says: {
      hint: 'Only the servers that the script names are in scope: { one, another }[name], or call_tool(name, "tool", { … }).',
    },
  },
  {
    given: "const r = await notes.list_notes.raw(); r.items.map(String)",
    says: { hint: expect.stringMatching(/^notes\.list_notes answered \{ content: \[1 × text\], structuredContent: /) },
  },
  {
    given: "const r = await modern.picture.raw(); r.items.map(String)",
    says: { hint: "modern.picture answered { content: [1 × text, 1 × image] }." },
  },
  {
    given: "call_tool('odd', 'plain', { q: 'x' }).result.content.filter(Boolean)",
    says: { hint: "odd.plain answered { content: a text }." },
  },
  {
    given: "call_tool('odd', 'plain', { q: 'x' }).result.content[0].text.rows.map(String)",
    says: { hint: "odd.plain answered { content: a text }." },
  },
  {
    given: "const { result } = call_tool('modern', 'add', { a: 1, b: 2 }); result.content.items.map(String)",
    says: { hint: "modern.add answered { sum }." },
  },
  {
    given: "const { data } = await tools.odd.plain({ q: 'x' }); data.content.map(String)",
    says: { hint: "odd.plain answered { content: a text }." },
  },
  {
    given: 'const r = await call_tool("modern", "fail", {}); r.result.name',
    says: { hint: 'modern.fail failed: "the disk is full".' },
  },
  {
    given: "let r; try { r = await modern.fail({}) } catch {} r.name",
    says: { hint: 'modern.fail failed: "the disk is full".' },
  },
  {
    given: "const sum = await modern.add({ a: 1, b: 2 }); const r = await modern.fail.raw({}); r.structuredContent.x",
    says: { hint: 'modern.fail failed: "the disk is full"; modern.add answered { sum }.' },
  },
  {
    given: "await notes.notes.list({})",
    says: {
      hint: expect.stringMatching(
        /^notes\.notes\.list is not a tool; .*Did you mean await notes\.list_notes\(\{ … \}\)\?$/,
      ),
    },
  },
  {
    given: "await notes.rest.notes.list({})",
    says: {
      hint: expect.stringMatching(/^notes\.rest\.notes\.list is not a tool; .*Did you mean await notes\.list_notes\(/),
    },
  },
  {
    given: "const a = await notes.list_notes({})\n[1, 2].map((x) => x)",
    says: {
      hint: "Line 2 begins with [ and continues line 1, so `await` applies to the joined expression. End line 1 with a semicolon.",
    },
  },
  { given: "await modern({ tool: 'add' })", says: { hint: expect.stringContaining("await modern.tool({ … })") } },
  ...["await modern.add({ a: 1, b: 2 })", "[{ a: 1 }, { b: 2 }]", "[1, 2]", "['a']", "[]"].map((value) => ({
    given: `JSON.parse(${value})`,
    says: {
      message: expect.stringMatching(
        /^SyntaxError: JSON\.parse takes a text, and got (?:an object|a list)\. .*without JSON\.parse/,
      ),
      line: 1,
    },
  })),
  ...["`${{ a: 1 }}`", "String([{ a: 1 }, { b: 2 }])"].map((value) => ({
    given: `JSON.parse(${value})`,
    says: {
      message: expect.stringMatching(/and got \[object Object\], the text of an object\. .*without JSON\.parse/),
    },
  })),
  {
    given: "const a = 'x\u200b'; a\u200b.b",
    says: { code: "SYNTAX_ERROR", message: expect.stringContaining("U+200B") },
  },
  { given: "const a = 1;\\nconst b = 2;", says: { message: expect.stringContaining("escaped twice") } },
  { given: "def main():\n    return 1", says: { hint: expect.stringContaining("looks like Python") } },
  { given: "import json\nresult = await modern.add()", says: { hint: expect.stringContaining("looks like Python") } },
  ...[
    "const a = 1\n# a comment\na",
    '"""Adds numbers."""\nconst a = 1',
    'const a = 1; const b = f"{a} items"; b',
    "const a = 1; if (not a) 2",
    "const a = 1; const b = a and 2; b",
    "const all = [1]; const b = [x for x in all]; b",
    "const f = lambda x: x",
    "if True: 1",
  ].map((given) => ({ given, says: { hint: expect.stringContaining("looks like Python") } })),
  ...["const all = [1]; len(all)", "range(3)"].map((given) => ({
    given,
    says: { code: "RUNTIME_ERROR", hint: expect.stringContaining("not Python") },
  })),
  ...[
    "Sure! Here's the code:\nconst a = 1",
    "Here is the script:\n\nconst a = 1",
    "const a = 1;\na\nThis returns the number one.",
  ].map((given) => ({
    given,
    says: { hint: expect.stringContaining("Send the code alone, without other text.") },
  })),
  ...["<script>\nconst a = 1\n</script>", "<script type='module'>1</script>"].map((given) => ({
    given,
    says: { hint: expect.stringContaining("without HTML around it") },
  })),
  { given: "await modern.add('x')", says: { message: expect.stringContaining("modern.add({ … })") } },
  {
    given: "await modern.add({ a: 1, b: 2 }, { timeout: 10 })",
    says: {
      code: "INVALID_ARGS",
      message: "modern.add takes one object, but got 2 arguments: put all values into one object",
    },
  },
  {
    given: "await modern.add.raw({ a: 1 }, undefined, { b: 2 }, undefined)",
    says: { code: "INVALID_ARGS", message: expect.stringContaining("but got 3 arguments") },
  },
  {
    given: "await everything.$prompts.get({ name: 'x' }, { a: 1 })",
    says: { code: "INVALID_ARGS", message: expect.stringContaining("but got 2 arguments") },
  },
  { given: "await stores.get('x')", says: { hint: expect.stringContaining("Did you mean store?") } },
  { given: "await tools.modern({})", says: { hint: expect.stringContaining("await modern.tool({ … })") } },
  ...["mcp.callTool({ name: 'add' })", "mcp.call_tool('add', {})", "codemode.callTool('add')"].map((given) => ({
    given: `await ${given}`,
    says: { code: "TOOL_NOT_FOUND", message: expect.stringContaining("A tool is called as await server.tool({ … })") },
  })),
  ...["tools.list_notes({})", "tools['notes:list_notes']({})", "tools.notes__list_notes({})"].map((given) => ({
    given: `await ${given}`,
    says: { hint: "A tool is called by its server: await notes.list_notes({ … })." },
  })),
  {
    given: "await tools.call('notes.list_notes')",
    says: {
      message: "TypeError: There is no tools.call: tools has only search, describe, list.",
      hint: expect.stringMatching(/^A tool is called by its server, as in await server\.tool.*tools\.search/),
    },
  },
  { given: "await tools.search('x', null)", says: { message: expect.stringContaining("options: null is no value") } },
  {
    given: "await tools.list('dead')",
    says: { code: "UPSTREAM_ERROR", message: expect.stringContaining("dead is down: Nothing answers") },
  },
  { given: "await tools.search('x', { server: 'dead' })", says: { code: "UPSTREAM_ERROR" } },
  { given: "await tools.describe('dead.anything')", says: { message: expect.stringContaining("dead is down") } },
  { given: "await fs.readdir('./servers/dead')", says: { message: expect.stringContaining("dead is down") } },
  {
    given:
      "const { error } = await call_tool('dead', 'anything', {}); throw new Error(error.code + ' ' + error.message)",
    says: { message: expect.stringContaining("UPSTREAM_ERROR Nothing answers for dead") },
  },
  {
    given: "const { error } = await call_tool('modrn', 'add', {}); throw new Error(error.code + ' ' + error.message)",
    says: { message: expect.stringMatching(/TOOL_NOT_FOUND There is no server "modrn". Did you mean modern\?/) },
  },
  ...["{ server: 'modern', tool: 'add', args: {} }", "'modern', { a: 1, b: 2 }", "'modern'"].map((given) => ({
    given: `const { error } = await call_tool(${given}); throw new Error(error.code + ' ' + error.message)`,
    says: {
      message: expect.stringMatching(
        /INVALID_ARGS call_tool: (server|tool) must be a name, as text, but is a value of type (object|undefined): call_tool\("server", "tool", \{ … \}\)/,
      ),
    },
  })),
  {
    given: "throw new Error((await ncp.do('dead:anything', {})).error)",
    says: { message: expect.stringContaining("dead is down: Nothing") },
  },
  {
    given: "throw new Error(await (await fetch('http://localhost:3001/mcp/dead/tools')).text())",
    says: { message: expect.stringContaining("dead is down: Nothing answers") },
  },
  { given: "await tools.list('daed')", says: { code: "TOOL_NOT_FOUND" } },
])("$given", async ({ given, says }) => {
  // What is said of a server that is down is known when it was asked.
  await searchText(client, { server: "dead" });
  expect(await execute(client, { code: given })).toMatchObject({ ok: false, error: says });
});

it.each([
  "const text = 'if True: x';\nconst b = ;",
  "const text = `\n# A title\nNot this and that\n`;\nconst b = ;",
  "const a = { f: 'x' 1 }",
  "// Here is the code:\nconst b = ;",
  "for await (const a of [1]) { a: 1 ]",
])("does not take it for another language or prose: %s", async (given) => {
  const { error } = await execute(client, { code: given });
  expect(error?.hint).not.toMatch(/Python|alone/);
});

it.each([
  {
    given: "result = await modern.add({ a: 1, b: 2 }); result",
    hint: "Declare result where it is assigned first: let result = …",
  },
  { given: "const a = 1\n  total = a\n  total", hint: "Declare total where it is assigned first: let total = …" },
  {
    given: "const one = (\n  item => item\n)(1); return item",
    hint: expect.stringContaining("There is no server or function item."),
  },
  ...[
    "for (i = 0; i < 2; i++) i",
    "const x = (i = 5); x",
    "if (i = 1) { 2 }",
    "for (i of [1]) 1",
    "let j; [j, { k: i = 2 }] = [1, {}]",
    "const f = (j: number) => (i = j); f(1)",
  ].map((given) => ({ given, hint: "Declare i where it is assigned first: let i = …" })),
  {
    given: "await notes.list_notes(tag='people')",
    hint: "Arguments by name are one object: await notes.list_notes({ tag: … }).",
  },
  { given: "await modern.add(a=1, b=2)", hint: "Arguments by name are one object: await modern.add({ a: …, b: … })." },
  {
    given: "const twice = (n) => n * 2; twice(n=2)",
    hint: "JavaScript has no arguments by name: write the values in the order of the parameters.",
  },
  {
    given: "await notes.list-notes({})",
    hint: "notes.list-notes is read as a subtraction: write await notes.list_notes({ … }).",
  },
  {
    given: "await modern.get-tiny-image({})",
    hint: expect.stringContaining("There is no server or function"),
  },
  {
    given: "await legacy-tools.add({ a: 1, b: 2 })",
    hint: "legacy-tools.add is read as a subtraction: write await legacy_tools.add({ … }).",
  },
  { given: "await client.callTool({ name: 'add' })", hint: expect.stringContaining("await server.tool({ … })") },
  { given: "await mcpSession.call_tool('add', {})", hint: expect.stringContaining("await server.tool({ … })") },
  { given: "if (total == 1) 2", hint: expect.stringContaining("There is no server or function total.") },
  { given: "for (const one of notes.list_notes({})) one", hint: expect.stringContaining("was not awaited") },
  {
    given: "const all = await notes.list_notes({}); all.map((one) => one.id)",
    hint: expect.stringMatching(/notes\.list_notes answered/),
  },
])("says what is missing: $given", async ({ given, hint }) => {
  const { error } = await execute(client, { code: given });
  expect(error).toMatchObject({ code: "RUNTIME_ERROR", hint });
});

it.each([
  { given: "const all = notes.list_notes({}); all.map((one) => one.id)", says: 'has no "map"', write: ".map" },
  {
    given: "const all = [1].map(() => notes.list_notes({})); all[0].notes.length",
    says: 'has no "notes"',
    write: ".notes",
  },
  {
    given: "const all = notes.list_notes({}); if (!all.length) await modern.echo({ text: 'x' })",
    says: 'has no "length"',
    write: ".length",
  },
  { given: "const [first] = [notes.list_notes({})[0]]; first", says: 'has no "0"', write: "[0]" },
  { given: "const all = notes.list_notes({}); await modern.echo({ text: `${all}` })", says: "not its answer" },
  { given: "const all = notes.list_notes({}); await modern.echo({ text: 'All: ' + all })", says: "not its answer" },
  { given: "const all = notes.list_notes({}); await modern.echo({ text: [all].join() })", says: "not its answer" },
  {
    given: "const all = notes.list_notes({}); await modern.echo({ text: JSON.stringify(all) })",
    says: "not its answer",
  },
  { given: "await modern.echo({ text: 'x', ...notes.list_notes({}) })", says: "has no properties" },
  { given: "Object.entries(notes.list_notes({}))", says: "has no properties" },
  { given: "'error' in notes.list_notes({})", says: 'has no "error"' },
  {
    given: "const { notes: all } = notes.list_notes.raw({}); all",
    tool: "notes.list_notes.raw",
    says: 'has no "notes"',
    write: ".notes",
  },
  { given: "notes['list-notes']({}).a", tool: 'notes["list-notes"]', says: 'has no "a"', write: ".a" },
  { given: "codemode.list_notes({}).notes", tool: "codemode.list_notes", says: 'has no "notes"', write: ".notes" },
  { given: "mcp.list_notes({}).content", tool: "mcp.list_notes", says: 'has no "content"', write: ".content" },
  { given: "store.get('a').b", tool: "store.get", says: 'has no "b"', write: ".b" },
  {
    given: "const file = files.read('none.txt'); file.length",
    tool: "files.read",
    says: 'has no "length"',
    write: ".length",
  },
  {
    given: "const r = ncp.do('notes:list_notes', {}); r.success",
    tool: "ncp.do",
    says: 'has no "success"',
    write: ".success",
  },
])("refuses to read a promise as the answer: $given", async ({ given, tool = "notes.list_notes", says, write }) => {
  const { error } = await execute(client, { code: given });
  const awaited = write === undefined ? `await ${tool}(…)` : `(await ${tool}(…))${write}`;
  expect(error).toMatchObject({
    code: "RUNTIME_ERROR",
    message: expect.stringMatching(new RegExp(`^TypeError: ${RegExp.escape(tool)}\\(…\\) is a promise\\b`)),
    line: 1,
  });
  expect(error?.message).toContain(says);
  expect(error?.message.endsWith(`An await is missing: ${awaited}`)).toBe(true);
});

it.each([
  "const call = notes.list_notes({}); call instanceof Promise && Object.prototype.toString.call(call) === '[object Promise]' && (await call) !== undefined",
  "const call = notes.list_notes({}); call.mine = 1; call.mine === 1 && 'then' in call && (await call) !== undefined",
  "await notes.list_notes({}).then(() => true)",
  "await Promise.resolve(notes.list_notes({})).finally(() => undefined) !== undefined",
  "(await Promise.race([notes.list_notes({}), sleep(5_000)])) !== undefined",
  "const call = async () => notes.list_notes({}); (await call()) !== undefined",
  "const calls = new Map([['a', notes.list_notes({})]]); (await calls.get('a')) !== undefined",
  "async function* each() { yield notes.list_notes({}) } let seen = 0; for await (const one of each()) seen += one ? 1 : 0; seen === 1",
  "console.log(notes.list_notes({})); true",
])("the promise of an answer is one like any other: %s", async (code) => {
  expect(await execute(client, { code })).toMatchObject({ ok: true, value: true });
});

it.each([
  {
    code: "if (files.read('none.txt')) { await files.read('other.txt'); await store.get('x'); 1 }",
    logs: ["line 1: files.read was"],
  },
  {
    code: "const v = store.get('none');\nawait store.get('x'); await store.get('y'); v ? 1 : 0",
    logs: ["line 1: store.get was"],
  },
  {
    code: "for (let n = 0; n < 12; n++) await notes.list_notes({});\nnotes.list_notes({}); for (let n = 0; n < 3; n++) await notes.list_notes({}); 1",
    logs: ["line 2: notes.list_notes was"],
  },
])("says of a call that nothing has waited for: $code", async ({ code, logs }) => {
  const rest = "not awaited, and its answer not used.";
  expect(await execute(client, { code })).toMatchObject({
    ok: true,
    value: 1,
    logs: logs.map((line) => `[isogate] ${line} ${rest}`),
  });
});

it("says what was answered where an error that nothing has caught took it for something else", async () => {
  const code =
    "[1].forEach(async () => {\n  const r = await modern.add({ a: 1, b: 2 });\n  r.total.value;\n}); await sleep(300); 1";
  expect(await execute(client, { code })).toMatchObject({
    ok: true,
    logs: [
      "[unhandled] line 3: TypeError: Cannot read properties of undefined (reading 'value')",
      "[isogate] line 3: modern.add answered { sum }.",
    ],
  });
});

it("says nothing of calls that a script has not waited for because it failed", async () => {
  const code =
    "const a = notes.list_notes({}); await store.get('x'); await store.get('y'); throw new Error('early'); await a";
  expect(await execute(client, { code })).toMatchObject({ ok: false, logs: [] });
});

it.each([
  "store.put('a', 1); await store.get('x'); await store.get('y'); 1",
  "progress('half'); await store.get('x'); await store.get('y'); 1",
  "files.write('a.txt', 'x'); await store.get('x'); await store.get('y'); 1",
  "const call = notes.list_notes({}); await store.get('x'); await call; 1",
  "const call = notes.list_notes({}).catch(() => undefined); await call; 1",
])("says nothing of one that need not be waited for: %s", async (code) => {
  expect(await execute(client, { code })).toMatchObject({ ok: true, value: 1, logs: [] });
});

it.each(["const main = async () => 5; main", "const one = 1; async () => one"])(
  "says that a function was not called: %s",
  async (code) => {
    const { error } = await execute(client, { code });
    expect(error).toMatchObject({
      code: "SERIALIZATION_ERROR",
      hint: "The script ends with a function that was not called: call it, as in await main().",
    });
  },
);

it.each([
  "Promise.all([{ a: 1, b: 2 }].map(modern.add))",
  "Promise.all(Array.from([{ a: 1, b: 2 }], modern.add))",
  "Promise.all([{ a: 1, b: 2 }].values().map(modern.add))",
  "Promise.all([modern.add({ a: 1, b: 2 }, undefined, null)])",
  "(async () => { const made = []; new Map([['x', { a: 1, b: 2 }]]).forEach((...all) => made.push(modern.add(...all))); return Promise.all(made) })()",
  "(async () => { const made = []; new Set([{ a: 1, b: 2 }]).forEach((...all) => made.push(modern.add(...all))); return Promise.all(made) })()",
])("takes the further arguments of the language's own functions for none: %s", async (code) => {
  expect(await execute(client, { code })).toMatchObject({ ok: true, value: [{ sum: 3 }] });
});

it.each(["modern:add", "modern.add", "modern__add", "legacy-tools:add"])(
  "call_tool takes a server and its tool in one text: %s",
  async (input) => {
    const code = "call_tool(input, { a: 1, b: 2 }).result.sum";
    expect(await execute(client, { code, input })).toMatchObject({ ok: true, value: 3 });
  },
);

it("has one line of log for the calls of a tool that a line of the script does not wait for", async () => {
  const code =
    "[1, 2, 3].forEach(async (n) => {\n  await modern.echo({ text: String(n) });\n}); modern.add({ a: 1, b: 2 }); 1";
  const rest = "had no answer when the script ended; is an await missing? The run waits for";
  expect(await execute(client, { code })).toMatchObject({
    logs: [
      `[isogate] line 2: 3 calls of modern.echo ${rest} the answers, within its limits.`,
      `[isogate] line 3: modern.add ${rest} the answer, within its limits.`,
    ],
  });
});

it("lists ten servers where nothing is close", async () => {
  const { error } = await execute(client, { code: "zzzqqq(1)" });
  expect(error).toMatchObject({ message: "ReferenceError: zzzqqq is not defined" });
  expect(error?.hint).toMatch(/^There is no server or function zzzqqq\. The servers are (\w+, ){9}\w+ and \d+ more;/);
});

it.each(['{"code":"await modern.add({ a: 1, b: 2 })"}', '[{"server":"modern","tool":"add","args":{"a":1,"b":2}}]'])(
  "says that JSON calls nothing: %s",
  async (code) => {
    const { ok, value, logs } = await execute(client, { code });
    expect({ ok, value }).toStrictEqual({ ok: true, value: JSON.parse(code) });
    expect(logs).toStrictEqual([expect.stringContaining("is only JSON, so no tool was called")]);
  },
);

it("says nothing of JSON that is data", async () => {
  expect(await execute(client, { code: '{"title":"x"}' })).toMatchObject({ ok: true, logs: [] });
});

it.each([
  { code: "log('a', { b: 1 }); 1", logs: ["a { b: 1 }"], value: 1 },
  { code: "const log = (x) => x + 1; log(1)", logs: [], value: 2 },
  { code: "function log(x) { return x * 2 } log(4)", logs: [], value: 8 },
  { code: "var log = log || 3; typeof log", logs: [], value: "number" },
  {
    code: "await tools.constructor; typeof tools.search + Object.keys(tools).join()",
    logs: [],
    value: "functionsearch,describe,list",
  },
])("$code", async ({ code, logs, value }) => {
  const console = await execute(client, { code: code.startsWith("log(") ? code.replace("log(", "console.log(") : "1" });
  const answer = await execute(client, { code });
  expect(answer).toMatchObject({ ok: true, value });
  expect(answer.logs).toStrictEqual(logs.length > 0 ? console.logs : logs);
});

it.each([
  { given: { code: "1", options: { timeout_ms: null } }, code: "INVALID_OPTIONS", at: "options.timeout_ms" },
  { given: { code: "1", options: null }, code: "INVALID_OPTIONS", at: "options" },
  { given: { code: "1", language: null }, code: "INVALID_LANGUAGE", at: "language" },
  { given: { code: "1", script: null }, code: "INVALID_ARGS", at: "script" },
  { given: { code: "1", resume: null }, code: "INVALID_ARGS", at: "resume" },
])("null for an option is to be left out: $given", async ({ given, code, at }) => {
  const message = `${at}: null is no value for it; leave it out for the default`;
  expect(await execute(client, given)).toMatchObject({ error: { code, message } });
});

it("search_tools says so, too", async () => {
  expect(await searchText(client, { query: "add", limit: null })).toContain(
    "limit: null is no value for it; leave it out",
  );
});

it("search_tools names its keys to a request with another", async () => {
  expect(await searchText(client, { q: "add" })).toContain(
    'Unrecognized key: "q". The known options are query, server, detail, limit',
  );
});

it.each(["-modern", "!modern", "_modern"])("allows no server by a name with a sign before it: %s", async (name) => {
  const ended = await execute(client, {
    code: "await modern.add({ a: 1, b: 2 })",
    options: { allowed_servers: [name] },
  });
  expect(ended).toMatchObject({ ok: false, error: { code: "SERVER_NOT_ALLOWED" } });
  expect(ended.logs?.join("\n")).toContain("There is no server");
});

it("names a server of allowed_servers that does not exist", async () => {
  const options = { allowed_servers: ["modrn", "dead", "modern"] };
  const { logs } = await execute(client, { code: "1", options });
  expect(logs).toStrictEqual(['[isogate] options.allowed_servers: There is no server "modrn". Did you mean modern?']);
});

it.each([
  { code: "const sum = await modern.add({ a: 1, b: 2 });", logs: [expect.stringContaining("add a last line: sum")] },
  { code: "let a = 1, b = a;", logs: [expect.stringContaining("add a last line: b")] },
  { code: "const sum = 3; console.log(sum); const twice = 6", logs: ["3"] },
  { code: "let later;", logs: [] },
  {
    code: "const LIMIT = 2;\nasync function main() { return LIMIT }",
    logs: [expect.stringContaining("function main, which is not called. To call it, add a last line: await main()")],
  },
  {
    code: "const a = 1; const main = async () => a;",
    logs: [expect.stringContaining("add a last line: await main()")],
  },
  { code: "async function main() { await modern.add({ a: 1, b: 2 }) }", logs: [] },
  { code: "export default async () => { await modern.add({ a: 1, b: 2 }) };\nfunction helper() {}", logs: [] },
  { code: "let n = 0; function* count() { n += 1 }", logs: [] },
  { code: "let n = 0; count(); function count() { n += 1 }", logs: [] },
  { code: "const [a] = [1]", logs: [] },
  {
    code: "const r = await modern.add({ a: 1, b: 2 }); return r.total",
    logs: ["[isogate] The value is undefined; modern.add answered { sum }."],
  },
  {
    code: "async () => { const r = await modern.add({ a: 1, b: 2 }); return r.total?.value }",
    logs: ["[isogate] The value is undefined; modern.add answered { sum }."],
  },
  {
    code: "(await modern.add({ a: 1, b: 2 })).total",
    logs: ["[isogate] The value is undefined; modern.add answered { sum }."],
  },
  { code: "const r = await modern.add({ a: 1, b: 2 }); [r].forEach(String)", logs: [] },
  { code: "const r = await modern.add({ a: 1, b: 2 }); r.total = undefined", logs: [] },
  { code: "const r = {}; return r.total", logs: [] },
])("says why a script has no value: $code", async ({ code, logs }) => {
  const answer = await execute(client, { code });
  expect(answer).toMatchObject({ ok: true, logs });
  expect(answer.value).toBeUndefined();
});

it("tells a code that is empty from none", async () => {
  const empty = await execute(client, { code: "" });
  expect(empty.error).toMatchObject({ message: expect.stringContaining("; code is empty.") });
});

it("takes input as JSON text, and says so in the log", async () => {
  expect(await execute(client, { code: "input.a", input: '{"a":5}' })).toMatchObject({
    value: 5,
    logs: [expect.stringContaining("input was given as JSON text")],
  });
});

it.each(["modern.add", "everything.get-sum"])("an exact path is answered with exactly that tool: %s", async (query) => {
  const text = await searchText(client, { query, limit: 10 });
  expect(text.match(/\(a:/g)).toHaveLength(1);
});

describe("retryable", () => {
  it.each([
    { what: "a server that is down", code: "await dead.anything({})", retryable: true },
    { what: "wrong arguments", code: "await modern.add({ a: 'x', b: 1 })", retryable: undefined },
    { what: "an unknown tool", code: "const name = 'nothing'; await modern[name]({})", retryable: undefined },
    { what: "a tool that fails", code: "await everything.trigger_no_such({})", retryable: undefined },
  ])("says of $what: $retryable", async ({ code, retryable }) => {
    const { error } = await execute(client, { code });
    expect((error as { retryable?: boolean } | undefined)?.retryable).toBe(retryable);
  });

  it("is read by a script", async () => {
    const code = "try { await dead.anything({}) } catch (error) { ({ code: error.code, retryable: error.retryable }) }";
    expect(await execute(client, { code })).toMatchObject({ value: { code: "UPSTREAM_ERROR", retryable: true } });
    const reply = await execute(client, { code: "(await call_tool('dead', 'anything', {})).error.retryable" });
    expect(reply).toMatchObject({ value: true });
  });

  it("is not a script's own word", async () => {
    const code = "const error = new ToolError('busy'); error.code = 'CAPACITY'; error.retryable = true; throw error";
    const { error } = await execute(client, { code });
    expect(error).toMatchObject({ code: "RUNTIME_ERROR" });
    expect(error).not.toHaveProperty("retryable");
  });
});
