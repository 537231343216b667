/** Values that are too long to be returned, images and sounds, and how the rest is read. */
import type { Client } from "@modelcontextprotocol/client";
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HandleTable } from "../../src/gateway/store/handle-table.ts";
import { ask, connect, execute } from "../support/client.ts";

interface Cut {
  readonly cut?: { readonly length: number; readonly is: string; readonly handle: string };
}

const MANY = "Array.from({ length: 5000 }, (_, id) => ({ id, name: 'item ' + id, tags: ['a', 'b'] }))";

let client: Client;
beforeAll(async () => {
  client = await connect("modern");
});
afterAll(() => client.close());

const run = async (code: string, input?: unknown) =>
  (await execute(client, { code, ...(input !== undefined && { input }) })) as Awaited<ReturnType<typeof execute>> & Cut;

describe("a value over the budget", () => {
  it("comes as a preview that says what was cut, and is read by a later script", async () => {
    const first = await run(`({ items: ${MANY}, note: 'x' })`);
    const { handle = "" } = first.cut ?? {};
    expect(first).toMatchObject({
      ok: true,
      value: { items: expect.arrayContaining([{ id: 0, name: "item 0", tags: ["a", "b"] }]), note: "x" },
      cut: { handle: `isogate://runs/${first.run}/value`, is: "an object with 2 keys" },
    });
    expect(JSON.stringify(first.value).length).toBeLessThan(6_100);
    expect(JSON.stringify(first.value)).toMatch(/… \d+ more items/);
    const read = async (part: object) =>
      (await run("await results.read(input.handle, input.part)", { handle, part })).value;
    expect(await read({ path: "items[4999].name" })).toBe("item 4999");
    expect(await read({ path: "items", offset: 4998, limit: 10 })).toMatchObject([{ id: 4998 }, { id: 4999 }]);
    expect(await read({ path: "note" })).toBe("x");
    expect((await run("(await results.read(input)).items.length", first.run)).value).toBe(5000);
  });

  it("is read until the answers to one run are too much together", async () => {
    const { run: id } = await run(`({ text: ${JSON.stringify("x")}.repeat(4_000_000) })`);
    const code = `let read = 0; for (;;) { try { await results.read(input); read += 1 } catch (error) { return [read, error.code] } }`;
    expect(await run(code, id)).toMatchObject({ ok: true, value: [8, "OUTPUT_TOO_LARGE"] });
  });

  it("is a resource, whole and in parts, and has an address", async () => {
    const first = await run(MANY);
    const { handle = "" } = first.cut ?? {};
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri: handle, mimeType: "application/json" }));
    const textAt = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return JSON.parse(content && "text" in content ? content.text : "") as unknown;
    };
    expect(await textAt(handle)).toHaveLength(5_000);
    expect(await textAt(`${handle}?path=[7]`)).toMatchObject({ id: 7 });
    expect(await textAt(`${handle}?offset=10&limit=2`)).toMatchObject([{ id: 10 }, { id: 11 }]);
    const response = await ask(new Request(`http://localhost/api/v1/runs/${first.run}/value?path=[7].tags&limit=1`));
    expect(await response.json()).toStrictEqual(["a"]);
    expect(response.headers.get("x-total-count")).toBe("2");
    const details = await ask(new Request(`http://localhost/api/v1/runs/${first.run}`));
    expect(await details.json()).toMatchObject({ handle, outcome: "ok" });
  });

  it.each([
    { given: "'x'.repeat(60000)", starts: "xxx", ends: "more characters" },
    { given: "Array(60000).fill(1)", starts: "[1,1", ends: "more items" },
    {
      given: "Object.fromEntries(Array.from({ length: 20000 }, (_, i) => ['k' + i, i]))",
      starts: '{"k0":0',
      ends: "more keys",
    },
    { given: "let a = 'deep'.repeat(20000); for (let i = 0; i < 50; i++) a = [a]; a", starts: "[[", ends: "items" },
    { given: "'🙂'.repeat(30000)", starts: "🙂", ends: "more characters" },
  ])("$given is cut where it is long", async ({ given, starts, ends }) => {
    const { value, cut } = await run(given);
    const text = typeof value === "string" ? value : JSON.stringify(value);
    expect(text.startsWith(starts)).toBe(true);
    expect(text).toContain(ends);
    expect(text.isWellFormed()).toBe(true);
    expect(text.length).toBeLessThan(6_100);
    expect(cut?.length).toBeGreaterThan(50_000);
  });

  it.each([
    { given: "await results.read('r_none')", says: "no run r_none" },
    { given: "await results.read('https://x')", says: "isogate://runs/" },
    { given: "await results.read(input, { path: 'a.b' })", says: "has no" },
    { given: "await results.read(input, { path: '][' })", says: "is not like" },
    { given: "await results.read(input, { path: '__proto__' })", says: "has no" },
    { given: "await results.read(input, { ofset: 1 })", says: "ofset" },
    { given: "await results.read(input, { limit: -1 })", says: "limit" },
    { given: "await results.read(7)", says: "handle" },
  ])("$given is refused", async ({ given, says }) => {
    const first = await run("[1]");
    const answer = await run(given, first.run);
    expect(answer).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGS", message: expect.stringContaining(says) },
    });
  });

  it.each([
    {
      given: "results.read(input, { offset: 100, limit: 2 })",
      says: 'object with 2 keys, and offset 100 is not below that. Use { path: "rows", offset, limit }',
    },
    { given: "results.read(input, { offset: 2 })", says: "offset 2 is not below" },
    {
      given: "results.read(input, { path: 'meta', offset: 9 })",
      says: 'Use { path: "meta[\\"a b\\"]", offset, limit }',
    },
  ])("$given is refused, because it is not the end of a list", async ({ given, says }) => {
    const { run: id } = await run("({ rows: [1, 2, 3], meta: { sub: { x: 1 }, 'a b': [1] } })");
    const answer = await run(`await ${given}`, id);
    expect(answer).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGS", message: expect.stringContaining(says) },
    });
    const ends = `[{ offset: 1 }, { path: 'rows', offset: 3 }, { path: 'rows', offset: 9 }, { path: 'meta.sub', offset: 1 }]`;
    const parts = await run(`await Promise.all(${ends}.map((part) => results.read(input, part)))`, id);
    expect(parts.value).toStrictEqual([{ meta: { sub: { x: 1 }, "a b": [1] } }, [], [], {}]);
  });

  it("has its run as a resource, and runs have a list", async () => {
    const { run: id } = await run("await modern.add({ a: 20, b: 22 })");
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri: "isogate://runs" }));
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toContainEqual(expect.objectContaining({ uriTemplate: "isogate://runs/{run}" }));
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return JSON.parse(content && "text" in content ? content.text : "") as unknown;
    };
    expect(await read("isogate://runs")).toContainEqual(expect.objectContaining({ id, outcome: "ok", calls: 1 }));
    expect(await read(`isogate://runs/${id}`)).toMatchObject({
      id,
      code_text: "await modern.add({ a: 20, b: 22 })",
      calls: [{ server: "modern", tool: "add", outcome: "ok" }],
    });
    await expect(client.readResource({ uri: "isogate://runs/r_none" })).rejects.toThrow("isogate://runs lists them");
    await expect(client.readResource({ uri: "isogate://runs?limit=1" })).rejects.toThrow("not a resource");
  });

  it("is refused as a resource when it is not there", async () => {
    for (const uri of ["isogate://runs/r_none/value", "isogate://other", "isogate://runs/r_none/value?limit=x"]) {
      await expect(client.readResource({ uri })).rejects.toThrow(/r_none|not a resource/);
    }
    const handle = `isogate://runs/${(await execute(client, { code: "[1, 2, 3]" })).run}/value`;
    for (const query of ["limit=0x1", "limit=1&limit=2", "path=%5B0%5D&path=%5B1%5D", "lim=1", "limit"]) {
      await expect(client.readResource({ uri: `${handle}?${query}` })).rejects.toThrow("not a resource");
    }
  });
});

describe("stored values", () => {
  it("go after a day, and the oldest when the quota is full", async () => {
    await runInDurableObject(env.GATEWAY.getByName("handles"), (_gateway, { storage }) => {
      const handles = new HandleTable(storage, 100);
      const text = "x".repeat(40);
      expect(handles.write("r_1", text, 1_000)).toBe(true);
      expect(handles.write("r_2", text, 2_000)).toBe(true);
      expect(handles.write("r_3", text, 3_000)).toBe(true);
      expect(handles.list(3_000, 10).map((one) => one.run)).toStrictEqual(["r_3", "r_2"]);
      expect(handles.read("r_1", 3_000)).toBeUndefined();
      expect(handles.read("r_2", 3_000)).toBe(text);
      expect(handles.read("r_2", 2_000 + 86_400_000)).toBeUndefined();
      expect(handles.read("r_3", 2_000 + 86_400_000)).toBe(text);
      expect(handles.write("r_4", "x".repeat(101), 4_000)).toBe(false);
      handles.dropExpired(4_000 + 86_400_000);
      expect(storage.sql.exec("SELECT count(*) AS n FROM handle_chunk").one()["n"]).toBe(0);
    });
  });
});

describe("images and sounds", () => {
  it("that a script returns reach the client as content blocks", async () => {
    const code =
      "[{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }, { kept: { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' } }]";
    const answer = await client.callTool({ name: "execute_code", arguments: { code } });
    const [first, ...blocks] = answer.content as { type: string; text?: string }[];
    expect(JSON.parse(first?.text ?? "")).toMatchObject({
      value: [
        { type: "image", mimeType: "image/png", bytes: 8, content_block: 1 },
        { kept: { type: "audio", mimeType: "audio/wav", bytes: 4, content_block: 2 } },
      ],
    });
    expect(blocks).toStrictEqual([
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
      { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
    ]);
  });

  it("are at most 20, and the others say so", async () => {
    const code = "Array(21).fill({ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' })";
    const answer = await client.callTool({ name: "execute_code", arguments: { code } });
    const [first, ...blocks] = answer.content as { type: string; text?: string }[];
    expect(blocks).toHaveLength(20);
    const { value } = JSON.parse(first?.text ?? "") as { readonly value: readonly unknown[] };
    const note = "an answer has at most 20 of them";
    expect(value.at(-1)).toStrictEqual({ type: "image", mimeType: "image/png", bytes: 8, note });
  });

  it("of a tool go through unchanged", async () => {
    const code = "await everything.get_tiny_image({})";
    const answer = await client.callTool({ name: "execute_code", arguments: { code } });
    expect(answer.content).toContainEqual(expect.objectContaining({ type: "image", mimeType: "image/png" }));
  });

  it.each([
    "({ type: 'image', data: 'not base64!', mimeType: 'image/png' })",
    "({ type: 'image', data: 'aaaa', mimeType: 'text/html' })",
    "({ type: 'image', data: 'aaaa', mimeType: 'audio/wav' })",
    "({ type: 'text', data: 'aaaa', mimeType: 'image/png' })",
  ])("%s is only a value", async (code) => {
    expect((await run(code)).value).toHaveProperty("data");
  });

  it("behind a handle are served as what they are", async () => {
    const code =
      "({ pad: 'x'.repeat(60000), picture: { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' } })";
    const answer = await client.callTool({ name: "execute_code", arguments: { code } });
    const { cut } = JSON.parse((answer.content as { text?: string }[])[0]?.text ?? "") as Cut;
    const { contents } = await client.readResource({ uri: `${cut?.handle}?path=picture` });
    expect(contents).toStrictEqual([
      { uri: `${cut?.handle}?path=picture`, mimeType: "image/png", blob: "iVBORw0KGgo=" },
    ]);
  });
});

describe("logs over the budget", () => {
  it("are cut in the middle and can be read", async () => {
    const { logs, run: id } = await run(
      "for (let i = 0; i < 900; i++) console.log('line ' + i + ' ' + 'x'.repeat(40)); 1",
    );
    expect(logs[0]).toMatch(/^line 0 /);
    expect(logs.at(-1)).toMatch(/^line 899 /);
    expect(logs.filter((line) => line.startsWith("…"))).toStrictEqual([
      expect.stringMatching(new RegExp(`^… \\d+ more lines in isogate://runs/${id}/logs$`)),
    ]);
    const { contents } = await client.readResource({ uri: `isogate://runs/${id}/logs?offset=450&limit=1` });
    expect(contents).toMatchObject([{ text: expect.stringContaining("line 450 ") }]);
  });
});

describe("what scripts remember", () => {
  it("is there for the next one", async () => {
    expect((await run("await store.get('ids seen')")).value).toBeNull();
    await run("await store.put('ids seen', { ids: [1, 2] }); await store.put('ids of others', 1)");
    expect((await run("(await store.get('ids seen')).ids[1]")).value).toBe(2);
    expect((await run("(await store.keys()).filter((key) => key.startsWith('ids '))")).value).toStrictEqual([
      "ids of others",
      "ids seen",
    ]);
    expect(
      (await run("[await store.delete('ids seen'), await store.delete('ids seen'), await store.get('ids seen')]"))
        .value,
    ).toStrictEqual([true, false, null]);
  });

  it.each([
    { given: "await store.put('big', 'x'.repeat(70000))", says: "65536" },
    { given: "await store.put('', 1)", says: "1 to 200" },
    { given: String.raw`await store.put('\ud800', 1)`, says: "half of a surrogate pair" },
    { given: "await store.get(1)", says: "1 to 200" },
    { given: "for (let i = 0; i < 40; i++) await store.put('k' + i, 'x'.repeat(60000))", says: "of 2000000" },
  ])("$given is refused", async ({ given, says }) => {
    expect(await run(given)).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGS", message: expect.stringContaining(says) },
    });
  });
});
