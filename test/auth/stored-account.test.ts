/** A principal that is somebody's account: what is its own ends when gateway.json lets the account in no more. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { Env } from "../../src/config/env.ts";
import { Gateway } from "../../src/gateway/gateway.ts";

const account = { via: "oidc", issuer: "https://id.example", subject: "s", email: "ada@example.com" } as const;

function allowing(...allow: string[]): Env {
  const oidc = { issuer: account.issuer, client_id: "c", client_secret: "s", allow, admins: ["boss@example.com"] };
  return { ...(env as Env), GATEWAY_JSON: JSON.stringify({ auth: { oidc } }) };
}

it("ends an account's session and keys, and no other principal's keys", async () => {
  const key = { id: "k1", hash: "h", role: "member", access: { servers: "all", level: "read" } } as const;
  await runInDurableObject(env.GATEWAY.getByName("kept-account"), (_gateway, state) => {
    const first = new Gateway(state, allowing("@example.com"));
    expect(first.checkAccount()).toBeUndefined();
    first.keepAccount(account);
    first.acceptKey(key);
    expect(first.checkAccount()).toMatchObject({ role: "member" });
    expect(first.checkKey("k1", "h")).toMatchObject({ ok: true });
    const out = new Gateway(state, allowing("bob@example.com"));
    expect(out.checkAccount()).toBeUndefined();
    expect(out.checkKey("k1", "h")).toStrictEqual({ ok: false, reason: "unknown" });
    const again = new Gateway(state, allowing("ada@example.com"));
    expect(again.checkKey("k1", "h")).toMatchObject({ ok: true });
  });
  await runInDurableObject(env.GATEWAY.getByName("no-account"), (_gateway, state) => {
    const other = new Gateway(state, allowing("bob@example.com"));
    other.acceptKey(key);
    expect(other.checkKey("k1", "h")).toMatchObject({ ok: true });
  });
});

it("an identity assertion takes the place of an account that may not sign in any more, and of no other", async () => {
  const asserted = { ...account, via: "enterprise", claims: {} } as const;
  const key = { id: "k1", hash: "h", role: "member", access: { servers: "all", level: "write" } } as const;
  const enterprise = [
    { issuer: account.issuer, jwks_uri: `${account.issuer}/keys`, algorithms: ["ES256"], people: [{ access: "read" }] },
  ];
  const oidc = { issuer: account.issuer, client_id: "c", client_secret: "s", allow: ["@example.com"] };
  const configured = (auth: object): Env => ({ ...(env as Env), GATEWAY_JSON: JSON.stringify({ auth }) });
  await runInDurableObject(env.GATEWAY.getByName("moved-account"), (_gateway, state) => {
    const before = new Gateway(state, configured({ oidc, enterprise }));
    before.keepAccount(account);
    before.acceptKey(key);
    before.keepAccount(asserted);
    expect(before.keptAccount()).toMatchObject({ via: "oidc" });
    const moved = new Gateway(state, configured({ enterprise }));
    expect(moved.checkKey("k1", "h")).toMatchObject({ ok: false });
    moved.keepAccount(asserted);
    expect(moved.checkKey("k1", "h")).toMatchObject({ ok: true, access: { level: "read" } });
  });
});
