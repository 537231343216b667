/**
 * Sign-ins that must not work: registrations and redirects that lead elsewhere, forged and replayed forms, codes and tokens in the
 * wrong hands. Whatever is refused sends nobody anywhere but to a redirect URI that its client registered.
 */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { api, createKey } from "../support/api.ts";
import { ask } from "../support/client.ts";
import { OAuthClient, REDIRECT, handleOf, pkce, type Tokens } from "../support/oauth.ts";

const ORIGIN = "http://localhost";
let addresses = 0;

/** A client of its own browser and address. */
function client(): OAuthClient {
  addresses += 1;
  const address = `2001:db8:1:${addresses.toString(16)}::1`;
  return new OAuthClient(ORIGIN, (request) => {
    request.headers.set("cf-connecting-ip", address);
    return ask(request);
  });
}

let key: string;
let clientId: string;
let verifier: string;
let challenge: string;

beforeAll(async () => {
  ({ key } = await createKey({ name: "person" }));
  ({ client_id: clientId } = await client().register());
  ({ verifier, challenge } = await pkce());
});

describe("registration refuses", () => {
  it.each([
    ["no redirect URI", {}],
    ["an empty list", { redirect_uris: [] }],
    ["a script", { redirect_uris: ["javascript:alert(1)"] }],
    ["a document in the address", { redirect_uris: ["data:text/html,x"] }],
    ["plain http elsewhere", { redirect_uris: ["http://client.example/callback"] }],
    ["a fragment", { redirect_uris: ["https://client.example/callback#x"] }],
    ["a user in the address", { redirect_uris: ["https://user:pw@client.example/callback"] }],
    ["a scheme of the browser", { redirect_uris: ["view-source:https://client.example/"] }],
    ["a scheme that names the program to open", { redirect_uris: ["intent://client.example/#Intent;end"] }],
    ["a scheme of Windows", { redirect_uris: ["ms-settings:callback"] }],
    ["a scheme that websites register", { redirect_uris: ["web+client://callback"] }],
    ["what is not a URL", { redirect_uris: ["callback"] }],
    ["the implicit grant", { redirect_uris: [REDIRECT], grant_types: ["implicit"], response_types: ["token"] }],
    ["the password grant", { redirect_uris: [REDIRECT], grant_types: ["password"] }],
    ["a script as its home page", { redirect_uris: [REDIRECT], client_uri: "javascript:alert(1)" }],
    ["a name that is no text", { redirect_uris: [REDIRECT], client_name: { evil: true } }],
    ["a list for a body", [REDIRECT]],
  ])("%s", async (_name, metadata) => {
    const response = await client().post("/oauth/register", metadata);
    expect(response.status, await response.clone().text()).toBe(400);
    expect((await response.json<{ error: string }>()).error).toMatch(/^invalid_/);
  });

  it("what is too large", async () => {
    const response = await client().post("/oauth/register", {
      redirect_uris: [REDIRECT],
      client_name: "x".repeat(20_000),
    });
    expect(response.status).toBe(413);
  });

  it("more than its share from one address", async () => {
    const greedy = client();
    const statuses: number[] = [];
    for (let tried = 0; tried < 61; tried += 1) statuses.push((await greedy.post("/oauth/register", {})).status);
    expect(statuses.at(-2)).toBe(400);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("the sign-in page is not shown, and nobody is sent anywhere, for", () => {
  it.each([
    ["no client", { client_id: "" }],
    ["a client that nobody registered", { client_id: "nobody" }],
    ["another redirect URI", { redirect_uri: "https://evil.example/callback" }],
    ["the same with more behind it", { redirect_uri: `${REDIRECT}.evil` }],
    ["the same with a query", { redirect_uri: `${REDIRECT}?next=https://evil.example` }],
    ["a way out of its path", { redirect_uri: "http://127.0.0.1:7777/callback/../other" }],
    ["the host as a user name", { redirect_uri: "http://127.0.0.1:7777@evil.example/callback" }],
    ["a host that begins alike", { redirect_uri: "http://127.0.0.1.evil.example/callback" }],
    ["another loopback name", { redirect_uri: "http://localhost.evil.example:7777/callback" }],
    ["https in place of http", { redirect_uri: "https://127.0.0.1:7777/callback" }],
    ["a fragment", { redirect_uri: `${REDIRECT}#x` }],
    ["a script", { redirect_uri: "javascript:alert(1)" }],
    ["no redirect URI", { redirect_uri: "" }],
    ["a metadata document over plain http", { client_id: "http://client.example/metadata.json" }],
    ["a metadata document without a path", { client_id: "https://client.example" }],
    ["a metadata document on this machine", { client_id: "https://127.0.0.1/metadata.json" }],
    ["a metadata document in this network", { client_id: "https://10.0.0.7/metadata.json" }],
    ["a metadata document at the platform's own address", { client_id: "https://169.254.169.254/latest/meta-data" }],
    ["a metadata document on this machine, in hexadecimal", { client_id: "https://0x7f000001/metadata.json" }],
    ["a metadata document that cannot be read", { client_id: "https://client.invalid/metadata.json" }],
  ])("%s", async (_name, parameters) => {
    const asked = client().authorizePath({ client_id: clientId, code_challenge: challenge, ...parameters });
    const response = await client().browse(asked);
    const text = await response.text();
    expect(response.status, text).toBe(400);
    expect(response.headers.get("location")).toBeNull();
    expect(text).not.toContain("<form");
  });
});

describe("a program with a scheme of its own", () => {
  const CALLBACK = "cursor://anysphere.cursor-mcp/oauth/callback";
  const register = (...uris: string[]) => client().register({ redirect_uris: uris });

  it.each([
    ["beside https", [CALLBACK, "https://www.cursor.com/callback"]],
    ["alone", [CALLBACK]],
  ])("that has registered it %s gets the code", async (_name, uris) => {
    const { client_id: id } = await register(...uris);
    const browser = client();
    const asked = { client_id: id, code_challenge: challenge, redirect_uri: CALLBACK };
    const page = await (await browser.browse(browser.authorizePath(asked))).text();
    expect(page).toContain("<strong>a program on your computer that opens cursor: links</strong>");
    expect(page).not.toContain("anysphere");
    const decided = await browser.decide({ handle: handleOf(page), decision: "key", key });
    const location = decided.headers.get("location") ?? "";
    expect(location.startsWith(`${CALLBACK}?code=`), location).toBe(true);
    const code = new URL(location).searchParams.get("code") ?? "";
    const redeemed = await client().token({
      grant_type: "authorization_code",
      client_id: id,
      code,
      code_verifier: verifier,
      redirect_uri: CALLBACK,
    });
    expect(redeemed.status).toBe(200);
  });

  it("is not named by a host that its address has", async () => {
    const uri = "evil://localhost/callback";
    const { client_id: id } = await register(uri);
    const asked = { client_id: id, code_challenge: challenge, redirect_uri: uri };
    const page = await (await client().browse(client().authorizePath(asked))).text();
    expect(page).toContain("that opens evil: links");
    expect(page).not.toContain("<strong>localhost</strong>");
  });

  it.each([
    "cursor://anysphere.cursor-mcp/oauth/callback/",
    "cursor://anysphere.cursor-mcp/oauth/callback?next=x",
    "cursor://other/oauth/callback",
    "CURSOR://anysphere.cursor-mcp/oauth/callback",
    "cursor2://anysphere.cursor-mcp/oauth/callback",
    "cursor://localhost:7777/callback",
    "about:blank",
    "javascript:alert(1)",
  ])("is not sent to %s, which it has not registered", async (uri) => {
    const { client_id: id } = await register(CALLBACK, "cursor://localhost/callback", REDIRECT, "about:blank");
    const asked = { client_id: id, code_challenge: challenge, redirect_uri: uri };
    const response = await client().browse(client().authorizePath(asked));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Invalid redirect URI");
  });
});

describe("the client is told, at its own redirect URI, of", () => {
  it.each([
    ["no PKCE", { code_challenge: "", code_challenge_method: "" }, /invalid_request/],
    ["plain PKCE", { code_challenge: "a".repeat(43), code_challenge_method: "plain" }, /invalid_request/],
    ["the implicit grant", { response_type: "token" }, /unsupported_response_type|unauthorized_client/],
    ["a hybrid", { response_type: "code token" }, /unsupported_response_type|unauthorized_client/],
    ["another resource", { resource: "https://other.example/mcp" }, /invalid_target/],
    ["a resource that begins alike", { resource: `${ORIGIN}/mcp-other` }, /invalid_target/],
    ["this server's address in place of the resource's", { resource: ORIGIN }, /invalid_target/],
    ["a resource with a fragment", { resource: `${ORIGIN}/mcp#x` }, /invalid_target/],
  ])("%s", async (_name, parameters, error) => {
    const asked = client().authorizePath({ client_id: clientId, code_challenge: challenge, ...parameters });
    const response = await client().browse(asked);
    const location = new URL(response.headers.get("location") ?? "missing:");
    expect(location.href.startsWith(`${REDIRECT}?`), location.href).toBe(true);
    expect(location.searchParams.get("error")).toMatch(error);
    expect(location.searchParams.get("iss")).toBe(ORIGIN);
    expect(location.searchParams.get("state")).toBe("the-state");
    expect(location.searchParams.has("code")).toBe(false);
  });

  it("no PKCE of a client with a secret", async () => {
    const { client_id: id } = await client().register({ token_endpoint_auth_method: "client_secret_basic" });
    const asked = client().authorizePath({ client_id: id, code_challenge: "", code_challenge_method: "" });
    const location = new URL((await client().browse(asked)).headers.get("location") ?? "missing:");
    expect(location.searchParams.get("error")).toBe("invalid_request");
  });
});

describe("a client elsewhere is told by a link that the person follows", () => {
  it.each([
    ["no PKCE", { code_challenge: "", code_challenge_method: "" }, "invalid_request"],
    ["plain PKCE", { code_challenge: "a".repeat(43), code_challenge_method: "plain" }, "invalid_request"],
    ["the implicit grant", { response_type: "token" }, "unsupported_response_type"],
    ["another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
  ])("of %s", async (_name, parameters, error) => {
    for (const [uri, place] of [
      ["https://client.example/callback", "client.example"],
      ["cursor://callback", "the program that opens cursor: links"],
    ] as const) {
      const { client_id: id } = await client().register({ redirect_uris: [uri] });
      const asked = { client_id: id, redirect_uri: uri, code_challenge: challenge, ...parameters };
      const response = await client().browse(client().authorizePath(asked));
      const text = await response.text();
      expect(response.status, text).toBe(400);
      expect(response.headers.get("location")).toBeNull();
      const [, href = "", named] = /<a href="([^"]+)">Go on to ([^<]+)<\/a>/.exec(text) ?? [];
      const link = new URL(href.replaceAll("&amp;", "&"));
      expect(link.href.startsWith(`${uri}?`), link.href).toBe(true);
      expect(Object.fromEntries(link.searchParams)).toMatchObject({ error, state: "the-state", iss: ORIGIN });
      expect(named).toBe(place);
    }
  });
});

describe("the sign-in form", () => {
  const opened = async (browser: OAuthClient) => browser.open({ client_id: clientId, code_challenge: challenge });

  it.each([
    ["from another site", { origin: "https://evil.example" }, 403],
    ["from a page without an origin", { origin: "null" }, 403],
    ["from a page of another local port", { origin: "http://localhost:5173" }, 403],
    ["from another browser (without its cookie)", { cookie: "none=1" }, 400],
  ])("%s is refused", async (_name, headers, status) => {
    const browser = client();
    const handle = await opened(browser);
    const response = await browser.decide({ handle, decision: "key", key }, ["read"], headers);
    expect(response.status).toBe(status);
    expect(response.headers.get("location")).toBeNull();
  });

  it("of one browser is not taken from another, with a cookie of its own", async () => {
    const [mine, theirs] = [client(), client()];
    const handle = await opened(mine);
    await opened(theirs);
    expect((await theirs.decide({ handle, decision: "key", key })).status).toBe(400);
    // Nor does the attempt use it up.
    expect((await mine.decide({ handle, decision: "key", key })).status).toBe(303);
  });

  it("works once", async () => {
    const browser = client();
    const handle = await opened(browser);
    expect((await browser.decide({ handle, decision: "key", key })).status).toBe(303);
    expect((await browser.decide({ handle, decision: "key", key })).status).toBe(400);
    expect((await browser.decide({ handle, decision: "deny" })).status).toBe(400);
  });

  it("expires", async () => {
    const browser = client();
    const handle = await opened(browser);
    await runInDurableObject(env.DIRECTORY.getByName("directory"), (_directory, { storage }) => {
      storage.sql.exec("UPDATE oauth_record SET expires_at = ? WHERE key LIKE 'transaction:%'", Date.now() - 1);
    });
    expect((await browser.decide({ handle, decision: "key", key })).status).toBe(400);
  });

  it.each([
    ["no handle", { handle: "", decision: "key" }, ["read"]],
    ["a made-up handle", { handle: "x".repeat(43), decision: "key" }, ["read"]],
    ["a scope that does not exist", { decision: "key" }, ["root"]],
    ["no scope", { decision: "key" }, []],
    ["no decision", {}, ["read"]],
    ["a decision that does not exist", { decision: "approve" }, ["read"]],
    ["an identity provider where there is none", { decision: "oidc" }, ["read"]],
    ["Cloudflare Access where there is none", { decision: "access" }, ["read"]],
  ])("with %s lets nobody in", async (_name, given, scopes) => {
    const browser = client();
    const handle = await opened(browser);
    const response = await browser.decide({ key, handle, ...given }, scopes);
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
  });

  it("with a key that is wrong can be tried again, and with none that is not one", async () => {
    const { access_token: token } = await client().signIn(key);
    const browser = client();
    let handle = await opened(browser);
    for (const wrong of ["", "guess", `${key}0`, "setup-token-of-the-tests", token]) {
      const response = await browser.decide({ handle, decision: "key", key: wrong });
      const text = await response.text();
      expect(response.status).toBe(403);
      expect(response.headers.get("location")).toBeNull();
      expect(text).not.toContain(wrong || "no such text");
      handle = handleOf(text);
    }
    expect((await browser.decide({ handle, decision: "key", key })).status).toBe(303);
  });

  it("can be declined", async () => {
    const browser = client();
    const response = await browser.decide({ handle: await opened(browser), decision: "deny" });
    const location = new URL(response.headers.get("location") ?? "missing:");
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error: "access_denied", iss: ORIGIN });
  });

  it("says who asks and where the access goes, and runs nothing of the client's", async () => {
    const evil = `<script>alert(1)</script><img src=x onerror=alert(1)>"'`;
    const { client_id: id } = await client().register({ client_name: evil });
    const response = await client().browse(client().authorizePath({ client_id: id, code_challenge: challenge }));
    const text = await response.text();
    expect(text).not.toContain("<script");
    expect(text).not.toContain("<img src=x");
    expect(text).toContain("&lt;script&gt;");
    expect(text).toContain("127.0.0.1");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
    });
    for (const cookie of response.headers.getSetCookie()) {
      expect(cookie).toMatch(/^__Host-[^;]*;/);
      for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(attribute);
    }
  });
});

it.each([
  { given: undefined, want: ["read", "write"] },
  { given: "openid profile offline_access", want: ["read", "write"] },
  { given: "openid read", want: ["read"] },
])("the sign-in page has $want ticked for the scopes $given", async ({ given, want }) => {
  const asked = { client_id: clientId, code_challenge: challenge, ...(given !== undefined && { scope: given }) };
  const page = await (await client().browse(client().authorizePath(asked))).text();
  const ticked = [...page.matchAll(/name="scope"\s+value="(\w+)"\s+checked/g)].map(([, scope]) => scope);
  expect(ticked).toStrictEqual(want);
});

it("the sign-in page shows the beginning of a long name, in one line", async () => {
  const name = `Good\n\n  client ${"x".repeat(5_000)}`;
  const { client_id: id } = await client().register({ client_name: name });
  const page = await client().browse(client().authorizePath({ client_id: id, code_challenge: challenge }));
  expect(await page.text()).toContain(`<strong>Good client ${"x".repeat(68)}…</strong>`);
});

describe("the token endpoint refuses", () => {
  const redeem = (code: string, given: Readonly<Record<string, string>> = {}) =>
    client().token({
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: REDIRECT,
      ...given,
    });
  const newCode = () => client().code(clientId, key, challenge);

  it.each([
    ["another verifier", { code_verifier: "a".repeat(64) }, "invalid_grant"],
    ["the challenge for a verifier", { code_verifier: "the challenge" }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_request"],
    ["another redirect URI", { redirect_uri: "http://127.0.0.1:7777/other" }, "invalid_grant"],
    ["another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["a made-up client", { client_id: "nobody" }, "invalid_client"],
    ["no client", { client_id: "" }, "invalid_"],
    ["an unknown grant", { grant_type: "password" }, "unsupported_grant_type"],
    ["client credentials", { grant_type: "client_credentials" }, "unsupported_grant_type"],
    ["token exchange", { grant_type: "urn:ietf:params:oauth:grant-type:token-exchange" }, "unsupported_grant_type"],
    ["no grant type", { grant_type: "" }, "unsupported_grant_type"],
  ])("a code with %s", async (_name, given, error) => {
    const isChallenge = "code_verifier" in given && given.code_verifier === "the challenge";
    const response = await redeem(await newCode(), isChallenge ? { code_verifier: challenge } : given);
    expect([400, 401], await response.clone().text()).toContain(response.status);
    expect((await response.json<{ error: string }>()).error).toContain(error);
  });

  it.each([
    ["without a principal", (code: string) => code.replace(/^[^:]+/, "")],
    ["of another principal", (code: string) => code.replace(/^k(\w)/, (_all, digit) => (digit === "0" ? "k1" : "k0"))],
    ["of a principal's path", (code: string) => `../${code}`],
    ["with another secret", (code: string) => `${code.slice(0, -4)}0000`],
    ["of another grant", (code: string) => code.replace(/:[^:]+:/, ":abcdefghijklmnop:")],
    ["that is empty", () => ""],
    ["that is an API key", () => key],
  ])("a code %s", async (_name, change) => {
    const response = await redeem(change(await newCode()));
    expect(response.status).toBe(400);
  });

  it("a code that another client presents, and ends it", async () => {
    const code = await newCode();
    const { client_id: other } = await client().register();
    expect(await (await redeem(code, { client_id: other })).json()).toMatchObject({ error: "invalid_grant" });
    expect((await redeem(code)).status).toBe(400);
  });

  it("a code the second time, and what it was exchanged for the first time ends", async () => {
    const code = await newCode();
    const first = await (await redeem(code)).json<Tokens>();
    expect((await api("/types", { key: first.access_token })).status).toBe(200);
    expect((await redeem(code)).status).toBe(400);
    expect((await api("/types", { key: first.access_token })).status).toBe(401);
    expect((await client().refresh(clientId, first.refresh_token)).status).toBe(400);
  });

  it("all but one of those who present a code at the same moment", async () => {
    const code = await newCode();
    const all = await Promise.all(Array.from({ length: 6 }, () => redeem(code)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("a code that has expired", async () => {
    const code = await newCode();
    const [, principal = ""] = key.split("_");
    await runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage }) => {
      storage.sql.exec(
        "UPDATE oauth_record SET expires_at = ? WHERE key LIKE ?",
        Date.now() - 1,
        `grant:%:${code.split(":")[1]}`,
      );
    });
    expect((await redeem(code)).status).toBe(400);
  });

  it("a refresh token from another client, and ends it", async () => {
    const { refresh_token: refresh, access_token: token } = await client().signIn(key);
    const { client_id: other } = await client().register();
    expect((await client().refresh(other, refresh)).status).toBe(400);
    expect((await api("/types", { key: token })).status).toBe(401);
  });

  it("more scopes than were given", async () => {
    const { clientId: id, refresh_token: refresh } = await client().signIn(key, ["read"]);
    const response = await client().token({
      grant_type: "refresh_token",
      client_id: id,
      refresh_token: refresh,
      scope: "read write admin",
    });
    expect((await response.json<Partial<Tokens>>()).scope ?? "read").toBe("read");
  });

  it.each([
    ["without its secret", {}],
    ["with another secret", { authorization: (id: string) => `Basic ${btoa(`${id}:wrong`)}` }],
  ])("a client with a secret %s", async (_name, { authorization }: { authorization?: (id: string) => string }) => {
    const { client_id: id } = await client().register({ token_endpoint_auth_method: "client_secret_basic" });
    const code = await client().code(id, key, challenge);
    const form = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: REDIRECT };
    const response = await client().token(
      authorization ? form : { ...form, client_id: id },
      authorization ? { authorization: authorization(id) } : {},
    );
    expect(response.status).toBe(401);
  });

  it.each([
    ["GET", { method: "GET" }],
    ["JSON", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }],
    ["a body that is too large", { method: "POST", body: "x".repeat(20_000) }],
  ])("%s", async (_name, init: RequestInit) => {
    const response = await client().browse("/oauth/token", init);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  it("revocation by another client, without saying so", async () => {
    const { refresh_token: refresh, access_token: token } = await client().signIn(key);
    const { client_id: other } = await client().register();
    expect((await client().token({ client_id: other, token: refresh })).status).toBe(200);
    expect((await api("/types", { key: token })).status).toBe(200);
  });
});
