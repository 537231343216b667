/**
 * Identity providers that lie, or that somebody stands between: tokens of other issuers, clients, sign-ins and keys, through both
 * ways in (OpenID Connect, Cloudflare Access). Whoever they name is not let in.
 */
import type { JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startLyingProvider, type LyingProvider } from "../fixtures/lying-provider.ts";
import { OAuthClient, handleOf, pkce } from "../support/oauth.ts";
import { openGateway, type TestGateway } from "./gateway.ts";

let gateway: TestGateway;
let provider: LyingProvider;
let clientId: string;
let challenge: string;

const KEY = "correct-horse-battery-staple";
const SECRET = "the-secret-of-the-gateway-at-its-provider";
const AUDIENCE = "audience-of-the-application";

beforeAll(async () => {
  provider = await startLyingProvider();
  gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: { notes: { type: "local" } },
    settings: {
      auth: {
        oidc: {
          issuer: provider.origin,
          client_id: "isogate",
          client_secret: "${OIDC_SECRET}",
          allow: ["@example.com"],
        },
        access: { team: provider.origin, audience: AUDIENCE, admins: ["boss@example.com"] },
      },
    },
    vars: { ISOGATE_OPEN: "local", ISOGATE_API_KEY: KEY, OIDC_SECRET: SECRET },
  });
  ({ client_id: clientId } = await browser().register());
  ({ challenge } = await pkce());
});

afterAll(async () => {
  await gateway.stop();
  await provider.close();
});

function browser(): OAuthClient {
  return new OAuthClient(gateway.origin, fetch);
}

const alice = () => ({ sub: "alice", email: "alice@example.com", email_verified: true });

describe("OpenID Connect", () => {
  /** As far as the provider: what the gateway sent along. */
  async function begun(at = browser()) {
    const handle = await at.open({ client_id: clientId, code_challenge: challenge });
    const page = await (await at.decide({ handle, decision: "oidc" })).text();
    const link = /<a href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const sent = Object.fromEntries(new URL(link).searchParams);
    return { at, sent, good: { ...alice(), iss: provider.origin, aud: "isogate", nonce: sent["nonce"] } };
  }

  async function finished(at: OAuthClient, answer: Readonly<Record<string, string>>): Promise<URL | number> {
    const response = await at.browse(`/oauth/callback?${new URLSearchParams(answer).toString()}`);
    const location = response.headers.get("location");
    return location === null ? response.status : new URL(location);
  }

  it("lets in whom an honest provider names, with what PKCE, state and nonce need", async () => {
    const { at, sent, good } = await begun();
    expect(sent).toMatchObject({ code_challenge_method: "S256", response_type: "code", client_id: "isogate" });
    provider.idToken = await provider.sign(good);
    const back = await finished(at, { code: "c", state: sent["state"] ?? "", iss: provider.origin });
    expect((back as URL).searchParams.get("code")).toMatch(/^u[0-9a-f]{40}\./);
  });

  it.each<[string, (good: Record<string, unknown>) => Promise<string> | string]>([
    ["of another issuer", (good) => provider.sign({ ...good, iss: "https://other.example" })],
    ["for another client", (good) => provider.sign({ ...good, aud: "other" })],
    ["for several, issued to another", (good) => provider.sign({ ...good, aud: ["isogate", "b"], azp: "b" })],
    ["of another sign-in", (good) => provider.sign({ ...good, nonce: "another" })],
    ["without a nonce", (good) => provider.sign({ ...good, nonce: undefined })],
    ["without a subject", ({ email, nonce, iss, aud }) => provider.sign({ email, nonce, iss, aud } as JWTPayload)],
    ["with an empty subject", (good) => provider.sign({ ...good, sub: "" })],
    ["that has expired", (good) => provider.sign(good, { expires: "-5m" })],
    ["signed with another key", (good) => provider.sign(good, { key: "other" })],
    ["without a signature", (good) => provider.unsigned(good)],
    ["signed with the public key as a secret", (good) => provider.confused(good)],
    ["that is none", () => "not a token"],
  ])("refuses a token %s", async (_name, lie) => {
    const { at, sent, good } = await begun();
    provider.idToken = await lie(good);
    expect(await finished(at, { code: "c", state: sent["state"] ?? "", iss: provider.origin })).toBe(502);
  });

  it.each<[string, Record<string, unknown>]>([
    ["whose address is not verified", { email_verified: false }],
    ["whose address is said to be verified by a word", { email_verified: "true" }],
    ["of another domain", { email: "alice@evil.example" }],
    ["of a domain that ends alike", { email: "alice@notexample.com" }],
    ["with two addresses in one", { email: "alice@example.com@evil.example" }],
    ["whose address is a list", { email: ["alice@example.com"] }],
  ])("does not let in an account %s", async (_name, lie) => {
    const { at, sent, good } = await begun();
    provider.idToken = await provider.sign({ ...good, ...lie });
    const back = await finished(at, { code: "c", state: sent["state"] ?? "", iss: provider.origin });
    expect((back as URL).searchParams.get("error")).toBe("access_denied");
    expect((back as URL).searchParams.has("code")).toBe(false);
  });

  it("refuses what the userinfo endpoint says of somebody else", async () => {
    const { at, sent, good } = await begun();
    const { email: _email, email_verified: _verified, ...bare } = good;
    provider.idToken = await provider.sign(bare);
    provider.userInfo = { ...alice(), sub: "mallory" };
    expect(await finished(at, { code: "c", state: sent["state"] ?? "", iss: provider.origin })).toBe(502);
  });

  it.each<[string, (state: string) => Record<string, string>, number]>([
    ["from another issuer (mix-up)", (state) => ({ code: "c", state, iss: "https://other.example" }), 502],
    ["that does not say from whom, of a provider that does", (state) => ({ code: "c", state }), 502],
    ["without a code", (state) => ({ state, iss: provider.origin }), 502],
    ["with another state", () => ({ code: "c", state: "x".repeat(43), iss: provider.origin }), 400],
    ["without a state", () => ({ code: "c", iss: provider.origin }), 400],
  ])("refuses an answer %s", async (_name, answer, status) => {
    const { at, sent, good } = await begun();
    provider.idToken = await provider.sign(good);
    expect(await finished(at, answer(sent["state"] ?? ""))).toBe(status);
  });

  it("refuses an answer in another browser, and the second time", async () => {
    const { at, sent, good } = await begun();
    provider.idToken = await provider.sign(good);
    const answer = { code: "c", state: sent["state"] ?? "", iss: provider.origin };
    expect(await finished(browser(), answer)).toBe(400);
    expect(((await finished(at, answer)) as URL).searchParams.has("code")).toBe(true);
    expect(await finished(at, answer)).toBe(400);
  });

  it("passes on that somebody declined", async () => {
    const { at, sent } = await begun();
    const back = await finished(at, { error: "access_denied", state: sent["state"] ?? "", iss: provider.origin });
    expect((back as URL).searchParams.get("error")).toBe("access_denied");
  });

  it("does not take the state of a sign-in for the handle of a form", async () => {
    const { at, sent } = await begun();
    expect((await at.decide({ handle: sent["state"] ?? "", decision: "key", key: KEY })).status).toBe(400);
  });
});

describe("Cloudflare Access", () => {
  async function page(token: string | undefined, at = browser()) {
    const headers: Record<string, string> = token === undefined ? {} : { "cf-access-jwt-assertion": token };
    const response = await at.browse(at.authorizePath({ client_id: clientId, code_challenge: challenge }), { headers });
    return { at, headers, text: await response.text() };
  }

  const good = () => ({ ...alice(), iss: provider.origin, aud: [AUDIENCE] });

  it("lets in whom it names", async () => {
    const { at, headers, text } = await page(await provider.sign(good()));
    expect(text).toContain("Allow as alice@example.com");
    const response = await at.decide({ handle: handleOf(text), decision: "access" }, ["read"], headers);
    expect(response.headers.get("location")).toMatch(/[?&]code=u[0-9a-f]{40}/);
  });

  it.each<[string, () => Promise<string> | string | undefined]>([
    ["none", () => undefined],
    ["one of another team", () => provider.sign({ ...good(), iss: "https://other.example" })],
    ["one for another application", () => provider.sign({ ...good(), aud: ["another"] })],
    ["one that has expired", () => provider.sign(good(), { expires: "-5m" })],
    ["one signed with another key", () => provider.sign(good(), { key: "other" })],
    ["one without a signature", () => provider.unsigned(good())],
    ["one signed with the public key as a secret", () => provider.confused(good())],
    [
      "one without a subject",
      () => provider.sign({ iss: provider.origin, aud: [AUDIENCE], email: "alice@example.com" }),
    ],
  ])("offers nothing for %s, and accepts nothing", async (_name, token) => {
    const { at, headers, text } = await page(await token());
    expect(text).not.toContain("Allow as");
    const response = await at.decide({ handle: handleOf(text), decision: "access" }, ["read"], headers);
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
  });

  it("is not taken in place of a token on other routes", async () => {
    const headers = { "cf-access-jwt-assertion": await provider.sign(good()) };
    expect((await fetch(`${gateway.origin}/api/v1/types`, { headers })).status).toBe(401);
  });
});

it("none of this leaves a secret in the log", async () => {
  const browsed = browser();
  const handle = await browsed.open({ client_id: clientId, code_challenge: challenge });
  const wrong = "a-key-that-is-nearly-right";
  expect((await browsed.decide({ handle, decision: "key", key: wrong })).status).toBe(403);
  const log = await gateway.readLog();
  // What went wrong is there, so the log is the one that was meant.
  expect(log).toContain("oidc:");
  expect(log).toContain("Cloudflare Access:");
  for (const secret of [KEY, SECRET, wrong, handle, provider.idToken, "eyJ"]) expect(log).not.toContain(secret);
});
