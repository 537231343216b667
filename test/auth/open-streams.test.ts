/** Answers that go on for long end with what let them in: a key, a grant, a token, a session, an account. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Env } from "../../src/config/env.ts";
import { Gateway } from "../../src/gateway/gateway.ts";
import { gatewayOf } from "../../src/rpc/gateway-stub.ts";
import { api, createKey } from "../support/api.ts";
import { ask } from "../support/client.ts";
import { OAuthClient } from "../support/oauth.ts";
import { testOpening } from "../support/run-opening.ts";

const HOST = "http://localhost";
const client = () => new OAuthClient(HOST, ask);

interface Watched {
  /** Everything that came until the stream ended. */
  readonly text: Promise<string>;
  hasEnded(): boolean;
}

async function watch(headers: Readonly<Record<string, string>>): Promise<Watched> {
  const response = await api("/runs/stream", { headers });
  expect(response.status).toBe(200);
  let hasEnded = false;
  const text = response.text().finally(() => (hasEnded = true));
  return { text, hasEnded: () => hasEnded };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function signedIn(key: string): Promise<string> {
  const body = new URLSearchParams({ key });
  const request = { method: "POST", headers: { origin: HOST }, body, redirect: "manual" } as const;
  const response = await ask(new Request(`${HOST}/dashboard/sign-in`, request));
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

describe("a stream of events", () => {
  it("ends when its key is revoked, and tells nothing of what comes after; another key's goes on", async () => {
    const { key: lasting, principal } = await createKey({});
    const { key, id } = await createKey({ principal });
    const [revoked, other] = [await watch(bearer(key)), await watch(bearer(lasting))];
    expect((await api(`/keys/${id}`, { method: "DELETE" })).status).toBe(204);
    await api("/code/exec", { method: "POST", key: lasting, body: { code: "console.log('AFTER THE REVOCATION')" } });
    expect(await revoked.text).not.toContain("AFTER");
    expect(other.hasEnded()).toBe(false);
  });

  it("takes a place of the key that has approved its token", async () => {
    const { key, id, principal } = await createKey({});
    const other = await createKey({ principal });
    const [one, another] = [await client().signIn(key), await client().signIn(key)];
    const watched = await Promise.all(Array.from({ length: 50 }, () => watch(bearer(one.access_token))));
    for (const token of [another.access_token, key]) {
      expect((await api("/runs/stream", { headers: bearer(token) })).status).toBe(429);
    }
    await watch(bearer(other.key));
    await api(`/keys/${id}`, { method: "DELETE" });
    await Promise.all(watched.map(({ text }) => text));
  });

  it.each(["refresh_token", "access_token"] as const)("ends when its %s is revoked", async (revoked) => {
    const { key } = await createKey({});
    const { clientId, ...tokens } = await client().signIn(key);
    const { text } = await watch(bearer(tokens.access_token));
    await client().token({ client_id: clientId, token: tokens[revoked] });
    expect(await text).toContain(": watching");
  });

  it("ends when the key is revoked that its token was given with", async () => {
    const { key, id } = await createKey({});
    const { access_token: token } = await client().signIn(key);
    const { text } = await watch(bearer(token));
    await api(`/keys/${id}`, { method: "DELETE" });
    expect(await text).toContain(": watching");
  });

  it("ends when somebody signs out, and the session's cookie is worth nothing any more, wherever it is", async () => {
    const { key } = await createKey({});
    const [cookie, elsewhere] = [await signedIn(key), await signedIn(key)];
    const [mine, other] = [await watch({ cookie }), await watch({ cookie: elsewhere })];
    const signOut = { method: "POST", headers: { origin: HOST, cookie }, redirect: "manual" } as const;
    expect((await ask(new Request(`${HOST}/dashboard/sign-out`, signOut))).status).toBe(303);
    expect(await mine.text).toContain(": watching");
    expect(other.hasEnded()).toBe(false);
    expect((await api("/runs", { headers: { cookie } })).status).toBe(401);
    expect((await api("/runs", { headers: { cookie: elsewhere } })).status).toBe(200);
    expect((await api("/runs", { key })).status).toBe(200);
  });
});

it("an export is cut off when its key is revoked", async () => {
  const { key, id, principal } = await createKey({});
  const gateway = gatewayOf(env as Env, principal);
  // More than a page, and than what is read ahead.
  const ending = { outcome: { ok: true }, logs: [], endedAt: Date.now(), prepareMs: 0 } as const;
  for (let count = 0; count < 1_000; count += 1) await gateway.recordRun(testOpening(), ending, "ended");
  expect((await (await api("/runs/export", { key })).text()).trim().split("\n")).toHaveLength(1_000);
  const reader = (await api("/runs/export", { key })).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await api(`/keys/${id}`, { method: "DELETE" });
  const readOn = async (): Promise<void> => {
    while ((await reader?.read())?.done === false);
  };
  await expect(readOn()).rejects.toThrow("not valid any more");
});

describe("what a stream was opened with", () => {
  it("is good until a key, token or session expires, or somebody signs out", async () => {
    const { principal, id } = await createKey({ expires: "1d" });
    const gateway = gatewayOf(env as Env, principal);
    const soon = Date.now() + 60_000;
    expect(await gateway.stands({ credential: id })).toBe(true);
    expect(await gateway.stands({ credential: id, session: "a", until: soon })).toBe(true);
    expect(await gateway.stands({ credential: id, until: Date.now() - 1 })).toBe(false);
    expect(await gateway.stands({ credential: "k0000000000000000" })).toBe(false);
    expect(await gateway.stands({})).toBe(false);
    await gateway.endSession("a", soon);
    expect(await gateway.stands({ credential: id, session: "a", until: soon })).toBe(false);
    expect(await gateway.stands({ credential: id, session: "b", until: soon })).toBe(true);
    await runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage }) => {
      storage.sql.exec("UPDATE access_key SET expires_at = 1");
    });
    expect(await gateway.stands({ credential: id })).toBe(false);
  });

  it("is good while gateway.json lets its account in", async () => {
    const account = { via: "oidc", issuer: "https://id.example", subject: "s", email: "ada@example.com" } as const;
    const allowing = (allow: string): Env => {
      const oidc = { issuer: account.issuer, client_id: "c", client_secret: "s", allow: [allow] };
      return { ...(env as Env), GATEWAY_JSON: JSON.stringify({ auth: { oidc } }) };
    };
    await runInDurableObject(env.GATEWAY.getByName("streamsofaccount"), (_gateway, state) => {
      const before = new Gateway(state, allowing("@example.com"));
      before.keepAccount(account);
      expect(before.stands({ credential: "account" })).toBe(true);
      expect(new Gateway(state, allowing("bob@example.com")).stands({ credential: "account" })).toBe(false);
    });
  });
});
