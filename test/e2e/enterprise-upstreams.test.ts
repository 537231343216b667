/** One sign-in at the identity provider serves twenty upstreams, each behind an authorization server of its own. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { BINDING, CLIENT_ID, CLIENT_SECRET, UPSTREAM_SECRET, startEnterprise } from "../fixtures/enterprise.ts";
import type { Enterprise } from "../fixtures/enterprise.ts";
import { envelopeOf } from "../support/answer.ts";
import { OAuthClient, REDIRECT, pkce, type Tokens } from "../support/oauth.ts";
import { openGateway, type TestGateway } from "./gateway.ts";
import { CLIENTS } from "./open-client.ts";

const OWNER_KEY = "correct-horse-battery-staple";
const NAMES = Array.from({ length: 20 }, (_, index) => `u${index + 1}`);
const ALL = `const names = ${JSON.stringify(NAMES)};
  await Promise.all(names.map(async (name) => (await call_tool(name, "whoami", {})).result))`;
let enterprise: Enterprise;
let gateway: TestGateway;

beforeAll(async () => {
  enterprise = await startEnterprise();
  const { origin } = enterprise;
  const entry = (name: string) => ({
    url: `${origin}/u/${name}/mcp`,
    auth: { type: "enterprise", clientId: `gateway-at-${name}`, clientSecret: "${UPSTREAM_SECRET}" },
  });
  const mcpServers = Object.fromEntries([...NAMES, BINDING, "denied", "refusing"].map((name) => [name, entry(name)]));
  gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers,
    settings: {
      auth: { oidc: { issuer: origin, client_id: CLIENT_ID, client_secret: "${OIDC_SECRET}", allow: "everyone" } },
      limits: { max_parallel: 20 },
    },
    vars: {
      ISOGATE_OPEN: "local",
      ISOGATE_API_KEY: OWNER_KEY,
      ISOGATE_ENCRYPTION_KEY: "a-key-that-is-only-for-this-test-and-nothing",
      OIDC_SECRET: CLIENT_SECRET,
      UPSTREAM_SECRET,
    },
  });
  enterprise.denied.add("denied");
  enterprise.refusing.add("refusing");
});

afterAll(async () => {
  await gateway.stop();
  await enterprise.close();
});

/** Signs in to the gateway at the provider, as an MCP client's user does. */
async function signIn(login: string): Promise<string> {
  const client = new OAuthClient(gateway.origin, fetch);
  const { client_id: clientId } = await client.register();
  const { verifier, challenge } = await pkce();
  const handle = await client.open({ client_id: clientId, code_challenge: challenge });
  const page = await (await client.decide({ handle, decision: "oidc" })).text();
  const link = /<a href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const back = await fetch(`${link}&login=${login}`, { redirect: "manual" });
  const answered = await client.browse(back.headers.get("location") ?? "");
  const code = new URL(answered.headers.get("location") ?? "missing:").searchParams.get("code") ?? "";
  const form = { grant_type: "authorization_code", client_id: clientId, code, code_verifier: verifier };
  const tokens = (await (await client.token({ ...form, redirect_uri: REDIRECT })).json()) as Tokens;
  return tokens.access_token;
}

async function run(token: string, code: string) {
  const client = await CLIENTS["v2 client, 2026-07-28"](gateway.url, { authorization: `Bearer ${token}` });
  const envelope = envelopeOf(await client.call("execute_code", { code }));
  await client.close();
  return envelope;
}

async function failure(token: string, server: string) {
  const { value } = await run(token, `const r = await call_tool("${server}", "whoami", {}); r.error`);
  return value as { readonly code: string; readonly message: string };
}

function asked(work: string): number {
  return enterprise.asked.filter((line) => line.startsWith(work)).length;
}

const mine = (login: string) => NAMES.map((name) => `${login} at ${name}`);

describe("a person who has signed in to the gateway", () => {
  it("is signed in to every upstream, and each is asked for a token once", async () => {
    const alice = await signIn("alice");
    expect(await run(alice, ALL)).toMatchObject({ value: mine("alice") });
    expect(await run(alice, ALL)).toMatchObject({ value: mine("alice") });
    expect(asked("provider authorization_code")).toBe(1);
    for (const name of NAMES) {
      expect(enterprise.asked.filter((line) => line === `provider token-exchange ${name}`)).toHaveLength(1);
      expect(enterprise.asked.filter((line) => line === `upstream ${name} jwt-bearer`)).toHaveLength(1);
    }
  });

  it("is signed in with a token that is bound to a key of the gateway, where the upstream offers that", async () => {
    const { value } = await run(await signIn("alice"), `(await call_tool("${BINDING}", "whoami", {})).result`);
    expect(value).toBe(`alice at ${BINDING}`);
  });

  it("shares nothing with another", async () => {
    const [alice, bob] = [await signIn("alice"), await signIn("bob")];
    expect(await run(bob, ALL)).toMatchObject({ value: mine("bob") });
    expect(await run(alice, ALL)).toMatchObject({ value: mine("alice") });
  });

  it("gets another token when an upstream does not take the one it issued any more", async () => {
    const alice = await signIn("alice");
    await run(alice, ALL);
    enterprise.endTokens();
    expect(await run(alice, ALL)).toMatchObject({ value: mine("alice") });
  });

  it("stays signed in after the ID token has expired, until the provider ends it", async () => {
    enterprise.idTokenSeconds = 1;
    const carol = await signIn("carol");
    enterprise.idTokenSeconds = 300;
    const before = asked("provider refresh_token");
    expect(await run(carol, ALL)).toMatchObject({ value: mine("carol") });
    expect(asked("provider refresh_token")).toBe(before + 1);
    enterprise.idTokenSeconds = 1;
    const dave = await signIn("dave");
    enterprise.endSignIns();
    const { code, message } = await failure(dave, "u1");
    expect(code).toBe("UPSTREAM_AUTH_REQUIRED");
    expect(message).toContain(`u1 is reached with your account at ${enterprise.origin} (the sign-in there`);
    enterprise.idTokenSeconds = 300;
    expect(await run(await signIn("dave"), ALL)).toMatchObject({ value: mine("dave") });
  });
});

describe("an upstream that cannot be reached so", () => {
  it("says that the provider has refused, and with which words", async () => {
    const alice = await signIn("alice");
    const { code, message } = await failure(alice, "denied");
    expect(code).toBe("UPSTREAM_AUTH_REQUIRED");
    expect(message).toContain(`denied: step 1 of 2, the identity assertion from ${enterprise.origin} for`);
    expect(message).toContain("access_denied: policy: denied is not for alice.");
  });

  it("says that its authorization server has refused, without the assertion that the server repeats", async () => {
    const alice = await signIn("alice");
    const { code, message } = await failure(alice, "refusing");
    expect(code).toBe("UPSTREAM_AUTH_REQUIRED");
    expect(message).toContain(`refusing: step 2 of 2, the token of ${enterprise.origin}/as/refusing`);
    expect(message).toContain("invalid_grant: not you, with [identity assertion]");
    expect(message).not.toContain("eyJ");
  });

  it("tells somebody without an account at the provider where to sign in", async () => {
    const { code, message } = await failure(OWNER_KEY, "u1");
    expect(code).toBe("UPSTREAM_AUTH_REQUIRED");
    expect(message).toContain(
      `u1 is reached with your account at ${enterprise.origin}: sign in to the gateway's dashboard`,
    );
  });
});
