/** `files`: what a script keeps for the next one, within bounds, and what the doors beside scripts show of it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { MAX_FILES_BYTES, MAX_FILE_BYTES, MAX_FILE_NAME_CHARS } from "../../src/limits/file-limits.ts";
import { api, createKey } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

describe("files", () => {
  let client: Client;
  let key: string;
  beforeAll(async () => {
    ({ key } = await createKey({}));
    client = await connect("modern", { authorization: `Bearer ${key}` });
  });
  afterAll(() => client.close());
  const run = (code: string, input?: unknown) => execute(client, { code, ...(input !== undefined && { input }) });

  it.each([
    { what: "a text", content: "'Grüße 🙂\\0\\uFEFF'", want: "Grüße 🙂\0\uFEFF", type: "text" },
    { what: "an empty text", content: "''", want: "", type: "text" },
    {
      what: "a value",
      content: "({ list: [1, null, { deep: 'x' }] })",
      want: { list: [1, null, { deep: "x" }] },
      type: "json",
    },
    { what: "null", content: "null", want: null, type: "json" },
    { what: "bytes", content: "new Uint8Array([0, 255, 128])", want: [0, 255, 128], type: "bytes" },
    { what: "a part of a buffer", content: "new Uint8Array([1, 2, 3]).subarray(1)", want: [2, 3], type: "bytes" },
    { what: "a buffer", content: "new Uint8Array([7]).buffer", want: [7], type: "bytes" },
  ])("keeps $what until the next run", async ({ what, content, want, type }) => {
    const name = `kept/${what}`;
    expect(await run(`await files.write(input, ${content})`, name)).toMatchObject({ ok: true, value: { name, type } });
    expect(await run("await files.read(input)", name)).toMatchObject({ ok: true, value: want });
    expect(await run("(await files.list(input))[0]", name)).toMatchObject({
      value: { name, type, bytes: expect.any(Number), updated_at: expect.stringMatching(/Z$/) },
    });
    expect(
      await run("[await files.delete(input), await files.delete(input), await files.read(input)]", name),
    ).toMatchObject({
      value: [true, false, null],
    });
  });

  it.each([
    { what: "bytes", content: "new Uint8Array(input.bytes).fill(200)" },
    { what: "a text with characters that JSON escapes", content: "'\\n'.repeat(input.bytes)" },
  ])("keeps $what up to the largest size, and says what is too much", async ({ content }) => {
    const code = `await files.write("largest", ${content})`;
    const largest = await run(code, { bytes: MAX_FILE_BYTES });
    expect(largest).toMatchObject({ ok: true, value: { bytes: MAX_FILE_BYTES } });
    const more = await run(code, { bytes: MAX_FILE_BYTES + 1 });
    expect(more.error?.message).toContain(`has ${MAX_FILE_BYTES + 1} bytes; a file has at most ${MAX_FILE_BYTES}`);
  });

  it("gives bytes as Uint8Array, which keeps nothing from one run to the next", async () => {
    await run("await files.write('bytes', new Uint8Array([1, 2]))");
    const code = `
      const bytes = await files.read("bytes");
      let proto = bytes;
      const left = [];
      while ((proto = Object.getPrototypeOf(proto)) !== null) { left.push(proto.left); try { proto.left = 1 } catch {} }
      [bytes.byteLength, left.some(Boolean)]`;
    for (const _ of [1, 2, 3]) expect(await run(code)).toMatchObject({ ok: true, value: [2, false] });
  });

  it.each([
    "../x",
    "a/../b",
    "/etc/passwd",
    "a//b",
    "a/",
    "",
    ".",
    ".hidden",
    "a\\b",
    "a\u0000b",
    "a\u202Eb",
    "x".repeat(MAX_FILE_NAME_CHARS + 1),
  ])("refuses the name %j", async (name) => {
    for (const code of ["files.write(input, '')", "files.read(input)", "files.delete(input)"]) {
      expect(await run(`await ${code}`, name)).toMatchObject({
        ok: false,
        error: { code: "INVALID_ARGS", message: expect.stringContaining(code.slice(0, code.indexOf("("))) },
      });
    }
    // A URL has no such names: their way leads to another route.
    if (name === "" || name === ".") return;
    expect((await api(`/files/${encodeURIComponent(name)}`, { key })).status).toBe(400);
  });

  it.each([
    { given: "await files.write('x')", says: "a text, bytes or a value" },
    { given: "await files.write('x', () => 1)", says: "cannot be sent" },
    { given: "await files.write(1, 'x')", says: "name" },
    { given: "await files.write('x', '\\uD800')", says: "surrogate" },
    { given: "await files.list(1)", says: "files.list(prefix?)" },
    { given: `await files.write('x', 'a'.repeat(${MAX_FILE_BYTES + 1}))`, says: `at most ${MAX_FILE_BYTES}` },
  ])("$given is refused", async ({ given, says }) => {
    expect(await run(given)).toMatchObject({ ok: false, error: { message: expect.stringContaining(says) } });
  });

  it("keeps no more than the quota of a principal, and takes what is replaced off it", async () => {
    const { key: own } = await createKey({});
    const hoarder = await connect("modern", { authorization: `Bearer ${own}` });
    const code = `
      const block = "a".repeat(${MAX_FILE_BYTES});
      for (let i = 0; i < ${MAX_FILES_BYTES / MAX_FILE_BYTES}; i++) await files.write("block " + i, block);
      await files.write("block 0", block);
      await files.write("one more", "a")`;
    expect(await execute(hoarder, { code })).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGS", message: expect.stringContaining(`of ${MAX_FILES_BYTES}`) },
    });
    const freed = "await files.delete('block 1'); (await files.write('one more', 'a')).bytes";
    expect(await execute(hoarder, { code: freed })).toMatchObject({ ok: true, value: 1 });
    expect(await run("(await files.list('block')).length")).toMatchObject({ value: 0 });
    await hoarder.close();
  });

  it("is shown and deleted by REST", async () => {
    await run(
      "await files.write('rest/a b.json', { a: 1 }); await files.write('rest/text', 'x'); await files.write('rest/raw', new Uint8Array([1]))",
    );
    const { files } = await (await api("/files?prefix=rest/", { key })).json<{ files: { name: string }[] }>();
    expect(files.map(({ name }) => name)).toStrictEqual(["rest/a b.json", "rest/raw", "rest/text"]);
    const path = `/files/${encodeURIComponent("rest/a b.json")}`;
    expect(await (await api(path, { key })).json()).toMatchObject({
      name: "rest/a b.json",
      type: "json",
      json: { a: 1 },
    });
    expect(await (await api("/files/rest%2Ftext", { key })).json()).toMatchObject({ text: "x" });
    expect(await (await api("/files/rest%2Fraw", { key })).json()).toMatchObject({ base64: "AQ==" });
    expect((await api(path, { key, method: "DELETE" })).status).toBe(204);
    expect((await api(path, { key })).status).toBe(404);
  });
});
