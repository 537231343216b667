/**
 * What every route takes: a route that is not in this table fails the test, so that none is added without a decision. The rule is in
 * src/auth/principal.ts.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { app } from "../../src/http/app.ts";
import { api, createKey, problemOf, type ApiRequest } from "../support/api.ts";
import { ask } from "../support/client.ts";
import { OAuthClient } from "../support/oauth.ts";

/**
 * check: no route, but what stands in front of some · open: no credentials · any: some · covers: some, that reach as far as what is changed · full: some that are not narrowed ·
 * admin: an admin's that are not narrowed
 */
const DECISIONS: Readonly<Record<string, "check" | "open" | "any" | "covers" | "full" | "admin">> = {
  "ALL /*": "check",
  "ALL /.well-known/oauth-authorization-server": "check",
  "ALL /.well-known/oauth-protected-resource/*": "check",
  "ALL /api/*": "check",
  "ALL /dashboard/*": "check",
  "ALL /dashboard/assets/*": "check",
  "ALL /oauth/*": "check",
  "ALL /oauth/upstream/*": "check",
  "GET /health": "open",
  "GET /mcp/server-card": "open",
  "GET /.well-known/mcp/server-card": "open",
  "GET /.well-known/mcp/server-card.json": "open",
  "GET /server.json": "open",
  "GET /.well-known/oauth-authorization-server": "open",
  "GET /.well-known/oauth-protected-resource": "open",
  "GET /.well-known/oauth-protected-resource/mcp": "open",
  "GET /oauth/authorize": "open",
  "POST /oauth/authorize": "open",
  "GET /oauth/callback": "open",
  "POST /oauth/register": "open",
  "POST /oauth/sign-in": "open",
  "POST /oauth/token": "open",
  "GET /oauth/upstream/:server/client.json": "open",
  "GET /oauth/upstream/:server/start": "open",
  "POST /oauth/upstream/:server/start": "open",
  "GET /oauth/upstream/:server/callback": "open",
  "GET /dashboard/assets/:name": "open",
  "GET /dashboard/sign-in": "open",
  "POST /dashboard/sign-in": "open",
  "POST /dashboard/sign-out": "open",
  "GET /": "any",
  "GET /dashboard/*": "any",
  "GET /dashboard/session": "any",
  "GET /mcp": "any",
  "GET /tunnel": "covers",
  "ALL /mcp": "any",
  "ALL /api/v1/codemode/mcp/*": "any",
  "POST /api/v1/keys": "admin",
  "GET /api/v1/keys": "admin",
  "DELETE /api/v1/keys/:id": "admin",
  "GET /api/v1/principals": "admin",
  "DELETE /api/v1/principals/:id": "admin",
  "GET /api/v1/principals/:id/runs": "admin",
  "POST /api/v1/code/exec": "any",
  "POST /api/v1/tools/:server/:tool": "any",
  "GET /api/v1/doctor": "admin",
  "GET /api/v1/pins": "admin",
  "POST /api/v1/pins/:server/:tool": "admin",
  "GET /api/v1/policy": "admin",
  "POST /api/v1/policy/validate": "any",
  "POST /api/v1/policy/explain": "admin",
  "POST /api/v1/policy/suggest": "admin",
  "POST /api/v1/policy/test": "admin",
  "GET /api/v1/runs": "any",
  "GET /api/v1/runs/stream": "any",
  "GET /api/v1/runs/export": "any",
  "GET /api/v1/runs/:id": "any",
  "GET /api/v1/runs/:id/calls": "any",
  "GET /api/v1/runs/:id/calls/:number": "any",
  "GET /api/v1/runs/:id/logs": "any",
  "GET /api/v1/runs/:id/origins": "any",
  "GET /api/v1/runs/:id/value": "any",
  "GET /api/v1/runs/:id/stream": "any",
  "POST /api/v1/runs/:id/cancel": "covers",
  "POST /api/v1/runs/:id/replay": "any",
  "GET /api/v1/approvals": "any",
  "POST /api/v1/approvals/:id": "covers",
  "DELETE /api/v1/approvals/:id": "full",
  "GET /api/v1/packages": "any",
  "DELETE /api/v1/packages/approved/:id": "full",
  "GET /approve/:ticket": "covers",
  "POST /approve/:ticket": "covers",
  "GET /api/v1/scripts": "any",
  "GET /api/v1/code/scripts": "any",
  "POST /api/v1/scripts": "full",
  "GET /api/v1/scripts/:name": "any",
  "PATCH /api/v1/scripts/:name": "full",
  "DELETE /api/v1/scripts/:name": "full",
  "GET /api/v1/files": "any",
  "GET /api/v1/files/:name": "any",
  "DELETE /api/v1/files/:name": "any",
  "GET /api/v1/schedules": "any",
  "POST /api/v1/schedules": "covers",
  "GET /api/v1/schedules/:name": "any",
  "PATCH /api/v1/schedules/:name": "covers",
  "POST /api/v1/schedules/validate": "any",
  "GET /api/v1/schedules/:name/executions": "any",
  "POST /api/v1/schedules/:name/run": "covers",
  "DELETE /api/v1/schedules/:name": "covers",
  "GET /api/v1/search": "any",
  "GET /api/v1/tools": "any",
  "GET /api/v1/types": "any",
  "GET /api/v1/upstreams": "any",
  "POST /api/v1/upstreams": "admin",
  "DELETE /api/v1/upstreams/:name": "admin",
  "POST /api/v1/upstreams/:name/disable": "admin",
  "POST /api/v1/upstreams/:name/enable": "admin",
  "POST /api/v1/upstreams/:name/refresh": "admin",
  "POST /api/v1/upstreams/:name/connect": "covers",
  "POST /api/v1/upstreams/:name/disconnect": "full",
  "GET /api/v1/usage": "any",
  "GET /api/v1/health": "any",
  "GET /api/v1/openapi.json": "any",
  "ALL /api/v1/*": "any",
};

const routes = (): string[] => {
  return [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))];
};

it("of every route it is decided what it takes", () => {
  const advice = "Every route has a row in DECISIONS of this file, which says what it takes, and no row is left over.";
  expect(routes().toSorted(), advice).toStrictEqual(Object.keys(DECISIONS).toSorted());
});

describe("under /api/v1", () => {
  const credentials: Record<string, { readonly key: string; readonly enoughFor: readonly string[] }> = {};
  const [any, full, admin] = [["any"], ["any", "full"], ["any", "full", "admin"]];

  beforeAll(async () => {
    const boss = await createKey({ role: "admin" });
    const { key: member } = await createKey({ role: "member" });
    const token = async (key: string, scopes: readonly string[]) =>
      (await new OAuthClient("http://localhost", ask).signIn(key, scopes)).access_token;
    Object.assign(credentials, {
      "an admin": { key: boss.key, enoughFor: admin },
      "a member": { key: member, enoughFor: full },
      "an admin held to servers": {
        key: (await createKey({ role: "admin", servers: ["notes"] })).key,
        enoughFor: any,
      },
      "an admin who may read": { key: (await createKey({ role: "admin", access: "read" })).key, enoughFor: any },
      "an admin who may write": { key: (await createKey({ role: "admin", access: "write" })).key, enoughFor: any },
      "a token to read": { key: await token(boss.key, ["read"]), enoughFor: any },
      "a token to write": { key: await token(boss.key, ["read", "write"]), enoughFor: full },
      "a token for everything": { key: await token(boss.key, ["read", "write", "admin"]), enoughFor: admin },
      "a member's token for everything": { key: await token(member, ["read", "write", "admin"]), enoughFor: full },
    });
  });

  const decided = Object.entries(DECISIONS).filter(
    ([route, decision]) =>
      route.includes("/api/v1/") && !route.endsWith("/stream") && decision !== "covers" && decision !== "check",
  );
  // Every principal's first look at a catalog waits for the upstreams.
  it.each(decided)("%s is for %s", { timeout: 20_000 }, async (route, decision) => {
    const [method, path = ""] = route.replace("ALL", "GET").split(" ");
    const asked = path.replace("/api/v1", "").replaceAll(/:\w+|\*/g, "x1");
    const body = method === "POST" || method === "PATCH" ? "no JSON" : undefined;
    for (const [who, { key, enoughFor }] of Object.entries(credentials)) {
      const { status } = await api(asked, { method: method as NonNullable<ApiRequest["method"]>, body, key });
      expect(status === 403, `${who}: ${status}`).toBe(!enoughFor.includes(decision));
    }
  });

  it("a token that lacks a scope is told which", async () => {
    const key = credentials["a token to read"]?.key ?? "";
    for (const [path, scope] of [
      ["/scripts/x", "read write"],
      ["/keys/x", "read write admin"],
    ] as const) {
      const { headers } = await api(path, { method: "DELETE", key });
      expect(headers.get("www-authenticate")).toContain(`error="insufficient_scope", scope="${scope}"`);
    }
  });
});

describe("of one principal", () => {
  const schedule = { name: "tidy", schedule: "every day", code: "1" };
  let keys: Record<"full" | "read" | "write" | "notes", string>;

  beforeAll(async () => {
    const { key: full, principal } = await createKey({ name: "full" });
    const narrowed = async (asked: object) => (await createKey({ principal, ...asked })).key;
    keys = {
      full,
      read: await narrowed({ access: "read" }),
      write: await narrowed({ access: "write" }),
      notes: await narrowed({ servers: ["notes"], access: "write" }),
    };
  });

  async function changes(name: string, key: string): Promise<Record<string, number>> {
    return {
      replace: (await api("/schedules", { method: "POST", body: { ...schedule, name }, key })).status,
      pause: (await api(`/schedules/${name}`, { method: "PATCH", body: { active: false }, key })).status,
      resume: (await api(`/schedules/${name}`, { method: "PATCH", body: { active: true }, key })).status,
      retime: (await api(`/schedules/${name}`, { method: "PATCH", body: { schedule: "every hour" }, key })).status,
      feed: (await api(`/schedules/${name}`, { method: "PATCH", body: { input: { n: 1 } }, key })).status,
      run: (await api(`/schedules/${name}/run`, { method: "POST", key })).status,
      remove: (await api(`/schedules/${name}`, { method: "DELETE", key })).status,
    };
  }
  const REFUSED = { replace: 403, pause: 403, resume: 403, retime: 403, feed: 403, run: 403, remove: 403 };
  const DONE = { replace: 201, pause: 200, resume: 200, retime: 200, feed: 200, run: 202, remove: 204 };

  it.each([
    { maker: "full", asker: "read", want: REFUSED },
    { maker: "full", asker: "write", want: REFUSED },
    { maker: "full", asker: "notes", want: REFUSED },
    { maker: "write", asker: "read", want: REFUSED },
    { maker: "write", asker: "notes", want: REFUSED },
    { maker: "read", asker: "notes", want: REFUSED },
    { maker: "notes", asker: "read", want: REFUSED },
    { maker: "notes", asker: "notes", want: DONE },
    { maker: "notes", asker: "write", want: DONE },
    { maker: "read", asker: "write", want: DONE },
    { maker: "write", asker: "full", want: DONE },
  ] as const)("a schedule made with $maker and changed with $asker", async ({ maker, asker, want }) => {
    const name = `${maker} ${asker}`;
    const made = await api("/schedules", { method: "POST", body: { ...schedule, name }, key: keys[maker] });
    expect(made.status).toBe(201);
    expect(await changes(name, keys[asker])).toStrictEqual(want);
  });

  it("a schedule keeps the access that its code was given when another key changes its time", async () => {
    const made = { name: "kept", schedule: "every day", code: "await modern.echo({ text: 'x' })" };
    expect((await api("/schedules", { method: "POST", body: made, key: keys.notes })).status).toBe(201);
    const changed = await api("/schedules/kept", {
      method: "PATCH",
      body: { schedule: "every 2 days" },
      key: keys.full,
    });
    expect(changed.status).toBe(200);
    expect((await api("/schedules/kept/run", { method: "POST", key: keys.full })).status).toBe(202);
    const read = async (): Promise<unknown> => (await api("/schedules/kept", { key: keys.full })).json();
    await expect
      .poll(read)
      .toMatchObject({ schedule: "every 2 days", last: { ok: false, code: "SERVER_NOT_ALLOWED" } });
  });

  it("a schedule is changed by a script as by whoever runs it, and by none that is held to some servers", async () => {
    await api("/schedules", { method: "POST", body: schedule, key: keys.full });
    const run = async (code: string, key: string, options = {}) =>
      (await api("/code/exec", { method: "POST", body: { code, options }, key })).json<object>();
    for (const change of ["pause", "resume", "remove", "trigger"]) {
      const code = `await schedule.${change}("tidy")`;
      const says = { ok: false, error: { message: expect.stringContaining("restricted") } };
      expect(await run(code, keys.read), change).toMatchObject(says);
      const held = await run(code, keys.full, { allowed_servers: ["notes"] });
      expect(held, change).toMatchObject({ ok: false, error: { message: expect.stringContaining("allowed_servers") } });
    }
    for (const code of [
      `await schedule.create(${JSON.stringify(schedule)})`,
      'await schedule.update("tidy", { schedule: "every hour" })',
      'await schedule.update("tidy", { input: { n: 1 } })',
    ]) {
      expect(await run(code, keys.read), code).toMatchObject({ ok: false });
    }
    expect(await (await api("/schedules/tidy", { key: keys.full })).json()).toMatchObject({ schedule: "every day" });
    expect(await run('await schedule.remove("tidy")', keys.full)).toMatchObject({ ok: true });
  });

  it("a run is cancelled by what reaches as far", async () => {
    const running = api("/code/exec", { method: "POST", body: { code: "await sleep(20_000)" }, key: keys.full });
    let id = "";
    await expect
      .poll(async () => {
        const { runs } = await (
          await api("/runs?outcome=running", { key: keys.read })
        ).json<{ runs: { id: string }[] }>();
        id = runs[0]?.id ?? "";
        return id;
      })
      .not.toBe("");
    const cancel = (key: string) => api(`/runs/${id}/cancel`, { method: "POST", key });
    expect(await problemOf(await cancel(keys.write))).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect((await cancel(keys.full)).status).toBe(202);
    expect(await (await running).json()).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
  });
});
