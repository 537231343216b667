/** Where somebody stands: pure decisions, as tables. */
import { describe, expect, it, vi } from "vitest";
import { principalOfAccount, standingOf, type Account } from "../../src/auth/identity/account.ts";
import { enterpriseAccount } from "../../src/auth/identity/enterprise-account.ts";
import { enterpriseOptions, type EnterpriseSignIn } from "../../src/auth/authorization-server/enterprise.ts";
import { standingOfApprover } from "../../src/auth/authorization-server/grant.ts";
import { scopesFor, withinScopes } from "../../src/auth/authorization-server/scopes.ts";
import { FULL_ACCESS, allowsTool, type AccessLevel, type Standing } from "../../src/auth/principal.ts";
import type { AuthConfig, EnterpriseConfig } from "../../src/config/auth-config.ts";

const ISSUER = "https://id.example";
const oidc = { issuer: ISSUER, client_id: "isogate", client_secret: "${S}" };
const account = { via: "oidc", issuer: ISSUER, subject: "s" } as const;
const RESOURCE = "https://gateway.example/mcp";
const CLAIMS = { iss: ISSUER, sub: "s", aud: RESOURCE, resource: RESOURCE, client_id: "a", jti: "j", iat: 0, exp: 1 };

function accountOf(config: EnterpriseConfig, given: Readonly<Record<string, unknown>>): Account {
  const asserted = enterpriseAccount(config, { sub: "s", ...given });
  if (!asserted.ok) throw new Error(asserted.error);
  return asserted.value;
}

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
    { given: { groups: ["Admins", 1, true] }, want: undefined },
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
    const asserted = accountOf(config, given);
    expect(standingOf(asserted, { enterprise: [config] })).toStrictEqual(want);
    expect(standingOf(asserted, { enterprise: [{ ...config, issuer: "https://new.example" }] })).toBeUndefined();
    expect(standingOf(asserted, {})).toBeUndefined();
  });

  const restricting = {
    ...config,
    people: [
      { claim: "contractor", value: "true", role: "member", servers: ["tickets"], access: "read" },
      { claim: "level", value: "7", role: "member", servers: ["tickets"], access: "read" },
      { role: "member", servers: "all", access: "destructive" },
    ] satisfies EnterpriseConfig["people"],
  };

  it.each([
    { given: { contractor: true }, want: ["tickets"] },
    { given: { contractor: "true" }, want: ["tickets"] },
    { given: { contractor: ["x", true] }, want: ["tickets"] },
    { given: { contractor: false }, want: "all" },
    { given: { level: 7 }, want: ["tickets"] },
    { given: { level: [1, 7.0] }, want: ["tickets"] },
    { given: { level: 7.5 }, want: "all" },
    { given: { level: [] }, want: "all" },
    { given: { contractor: null, level: ["x".repeat(201), 7] }, want: ["tickets"] },
    { given: {}, want: "all" },
  ])("that says $given has the servers $want, because booleans and numbers are texts", ({ given, want }) => {
    expect(standingOf(accountOf(restricting, given), { enterprise: [restricting] })?.access.servers).toEqual(want);
  });

  it("with an address that is too long to be compared is refused, as it may be one of a domain that an entry names", () => {
    const claims = { sub: "s", email: `${"x".repeat(200)}@example.com` };
    expect(enterpriseAccount(config, claims)).toMatchObject({ ok: false, error: expect.stringContaining("email") });
  });

  it.each([
    { given: { is: true }, want: "an object" },
    { given: ["x", { is: true }], want: "a list with an object" },
    { given: [["true"]], want: "a list with a list" },
    { given: [null], want: "a list with null" },
    { given: JSON.parse("9007199254740993") as unknown, want: "a number that is not exact" },
    { given: JSON.parse("1e400") as unknown, want: "a number that is not exact" },
  ])("whose claim is $want is refused, and the log says so", async ({ given, want }) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const signInEnterprise = vi.fn<EnterpriseSignIn>();
    const mapped = await enterpriseOptions([restricting]).mapClaims({
      claims: { ...CLAIMS, contractor: given, other: given },
      clientInfo: { clientId: "a", tokenEndpointAuthMethod: "client_secret_basic", redirectUris: [] },
      resource: RESOURCE,
      requestedScope: [],
      request: new Request("https://gateway.example/oauth/token"),
      env: { signInEnterprise },
    });
    expect(mapped).toBeNull();
    expect(signInEnterprise).not.toHaveBeenCalled();
    expect(warn.mock.calls).toEqual([[`ID-JAG refused: the claim "contractor" is ${want}, which cannot be compared`]]);
    warn.mockRestore();
  });

  it("may have claims of any type that no entry names, and an address that does not count", () => {
    expect(accountOf(restricting, { other: { is: true } }).claims).toEqual({});
    expect(accountOf(config, { email: { is: true }, email_verified: false }).claims).toEqual({ sub: ["s"] });
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
