/** What a narrowed key's runs reach, and what it is shown: by server, and by what tools say of their effects. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { createKey } from "../support/api.ts";
import { connect, execute, searchText } from "../support/client.ts";

async function narrowed(asked: object): Promise<Client> {
  const { key } = await createKey(asked);
  const client = await connect("modern", { authorization: `Bearer ${key}` });
  // The first look may come before every upstream was listed.
  await vi.waitFor(
    async () => {
      expect(await searchText(client, { server: "annotated", detail: "names" })).toContain("look");
    },
    { timeout: 5_000 },
  );
  return client;
}

describe.each([
  { level: "read", allowed: ["look"], refused: ["note", "erase", "plain"] },
  { level: "write", allowed: ["look", "note", "plain"], refused: ["erase"] },
  { level: "destructive", allowed: ["look", "note", "plain", "erase"], refused: [] },
])("access $level", ({ level, allowed, refused }) => {
  let client: Client;
  beforeAll(async () => {
    client = await narrowed({ access: level });
  });

  it("allows", async () => {
    for (const tool of allowed) {
      expect(await execute(client, { code: `await annotated.${tool}({})` })).toMatchObject({ value: `${tool} done` });
    }
  });

  it("refuses before the script runs, and when it calls by a name it computes", async () => {
    for (const tool of refused) {
      const denied = { code: "POLICY_DENIED", message: expect.stringContaining(`${level} access`) };
      expect(await execute(client, { code: `await annotated.${tool}({})` })).toMatchObject({
        ok: false,
        error: denied,
      });
      const code = `const r = await call_tool("annotated", ["${tool}"][0], {}); [r.ok, r.error.code]`;
      expect(await execute(client, { code })).toMatchObject({ value: [false, "POLICY_DENIED"] });
    }
  });

  it("shows only what it allows", async () => {
    const { tools } = await client.listTools();
    const texts =
      JSON.stringify(tools) +
      (await searchText(client, { query: "erase note plain look", limit: 100, detail: "full" }));
    for (const tool of refused)
      expect(texts).not.toMatch(new RegExp(`annotated\\.${tool}\\b|function ${tool}\\b|\\b${tool}\\(`));
    expect(await searchText(client, { server: "annotated", detail: "names" })).toContain("look");
  });

  it("hears of saving scripts only if it may", async () => {
    const text = await searchText(client, { query: "save this script" });
    expect(text.includes("// in scripts: scripts.save(")).toBe(level === "destructive");
  });

  it("says how much it withholds", async () => {
    const text = await searchText(client, { server: "annotated", query: "look" });
    expect(text.includes("annotated: ")).toBe(refused.length > 0);
  });
});

describe("servers", () => {
  it("not named by the key do not exist for it", async () => {
    const client = await narrowed({ servers: ["annotated", "notes"] });
    expect(await execute(client, { code: "(await notes.list_notes()).notes.length" })).toMatchObject({ value: 3 });
    const code = "const r = await call_tool('modern', 'echo', { text: 'x' }); r.error.code";
    expect(await execute(client, { code })).toMatchObject({ value: "SERVER_NOT_ALLOWED" });
    // The option of a run narrows further and never widens.
    expect(await execute(client, { code, options: { allowed_servers: ["modern"] } })).toMatchObject({
      value: "SERVER_NOT_ALLOWED",
    });
    expect(await execute(client, { code: "await modern.echo({ text: 'x' })" })).toMatchObject({
      error: { code: "SERVER_NOT_ALLOWED", server: "modern", message: expect.stringContaining("An admin can create") },
    });
    expect(await execute(client, { code: "await moderne.echo({ text: 'x' })" })).toMatchObject({
      error: { code: "RUNTIME_ERROR", message: expect.not.stringMatching(/modern\b/) },
    });
    const texts = JSON.stringify(await client.listTools()) + (await searchText(client, { limit: 100 }));
    expect(texts).not.toMatch(/modern|everything/);
    expect(await searchText(client, { server: "modern" })).toContain("There is no server");
  });
});
