/**
 * Enterprise-managed authorization at the token endpoint: OAuth clients that come with an Identity Assertion Authorization Grant (ID-JAG) of an
 * identity provider, honest ones and every kind that has to be refused.
 */
import type { JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startAssertingProvider, type AssertingProvider } from "../fixtures/asserting-provider.ts";
import { envelopeOf } from "../support/answer.ts";
import { OAuthClient } from "../support/oauth.ts";
import { openGateway, type TestGateway } from "./gateway.ts";
import { CLIENTS } from "./open-client.ts";

const OWNER_KEY = "correct-horse-battery-staple";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
let provider: AssertingProvider;
let gateway: TestGateway;
let client: { readonly client_id: string; readonly client_secret?: string };
let publicClient: string;

beforeAll(async () => {
  provider = await startAssertingProvider();
  gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: { notes: { type: "local" }, other: { type: "local" } },
    settings: {
      auth: {
        enterprise: [
          {
            issuer: provider.issuer,
            jwks_uri: `${provider.issuer}/keys`,
            algorithms: ["ES256"],
            people: [
              { claim: "groups", value: "gateway-admins", role: "admin" },
              { claim: "groups", value: "readers", servers: ["other"], access: "read" },
              { claim: "email", value: "@example.com" },
            ],
          },
          ...["holes", "moved"].map((name) => ({
            issuer: `${provider.issuer}/${name}`,
            jwks_uri: `${provider.issuer}/${name}`,
            algorithms: ["ES256"],
            people: [{}],
          })),
        ],
      },
    },
    vars: { ISOGATE_OPEN: "local", ISOGATE_API_KEY: OWNER_KEY },
    trusts: provider.certificate,
  });
  const confidential = { grant_types: [GRANT], response_types: [], token_endpoint_auth_method: "client_secret_post" };
  client = await oauth().register(confidential);
  ({ client_id: publicClient } = await oauth().register());
});

afterAll(async () => {
  await gateway.stop();
  await provider.close();
});

const oauth = () => new OAuthClient(gateway.origin, fetch);
const seconds = () => Math.floor(Date.now() / 1_000);

/** The claims of a correct assertion. */
function claimsOf(sub: string): JWTPayload {
  return {
    iss: provider.issuer,
    sub,
    aud: gateway.origin,
    client_id: client.client_id,
    jti: crypto.randomUUID(),
    iat: seconds(),
    exp: seconds() + 120,
    resource: `${gateway.origin}/mcp`,
    email: `${sub}@example.com`,
  };
}

function without(claims: JWTPayload, name: string): JWTPayload {
  return Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));
}

function present(assertion: string, form: Readonly<Record<string, string>> = {}): Promise<Response> {
  return oauth().token({ grant_type: GRANT, assertion, ...credentials(), ...form });
}

function credentials(): Record<string, string> {
  return { client_id: client.client_id, client_secret: client.client_secret ?? "" };
}

interface Issued {
  readonly access_token: string;
  readonly scope: string;
}

async function tokenFor(claims: JWTPayload, form?: Readonly<Record<string, string>>): Promise<Issued> {
  const response = await present(await provider.sign(claims), form);
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<Issued>;
}

function rest(path: string, token: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${gateway.origin}/api/v1${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
}

async function run(token: string, code: string): Promise<unknown> {
  const mcp = await CLIENTS["v2 client, 2026-07-28"](gateway.url, { authorization: `Bearer ${token}` });
  const envelope = envelopeOf(await mcp.call("execute_code", { code }));
  await mcp.close();
  return envelope.ok ? envelope.value : envelope.error?.code;
}

it("the metadata announces the grant and its profile", async () => {
  const metadata = await (await fetch(`${gateway.origin}/.well-known/oauth-authorization-server`)).json();
  expect(metadata).toMatchObject({
    authorization_grant_profiles_supported: ["urn:ietf:params:oauth:grant-profile:id-jag"],
  });
  expect((metadata as { grant_types_supported: string[] }).grant_types_supported).toContain(GRANT);
});

describe("a person with an assertion", () => {
  it("is the principal of issuer and subject, at every sign-in", async () => {
    const first = await tokenFor(claimsOf("alice"));
    const second = await tokenFor({ ...claimsOf("alice"), email: "alice.married@example.com" });
    expect(first.scope).toBe("read write");
    expect(first.access_token.split(".")[0]).toMatch(/^u[0-9a-f]{40}$/);
    expect(second.access_token.split(".")[0]).toBe(first.access_token.split(".")[0]);
    expect(await run(first.access_token, "1 + 1")).toBe(2);
  });

  it("has the role, the servers and the access of the first entry that matches", async () => {
    const boss = await tokenFor(
      { ...claimsOf("boss"), groups: ["x", "gateway-admins"] },
      { scope: "read write admin" },
    );
    expect((await rest("/principals", boss.access_token)).status).toBe(200);
    const member = await tokenFor(claimsOf("member"), { scope: "read write admin" });
    expect(member.scope).toBe("read write");
    expect((await rest("/principals", member.access_token)).status).toBe(403);
    const reader = await tokenFor({ ...claimsOf("reader"), groups: ["readers"] });
    expect(reader.scope).toBe("read");
    const called = "const r = await call_tool('notes', 'add', {}); r.error.code";
    expect(await run(reader.access_token, called)).toBe("SERVER_NOT_ALLOWED");
  });

  it("gets no more scopes than the assertion has", async () => {
    expect((await tokenFor({ ...claimsOf("narrow"), scope: "read" }, { scope: "read write" })).scope).toBe("read");
  });

  it("is out when the client revokes the token, and when an admin removes the principal", async () => {
    const { access_token: revoked } = await tokenFor(claimsOf("leaver"));
    const { access_token: removed } = await tokenFor(claimsOf("leaver"));
    expect((await rest("/types", revoked)).status).toBe(200);
    expect((await oauth().token({ ...credentials(), token: revoked })).status).toBe(200);
    expect((await rest("/types", revoked)).status).toBe(401);
    expect((await rest("/types", removed)).status).toBe(200);
    const principal = removed.split(".")[0] ?? "";
    expect((await rest(`/principals/${principal}`, OWNER_KEY, { method: "DELETE" })).ok).toBe(true);
    expect((await rest("/types", removed)).status).toBe(401);
  });
});

/** The gateway counts 30 refusals a minute and address: all of these together are fewer. */
describe("an assertion", () => {
  it("for another resource is refused", async () => {
    const response = await present(
      await provider.sign({ ...claimsOf("mallory"), resource: "https://other.example/mcp" }),
    );
    expect(await response.json()).toMatchObject({ error: "invalid_target" });
  });

  it("is nothing without the client that it was issued to", async () => {
    const assertion = await provider.sign(claimsOf("alice"));
    const wrong = await present(assertion, { client_secret: "wrong" });
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: "invalid_client" }]);
    const asPublic = await provider.sign({ ...claimsOf("alice"), client_id: publicClient });
    const form = { grant_type: GRANT, assertion: asPublic, client_id: publicClient };
    expect(await (await oauth().token(form)).json()).toMatchObject({ error: "invalid_client" });
    // Neither request has used the assertion.
    expect((await present(assertion)).status).toBe(200);
  });

  it("works once, also when it comes five times at the same moment", async () => {
    const assertion = await provider.sign(claimsOf("twice"));
    const answers = await Promise.all(Array.from({ length: 5 }, () => present(assertion)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    expect((await present(assertion)).status).toBe(400);
  });

  it.each<[string, (claims: JWTPayload) => Promise<string> | string]>([
    ["of another type", (claims) => provider.sign(claims, { typ: "JWT" })],
    ["without a signature", (claims) => provider.unsigned(claims)],
    ["signed with the public key as a secret", (claims) => provider.confused(claims)],
    ["signed with another key", (claims) => provider.sign(claims, { key: "other" })],
    ["of another issuer", (claims) => provider.sign({ ...claims, iss: "https://other.example" })],
    ["for another authorization server", (claims) => provider.sign({ ...claims, aud: "https://other.example" })],
    ["for several", (claims) => provider.sign({ ...claims, aud: [gateway.origin, "https://other.example"] })],
    ["for another client", (claims) => provider.sign({ ...claims, client_id: publicClient })],
    ["for no client", (claims) => provider.sign({ ...claims, client_id: undefined })],
    ["that has expired", (claims) => provider.sign({ ...claims, iat: seconds() - 300, exp: seconds() - 100 })],
    ["of the future", (claims) => provider.sign({ ...claims, iat: seconds() + 600, exp: seconds() + 700 })],
    ["that lives for a day", (claims) => provider.sign({ ...claims, exp: seconds() + 86_400 })],
    ["without an expiry", (claims) => provider.sign(without(claims, "exp"))],
    ["without an id", (claims) => provider.sign(without(claims, "jti"))],
    ["without a subject", (claims) => provider.sign(without(claims, "sub"))],
    ["bound to a key", (claims) => provider.sign({ ...claims, cnf: { jkt: "x" } })],
    ["of somebody who is not listed", (claims) => provider.sign({ ...claims, email: "a@elsewhere.example" })],
    ["with an unverified address", (claims) => provider.sign({ ...claims, email_verified: false })],
    ["whose groups are no texts", (claims) => provider.sign({ ...claims, groups: [{ name: "readers" }] })],
    ["that is no JWT", () => "a.b.c"],
  ])("%s is refused, and says no more than that", async (_name, make) => {
    const response = await present(await make(claimsOf("mallory")));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: "invalid_grant",
      error_description: expect.stringMatching(/^(Invalid assertion|Assertion was not authorized)$/) as string,
    });
  });

  it("larger than a token request may be is refused", async () => {
    const large = await provider.sign({ ...claimsOf("alice"), padding: "x".repeat(20_000) });
    expect((await present(large)).status).toBe(413);
  });
});

describe("the key set of a provider", () => {
  const presentOf = async (name: string) =>
    present(await provider.sign({ ...claimsOf("alice"), iss: `${provider.issuer}/${name}` }));

  it("may contain entries that are no keys", async () => {
    const response = await presentOf("holes");
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("access_token")]);
  });

  it("is not read through a redirect", async () => {
    const before = provider.keyRequests();
    expect((await presentOf("moved")).status).toBe(400);
    expect(provider.keyRequests()).toBe(before);
  });
});

it("the provider's keys are read once, however many assertions come", () => {
  expect(provider.keyRequests()).toBeLessThanOrEqual(2);
});

it("a gateway without auth.enterprise does not know the grant", async () => {
  const { origin } = inject("stack");
  const plain = new OAuthClient(origin, fetch);
  const { client_id: clientId } = await plain.register();
  const form = { grant_type: GRANT, client_id: clientId, assertion: await provider.sign(claimsOf("alice")) };
  expect(await (await plain.token(form)).json()).toMatchObject({ error: "unsupported_grant_type" });
});
