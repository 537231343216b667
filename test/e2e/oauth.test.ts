/**
 * Signing in with real parties: the official SDK clients on one side, a real identity provider on the other, and the gateway under
 * `wrangler dev` between them.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { CLIENT_ID, CLIENT_SECRET, startIdentityProvider } from "../fixtures/identity-provider.ts";
import type { IdentityProvider } from "../fixtures/identity-provider.ts";
import { envelopeOf } from "../support/answer.ts";
import { Browser } from "../support/network-browser.ts";
import { handleOf } from "../support/oauth.ts";
import { openGateway, type TestGateway } from "./gateway.ts";
import { OAUTH_CLIENTS, REDIRECT, type Person } from "./oauth-client.ts";

const OWNER_KEY = "correct-horse-battery-staple";
let gateway: TestGateway;
let provider: IdentityProvider;

beforeAll(async () => {
  provider = await startIdentityProvider();
  gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: { notes: { type: "local" } },
    settings: {
      auth: {
        oidc: {
          issuer: provider.issuer,
          client_id: CLIENT_ID,
          client_secret: "${OIDC_SECRET}",
          name: "Example ID",
          allow: ["alice@example.com", "boss@example.com", "unverified@example.com"],
          admins: ["boss@example.com"],
        },
      },
    },
    vars: { ISOGATE_OPEN: "local", ISOGATE_API_KEY: OWNER_KEY, OIDC_SECRET: CLIENT_SECRET },
  });
  provider.register(`${gateway.origin}/oauth/callback`);
});

afterAll(async () => {
  await gateway.stop();
  await provider.close();
});

function withKey(key: string): Person {
  return async (signIn) => {
    const browser = new Browser();
    const page = await browser.open(signIn);
    const form = new URLSearchParams({ handle: handleOf(page.text), decision: "key", key });
    for (const scope of ["read", "write", "admin"]) form.append("scope", scope);
    return (await browser.submit(`${gateway.origin}/oauth/authorize`, form, REDIRECT)).url;
  };
}

function atProvider(name: string, scopes: readonly string[] = ["read", "write", "admin"]): Person {
  return async (signIn) => {
    const browser = new Browser();
    const page = await browser.open(signIn);
    expect(page.text).toContain("Example ID");
    const form = new URLSearchParams({ handle: handleOf(page.text), decision: "oidc" });
    for (const scope of scopes) form.append("scope", scope);
    const onward = await browser.submit(`${gateway.origin}/oauth/authorize`, form);
    const link = /<a href="([^"]+)"/.exec(onward.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const login = await browser.open(link);
    const consent = await browser.submit(
      new URL(/action="([^"]+)"/.exec(login.text)?.[1] ?? "", login.url),
      new URLSearchParams({ prompt: "login", login: name, password: "x" }),
    );
    const action = new URL(/action="([^"]+)"/.exec(consent.text)?.[1] ?? "", consent.url);
    return (await browser.submit(action, new URLSearchParams({ prompt: "consent" }), REDIRECT)).url;
  };
}

describe.each(Object.keys(OAUTH_CLIENTS) as (keyof typeof OAUTH_CLIENTS)[])("%s", (name) => {
  const signIn = OAUTH_CLIENTS[name];

  it("finds its way from a 401 to a tool call, with an API key", async () => {
    const client = await signIn(gateway.url, withKey(OWNER_KEY));
    const answer = await client.call("execute_code", { code: "(await notes.list_notes()).notes.length" });
    expect(envelopeOf(answer)).toMatchObject({ value: 3 });
    await client.close();
  });

  it("does so through an identity provider", async () => {
    const client = await signIn(gateway.url, atProvider("alice"));
    expect(envelopeOf(await client.call("execute_code", { code: "6 * 7" }))).toMatchObject({ value: 42 });
    await client.close();
  });

  it("renews a token that is not accepted any more, by itself", async () => {
    const client = await signIn(gateway.url, withKey(OWNER_KEY));
    const tokens = client.memory.kept.tokens as unknown as { access_token: string; refresh_token: string };
    const spoiled = { ...tokens, access_token: `${tokens.access_token.slice(0, -3)}xyz` };
    client.memory.saveTokens(spoiled);
    expect(envelopeOf(await client.call("execute_code", { code: "1 + 1" }))).toMatchObject({ value: 2 });
    expect(client.memory.kept.tokens).not.toMatchObject({ refresh_token: tokens.refresh_token });
    await client.close();
  });
});

it("an account is a principal of its own, with the role that gateway.json gives it", async () => {
  const signIn = OAUTH_CLIENTS["v2 client, 2026-07-28"];
  const [alice, boss] = await Promise.all([
    signIn(gateway.url, atProvider("alice")),
    signIn(gateway.url, atProvider("boss")),
  ]);
  const answers = await Promise.all(
    [alice, boss].map(async ({ memory }) => {
      const { access_token: token } = memory.kept.tokens as unknown as { access_token: string };
      return fetch(`${gateway.origin}/api/v1/principals`, { headers: { authorization: `Bearer ${token}` } });
    }),
  );
  expect(answers.map(({ status }) => status)).toStrictEqual([403, 200]);
  expect(await answers[1]?.json()).toMatchObject({
    principals: expect.arrayContaining([
      expect.objectContaining({ kind: "oidc", issuer: provider.issuer, subject: "alice", label: "alice@example.com" }),
      expect.objectContaining({ kind: "oidc", issuer: provider.issuer, subject: "boss" }),
    ]),
  });
  await Promise.all([alice.close(), boss.close()]);
});

it.each(["mallory", "unverified"])("lets %s of the same provider not in", async (name) => {
  let sentTo: URL | undefined;
  const person: Person = async (signIn) => (sentTo = await atProvider(name)(signIn));
  await expect(OAUTH_CLIENTS["v2 client, 2026-07-28"](gateway.url, person)).rejects.toThrow(
    /access_denied|may not use/,
  );
  expect(sentTo?.searchParams.get("error")).toBe("access_denied");
  expect(sentTo?.searchParams.has("code")).toBe(false);
});
