/** Upstreams that an admin adds, switches and removes while the gateway runs: who sees them, what is refused, what a run in flight meets. */
import type { Client } from "@modelcontextprotocol/client";
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/config/env.ts";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";
import { upstreamListSchema, upstreamSchema, type Upstream } from "../../src/contract/upstreams.ts";
import { UpstreamTable } from "../../src/directory/store/upstream-table.ts";
import { checkAddedEntry } from "../../src/http/api/added-entry.ts";
import { MAX_ADDED_ENTRY_CHARS } from "../../src/limits/added-upstream-limits.ts";
import { api, createKey, problemOf } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";
import { upstreams as origins } from "../support/upstreams.ts";

const entry = { url: `${origins.legacy}/mcp` };

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());
afterEach(async () => {
  for (const { name, added } of await list()) if (added) await api(`/upstreams/${name}`, { method: "DELETE" });
});

async function list(key?: string): Promise<readonly Upstream[]> {
  const response = await api("/upstreams", key === undefined ? {} : { key });
  return upstreamListSchema.parse(await response.json()).upstreams;
}

const find = async (name: string, key?: string) => (await list(key)).find((one) => one.name === name);

const add = (name: string, given: unknown = entry) =>
  api("/upstreams", { method: "POST", body: { name, entry: given } });

const change = (name: string, action: "enable" | "disable" | "refresh") =>
  api(`/upstreams/${name}/${action}`, { method: "POST", body: {} });

describe("an added upstream", () => {
  it("is listed, called and searched like one of gateway.json", async () => {
    const response = await add("later");
    expect(response.status, await response.clone().text()).toBe(201);
    expect(upstreamSchema.parse(await response.json())).toMatchObject({ name: "later", status: "ready", added: true });
    const answer = await execute(client, { code: "await later.echo({ text: 'hello' })" });
    expect(answer).toMatchObject({ ok: true, value: expect.stringContaining("hello") });
  });

  it("reaches Gateways that were there before, and keys that are narrowed to it", async () => {
    const { key } = await createKey({ name: "before" });
    expect(await find("spread", key)).toBeUndefined();
    await add("spread");
    await vi.waitFor(async () => expect((await find("spread", key))?.status).toBe("ready"), 20_000);
    const narrowed = await createKey({ servers: ["spread"] });
    expect((await list(narrowed.key)).map(({ name }) => name)).toStrictEqual(["spread"]);
  });

  it("is gone when it is removed, and its name is free again", async () => {
    await add("passing");
    expect((await api("/upstreams/passing", { method: "DELETE" })).status).toBe(204);
    expect(await find("passing")).toBeUndefined();
    const { error } = await execute(client, { code: "await passing.echo({ text: '' })" });
    expect(error?.code).toBe("RUNTIME_ERROR");
    expect((await api("/upstreams/passing", { method: "DELETE" })).status).toBe(404);
    expect((await add("passing")).status).toBe(201);
  });

  it("is not added twice", async () => {
    await add("twice");
    expect(await problemOf(await add("twice", { url: `${origins.modern}/mcp` }))).toMatchObject({
      status: 409,
      detail: expect.stringContaining("DELETE /api/v1/upstreams/twice"),
    });
  });

  it("does not take the place of another one in scripts", async () => {
    await add("two.words");
    const refused = await problemOf(await add("two_words", { url: `${origins.modern}/mcp` }));
    expect(refused).toMatchObject({
      status: 400,
      detail: expect.stringContaining("two_words, which is already the identifier of two.words"),
    });
    const { error } = await execute(client, { code: "await two_words.echo({ text: '' })" });
    expect(error).toBeUndefined();
  });

  it("does not take it at the same moment either", async () => {
    const names = ["same-time", "same_time", "same.time"];
    const answers = await Promise.all(names.map((name) => add(name, { type: "tunnel" })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toStrictEqual([201, 400, 400]);
    expect((await list()).filter(({ name }) => names.includes(name))).toHaveLength(1);
  });

  it("comes after those that were added before it, also in the same millisecond", async () => {
    const names = await runInDurableObject(env.DIRECTORY.getByName("added-order"), (_directory, { storage }) => {
      const table = new UpstreamTable(storage);
      for (const name of ["later", "earlier", "at_last"]) table.add({ name, entry: "{}" }, "admin", 1);
      return table.changes(undefined)?.added.map((one) => one.name);
    });
    expect(names).toEqual(["later", "earlier", "at_last"]);
  });

  it("writes no secret of its entry into the ledger", async () => {
    const added = await add("secretive", {
      url: `${origins.modern}/mcp`,
      headers: { Authorization: "Bearer ${TEST_TOKEN}" },
    });
    expect(added.status, await added.clone().text()).toBe(201);
    const { run } = await execute(client, { code: "await secretive.echo({ text: 't0ken-secret' })" });
    const recorded = await (await api(`/runs/${run}/calls`)).text();
    expect(recorded).toContain("[redacted]");
    expect(recorded).not.toContain("t0ken-secret");
  });
});

describe("switching", () => {
  it("stops the calls of a run that is under way", async () => {
    await add("switched");
    // A call that is in flight at that moment ends, and what became of it is not known; the next one is not sent.
    const code = `
      const failures = [];
      for (let i = 0; i < 400 && failures.length < 2; i++) {
        try { await switched.echo({ text: "go" }); } catch (error) { failures.push(error.message); }
        await sleep(50);
      }
      return failures;`;
    const running = execute(client, { code });
    await vi.waitFor(async () => {
      const { runs } = (await (await api("/runs?limit=1")).json()) as { runs: readonly { calls: number }[] };
      expect(runs[0]?.calls).toBeGreaterThan(0);
    }, 20_000);
    const off = upstreamSchema.parse(await (await change("switched", "disable")).json());
    expect(off).toMatchObject({ status: "disabled", added: true });
    expect(await running).toMatchObject({
      value: [expect.any(String), expect.stringContaining("Nothing more was sent")],
    });
    const on = upstreamSchema.parse(await (await change("switched", "enable")).json());
    expect(on.status).not.toBe("disabled");
    const again = await execute(client, { code: "await switched.echo({ text: 'back' })" });
    expect(again).toMatchObject({ ok: true });
  });

  it.each(["disable", "remove"] as const)("stops the calls of another principal's run: %s", async (how) => {
    const name = `shared_${how}`;
    await add(name);
    const { key } = await createKey({});
    await vi.waitFor(async () => expect((await find(name, key))?.status).toBe("ready"), 20_000);
    const code = `
      for (let i = 0; i < 100; i++) {
        try { await ${name}.echo({ text: "go" }); } catch (error) { return error.message; }
        await sleep(200);
      }
      return "it was never refused";`;
    const running = api("/code/exec", { method: "POST", key, body: { code } });
    await vi.waitFor(async () => {
      const { runs } = (await (await api("/runs?limit=1", { key })).json()) as { runs: readonly { calls: number }[] };
      expect(runs[0]?.calls).toBeGreaterThan(0);
    }, 20_000);
    if (how === "disable") await change(name, "disable");
    else await api(`/upstreams/${name}`, { method: "DELETE" });
    expect(await (await running).json()).toMatchObject({ result: expect.stringContaining("switched off or removed") });
  });

  it.each(["disable", "remove"] as const)("ends a call of another principal that is in flight: %s", async (how) => {
    const name = `flying_${how}`;
    await add(name);
    const { key } = await createKey({});
    await vi.waitFor(async () => expect((await find(name, key))?.status).toBe("ready"), 20_000);
    const code = `try { return await ${name}.slow({ ms: 25000 }); } catch (error) { return "it ended"; }`;
    const running = api("/code/exec", { method: "POST", key, body: { code } });
    await vi.waitFor(async () => {
      const { runs } = (await (await api("/runs?limit=1", { key })).json()) as { runs: readonly { calls: number }[] };
      expect(runs[0]?.calls).toBe(1);
    }, 20_000);
    if (how === "disable") await change(name, "disable");
    else await api(`/upstreams/${name}`, { method: "DELETE" });
    expect(await (await running).json()).toMatchObject({ result: "it ended" });
  });

  it("works for upstreams of gateway.json, which cannot be removed", async () => {
    expect(upstreamSchema.parse(await (await change("annotated", "disable")).json()).status).toBe("disabled");
    const { error } = await execute(client, { code: "await annotated.anything({})" });
    expect(error?.code).toBe("RUNTIME_ERROR");
    const search = await client.callTool({ name: "search_tools", arguments: { query: "list", server: "annotated" } });
    expect(search).toMatchObject({
      content: [{ text: "annotated is switched off. An admin can switch it on again." }],
    });
    expect((await problemOf(await api("/tools?server=annotated"))).detail).toMatch(/^annotated is switched off\./);
    const on = upstreamSchema.parse(await (await change("annotated", "enable")).json());
    expect(on).not.toHaveProperty("added");
    expect((await problemOf(await api("/upstreams/annotated", { method: "DELETE" }))).detail).toContain("gateway.json");
    expect(upstreamSchema.parse(await (await change("annotated", "refresh")).json()).status).toBe("ready");
  });

  it.each(["enable", "disable", "refresh"] as const)("knows no other names to %s", async (action) => {
    expect((await problemOf(await change("no-such-upstream", action))).code).toBe("NOT_FOUND");
  });
});

it.each(["${env:OWNED}", "${input:owned}", "${ OWNED }", "${secret:OWNED}", "{{OWNED}}", "$OWNED"])(
  "a secret of an entry of gateway.json that is not used, written %s, is sent nowhere else",
  (reference) => {
    const parsed = parseGatewayConfig({
      mcpServers: { off: { url: "a.example", headers: { A: `Bearer ${reference}` } } },
    });
    if (!parsed.ok) throw new Error("The configuration is wrong.");
    const secrets = { OWNED: "s3cret-of-another", NAME: "s3cret-of-nobody" } as unknown as Env;
    const check = (secret: string) => {
      const added = { url: "https://mcp.example.com/mcp", headers: { A: `\${${secret}}` } };
      return checkAddedEntry({ name: "added", entry: added }, parsed.config, [], secrets);
    };
    expect(check("OWNED")).toStrictEqual({ ok: false, error: expect.stringContaining("belongs to off") });
    // The message about the other entry has this name.
    expect(check("NAME")).toMatchObject({ ok: true });
  },
);

it("a client secret of gateway.json is sent to the authorization server that gateway.json names, and to no other", () => {
  const url = "https://mcp.example.com/mcp";
  const auth = { type: "client_credentials", clientId: "gateway", clientSecret: "${OWNED}" };
  const tokenUrl = "https://id.example.com/token";
  const issuer = "https://id.example.com";
  const check = (owner: object, added: object) => {
    const mcpServers = { owner: { url, auth: { ...auth, ...owner } } };
    const parsed = parseGatewayConfig({ mcpServers });
    if (!parsed.ok || parsed.problems.length > 0) throw new Error("The configuration is wrong.");
    const given = { url: `${url}/tenant`, auth: { ...auth, ...added } };
    return checkAddedEntry({ name: "added", entry: given }, parsed.config, [], { OWNED: "s3cret" } as unknown as Env);
  };
  const refusal = { ok: false, error: expect.stringContaining("auth.issuer or auth.tokenUrl that owner has there") };
  expect(check({}, {})).toStrictEqual(refusal);
  expect(check({ issuer }, {})).toStrictEqual(refusal);
  expect(check({ issuer }, { issuer: `${issuer}/tenant` })).toStrictEqual(refusal);
  expect(check({ tokenUrl }, { issuer })).toStrictEqual(refusal);
  expect(check({ issuer }, { issuer, tokenUrl: "https://mcp.example.com/token" })).toStrictEqual(refusal);
  expect(check({ issuer }, { issuer })).toMatchObject({ ok: true });
  expect(check({ tokenUrl }, { tokenUrl })).toMatchObject({ ok: true });
});

describe("an entry is refused", () => {
  it.each<{ given: unknown; says: string; name?: string }>([
    { name: "modern", given: entry, says: "gateway.json already has an entry modern" },
    { name: "fetch", given: entry, says: "Choose another name" },
    { name: "-x", given: entry, says: "name" },
    { given: "http://localhost/mcp", says: "entry" },
    { given: { uri: "https://mcp.example.com/mcp" }, says: "uri" },
    { given: { ...entry, haeders: {} }, says: 'Unrecognized key: "haeders". Did you mean "headers"?' },
    { given: { mcpServers: { docs: entry } }, says: "Give only the entry of one server" },
    { given: { command: "npx", args: ["server"] }, says: "isogate tunnel" },
    { given: { type: "local" }, says: "local" },
    { given: { type: "service", binding: "NOT_BOUND" }, says: "NOT_BOUND" },
    { given: { type: "service", binding: "DIRECTORY" }, says: "DIRECTORY" },
    { given: { type: "service", binding: "ASSETS" }, says: "ASSETS" },
    { given: { type: "openapi", spec: "./petstore.yaml" }, says: "file beside gateway.json" },
    { given: { url: "http://10.0.0.1/mcp" }, says: "https" },
    { given: { url: "https://169.254.169.254/mcp" }, says: "public internet" },
    { given: { url: "https://metadata.google.internal/mcp" }, says: "public internet" },
    { given: { url: "https://10.0.0.1.nip.io/mcp" }, says: "may stand for a private address" },
    { given: { url: "https://me:hunter2@mcp.example.com/mcp" }, says: "url" },
    { given: { url: "${TEST_TOKEN}" }, says: "url" },
    { given: { url: "https://${TEST_TOKEN}.example.com/mcp" }, says: "url" },
    { given: { url: "https://mcp.example.com/mcp?api_key=abcd1234efgh" }, says: "looks like a secret" },
    { given: { ...entry, headers: { Authorization: "Bearer abcd1234" } }, says: "headers.Authorization" },
    { given: { ...entry, headers: { "X-Key": "abcd1234efgh" } }, says: "wrangler secret put" },
    {
      given: { ...entry, auth: { type: "client_credentials", clientId: "me", clientSecret: "plain" } },
      says: "auth.clientSecret",
    },
    { given: { ...entry, headers: { "X-Key": "${ISOGATE_ENCRYPTION_KEY}" } }, says: "setting of the gateway" },
    { given: { ...entry, headers: { "X-Key": "${input:isogate-api-key}" } }, says: "setting of the gateway" },
    { given: { ...entry, headers: { "X-Key": "${NOT_SET}" } }, says: "no secret NOT_SET" },
    { given: { ...entry, headers: { "X-Key": "${TEST_TOKEN}" } }, says: "belongs to modern" },
    // Both stand in the address at which a person signs in, which the admin reads.
    ...[{ clientId: "${TEST_TOKEN}" }, { clientId: "me", scope: "read ${TEST_TOKEN}" }].map((texts) => ({
      given: { url: `${origins.modern}/mcp`, auth: { type: "oauth", ...texts } },
      says: "addresses that people see",
    })),
    {
      given: { type: "openapi", spec: `${origins.modern}/openapi.json`, headers: { "X-Key": "${TEST_TOKEN}" } },
      says: "base_url",
    },
    {
      given: { type: "openapi", spec: { openapi: "3.1.0", servers: [{ url: "http://10.0.0.1" }], paths: {} } },
      says: "base_url",
    },
    { given: { type: "openapi", spec: "https://10.0.0.1/openapi.json" }, says: "public internet" },
    {
      given: { ...entry, auth: { type: "oauth", issuer: "https://192.168.0.1" } },
      says: "auth.issuer",
    },
    { given: { type: "openapi", spec: { text: "x".repeat(MAX_ADDED_ENTRY_CHARS) } }, says: "characters of JSON" },
  ])("$given: $says", async ({ name = "refused", given, says }) => {
    const refused = await problemOf(await add(name, given));
    expect(refused).toMatchObject({ status: 400, code: "INVALID_REQUEST", detail: expect.stringContaining(says) });
    expect(refused.detail).not.toMatch(/t0ken-secret|hunter2|abcd1234|Correct or remove/);
  });
});
