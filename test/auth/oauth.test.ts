/** OAuth over HTTP: metadata, registration, sign-in with an API key, tokens, their renewal and their end. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { Grants } from "../../src/auth/authorization-server/grants.ts";
import type { Records } from "../../src/auth/authorization-server/records.ts";
import { RecordTable } from "../../src/auth/record-table.ts";
import type { Env } from "../../src/config/env.ts";
import { directoryOf } from "../../src/rpc/directory-stub.ts";
import { upstreams } from "../support/upstreams.ts";
import type { UpstreamStats } from "../fixtures/upstreams/stats.ts";
import { api, createKey, problemOf } from "../support/api.ts";
import { ask, connect, execute } from "../support/client.ts";
import { OAuthClient, REDIRECT, pkce, type Tokens } from "../support/oauth.ts";

const ORIGIN = "http://localhost";
const { modern } = upstreams;
const client = () => new OAuthClient(ORIGIN, ask);

/** As if a minute had passed since the principal of a token exchanged anything. */
async function makeOld(token: string): Promise<void> {
  const [principal = ""] = token.split(".");
  await runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage: { sql } }) => {
    const at = Date.now() - 60_000;
    sql.exec("UPDATE oauth_record SET value = json_set(value, '$.at', ?) WHERE key LIKE 'spent:%'", at);
  });
}

describe("metadata", () => {
  it.each(["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"])(
    "%s names the resource and who issues its tokens",
    async (path) => {
      expect(await (await client().browse(path)).json()).toMatchObject({
        resource: `${ORIGIN}/mcp`,
        authorization_servers: [ORIGIN],
        scopes_supported: ["read", "write"],
      });
    },
  );

  it("of the authorization server", async () => {
    expect(await (await client().browse("/.well-known/oauth-authorization-server")).json()).toMatchObject({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      registration_endpoint: `${ORIGIN}/oauth/register`,
      code_challenge_methods_supported: ["S256"],
      response_types_supported: ["code"],
      scopes_supported: ["read", "write", "admin"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });
});

describe("a client that signs in with an API key", () => {
  it("calls tools as the key's principal", async () => {
    const { key } = await createKey({ name: "person" });
    const tokens = await client().signIn(key);
    expect(tokens.scope).toBe("read write");
    const mcp = await connect("modern", { authorization: `Bearer ${tokens.access_token}` });
    expect(await execute(mcp, { code: "await modern.echo({ text: 'hi' })" })).toMatchObject({ value: "hi" });
    await mcp.close();
  });

  it("is narrowed by its scopes and by the key, whichever is less", async () => {
    const wide = await createKey({ name: "wide" });
    const narrow = await createKey({ name: "narrow", access: "read", servers: ["annotated"] });
    const cases = [
      { key: wide.key, scopes: ["read"], scope: "read", want: "POLICY_DENIED" },
      { key: narrow.key, scopes: ["read", "write", "admin"], scope: "read", want: "POLICY_DENIED" },
      { key: wide.key, scopes: ["write"], scope: "write", want: undefined },
    ];
    for (const { key, scopes, scope, want } of cases) {
      const tokens = await client().signIn(key, scopes);
      expect(tokens.scope).toBe(scope);
      const mcp = await connect("modern", { authorization: `Bearer ${tokens.access_token}` });
      const ended = await execute(mcp, { code: "const r = await call_tool('annotated', 'erase', {}); r.error?.code" });
      expect(ended.value ?? undefined).toBe(want);
      await mcp.close();
    }
  });

  it("manages keys only with the scope admin, and is told so", async () => {
    const { key } = await createKey({ name: "boss", role: "admin" });
    const member = await createKey({ name: "member" });
    const plain = await client().signIn(key, ["read", "write"]);
    const refused = await api("/keys", { key: plain.access_token });
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer realm="isogate", error="insufficient_scope", scope="read write admin", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect((await problemOf(refused)).status).toBe(403);
    const admin = await client().signIn(key, ["read", "write", "admin"]);
    expect((await api("/keys", { key: admin.access_token })).status).toBe(200);
    // A member cannot tick what it does not have.
    const climbing = await client().signIn(member.key, ["read", "admin"]);
    expect(climbing.scope).toBe("read");
    expect((await api("/keys", { key: climbing.access_token })).headers.get("www-authenticate")).toBeNull();
  });

  it("signs in on a second machine without ending the first sign-in and its runs", async () => {
    const { key, id } = await createKey({ name: "two machines" });
    const first = await client().signIn(key);
    const mcp = await connect("modern", { authorization: `Bearer ${first.access_token}` });
    await fetch(`${modern}/reset`);
    const running = execute(mcp, { code: "await modern.slow({ ms: 500 }); 1" });
    const started = async () => (await (await fetch(`${modern}/stats`)).json<UpstreamStats>()).slowStarted;
    await expect.poll(started, { timeout: 5_000 }).toBe(1);
    await client().code(first.clientId, key, (await pkce()).challenge);
    const second = await client().signIn(key, undefined, first.clientId);
    expect(await running).toMatchObject({ ok: true, value: 1 });
    await mcp.close();
    expect((await api("/types", { key: first.access_token })).status).toBe(200);
    const renewed = await (await client().refresh(first.clientId, first.refresh_token)).json<Tokens>();
    // Each ends by itself, and all of them with the key.
    await client().token({ client_id: first.clientId, token: renewed.refresh_token });
    expect((await api("/types", { key: renewed.access_token })).status).toBe(401);
    expect((await api("/types", { key: second.access_token })).status).toBe(200);
    const third = await client().signIn(key, undefined, first.clientId);
    await api(`/keys/${id}`, { method: "DELETE" });
    for (const { access_token: token } of [second, third])
      expect((await api("/types", { key: token })).status).toBe(401);
  });

  it("loses its tokens when the key is revoked", async () => {
    const { key, id } = await createKey({ name: "brief" });
    const { access_token: token, refresh_token: refresh, clientId } = await client().signIn(key);
    expect((await api("/types", { key: token })).status).toBe(200);
    await api(`/keys/${id}`, { method: "DELETE" });
    expect((await api("/types", { key: token })).status).toBe(401);
    expect(await (await client().refresh(clientId, refresh)).json()).toMatchObject({ error: "invalid_grant" });
  });
});

describe("a refresh token", () => {
  it("is replaced when it is used, and the old access token stays good until it expires", async () => {
    const { key } = await createKey({ name: "rotating" });
    const first = await client().signIn(key);
    const second = await (await client().refresh(first.clientId, first.refresh_token)).json<Tokens>();
    expect(second.refresh_token).not.toBe(first.refresh_token);
    for (const { access_token: token } of [first, second])
      expect((await api("/types", { key: token })).status).toBe(200);
  });

  it("that was replaced and comes again ends everything that was issued with it", async () => {
    const { key } = await createKey({ name: "stolen" });
    const first = await client().signIn(key);
    const second = await (await client().refresh(first.clientId, first.refresh_token)).json<Tokens>();
    const third = await (await client().refresh(first.clientId, second.refresh_token)).json<Tokens>();
    await makeOld(first.refresh_token);
    const replay = await client().refresh(first.clientId, first.refresh_token);
    expect(replay.status).toBe(400);
    expect(await replay.json()).toMatchObject({ error: "invalid_grant" });
    for (const { access_token: token } of [first, second, third]) {
      expect((await api("/types", { key: token })).status).toBe(401);
    }
    expect((await client().refresh(first.clientId, third.refresh_token)).status).toBe(400);
  });

  it.each([
    { code: "" },
    { code: "x" },
    { token: "x" },
    { code: "of a stranger's making", token: "" },
    { code: "PUBLIC:AAAAAAAAAAAAAAAAAAAAAAAA" },
    { token: "PUBLIC:AAAAAAAAAAAAAAAAAAAAAAAA" },
  ])("that was replaced ends the grant also in a request that has %o besides", async (besides) => {
    const { key } = await createKey({ name: "stolen" });
    const { clientId, refresh_token: refresh } = await client().signIn(key);
    const second = await (await client().refresh(clientId, refresh)).json<Tokens>();
    const half = refresh.split(":").slice(0, 2).join(":");
    const form = Object.entries({
      grant_type: "refresh_token",
      client_id: clientId,
      refresh_token: refresh,
      ...besides,
    });
    const fields = Object.fromEntries(form.map(([name, value]) => [name, value.replace("PUBLIC", half)]));
    await makeOld(refresh);
    const replay = await client().token(fields);
    expect(await replay.json()).toMatchObject({ error: "invalid_grant" });
    expect((await api("/types", { key: second.access_token })).status).toBe(401);
    expect((await client().refresh(clientId, second.refresh_token)).status).toBe(400);
  });

  it.each(["one after another", "at the same moment"])(
    "that is sent again %s, as a client that lost the answer does, has one successor",
    async (how) => {
      const { key } = await createKey({ name: "racing" });
      const { clientId, refresh_token: refresh } = await client().signIn(key);
      const answers: Tokens[] = [];
      const send = async () => answers.push(await (await client().refresh(clientId, refresh)).json<Tokens>());
      if (how === "at the same moment") await Promise.all(Array.from({ length: 10 }, send));
      else for (let sent = 0; sent < 5; sent += 1) await send();
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect((await client().refresh(clientId, answers[0]?.refresh_token ?? "")).status).toBe(200);
    },
  );

  it("that is sent again in another request is refused, and a moment later ends the grant", async () => {
    const { key } = await createKey({ name: "thief" });
    const { clientId, refresh_token: refresh } = await client().signIn(key);
    const second = await (await client().refresh(clientId, refresh)).json<Tokens>();
    const thief = () =>
      client().token({ grant_type: "refresh_token", client_id: clientId, refresh_token: refresh, scope: "read" });
    expect(await (await thief()).json()).toMatchObject({ error: "invalid_grant" });
    expect((await api("/types", { key: second.access_token })).status).toBe(200);
    await makeOld(refresh);
    expect(await (await thief()).json()).toMatchObject({ error: "invalid_grant" });
    expect((await api("/types", { key: second.access_token })).status).toBe(401);
    expect((await client().refresh(clientId, second.refresh_token)).status).toBe(400);
  });

  it("is forgotten after a hundred later ones, and is then unknown", async () => {
    const { key, principal } = await createKey({ name: "lasting" });
    const { clientId, refresh_token: refresh } = await client().signIn(key);
    let latest = (await (await client().refresh(clientId, refresh)).json<Tokens>()).refresh_token;
    const count = () =>
      runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage: { sql } }) =>
        Number(sql.exec("SELECT count(*) AS n FROM oauth_record WHERE key LIKE 'spent:%'").one()["n"]),
      );
    for (let renewed = 0; renewed < 105; renewed += 1) {
      latest = (await (await client().refresh(clientId, latest)).json<Tokens>()).refresh_token;
    }
    expect(await count()).toBe(100);
    expect((await client().refresh(clientId, refresh)).status).toBe(400);
    expect((await client().refresh(clientId, latest)).status).toBe(200);
    await client().token({ client_id: clientId, token: latest });
  });

  it("is worth nothing after it was revoked", async () => {
    const { key } = await createKey({ name: "leaving" });
    const { clientId, refresh_token: refresh, access_token: token } = await client().signIn(key);
    expect((await client().token({ client_id: clientId, token: refresh })).status).toBe(200);
    expect((await client().refresh(clientId, refresh)).status).toBe(400);
    expect((await api("/types", { key: token })).status).toBe(401);
  });

  it.each(["refresh_token", "access_token"] as const)("that is revoked (%s) ends its runs", async (revoked) => {
    const { key } = await createKey({ name: "running" });
    const { clientId, ...tokens } = await client().signIn(key);
    const { refresh_token: refresh, access_token: token } = tokens;
    const mcp = await connect("modern", { authorization: `Bearer ${token}` });
    await fetch(`${modern}/reset`);
    const running = execute(mcp, { code: "await modern.slow({ ms: 30000 })" });
    const started = async () => (await (await fetch(`${modern}/stats`)).json<UpstreamStats>()).slowStarted;
    await expect.poll(started, { timeout: 5_000 }).toBe(1);
    await client().token({ client_id: clientId, token: tokens[revoked] });
    expect(await running).toMatchObject({ ok: false, error: { code: "CANCELLED" } });
    expect((await api("/types", { key: token })).status).toBe(401);
    const isRenewed = (await client().refresh(clientId, refresh)).status === 200;
    expect(isRenewed).toBe(revoked === "access_token");
  });
});

describe("somebody who knows the public half of a token", () => {
  it.each(["refresh_token", "code"])("ends nothing with a made-up %s", async (kind) => {
    const { key } = await createKey({ name: "victim" });
    const { access_token: token, refresh_token: refresh, clientId } = await client().signIn(key);
    const { client_id: other } = await client().register();
    const madeUp = `${token.split(":").slice(0, 2).join(":")}:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;
    const form =
      kind === "code"
        ? { grant_type: "authorization_code", code: madeUp, code_verifier: "v".repeat(43), redirect_uri: REDIRECT }
        : { grant_type: "refresh_token", refresh_token: madeUp };
    for (const id of [clientId, other]) {
      const response = await client().token({ ...form, client_id: id });
      expect(await response.json()).toMatchObject({ error: "invalid_grant" });
    }
    expect((await api("/types", { key: token })).status).toBe(200);
    expect((await client().refresh(clientId, refresh)).status).toBe(200);
  });

  it("has no address asked for a client's document, and meets the limit on failures", async () => {
    const { key } = await createKey({ name: "victim" });
    const address = "2001:db8:99:1::1";
    const browser = new OAuthClient(ORIGIN, (request) => {
      request.headers.set("cf-connecting-ip", address);
      return ask(request);
    });
    const { access_token: token, refresh_token: refresh, clientId } = await browser.signIn(key);
    const madeUp = `${token.split(":").slice(0, 2).join(":")}:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;
    // Were it asked, the answer would be 503.
    const document = "https://no-such-host.example.com/client.json";
    const revoked = await browser.token({ token: madeUp, client_id: document });
    expect(revoked.status).toBe(200);
    const statuses: number[] = [];
    for (let tried = 0; tried < 31; tried += 1) statuses.push((await browser.refresh(document, madeUp)).status);
    expect([...new Set(statuses.slice(0, 30))]).toStrictEqual([400]);
    expect(statuses.at(-1)).toBe(429);
    expect((await browser.refresh(clientId, madeUp)).status).toBe(429);
    const renewed = await browser.refresh(clientId, refresh);
    expect(renewed.status).toBe(200);
    expect((await browser.token({ token, client_id: clientId })).status).toBe(200);
    expect((await api("/types", { key: token })).status).toBe(401);
  });

  it("counts as failing with revocations of what is not known here", async () => {
    const other = new OAuthClient(ORIGIN, (request) => {
      request.headers.set("cf-connecting-ip", "2001:db8:99:2::1");
      return ask(request);
    });
    const { client_id: id } = await other.register();
    const statuses: number[] = [];
    for (let tried = 0; tried < 31; tried += 1)
      statuses.push((await other.token({ token: "unknown", client_id: id })).status);
    expect([statuses[0], statuses.at(-1)]).toStrictEqual([200, 429]);
  });

  it("stores nothing with revocations that have a code besides", async () => {
    const { key, principal } = await createKey({ name: "victim" });
    const { access_token: token, refresh_token: refresh, clientId } = await client().signIn(key);
    const second = await (await client().refresh(clientId, refresh)).json<Tokens>();
    const { client_id: other } = await client().register();
    const [userId = "", grant = ""] = token.split(":");
    const rows = () =>
      runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage: { sql } }) =>
        sql.exec("SELECT key FROM oauth_record WHERE key LIKE 'spent:%' ORDER BY key").toArray(),
      );
    const before = await rows();
    for (const code of [second.refresh_token, `${userId}:${grant}:AAAAAAAAAAAAAAAA`, `${userId}:INVENTED:AAAAAAAA`]) {
      await client().token({ client_id: other, token: "x", code });
      await client().token({ client_id: clientId, token: "x", code });
    }
    expect(await rows()).toStrictEqual(before);
    expect((await client().refresh(clientId, second.refresh_token)).status).toBe(200);
  });

  it("ends nothing with a used code, which stood in an address, without its verifier", async () => {
    const { key } = await createKey({ name: "victim" });
    const { client_id: clientId } = await client().register();
    const { client_id: other } = await client().register();
    const { verifier, challenge } = await pkce();
    const code = await client().code(clientId, key, challenge);
    const redeem = (given: Record<string, string>) =>
      client().token({ grant_type: "authorization_code", client_id: clientId, code, redirect_uri: REDIRECT, ...given });
    const { access_token: token } = await (await redeem({ code_verifier: verifier })).json<Tokens>();
    for (const given of [{ code_verifier: "v".repeat(43) }, { client_id: other }, {}]) {
      expect(await (await redeem(given)).json()).toMatchObject({ error: "invalid_grant" });
    }
    expect((await api("/types", { key: token })).status).toBe(200);
    expect((await redeem({ code_verifier: verifier })).status).toBe(400);
    expect((await api("/types", { key: token })).status).toBe(401);
  });
});

describe("the places for the sign-ins of a principal", () => {
  const grants = (principal: string) =>
    runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage: { sql } }) =>
      sql
        .exec<{ key: string }>("SELECT key FROM oauth_record WHERE key LIKE 'grant:%'")
        .toArray()
        .map(({ key }) => key),
    );

  /** Stores grants that a key has approved; the first of them expires first, after all that are signed in. */
  async function fill(principal: string, approver: string, count: number): Promise<void> {
    const value = JSON.stringify({ metadata: { approver: { via: "key", key: approver } } });
    await runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage: { sql } }) => {
      for (let n = 0; n < count; n += 1) {
        const name = `grant:u:${approver}-${n}`;
        sql.exec("INSERT INTO oauth_record VALUES (?, ?, NULL, ?)", name, value, Date.now() + 40 * 86_400_000 + n);
      }
    });
  }

  /** @returns the answer to a sign-in, in the address of the client */
  async function signIn(key: string): Promise<URLSearchParams> {
    const one = client();
    const handle = await one.open({
      client_id: (await one.register()).client_id,
      code_challenge: (await pkce()).challenge,
    });
    const { headers } = await one.decide({ handle, decision: "key", key });
    return new URL(headers.get("location") ?? "missing:").searchParams;
  }

  it("are a hundred for one key; what was not used for the longest time ends", async () => {
    const { key, id, principal } = await createKey({ name: "many" });
    const first = await client().signIn(key);
    await fill(principal, id, 99);
    expect((await api("/types", { key: first.access_token })).status).toBe(200);
    const next = await client().signIn(key);
    expect(await grants(principal)).toHaveLength(100);
    expect((await api("/types", { key: next.access_token })).status).toBe(200);
    expect((await client().refresh(next.clientId, next.refresh_token)).status).toBe(200);
    expect((await api("/types", { key: first.access_token })).status).toBe(401);
  });

  it("of an admin are not ended by the sign-in of a member", async () => {
    const { id: admin, principal } = await createKey({ name: "admin", role: "admin" });
    const { key: member } = await createKey({ name: "member", principal });
    await fill(principal, admin, 1_000);
    expect((await signIn(member)).get("error")).toBe("temporarily_unavailable");
    expect(await grants(principal)).toHaveLength(1_000);
  });

  it("are a thousand; a sign-in ends none that may do more than itself", async () => {
    const { key, id, principal } = await createKey({ name: "wide" });
    const { key: reader } = await createKey({ name: "reader", principal, access: "read" });
    const { key: other } = await createKey({ name: "other", principal });
    const first = await client().signIn(key);
    await fill(principal, id, 999);
    const refused = await signIn(reader);
    expect(refused.get("error")).toBe("temporarily_unavailable");
    expect(refused.get("error_description")).toContain("may do more");
    expect(await grants(principal)).toHaveLength(1_000);
    expect((await api("/types", { key: first.access_token })).status).toBe(200);
    expect((await signIn(other)).get("code")).not.toBeNull();
    expect(await grants(principal)).toHaveLength(1_000);
    expect((await api("/types", { key: first.access_token })).status).toBe(401);
  });
});

it("registration leaves out what it does not support, and what is null or empty, and says so", async () => {
  const response = await client().post("/oauth/register", {
    client_name: "",
    logo_uri: null,
    client_uri: "",
    contacts: null,
    constructor: [],
    redirect_uris: [REDIRECT],
    grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
    response_types: ["code", "token"],
    token_endpoint_auth_method: "none",
  });
  expect(response.status, await response.clone().text()).toBe(201);
  const registered = await response.json<Record<string, unknown>>();
  expect(registered).toMatchObject({
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });
  expect(registered).not.toHaveProperty("client_uri");
});

describe("a registered client", () => {
  /** @returns the days for which a client is stored; undefined for one that is not */
  const daysOf = (id: string) =>
    runInDurableObject(env.DIRECTORY.getByName("directory"), (_directory, { storage: { sql } }) => {
      const [found] = sql.exec("SELECT expires_at AS at FROM oauth_record WHERE key = ?", `client:${id}`).toArray();
      return found && Math.round((Number(found["at"]) - Date.now()) / 86_400_000);
    });

  it("is forgotten after a day, and one that has got tokens is not", async () => {
    const { key } = await createKey({ name: "somebody" });
    const { client_id: idle } = await client().register();
    const { clientId: used } = await client().signIn(key);
    await expect.poll(() => daysOf(used)).toBe(90);
    expect(await daysOf(idle)).toBe(1);
  });

  it("is forgotten after a day also where a person has signed in and the code was not exchanged", async () => {
    const { key } = await createKey({ name: "somebody" });
    const { client_id: id } = await client().register();
    await client().code(id, key, (await pkce()).challenge);
    expect(await daysOf(id)).toBe(1);
  });

  it("is kept for one user beside 99 others; what the user has not used for the longest time goes, unless another one keeps it", async () => {
    const directory = directoryOf(env as Env);
    const ids = Array.from({ length: 100 }, () => crypto.randomUUID());
    const [oldest = "", second = "", third = ""] = ids;
    for (const id of ids) {
      await directory.putRecord(`client:${id}`, "{}", undefined, undefined);
      await directory.keepClient(id, "busy.user");
    }
    await directory.keepClient(oldest, "another.user");
    await runInDurableObject(env.DIRECTORY.getByName("directory"), (_directory, { storage: { sql } }) => {
      for (const [at, id] of [oldest, second].entries()) {
        const expiry = Date.now() + 86_400_000 + at;
        sql.exec("UPDATE oauth_record SET expires_at = ? WHERE key = ?", expiry, `kept:busy.user:${id}`);
      }
    });
    for (const id of [crypto.randomUUID(), crypto.randomUUID()]) {
      await directory.putRecord(`client:${id}`, "{}", undefined, undefined);
      await directory.keepClient(id, "busy.user");
    }
    expect(await Promise.all([oldest, second, third].map(daysOf))).toStrictEqual([90, undefined, 90]);
  });
});

it("a request that names the grant of somebody else makes nobody wait", async () => {
  const { key } = await createKey({ name: "person" });
  const { clientId, refresh_token: token } = await client().signIn(key);
  const [userId = "", grant = ""] = token.split(":");
  const asking = (fields: Readonly<Record<string, string>>): Request => {
    const body = new URLSearchParams({ grant_type: "refresh_token", ...fields }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return new Request(`${ORIGIN}/oauth/token`, { method: "POST", headers, body });
  };
  await runInDurableObject(env.GATEWAY.getByName(userId.split(".")[0] ?? ""), async (_gateway, { storage }) => {
    const clients = directoryOf(env as Env);
    const slow: Records = {
      getRecord: (name) => (name === "client:slow" ? new Promise(() => undefined) : clients.getRecord(name)),
      putRecord: (...record) => clients.putRecord(...record),
      deleteRecord: (name) => clients.deleteRecord(name),
      listRecords: (...page) => clients.listRecords(...page),
    };
    const today = { config: {}, ownerHash: undefined, standingOfKey: () => undefined };
    const nobody = () => undefined;
    const told = { onEnded: nobody, onClientUsed: nobody, onTokenRevoked: nobody };
    const grants = new Grants({ table: new RecordTable(storage), clients: slow, today, ...told });
    const ctx = { waitUntil: () => undefined } as unknown as ExecutionContext;
    // Anybody who has seen a code of this grant can send it.
    void grants.token(ORIGIN, asking({ client_id: "slow", refresh_token: `${userId}:${grant}:AAAA` }), ctx);
    const own = await grants.token(ORIGIN, asking({ client_id: clientId, refresh_token: token }), ctx);
    expect(own.status, await own.clone().text()).toBe(200);
  });
});
