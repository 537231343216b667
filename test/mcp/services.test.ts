/** What a script asks of the gateway itself. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../support/client.ts";

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
    { given: "await tools.describe('modern.nothing')", code: "TOOL_NOT_FOUND", says: "modern.nothing" },
    { given: "await progress('x', 2)", code: "INVALID_ARGS", says: "progress(message" },
    { given: "await progress(() => 1)", code: "INVALID_ARGS", says: "args.message" },
  ])("$given is refused", async ({ given, code, says }) => {
    const answer = await execute(client, { code: given });
    expect(answer).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(says) } });
  });

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
