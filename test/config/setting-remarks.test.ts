/** Settings of gateway.json that are used and do not do what they seem to: what its check says of them. */
import { describe, expect, it } from "vitest";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";

const OIDC = { issuer: "https://idp.example", client_id: "c", client_secret: "${SECRET}", allow: ["@example.com"] };
const PROVIDER = { issuer: "https://id.example", jwks_uri: "https://id.example/keys" };
const mcpServers = { notes: { url: "https://notes.example/mcp" } };

function remarksOf(given: object): { readonly problems: readonly string[]; readonly notes: readonly string[] } {
  const parsed = parseGatewayConfig({ mcpServers, ...given });
  if (!parsed.ok) throw new Error("The configuration is wrong.");
  const textsOf = (remarks: readonly { readonly text: string }[]): string[] => remarks.map(({ text }) => text);
  return { problems: textsOf(parsed.problems), notes: textsOf(parsed.notes) };
}

describe("a note", () => {
  it.each([
    {
      given: { auth: { oidc: { ...OIDC, client_secret: "s3cret-of-the-provider" } } },
      want: "auth.oidc.client_secret holds a credential as text",
    },
    {
      given: { auth: { oidc: { ...OIDC, admins: ["boss@other.example", "Ann@Example.com"] } } },
      want: "auth.oidc.admins: boss@other.example is not in auth.oidc.allow",
    },
    {
      given: { auth: { oidc: { ...OIDC, allow: ["ann@example.com"], admins: ["@example.com"] } } },
      want: "auth.oidc.admins: @example.com is not in auth.oidc.allow",
    },
    {
      given: { telemetry: { otlp_url: "https://otel.example", headers: { Authorization: "Bearer abcdefghijklmnop" } } },
      want: "telemetry.headers.Authorization holds a credential as text",
    },
    {
      given: { telemetry: { otlp_url: "https://otel.example/?api_key=abcdefghijklmnop" } },
      want: "telemetry.otlp_url holds a credential as text in api_key",
    },
    { given: { telemetry: { otlp_url: "http://otel.example/v1/traces" } }, want: "telemetry.otlp_url: spans" },
  ])("is made of $given", ({ given, want }) => {
    expect(remarksOf(given)).toStrictEqual({ problems: [], notes: [expect.stringContaining(want)] });
  });

  it.each([
    { auth: { oidc: { ...OIDC, issuer: "http://127.0.0.1:8080", admins: ["boss@example.com"] } } },
    { auth: { oidc: { ...OIDC, allow: "everyone", admins: ["boss@other.example"] } } },
    { auth: { access: { team: "https://acme.cloudflareaccess.com", audience: "a" } } },
    { auth: { enterprise: [{ ...PROVIDER, people: [{ servers: ["notes"] }] }] } },
    { fetch: { allow: ["a.example"] }, auth: { enterprise: [{ ...PROVIDER, people: [{ servers: ["fetch"] }] }] } },
    { telemetry: { otlp_url: "http://127.0.0.1:4318/v1/traces", headers: { Authorization: "Bearer ${TOKEN}" } } },
    { telemetry: { otlp_url: "http://${HOST}/v1/traces" } },
  ])("is not made of %o", (given) => {
    expect(remarksOf(given)).toStrictEqual({ problems: [], notes: [] });
  });
});

it("a person's server that gateway.json does not have has a note, because an admin may add it", () => {
  const people = [{}, { servers: ["notes", "note"] }];
  expect(remarksOf({ auth: { enterprise: [{ ...PROVIDER, people }] } })).toStrictEqual({
    problems: [],
    notes: ['auth.enterprise[0].people[1].servers: gateway.json has no server "note". Did you mean notes?'],
  });
});
