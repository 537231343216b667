/** Advice about fields of gateway.json that were written for another client. */
import { expect, it } from "vitest";
import { isUnusable, parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";

it.each([
  { text: 'model = "gpt-5"\n[mcp_servers.docs]\nurl = "https://docs.example/mcp"\n' },
  { text: "# Codex\n[mcp_servers.docs]\ncommand = 'docs'\n" },
])("a text in TOML is named so: $text", ({ text }) => {
  const read = parseGatewayConfig(text);
  expect(read.problems[0]?.text).toMatch(/It is TOML, as Codex uses it; only JSON is read\. Write its servers as/);
});

it("a broken JSON text is not called TOML", () => {
  expect(parseGatewayConfig('{ "mcpServers": ').problems[0]?.text).not.toContain("TOML");
});

it.each([
  {
    oauth: { clientId: "abc", clientSecret: "${SECRET}", scopes: ["read", "write"] },
    want: { type: "oauth", clientId: "abc", clientSecret: "${SECRET}", scope: "read write" },
  },
  { oauth: { scope: "a b", client_id: "abc" }, want: { type: "oauth", scope: "a b", clientId: "abc" } },
  { oauth: { scopes: ["a"], clientId: "" }, want: { type: "oauth", scope: "a" } },
  {
    oauth: { clientId: "abc", issuer: "https://accounts.example", tokenUrl: "https://accounts.example/t" },
    want: { type: "oauth", clientId: "abc", issuer: "https://accounts.example" },
  },
  { oauth: { enabled: true, grantType: "authorization_code" }, want: { type: "oauth" } },
  { oauth: {}, want: { type: "oauth" } },
  { oauth: { enabled: false, clientId: "abc" }, want: undefined },
  { oauth: false, want: undefined },
])("oauth of another client's entry is read as auth: $oauth", ({ oauth, want }) => {
  const read = parseGatewayConfig({ mcpServers: { it: { url: "https://it.example/mcp", oauth } } });
  expect(read.ok && read.config.mcpServers["it"]).toEqual({
    type: "http",
    url: "https://it.example/mcp",
    ...(want && { auth: want }),
  });
});

it.each([
  {
    entry: { oauth: { clientId: "a", callbackPort: 3000 } },
    want: 'oauth is read as auth. Its "callbackPort" is left out.',
  },
  { entry: { oauth: { clientId: "a" }, auth: "oauth" }, want: "oauth is left out, because there is an auth." },
])("a part of oauth that is not used is named: $want", ({ entry, want }) => {
  const read = parseGatewayConfig({ mcpServers: { it: { url: "https://it.example/mcp", ...entry } } });
  expect(JSON.stringify(read)).toContain(JSON.stringify(want).slice(1, -1));
});

it.each([
  { oauth: { clientId: 7 }, want: "auth.clientId" },
  { oauth: { client_secret: "s3cret" }, want: "clientSecret needs a clientId" },
  {
    oauth: { clientId: "a", clientSecret: "s3cret", tokenUrl: "https://a.example/t" },
    want: "oauth.tokenUrl names the",
  },
  { oauth: { authServerMetadataUrl: "https://a.example/m" }, want: "oauth.authServerMetadataUrl names the" },
  { oauth: { clientId: "a", grantType: "client_credentials" }, want: 'oauth.grantType is "client_credentials"' },
  { oauth: { clientId: "a", issuer: 7 }, want: "auth.issuer" },
  { oauth: { clientId: "a", token_url: "https://a.example/t" }, want: "oauth.token_url names the" },
  { oauth: { clientId: "a", issuer: "", tokenUrl: "https://a.example/t" }, want: "oauth.tokenUrl names the" },
  { oauth: { clientId: "a", issuer: null, authorization_url: "https://a.example/a" }, want: "authorization_url names" },
  { oauth: { clientId: "a", grant_type: "client_credentials" }, want: 'oauth.grant_type is "client_credentials"' },
  { oauth: "s3cret", want: "oauth is no object" },
  { oauth: [{ clientId: "a" }], want: "oauth is no object" },
])("an oauth that cannot be auth is refused: $oauth", ({ oauth, want }) => {
  const read = parseGatewayConfig({ mcpServers: { it: { url: "https://it.example/mcp", oauth } } });
  const entry = read.ok ? read.config.mcpServers["it"] : undefined;
  const reason = entry !== undefined && isUnusable(entry) ? entry.reason : "";
  expect(reason).toContain(want);
  expect(reason).not.toContain("s3cret");
});
