/** Saved scripts are skills: they are imported from `./skills`, listed and read there. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../../support/client.ts";

describe("a saved script", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
    const code = "({ doubled: input.n * 2 })";
    await execute(client, {
      code: "await scripts.save('double_it', { code: input, description: 'Doubles' })",
      input: code,
    });
  });
  afterAll(() => client.close());

  it.each([
    "import doubleIt from './skills/double_it'; (await doubleIt({ n: 2 })).doubled === 4",
    "import { doubleIt } from './skills/double-it.ts'; (await doubleIt({ n: 2 })).doubled === 4",
    "import { anyName as two } from '../skills/double_it.js'; (await two({ n: 2 })).doubled === 4",
    "import * as skill from './skills/double_it'; (await skill.default({ n: 3 })).doubled === 6",
    "import * as skill from './skills/double_it'; (await skill.doubleIt({ n: 3 })).doubled === 6",
    "const { doubleIt } = await import('./skills/double_it'); (await doubleIt({ n: 3 })).doubled === 6",
    "import { double_it } from './skills'; (await double_it({ n: 2 })).doubled === 4",
    "import * as skills from './skills/index.ts'; (await skills.double_it({ n: 2 })).doubled === 4",
    "const { default: two } = await import('./skills/double_it'); (await two({ n: 2 })).doubled === 4",
    "import two from './skills/double_it'; const scripts = 1; (await two({ n: 2 })).doubled === 4",
    "import two from './skills/double_it'; (await Promise.all([1, 2].map((n) => two({ n })))).length === 2",
    "import { readdir, readFile } from 'fs/promises'; (await readdir('./skills')).includes('double_it.ts')",
    "!fs.hasOwnProperty('stat') && `${fs}` === '[object Object]' && fs.valueOf() === fs && typeof fs.constructor === 'function'",
    "(await fs.readFile('./skills/double_it.ts')) === '({ doubled: input.n * 2 })'",
  ])("%s", async (code) => {
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: true });
  });

  it.each([
    "await scripts.doubleIt({ n: 2 })",
    "await scripts['double-it']({ n: 2 })",
    "await codemode.run('double-it', { n: 2 })",
  ])("is called in another spelling of its name: %s", async (code) => {
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: { doubled: 4 } });
  });

  it("is not called by a spelling that fits several", async () => {
    const code = `for (const name of ["one-two", "oneTwo"]) await scripts.save(name, { code: "1" });
      return [await scripts.oneTwo(), await scripts.one_two().catch((error) => error.code)]`;
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: [1, "SCRIPT_NOT_FOUND"] });
  });

  it("is checked for before the run", async () => {
    const code = "await notes.list_notes({});\nimport x from './skills/doubel_it'";
    expect(await execute(client, { code })).toMatchObject({
      ok: false,
      error: { code: "SCRIPT_NOT_FOUND", line: 2, message: expect.stringContaining("Did you mean double_it?") },
    });
  });

  it("may import others", async () => {
    const code = "import two from './skills/double_it'; (await two({ n: input })).doubled + 1";
    const save = "await scripts.save('uses_it', { code: input })";
    expect(await execute(client, { code: save, input: code })).toMatchObject({ ok: true });
    expect(await execute(client, { script: "uses_it", input: 4 })).toMatchObject({ ok: true, value: 9 });
  });
});

describe("the folder", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it.each([
    { given: "await fs.readdir('./servers/gmial')", says: "Did you mean gmail?" },
    { given: "await fs.readdir('./nothing')", says: "ENOENT" },
    { given: "await fs.mkdir('./servers/new')", says: "EROFS" },
    { given: "await fs.mkdir('./workspace', { depth: 1 })", says: "takes a path" },
    { given: "await fs.readdir('./servers', { recursive: true })", says: "no options" },
    { given: "await fs.readFile('./servers/gmail/send_fax.ts')", says: "gmail has no tool" },
    { given: "await fs.readFile('/etc/passwd')", says: "ENOENT" },
    { given: "await fs.readFile('../../../.dev.vars')", says: "ENOENT" },
    { given: "await fs.writeFile('./servers/gmail/x.ts', '')", says: "cannot be changed" },
    { given: "await fs.writeFile('./workspace/../servers/x.ts', '')", says: "cannot be changed" },
    { given: "await fs.writeFile('./skills/x.ts', '1')", says: "scripts.save" },
    { given: "await fs.writeFile('./workspace/.env', '1')", says: "is not a valid name of a file" },
    { given: "await fs.writeFile('./workspace/x', { a: 1 })", says: "takes a path and a text" },
    { given: "await callMCPTool('gmial__search_emails', {})", says: "Did you mean gmail?" },
    { given: "await callMCPTool('gmail__send_fax', {})", says: "gmail has no tool" },
    { given: "await callMCPTool(1)", says: "callMCPTool(" },
    { given: "await callMCPTool('gmail', { q: 1 })", says: '"gmail" is a server' },
    { given: "await callMCPTool('gmail', 'send_fax', {})", says: "gmail has no tool" },
    { given: "import { watch } from 'fs/promises'; 1", says: "only readdir, readFile" },
    { given: "import { readFileSync } from 'fs'; 1", says: 'import { readFile } from "fs/promises"' },
    { given: "import fs from 'node:fs'; fs.readFileSync('./x')", says: "A script waits for files" },
    { given: "import fs from 'fs'; fs.existsSync('./x')", says: "A script waits for files" },
    { given: "import { readFile } from 'fs'; await readFile('./x', 'utf8', () => 1)", says: "no callback" },
    { given: "import { glob } from 'path'; 1", says: "only join" },
    { given: "import path from 'path'; path.join(1)", says: "path.join takes texts" },
    { given: "import os from 'node:os'; 1", says: "module of Node" },
    { given: "await fs.writeFile('./kept/one.txt', '1', { flag: 'r' })", says: 'a flag "w"' },
    { given: "await fs.writeFile('./kept/one.txt', '1', { mode: 1 })", says: "takes a path and a text" },
    { given: "await fs.writeFile('./skills/x.ts', '1')", says: "export default async (input)" },
    { given: "import { connect } from './client.js'; 1", says: "only callMCPTool" },
  ])("$given is refused", async ({ given, says }) => {
    expect(await execute(client, { code: given })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(says) },
    });
  });

  it.each([
    { given: "fs.readFile('./workspace/state.json', 'utf8')", code: "ENOENT" },
    { given: "fs.unlink('./workspace/state.json')", code: "ENOENT" },
    { given: "fs.readdir('./nothing')", code: "ENOENT" },
    { given: "fs.readdir('./servers/gmial')", code: "ENOENT" },
    { given: "fs.readFile('./servers/gmail/send_fax.ts')", code: "ENOENT" },
    { given: "fs.readFile('./servers/gmail')", code: "EISDIR" },
    { given: "fs.readFile('./skills')", code: "EISDIR" },
    { given: "fs.readFile('.')", code: "EISDIR" },
    { given: "fs.readFile('./kept')", code: "EISDIR" },
    { given: "fs.unlink('./kept')", code: "EISDIR" },
    { given: "fs.readdir('./kept/one.txt')", code: "ENOTDIR" },
    { given: "fs.readdir('./servers/gmail/search_emails.ts')", code: "ENOTDIR" },
    { given: "fs.mkdir('./kept')", code: "EEXIST" },
    { given: "fs.mkdir('./kept/one.txt', { recursive: true })", code: "EEXIST" },
    { given: "fs.writeFile('./servers/x.ts', '')", code: "EROFS" },
    { given: "fs.readFile('')", code: "EISDIR" },
    { given: "fs.writeFile('./kept/one.txt', '1', { flag: 'wx' })", code: "EEXIST" },
  ])("fails as Node does: $given is $code", async ({ given, code: wanted }) => {
    const code = `await fs.writeFile('./kept/one.txt', '1');
      try { await ${given} } catch (error) { return [error.code, error.message.startsWith(error.code + ': ')] }`;
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: [wanted, true] });
  });

  it("reports a missing file that nothing catches under a code of the gateway", async () => {
    expect(await execute(client, { code: "await fs.readFile('./nothing')" })).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGS" },
    });
  });

  it.each([
    "import fs from 'fs'; import path from 'path';",
    "import { promises } from 'node:fs'; import * as path from 'node:path'; const fs = { promises };",
    'import fs from "fs"; import { join, basename } from "path"; const path = { join, basename };',
  ])("is reached by %s", async (imports) => {
    const code = `${imports}
      const file = path.join('./kept', 'notes', '..', 'log.txt');
      await fs.promises.writeFile(file, 'a', 'utf8');
      await fs.promises.writeFile(file, 'b', { flag: 'a' });
      await fs.promises.appendFile(file, 'c');
      return [file, path.basename(file, '.txt'), await fs.promises.readFile(file, 'utf8')]`;
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: ["kept/log.txt", "log", "abc"] });
  });

  it("loses nothing of texts that are appended at the same time, and makes a new file once", async () => {
    const code = `import fs from 'fs/promises';
      await Promise.all([1, 2, 3, 4, 5].map((n) => fs.appendFile('parallel.txt', n + ' ')));
      const made = await Promise.allSettled([1, 2, 3].map((n) => fs.writeFile('once.txt', String(n), { flag: 'wx' })));
      const text = await fs.readFile('parallel.txt', 'utf8');
      await fs.unlink('parallel.txt');
      await fs.unlink('once.txt');
      return [text.split(' ').filter(Boolean).sort().join(''), made.map((one) => one.reason?.code ?? 'made').sort()]`;
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: ["12345", ["EEXIST", "EEXIST", "made"]] });
  });

  it("makes at most a thousand folders without files in a run", async () => {
    const code = `import fs from 'fs/promises';
      for (let n = 0; n < 1_001; n += 1) await fs.mkdir('many/' + n).catch((error) => { throw error.code; });`;
    expect(await execute(client, { code, options: { timeout_ms: 60_000 } })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("ENOSPC") as string },
    });
  });

  it("keeps what the refusal to write a skill advises", async () => {
    const code = `await scripts.save("triple_it", { code: "export default async (input) => input.n * 3" })`;
    expect(await execute(client, { code })).toMatchObject({ ok: true });
    const use = "import tripleIt from './skills/triple_it'; await tripleIt({ n: 2 })";
    expect(await execute(client, { code: use })).toMatchObject({ ok: true, value: 6 });
  });

  it("has the folders that the run has made", async () => {
    const code = `await fs.mkdir('./empty/inner', { recursive: true });
      await fs.mkdir('./kept', { recursive: true });
      return [await fs.readdir('./empty'), await fs.readdir('./empty/inner'), (await fs.readdir('.')).includes('empty')]`;
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: [["inner"], [], true] });
  });

  it("has only the servers that the run may use", async () => {
    const options = { allowed_servers: ["gmail"] };
    expect(await execute(client, { code: "await fs.readdir('./servers')", options })).toMatchObject({
      value: ["gmail"],
    });
    const named = "await callMCPTool('gmail', 'search_emails', { query: 'x' })";
    expect(await execute(client, { code: named, options })).toMatchObject({ ok: true });
    const code = "await callMCPTool('notes__list_notes', {})";
    expect(await execute(client, { code, options })).toMatchObject({
      ok: false,
      error: { code: "SERVER_NOT_ALLOWED" },
    });
  });
});
