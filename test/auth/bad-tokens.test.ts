/** Credentials that are not, not any more, or not here. Each is refused with 401 and a way to the sign-in, on every route. */
import { listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { makeKeyText, newKeyId } from "../../src/auth/key-format.ts";
import { userIdOf } from "../../src/auth/authorization-server/user-id.ts";
import { FAILURES } from "../../src/auth/attempts.ts";
import { createKey } from "../support/api.ts";
import { ask } from "../support/client.ts";
import { OAuthClient, pkce } from "../support/oauth.ts";

const ORIGIN = "http://localhost";
let key: string;
let otherKey: string;
let access: string;
let refresh: string;
let code: string;
let foreignKey: string;
let foreignToken: string;
let addresses = 0;

/** Of an address of its own, so that no test meets the limit on failures that another one caused. */
function from(request: Request): Request {
  addresses += 1;
  request.headers.set("cf-connecting-ip", `2001:db8:0:${addresses.toString(16)}::1`);
  return request;
}

const client = () => new OAuthClient(ORIGIN, (request) => ask(from(request)));

beforeAll(async () => {
  ({ key } = await createKey({ name: "one" }));
  ({ key: otherKey } = await createKey({ name: "other" }));
  ({ access_token: access, refresh_token: refresh } = await client().signIn(key));
  const { client_id: id } = await client().register();
  code = await client().code(id, key, (await pkce()).challenge);
  // As another deployment would make them for the same principal.
  const elsewhere = "ab".repeat(32);
  const [, principal = "", keyId = ""] = key.split("_");
  foreignKey = await makeKeyText(principal, keyId, elsewhere);
  const [, grant = "", secret = ""] = access.split(":");
  foreignToken = `${await userIdOf(principal, elsewhere)}:${grant}:${secret}`;
});

/** One part of a credential, changed in its last character. */
function changed(text: string, separator: string, part: number): string {
  const parts = text.split(separator);
  const old = parts[part] ?? "";
  parts[part] = `${old.slice(0, -1)}${old.endsWith("0") ? "1" : "0"}`;
  return parts.join(separator);
}

function partOf(text: string, separator: string, part: number): string {
  return text.split(separator)[part] ?? "";
}

const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

const REFUSED: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  "an empty bearer": () => ({ authorization: "Bearer" }),
  "a blank bearer": () => ({ authorization: "Bearer   " }),
  "another scheme with a good key": () => ({ authorization: `Basic ${key}` }),
  "a good key without a scheme": () => ({ authorization: key }),
  "two credentials in one header": () => ({ authorization: `Bearer ${key}, Bearer ${key}` }),
  "a good key and a word": () => ({ authorization: `Bearer ${key} please` }),
  "a wrong bearer beside a good X-API-Key": () => ({ ...bearer("wrong"), "x-api-key": key }),
  "a good key in quotes": () => bearer(`"${key}"`),
  "a good key in capitals": () => bearer(key.toUpperCase()),
  "half a key": () => bearer(key.slice(0, key.length / 2)),
  "a key with something after it": () => bearer(`${key}0`),
  "a key of another principal's name": () => bearer(changed(key, "_", 1)),
  "a key of another key's id": () => bearer(changed(key, "_", 2)),
  "a key with another secret": () => bearer(changed(key, "_", 3)),
  "a key with another tag": () => bearer(changed(key, "_", 4)),
  "a key with the other key's tag": () => bearer([...key.split("_").slice(0, 4), partOf(otherKey, "_", 4)].join("_")),
  "a key that another deployment made": () => bearer(foreignKey),
  "a key with a path for a principal": () => bearer(key.replace(partOf(key, "_", 1), "../owner")),
  "a huge key": () => bearer("k".repeat(20_000)),
  "a JWT without a signature": () => bearer("eyJhbGciOiJub25lIn0.eyJzdWIiOiJvd25lciJ9."),
  "an access token with another secret": () => bearer(changed(access, ":", 2)),
  "an access token of another grant": () => bearer(changed(access, ":", 1)),
  "an access token with another tag": () => bearer(changed(access, ":", 0)),
  "an access token of the owner's": () => bearer(access.replace(/^[^.]+/, "owner")),
  "an access token that another deployment issued": () => bearer(foreignToken),
  "a refresh token": () => bearer(refresh),
  "an authorization code": () => bearer(code),
  "a good key in a cookie": () => ({ cookie: `authorization=${key}; isogate=${key}`, authorization: "Bearer -" }),
};

describe.each(Object.entries(REFUSED))("%s", (_name, headers) => {
  it.each([
    ["POST", "/mcp"],
    ["GET", "/api/v1/types"],
    ["GET", "/api/v1/keys"],
    ["DELETE", "/api/v1/principals/owner"],
    ["GET", "/"],
  ])("is refused at %s %s", async (method, path) => {
    const sent = headers();
    const response = await ask(from(new Request(`${ORIGIN}${path}`, { method, headers: sent })));
    const text = await response.text();
    expect(response.status, text).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer realm="isogate", error="invalid_token", scope="read write", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
    );
    // What was presented is not said back.
    for (const value of Object.values(sent).filter((one) => one.length > 12))
      expect(text).not.toContain(value.slice(-12));
  });
});

it("a token is good only at the address it was issued for", async () => {
  const elsewhere = new Request("http://127.0.0.1/api/v1/types", { headers: bearer(access) });
  expect((await ask(from(elsewhere))).status).toBe(401);
  const here = new Request(`${ORIGIN}/api/v1/types`, { headers: bearer(access) });
  expect((await ask(from(here))).status).toBe(200);
});

it("a key in the address is not read", async () => {
  const url = `http://localhost/?access_token=${key}&api_key=${key}`;
  // The open gateway answers as "local": a key in the address neither helps nor is taken for one.
  expect((await ask(new Request(url))).status).toBe(200);
  expect((await ask(from(new Request(url, { headers: bearer("wrong") })))).status).toBe(401);
});

it("an access token that has expired is refused", async () => {
  const { access_token: token } = await client().signIn(key);
  const [, principal = ""] = key.split("_");
  await runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage }) => {
    storage.sql.exec(
      "UPDATE oauth_record SET expires_at = ? WHERE key LIKE ?",
      Date.now() - 1,
      `token:%:${partOf(token, ":", 1)}:%`,
    );
  });
  expect((await ask(from(new Request(`${ORIGIN}/api/v1/types`, { headers: bearer(token) })))).status).toBe(401);
});

it("made-up credentials call no Gateway into being", async () => {
  const elsewhere = "cd".repeat(32);
  const madeUp = [
    await makeKeyText("nobody1", newKeyId(), elsewhere),
    `${await userIdOf("nobody2", elsewhere)}:abcdefghijklmnop:abcdefghijklmnopqrstuvwxyz012345`,
  ];
  for (const one of madeUp) {
    expect((await ask(from(new Request(`${ORIGIN}/api/v1/types`, { headers: bearer(one) })))).status).toBe(401);
    const refused = await client().token({ grant_type: "refresh_token", refresh_token: one, client_id: "x" });
    // A client that is not known here has to register again.
    expect(await refused.json()).toMatchObject({ error: "invalid_client" });
    const { client_id: id } = await client().register();
    const known = await client().token({ grant_type: "refresh_token", refresh_token: one, client_id: id });
    expect(await known.json()).toMatchObject({ error: "invalid_grant" });
  }
  // Other files have their Gateways in the same Worker, so what is looked for is those of these names.
  const ids = new Set((await listDurableObjectIds(env.GATEWAY)).map(String));
  const exists = (name: string): boolean => ids.has(String(env.GATEWAY.idFromName(name)));
  const [, principal = ""] = key.split("_");
  expect([principal, "nobody1", "nobody2"].map(exists)).toStrictEqual([true, false, false]);
});

describe("many failures from one address", () => {
  const address = "203.0.113.7";
  const attempt = (presented: string, path = "/api/v1/types") =>
    ask(new Request(`${ORIGIN}${path}`, { headers: { ...bearer(presented), "cf-connecting-ip": address } }));

  it("are answered with 429 for a while, whatever is presented but a key made here", async () => {
    const now = Date.now();
    for (let tried = 0; tried < 30; tried += 1) FAILURES.note(address, now);
    const blocked = await attempt("wrong");
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await attempt("setup-token-of-the-tests")).status).toBe(429);
    expect((await attempt(key)).status).toBe(200);
    expect((await attempt(access)).status).toBe(200);
    expect(FAILURES.blockedFor("203.0.113.8", now)).toBeUndefined();
    expect(FAILURES.blockedFor(address, now + 60_001)).toBeUndefined();
  });
});
