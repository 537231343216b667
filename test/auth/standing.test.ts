/** Where somebody stands: pure decisions, as tables. */
import { describe, expect, it } from "vitest";
import { principalOfAccount, standingOf } from "../../src/auth/identity/account.ts";
import { enterpriseAccount } from "../../src/auth/identity/enterprise-account.ts";
import { enterpriseOptions } from "../../src/auth/authorization-server/enterprise.ts";
import { standingOfApprover } from "../../src/auth/authorization-server/grant.ts";
import { scopesFor, withinScopes } from "../../src/auth/authorization-server/scopes.ts";
import { FULL_ACCESS, allowsTool } from "../../src/auth/principal.ts";
import type { AccessLevel, Standing } from "../../src/auth/principal.ts";
import type { AuthConfig, EnterpriseConfig } from "../../src/config/auth-config.ts";

const ISSUER = "https://id.example";
const oidc = { issuer: ISSUER, client_id: "isogate", client_secret: "${S}" };
const account = { via: "oidc", issuer: ISSUER, subject: "s" } as const;

describe("an account", () => {
  it.each([
    { given: "a@example.com", allow: ["a@example.com"], want: "member" },
    { given: "A@Example.com", allow: ["a@example.com"], want: "member" },
    { given: "a@example.com", allow: ["@example.com"], want: "member" },
    { given: "a@sub.example.com", allow: ["@example.com"], want: undefined },
    { given: "a@notexample.com", allow: ["@example.com"], want: undefined },
    { given: "b@example.com", allow: ["a@example.com"], want: undefined },
    { given: undefined, allow: ["@example.com"], want: undefined },
    { given: undefined, allow: "everyone" as const, want: "member" },
    { given: "boss@example.com", allow: ["@example.com"], want: "admin" },
  ])("$given within $allow is $want", ({ given, allow, want }) => {
    const config: AuthConfig = { oidc: { ...oidc, allow, admins: ["boss@example.com"] } };
    expect(standingOf({ ...account, ...(given !== undefined && { email: given }) }, config)?.role).toBe(want);
  });

  it.each([
    { given: "no provider", config: {} },
    {
      given: "another provider",
      config: { oidc: { ...oidc, issuer: "https://new.example", allow: "everyone" as const } },
    },
  ])("is out when gateway.json has $given now", ({ config }) => {
    expect(standingOf(account, config)).toBeUndefined();
    expect(standingOf({ ...account, via: "access" }, config)).toBeUndefined();
  });

  it("is one principal by issuer and subject together", async () => {
    const ids = await Promise.all(
      [account, { ...account, subject: "t" }, { ...account, issuer: `${ISSUER}/s`, subject: "" }].map(
        principalOfAccount,
      ),
    );
    expect(new Set(ids).size).toBe(3);
    expect(await principalOfAccount({ ...account, email: "moved@example.com" })).toBe(ids[0]);
  });
});

it("a changed ISOGATE_API_KEY ends what was signed in with the old one", () => {
  const today = { config: {}, standingOfKey: () => undefined };
  const approver = { via: "owner", hash: "aa" } as const;
  expect(standingOfApprover(approver, { ...today, ownerHash: "aa" })?.role).toBe("admin");
  expect(standingOfApprover(approver, { ...today, ownerHash: "bb" })).toBeUndefined();
  expect(standingOfApprover(approver, { ...today, ownerHash: undefined })).toBeUndefined();
});

describe("scopes", () => {
  const standing = (role: "admin" | "member", level: AccessLevel) => ({ role, access: { ...FULL_ACCESS, level } });

  it.each([
    { given: standing("member", "read"), want: ["read"] },
    { given: standing("member", "write"), want: ["read", "write"] },
    { given: standing("admin", "destructive"), want: ["read", "write", "admin"] },
  ])("$given may be given $want", ({ given, want }) => {
    expect(scopesFor(given)).toStrictEqual(want);
  });

  it.each([
    { given: standing("admin", "destructive"), scopes: ["read"], want: standing("member", "read") },
    { given: standing("admin", "destructive"), scopes: ["write"], want: standing("member", "destructive") },
    { given: standing("admin", "destructive"), scopes: ["admin"], want: standing("admin", "destructive") },
    { given: standing("member", "write"), scopes: ["read", "write", "admin"], want: standing("member", "write") },
    { given: standing("member", "destructive"), scopes: [], want: standing("member", "read") },
    { given: standing("member", "destructive"), scopes: ["root"], want: standing("member", "read") },
  ])("$scopes of $given are $want", ({ given, scopes, want }) => {
    expect(withinScopes(given, scopes)).toStrictEqual(want);
  });
});

describe("a tool", () => {
  it.each([
    { given: undefined, want: ["write", "destructive"] },
    { given: {}, want: ["write", "destructive"] },
    { given: { readOnlyHint: true }, want: ["read", "write", "destructive"] },
    { given: { readOnlyHint: true, destructiveHint: true }, want: ["read", "write", "destructive"] },
    { given: { readOnlyHint: false }, want: ["write", "destructive"] },
    { given: { destructiveHint: false }, want: ["write", "destructive"] },
    { given: { destructiveHint: true }, want: ["destructive"] },
  ])("annotated $given is allowed by $want", ({ given, want }) => {
    const levels: readonly AccessLevel[] = ["read", "write", "destructive"];
    const tool = given === undefined ? {} : { annotations: given };
    expect(levels.filter((level) => allowsTool({ servers: "all", level }, tool))).toStrictEqual(want);
  });
});

describe("an account with an identity assertion", () => {
  const config = {
    issuer: ISSUER,
    jwks_uri: `${ISSUER}/keys`,
    algorithms: ["ES256" as const],
    public_clients: false,
    people: [
      { claim: "groups", value: "admins", role: "admin", servers: "all", access: "destructive" },
      { claim: "email", value: "@example.com", role: "member", servers: ["a"], access: "read" },
      { claim: "sub", value: "robot", role: "member", servers: "all", access: "write" },
    ] satisfies EnterpriseConfig["people"],
  };

  it.each<{ given: Readonly<Record<string, unknown>>; want: Standing | undefined }>([
    { given: { groups: ["x", "admins"] }, want: { role: "admin", access: FULL_ACCESS } },
    { given: { groups: "admins" }, want: { role: "admin", access: FULL_ACCESS } },
    {
      given: { groups: [...Array.from({ length: 1_000 }, (_, n) => `g${n}`), "admins"] },
      want: { role: "admin", access: FULL_ACCESS },
    },
    { given: { groups: { admins: true } }, want: undefined },
    { given: { groups: ["Admins", 1, null] }, want: undefined },
    { given: { groups: [`admins${"x".repeat(300)}`] }, want: undefined },
    { given: { email: "A@EXAMPLE.com" }, want: { role: "member", access: { servers: ["a"], level: "read" } } },
    { given: { email: "a@example.com.evil" }, want: undefined },
    { given: { email: "a@example.com", email_verified: false }, want: undefined },
    { given: { email: "a@example.com", email_verified: "false" }, want: undefined },
    { given: { email: "a@example.com", email_verified: 0 }, want: undefined },
    { given: { email: "a@example.com", email_verified: null }, want: undefined },
    {
      given: { email: "a@example.com", email_verified: "true" },
      want: { role: "member", access: { servers: ["a"], level: "read" } },
    },
    { given: { sub: "robot" }, want: { role: "member", access: { servers: "all", level: "write" } } },
    { given: {}, want: undefined },
  ])("that says $given is $want", ({ given, want }) => {
    const asserted = enterpriseAccount(config, { sub: "s", ...given });
    expect(standingOf(asserted, { enterprise: [config] })).toStrictEqual(want);
    expect(standingOf(asserted, { enterprise: [{ ...config, issuer: "https://new.example" }] })).toBeUndefined();
    expect(standingOf(asserted, {})).toBeUndefined();
  });

  it.each<{
    given: { clientId: string; tokenEndpointAuthMethod: string };
    allowed: Partial<EnterpriseConfig>;
    want: boolean;
  }>([
    { given: { clientId: "a", tokenEndpointAuthMethod: "client_secret_basic" }, allowed: {}, want: true },
    { given: { clientId: "a", tokenEndpointAuthMethod: "none" }, allowed: {}, want: false },
    { given: { clientId: "a", tokenEndpointAuthMethod: "none" }, allowed: { public_clients: true }, want: true },
    {
      given: { clientId: "a", tokenEndpointAuthMethod: "client_secret_basic" },
      allowed: { clients: ["a"] },
      want: true,
    },
    {
      given: { clientId: "b", tokenEndpointAuthMethod: "client_secret_basic" },
      allowed: { clients: ["a"] },
      want: false,
    },
  ])("comes from the client $given where $allowed: $want", async ({ given, allowed, want }) => {
    const { trustedIssuers } = enterpriseOptions([{ ...config, ...allowed }]);
    const clientInfo = { ...given, redirectUris: [] };
    const request = new Request("https://gateway.example/oauth/token");
    expect((await trustedIssuers({ iss: ISSUER, clientInfo, request, env: {} })) !== null).toBe(want);
    expect(await trustedIssuers({ iss: `${ISSUER}/`, clientInfo, request, env: {} })).toBeNull();
  });
});
