/**
 * Two principals, and everything by which one could get at what is the other's: routes, credentials, Durable Objects, what
 * upstreams said, connections, isolates.
 */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { upstreams } from "../support/upstreams.ts";
import type { Client } from "@modelcontextprotocol/client";
import { gatewayOf } from "../../src/rpc/gateway-stub.ts";
import { sha256 } from "../../src/lib/hash.ts";
import { app } from "../../src/http/app.ts";
import { handleOf } from "../../src/runs/results/handle.ts";
import { isolateId } from "../../worker-loader/isolates.ts";
import type { UpstreamStats } from "../fixtures/upstreams/stats.ts";
import { api, createKey, problemOf } from "../support/api.ts";
import { ask, connect, execute, searchText } from "../support/client.ts";
import { OAuthClient, type Tokens } from "../support/oauth.ts";

const ORIGIN = "http://localhost";
const { legacy } = upstreams;

interface Party {
  readonly key: string;
  readonly principal: string;
  readonly id: string;
  readonly tokens: Tokens & { readonly clientId: string };
  readonly mcp: Client;
}

let alice: Party;
let bob: Party;

async function party(name: string): Promise<Party> {
  const { key, principal, id } = await createKey({ name });
  const tokens = await new OAuthClient(ORIGIN, ask).signIn(key);
  return { key, principal, id, tokens, mcp: await connect("modern", { authorization: `Bearer ${key}` }) };
}

beforeAll(async () => {
  [alice, bob] = await Promise.all([party("alice"), party("bob")]);
});

/** Asked before anybody can be known; everything else needs credentials. */
const PUBLIC = [
  /^\/health$/,
  /^\/oauth\//,
  /^\/\.well-known\/oauth-/,
  /^\/dashboard\/(?:assets\/|sign-in$|sign-out$)/,
  /^\/(?:mcp\/|\.well-known\/mcp\/)server-card/,
  /^\/server\.json$/,
];
/** Some that a member's credentials are not enough for; the table of authority.test.ts has all. */
const FOR_ADMINS = [/^\/api\/v1\/keys/, /^\/api\/v1\/principals/];

/** As the router has them, with ids of Bob's for parameters. New routes are held to the same by themselves. */
function routes(): readonly { readonly method: string; readonly path: string }[] {
  const seen = new Map<string, { method: string; path: string }>();
  for (const { method, path } of app.routes) {
    if (path.includes("*")) continue;
    const asked = path.replaceAll(/:[A-Za-z]+(\{[^}]*\})?/g, bob.id);
    for (const one of method === "ALL" ? ["GET", "POST", "DELETE"] : [method]) {
      seen.set(`${one} ${asked}`, { method: one, path: asked });
    }
  }
  return [...seen.values()];
}

function asking(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return ask(new Request(`${ORIGIN}${path}`, { method, headers, ...(method === "POST" && { body: "{}" }) }));
}

describe("every route", () => {
  it("but those of the sign-in refuses wrong credentials", async () => {
    const guarded = routes().filter(({ path }) => !PUBLIC.some((one) => one.test(path)));
    expect(guarded.map(({ path }) => path)).toContain("/api/v1/types");
    const answers = await Promise.all(
      guarded.map(async ({ method, path }, index) => {
        const headers = { authorization: "Bearer wrong", "cf-connecting-ip": `2001:db8:2:${index}::1` };
        return { asked: `${method} ${path}`, status: (await asking(method, path, headers)).status };
      }),
    );
    expect(answers.filter(({ status }) => status !== 401)).toStrictEqual([]);
  });

  it("for admins refuses a member, by key and by token, and changes nothing", async () => {
    const admins = routes().filter(({ path }) => FOR_ADMINS.some((one) => one.test(path)));
    expect(admins.length).toBeGreaterThanOrEqual(4);
    for (const { method, path } of admins) {
      for (const credential of [alice.key, alice.tokens.access_token]) {
        const response = await asking(method, path, { authorization: `Bearer ${credential}` });
        expect(await problemOf(response), `${method} ${path}`).toMatchObject({ status: 403, code: "FORBIDDEN" });
      }
    }
    expect((await api("/types", { key: bob.key })).status).toBe(200);
  });
});

describe("credentials of one", () => {
  it("mean nothing to the other's Gateway", async () => {
    const theirs = gatewayOf(env, bob.principal);
    expect(await theirs.checkKey(alice.id, await sha256(alice.key))).toStrictEqual({ ok: false, reason: "unknown" });
    expect(await theirs.checkKey(bob.id, await sha256(alice.key))).toStrictEqual({ ok: false, reason: "unknown" });
    expect(await theirs.checkToken(ORIGIN, alice.tokens.access_token)).toStrictEqual({ ok: false });
  });

  it("are not exchanged by a request that exchanges the other's", async () => {
    const client = new OAuthClient(ORIGIN, ask);
    const response = await client.token({
      grant_type: "refresh_token",
      client_id: bob.tokens.clientId,
      code: alice.tokens.refresh_token,
      refresh_token: bob.tokens.refresh_token,
    });
    const renewed = await response.json<Tokens>();
    const [principal] = bob.tokens.access_token.split(":");
    expect(renewed.access_token.split(":")[0]).toBe(principal);
    expect((await api("/types", { key: alice.tokens.access_token })).status).toBe(200);
    expect((await client.refresh(alice.tokens.clientId, alice.tokens.refresh_token)).status).toBe(200);
  });

  it("are not listed with what makes them work, also for admins", async () => {
    const listed = await (await api("/keys")).text();
    for (const { key, tokens } of [alice, bob]) {
      for (const secret of [key, key.split("_")[3] ?? "", tokens.access_token, await sha256(key)]) {
        expect(listed).not.toContain(secret);
      }
    }
  });
});

describe("what one does", () => {
  it("does not show in the other's catalog", async () => {
    const look = ({ mcp }: Party) => searchText(mcp, { query: "annotated.plain", detail: "signatures" });
    const before = await look(bob);
    expect(await execute(alice.mcp, { code: "await annotated.plain({})" })).toMatchObject({ value: "plain done" });
    // Alice has seen what the tool answers, so her SDK says so; Bob's does not.
    expect(await look(alice)).not.toBe(before);
    expect(await look(bob)).toBe(before);
  });

  it("goes to upstreams over connections of its own", async () => {
    await fetch(`${legacy}/reset`);
    const newcomers = await Promise.all([party("dave"), party("erin")]);
    const code = "await legacy_tools.echo({ text: 'x' })";
    for (const { mcp } of newcomers) expect(await execute(mcp, { code })).toMatchObject({ value: "x" });
    const { methods } = await (await fetch(`${legacy}/stats`)).json<UpstreamStats>();
    expect(methods.filter((method) => method === "initialize")).toHaveLength(2);
  });

  it("runs in isolates of its own, also when both run the same script", async () => {
    expect(await isolateId(alice.principal, "the same")).not.toBe(await isolateId(bob.principal, "the same"));
    const code = "globalThis.left ??= []; globalThis.left.push(1); globalThis.left.length";
    const counts = await Promise.all([alice, bob, alice, bob].map(({ mcp }) => execute(mcp, { code })));
    expect(new Set(counts.map(({ value, error }) => value ?? error?.code)).size).toBe(1);
  });
});

describe("runs, handles and stored values of one", () => {
  let run: string;
  let handle: string;
  beforeAll(async () => {
    const code = "await modern.echo({ text: 'of alice' }); await store.put('note', 'of alice'); 'x'.repeat(100000)";
    const ended = await execute(alice.mcp, { code });
    run = ended.run;
    handle = handleOf(run);
  });

  /** Every route that names a run, for this one. */
  const runRoutes = () =>
    app.routes
      .filter(({ path }) => path.includes("/runs/:id"))
      .map(({ method, path }) => ({ method, path: path.replace(":id", run).replace(":number", "1") }));

  it("are there for their owner", async () => {
    const read = { code: "(await results.read(input, { offset: 0, limit: 1 })).length > 0", input: handle };
    expect(await execute(alice.mcp, read)).toMatchObject({ ok: true });
    const response = await asking("GET", `/api/v1/runs/${run}`, { authorization: `Bearer ${alice.key}` });
    expect(response.status).toBe(200);
    expect(await execute(alice.mcp, { code: "await store.get('note')" })).toMatchObject({ value: "of alice" });
  });

  it("are not there for the other, on any route, also for an admin's runs", async () => {
    const { key: admin } = await createKey({ name: "admin", role: "admin" });
    expect(runRoutes().length).toBeGreaterThanOrEqual(7);
    for (const { method, path } of runRoutes()) {
      for (const key of [bob.key, bob.tokens.access_token, admin]) {
        const response = await asking(method, path, {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
        });
        expect(response.status, `${method} ${path}`).toBe(404);
        expect(await response.text()).not.toContain("of alice");
      }
    }
    for (const path of ["/api/v1/runs", "/api/v1/runs/export", "/api/v1/usage"]) {
      const text = await (await asking("GET", path, { authorization: `Bearer ${bob.key}` })).text();
      expect(text, path).not.toContain(run);
    }
  });

  it("cannot be read by a script of the other", async () => {
    expect(await execute(bob.mcp, { code: "await results.read(input)", input: handle })).toMatchObject({ ok: false });
    expect(await execute(bob.mcp, { code: "await store.get('note')" })).toMatchObject({ value: null });
  });
});

describe("saved scripts and schedules of one", () => {
  const NAMED = { scripts: "of_alice", schedules: "every_alice" };
  const CREATED = [
    { path: "/scripts", body: { name: NAMED.scripts, code: "'of alice'", expose: "tool" } },
    { path: "/schedules", body: { name: NAMED.schedules, schedule: "every 15 minutes", code: "'of alice'" } },
  ];
  beforeAll(async () => {
    for (const { path, body } of CREATED) {
      await api(path, { method: "POST", key: alice.key, body });
    }
  });

  /** Every route that names one, for alice's. */
  const namedRoutes = () =>
    app.routes.flatMap(({ method, path }) => {
      const area = /\/(scripts|schedules)\/:name/.exec(path)?.[1] as keyof typeof NAMED | undefined;
      return area === undefined ? [] : [{ method, path: path.replace(":name", NAMED[area]) }];
    });

  it("are there for their owner", async () => {
    expect(await execute(alice.mcp, { script: NAMED.scripts })).toMatchObject({ value: "of alice" });
    expect((await api(`/schedules/${NAMED.schedules}`, { key: alice.key })).status).toBe(200);
  });

  it("are not there for the other, on any route, nor by name", async () => {
    expect(namedRoutes().length).toBeGreaterThanOrEqual(7);
    const { key: admin } = await createKey({ name: "admin", role: "admin" });
    for (const { method, path } of namedRoutes()) {
      for (const key of [bob.key, bob.tokens.access_token, admin]) {
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
        const response = await asking(method, path, headers);
        expect(response.status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
        expect(await response.text()).not.toContain("of alice");
      }
    }
    expect(await execute(bob.mcp, { script: NAMED.scripts })).toMatchObject({ ok: false });
    expect(await execute(bob.mcp, { code: `await scripts.${NAMED.scripts}()` })).toMatchObject({ ok: false });
    const { tools } = await bob.mcp.listTools();
    expect(tools.map(({ name }) => name)).not.toContain(NAMED.scripts);
    expect((await api(`/schedules/${NAMED.schedules}`, { key: alice.key })).status).toBe(200);
    expect(await execute(alice.mcp, { script: NAMED.scripts })).toMatchObject({ value: "of alice" });
  });
});

it("removing one leaves the other", async () => {
  const carol = await party("carol");
  expect((await api(`/principals/${carol.principal}`, { method: "DELETE" })).status).toBe(204);
  for (const credential of [carol.key, carol.tokens.access_token]) {
    expect((await api("/types", { key: credential })).status).toBe(401);
  }
  expect((await new OAuthClient(ORIGIN, ask).refresh(carol.tokens.clientId, carol.tokens.refresh_token)).status).toBe(
    400,
  );
  for (const { key, tokens } of [alice, bob]) {
    for (const credential of [key, tokens.access_token]) {
      expect((await api("/types", { key: credential })).status).toBe(200);
    }
  }
});
