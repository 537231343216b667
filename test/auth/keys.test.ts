/** API keys over `/api/v1/keys`: created once, checked by their principal's Gateway, narrowed, revoked. */
import { keyListSchema, type Key } from "../../src/contract/keys.ts";
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { upstreams } from "../support/upstreams.ts";
import type { Env } from "../../src/config/env.ts";
import { Directory } from "../../src/directory/directory.ts";
import { directoryOf, type DirectoryStub } from "../../src/rpc/directory-stub.ts";
import type { UpstreamStats } from "../fixtures/upstreams/stats.ts";
import { api, createKey, problemOf } from "../support/api.ts";
import { ask, connect, execute } from "../support/client.ts";

const SETUP = "setup-token-of-the-tests";
const { modern } = upstreams;

async function listed(key?: string): Promise<readonly Key[]> {
  const response = await api("/keys", key === undefined ? {} : { key });
  return keyListSchema.parse(await response.json()).keys;
}

async function signInPage(): Promise<string> {
  return (await ask(new Request("http://localhost/dashboard/sign-in?again=1"))).text();
}

describe("the setup token", () => {
  const first = { name: "first", role: "admin" };
  const command = "npx isogate keys create me --setup-token SETUP_TOKEN --url http://localhost";

  it("is named by the sign-in page while there is no key", async () => {
    expect(await signInPage()).toContain(command);
  });

  it.each([
    { given: { method: "GET", path: "/keys" }, want: 403 },
    { given: { method: "GET", path: "/types" }, want: 403 },
    { given: { method: "DELETE", path: "/keys/k0" }, want: 403 },
    { given: { method: "POST", path: "/keys", body: { name: "x" } }, want: 400 },
    { given: { method: "POST", path: "/keys", body: { ...first, access: "read" } }, want: 400 },
    { given: { method: "POST", path: "/keys", body: { ...first, servers: ["notes"] } }, want: 400 },
    { given: { method: "POST", path: "/keys", body: { ...first, principal: "local" } }, want: 400 },
  ] as const)("is good for nothing but the first admin key: $given", async ({ given, want }) => {
    const { path, ...rest } = given;
    const response = await api(path, { ...rest, key: SETUP });
    expect((await problemOf(response)).status).toBe(want);
  });

  it("creates one admin key, once, even when it is presented twice at the same time", async () => {
    const asked = () => api("/keys", { method: "POST", body: first, key: SETUP });
    const both = await Promise.all([asked(), asked()]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toStrictEqual([201, 409]);
    const created = (await both.find(({ status }) => status === 201)?.json()) as Key & { key: string };
    expect(created).toMatchObject({ role: "admin", access: "destructive", servers: "all", created_by: "setup" });
    expect((await api("/keys", { key: created.key })).status).toBe(200);
    expect((await problemOf(await asked())).code).toBe("CONFLICT");
    // Also when no admin key is left: a token is spent, whoever finds it later in a shell history.
    expect((await api(`/keys/${created.id}`, { method: "DELETE" })).status).toBe(204);
    expect((await problemOf(await asked())).code).toBe("CONFLICT");
  });

  it("is not named by the sign-in page any more when there is a key", async () => {
    await createKey({ role: "admin" });
    const page = await signInPage();
    expect(page).toContain("Key of this gateway");
    expect(page).not.toContain(command);
  });

  it.each([
    { given: "a full admin key", asked: { role: "admin" }, want: true },
    { given: "an admin key that is held to servers", asked: { role: "admin", servers: ["notes"] }, want: false },
    { given: "an admin key that may read", asked: { role: "admin", access: "read" }, want: false },
    { given: "a member's key", asked: { role: "member" }, want: false },
  ] as const)("is of no use while there is $given: $want", async ({ given, asked, want }) => {
    // Of a Directory of its own: the one of the gateway under test has keys of every kind.
    const full = { servers: "all", level: "destructive" } as const;
    const directory = env.DIRECTORY.getByName(`setup ${given}`) as unknown as DirectoryStub;
    const { role } = asked;
    const level = "access" in asked ? asked.access : full.level;
    const access = { servers: "servers" in asked ? asked.servers : full.servers, level };
    expect(await directory.createKey({ name: "x", role, access, createdBy: "test" })).toMatchObject({ ok: true });
    const another = await directory.createFirstKey(
      { name: "x", role: "admin", access: full, createdBy: "setup" },
      given,
    );
    expect(another.ok).toBe(!want);
  });
});

describe("a key whose making fails", () => {
  const access = { servers: "all", level: "destructive" } as const;
  const request = { name: "x", role: "admin", access, createdBy: "setup" } as const;

  interface Stage {
    readonly directory: Directory;
    /** What the Gateway does when it is given a key. */
    readonly gateway: { acceptKey: () => Promise<void> };
    /** The Directory as it is after a crash. */
    readonly restart: () => Directory;
  }

  const inDirectory = (name: string, work: (stage: Stage) => Promise<void>): Promise<void> =>
    runInDurableObject(env.DIRECTORY.getByName(name), async (_directory, state) => {
      const gateway = { acceptKey: () => Promise.resolve() };
      const failing = { ...env, GATEWAY: { getByName: () => gateway } } as unknown as Env;
      const restart = () => new Directory(state, failing);
      await work({ directory: restart(), gateway, restart });
    });

  const FAILED = () => Promise.reject(new Error("The Gateway failed."));
  const HUNG = () => new Promise<void>(() => undefined);

  it("leaves none behind, and the setup token works again", () =>
    inDirectory("failed setup", async ({ directory, gateway }) => {
      gateway.acceptKey = FAILED;
      await expect(directory.createFirstKey(request, "token")).rejects.toThrow("The Gateway failed.");
      await expect(directory.createKey(request)).rejects.toThrow("The Gateway failed.");
      expect([directory.keys(), directory.principals()]).toStrictEqual([[], []]);
      gateway.acceptKey = () => Promise.resolve();
      expect(await directory.createFirstKey(request, "token")).toMatchObject({ ok: true });
      for (const token of ["token", "another"])
        expect(await directory.createFirstKey(request, token)).toMatchObject({ ok: false });
      expect(directory.keys()).toHaveLength(1);
    }));

  it("keeps the principal that another key has", () =>
    inDirectory("failed second key", async ({ directory, gateway }) => {
      const first = await directory.createKey(request);
      const principal = first.ok ? first.key.principal : "";
      gateway.acceptKey = FAILED;
      await expect(directory.createKey({ ...request, principal })).rejects.toThrow("The Gateway failed.");
      expect([directory.keys().length, directory.principals().length]).toStrictEqual([1, 1]);
    }));

  it("leaves none behind when the Directory is lost meanwhile, and makes no second admin until then", () =>
    inDirectory("lost setup", async ({ directory, gateway, restart }) => {
      gateway.acceptKey = HUNG;
      void directory.createFirstKey(request, "token");
      for (const token of ["token", "another"])
        expect(await directory.createFirstKey(request, token)).toMatchObject({ ok: false });
      await expect.poll(() => directory.keys().length).toBe(1);
      gateway.acceptKey = () => Promise.resolve();
      const next = restart();
      expect([next.keys(), next.principals()]).toStrictEqual([[], []]);
      expect(await next.createFirstKey(request, "token")).toMatchObject({ ok: true });
      expect(next.keys()).toHaveLength(1);
    }));
});

describe("a key", () => {
  it("is shown once, and only its hash is stored", async () => {
    const { key, ...record } = await createKey({ name: "once" });
    expect(JSON.stringify(await listed())).not.toContain(key);
    expect((await listed()).find(({ id }) => id === record.id)).toStrictEqual(record);
    const secret = key.split("_")[3] ?? "";
    for (const stub of [env.DIRECTORY.getByName("directory"), env.GATEWAY.getByName(record.principal)]) {
      const rows = await runInDurableObject(stub, (_object, { storage }) =>
        storage.sql
          .exec<{ name: string }>(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
          )
          .toArray()
          .flatMap(({ name }) => storage.sql.exec(`SELECT * FROM "${name}"`).toArray()),
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });

  it("lets in as a principal of its own, as bearer and as X-API-Key", async () => {
    const { key, principal, id } = await createKey({ name: "own" });
    expect(principal).toBe(id);
    expect((await api("/types", { key })).status).toBe(200);
    expect((await api("/types", { headers: { "x-api-key": key } })).status).toBe(200);
    const client = await connect("modern", { authorization: `Bearer ${key}` });
    expect(await execute(client, { code: "6 * 7" })).toMatchObject({ value: 42 });
    await client.close();
  });

  it("can be made for a principal that exists, and for no other", async () => {
    const old = await createKey({ name: "old" });
    const next = await createKey({ name: "next", principal: old.principal });
    expect(next.principal).toBe(old.principal);
    expect((await api("/types", { key: next.key })).status).toBe(200);
    const response = await api("/keys", { method: "POST", body: { name: "x", principal: "nobody" } });
    expect((await problemOf(response)).status).toBe(400);
  });

  it("for somebody who signs in by themselves is made by nobody else", async () => {
    await directoryOf(env).notePrincipal({ id: "u1", kind: "oidc", label: "alice@example.com" });
    const response = await api("/keys", { method: "POST", body: { name: "x", role: "admin", principal: "u1" } });
    expect(await problemOf(response)).toMatchObject({ status: 403, code: "FORBIDDEN" });
    // The open gateway's own principal is "local".
    expect((await createKey({ name: "mine", principal: "local" })).principal).toBe("local");
  });

  it("has its last use recorded", async () => {
    const { key, id } = await createKey({ name: "used" });
    const lastUse = async () => (await listed()).find((one) => one.id === id)?.last_used;
    expect(await lastUse()).toBeNull();
    await api("/types", { key });
    await expect.poll(lastUse).toEqual(expect.stringMatching(/^20\d\d-/));
  });

  it("expires", async () => {
    const { key, id, principal } = await createKey({ name: "brief", expires: "1m" });
    expect((await api("/types", { key })).status).toBe(200);
    await runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage }) => {
      storage.sql.exec("UPDATE access_key SET expires_at = ? WHERE id = ?", Date.now() - 1, id);
    });
    expect((await problemOf(await api("/types", { key }))).detail).toContain("expired");
  });

  it("that is revoked is refused at the next request, and runs in flight end", async () => {
    const { key, id } = await createKey({ name: "revoked" });
    const client = await connect("modern", { authorization: `Bearer ${key}` });
    await fetch(`${modern}/reset`);
    const code = "try { await modern.slow({ ms: 30000 }) } catch {} ; await sleep(20000); 'went on'";
    const running = execute(client, { code });
    const stats = async () => (await fetch(`${modern}/stats`)).json<UpstreamStats>();
    await expect.poll(async () => (await stats()).slowStarted, { timeout: 5_000 }).toBe(1);
    expect((await api(`/keys/${id}`, { method: "DELETE" })).status).toBe(204);
    expect(await running).toMatchObject({
      ok: false,
      error: { code: "CANCELLED", message: expect.stringContaining("revoked") },
    });
    await expect.poll(async () => (await stats()).slowCancelled).toBe(1);
    expect((await api("/types", { key })).status).toBe(401);
    expect((await api(`/keys/${id}`, { method: "DELETE" })).status).toBe(404);
    expect((await listed()).map((one) => one.id)).not.toContain(id);
  });
});

describe("POST /api/v1/keys", () => {
  it.each([
    { given: "{", want: /not JSON/ },
    { given: {}, want: /^body\.name:/ },
    { given: { name: "" }, want: /^body\.name:/ },
    { given: { name: "x", role: "owner" }, want: /^body\.role:/ },
    { given: { name: "x", access: "admin" }, want: /^body\.access:/ },
    { given: { name: "x", servers: [] }, want: /^body\.servers:/ },
    { given: { name: "x", servers: "notes" }, want: /^body\.servers:/ },
    { given: { name: "x", servers: ["note"] }, want: /^body\.servers: .*Did you mean notes/ },
    { given: { name: "x", expires: "soon" }, want: /^body\.expires:/ },
    { given: { name: "x", expires: "0d" }, want: /^body\.expires:/ },
    { given: { name: "x", expires: "2020-01-01T00:00:00Z" }, want: /^body\.expires:/ },
    { given: { name: "x", scope: "all" }, want: /scope/ },
    { given: [], want: /^body:/ },
    { given: "null", want: /^body:/ },
    { given: '"x"', want: /^body:/ },
    { given: '{"name":"x","__proto__":{"role":"admin"}}', want: /__proto__/ },
    { given: { name: "x", principal: "../owner" }, want: /^body\.principal:/ },
  ])("refuses $given", async ({ given, want }) => {
    const response = await api("/keys", { method: "POST", body: given });
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status: 400, code: "INVALID_REQUEST" });
    expect(problem.detail).toMatch(want);
  });

  it("is kept in no cache, like all that is answered here", async () => {
    const setup = await api("/keys", { method: "POST", body: { name: "x" }, key: SETUP });
    for (const response of [await api("/keys"), setup, await api("/keys", { key: "wrong" })]) {
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  it.each(["/keys?limit=1", "/principals?id=x"])("GET %s takes no parameters", async (path) => {
    expect(await problemOf(await api(path))).toMatchObject({ status: 400, code: "INVALID_REQUEST" });
  });

  it("refuses a body that is too large", async () => {
    const response = await api("/keys", { method: "POST", body: { name: "x".repeat(8_400_000) } });
    expect(await problemOf(response)).toMatchObject({ status: 413 });
  });

  it("is for admins, and a narrowed admin cannot create a wider key", async () => {
    const member = await createKey({ name: "member" });
    const narrowed = await createKey({ name: "narrowed", role: "admin", access: "read" });
    const wider = { name: "wider", role: "admin" };
    for (const { key } of [member, narrowed]) {
      const response = await api("/keys", { method: "POST", body: wider, key });
      expect(await problemOf(response)).toMatchObject({ status: 403, code: "FORBIDDEN" });
    }
    expect((await api("/keys", { key: member.key })).status).toBe(403);
    expect((await api(`/keys/${narrowed.id}`, { method: "DELETE", key: member.key })).status).toBe(403);
    expect((await api("/principals", { key: member.key })).status).toBe(403);
  });
});

describe("a principal that nobody created", () => {
  const isListed = async (): Promise<boolean> =>
    (await api("/principals")).text().then((text) => text.includes('"local"'));

  it("is listed again when it goes on after its removal", async () => {
    const { key } = await createKey({ name: "remover", role: "admin" });
    await expect.poll(isListed).toBe(true);
    expect((await api("/principals/local", { method: "DELETE", key })).status).toBe(204);
    await expect.poll(isListed).toBe(true);
  });

  it("is listed again a minute after its removal in another isolate", async () => {
    await expect.poll(isListed).toBe(true);
    await directoryOf(env).removePrincipal("local");
    expect(await isListed()).toBe(false);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    try {
      await expect.poll(isListed).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
