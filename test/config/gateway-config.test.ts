/** An invalid gateway.json names the path and what was expected; a valid one keeps its meaning. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { gatewayConfigSchema, parseGatewayConfig } from "../../src/config/gateway-config.ts";
import { substituteSecrets } from "../../src/config/secrets.ts";

describe("gateway.json", () => {
  it.each([
    { given: "{", want: /^gateway\.json is not JSON: / },
    { given: [], want: /^gateway\.json: .*expected object/ },
    { given: { mcpServer: {} }, want: /Unrecognized key.*mcpServer/ },
    { given: { mcpServers: [] }, want: /^mcpServers: .*expected record/ },
    { given: { mcpServers: { a: {} } }, want: /^mcpServers\.a\.url: .*expected string/ },
    {
      given: { mcpServers: { a: "https://x" } },
      want: /^mcpServers\.a: expected an object with "type" and "url" \(got "https:\/\/x"\)/,
    },
    { given: { mcpServers: { a: { url: 7 } } }, want: /^mcpServers\.a\.url: .*expected string.*\(got 7\)/ },
    {
      given: { mcpServers: { a: { type: "sse", url: "https://x" } } },
      want: /^mcpServers\.a\.type: expected "http" or "local" \(got "sse"\)/,
    },
    {
      given: { mcpServers: { a: { url: "https://x", header: {} } } },
      want: /^mcpServers\.a: Unrecognized key.*header/,
    },
    {
      given: { mcpServers: { a: { url: "https://x", headers: { A: 1 } } } },
      want: /^mcpServers\.a\.headers\.A: .*expected string.*\(got 1\)/,
    },
    {
      given: { mcpServers: { a: { url: "https://x", auth: "oath" } } },
      want: /^mcpServers\.a\.auth: expected "oauth" or an object with a "type" \(got "oath"\)/,
    },
    {
      given: { mcpServers: { a: { url: "https://x", auth: { type: "digest" } } } },
      want: /^mcpServers\.a\.auth\.type: expected "basic", "client_credentials" or "oauth" \(got "digest"\)/,
    },
    {
      given: { mcpServers: { a: { url: "https://x", auth: { type: "basic", username: "u" } } } },
      want: /^mcpServers\.a\.auth\.password: .*expected string/,
    },
    {
      given: { mcpServers: { a: { url: "https://x", auth: { type: "oauth", clientSecret: "s" } } } },
      want: /^mcpServers\.a\.auth: clientSecret needs a clientId/,
    },
    {
      given: { mcpServers: { a: { url: "https://x", auth: { type: "oauth", scopes: [] } } } },
      want: /^mcpServers\.a\.auth: Unrecognized key.*scopes/,
    },
    { given: { mcpServers: { a: { type: "local", url: "x" } } }, want: /^mcpServers\.a: Unrecognized key.*url/ },
    { given: { mcpServers: { "a b": { url: "https://x" } } }, want: /^mcpServers\.a b: / },
    { given: { limits: { timeout_ms: 0 } }, want: /^limits\.timeout_ms: .*\(got 0\)/ },
    { given: { limits: { max_parallel: 33 } }, want: /^limits\.max_parallel: .*\(got 33\)/ },
    { given: { telemetry: { otlp_url: 7 } }, want: /^telemetry\.otlp_url: .*expected string.*\(got 7\)/ },
    ...["*", "https://a.example", "A.example", "a.example:8080", "a.example/", "*.example.com", ""].map((host) => ({
      given: { hosts: [host] },
      want: /^hosts\.\[0\]: a host name like/,
    })),
    ...["*", "null", "https://a.example/", "a.example", "https://A.example", "https://a.example:443", ""].map(
      (origin) => ({
        given: { origins: [origin] },
        want: /^origins\.\[0\]: an origin like/,
      }),
    ),
    { given: { hosts: "example.com" }, want: /^hosts: .*expected array.*\(got "example\.com"\)/ },
  ])("$given", ({ given, want }) => {
    const parsed = parseGatewayConfig(given);
    expect(parsed).toMatchObject({ ok: false, problems: [expect.stringMatching(want)] });
  });

  it("takes host names and origins as browsers send them", () => {
    const given = {
      hosts: ["gateway.example.com", "10.0.0.1", "[::1]", "localhost"],
      origins: [
        "https://app.example.com",
        "http://localhost:5173",
        "chrome-extension://abcdef",
        "vscode-webview://1-a",
      ],
    };
    expect(parseGatewayConfig(given)).toMatchObject({ ok: true, config: given });
  });

  it("takes what MCP clients already use", () => {
    const mcpServers = {
      github: { type: "http", url: "https://api.example/mcp", headers: { Authorization: "Bearer ${GITHUB_TOKEN}" } },
      bare: { url: "https://example.com/mcp" },
      keyed: { type: "http", url: "https://example.com/mcp", query: { key: "${KEY}" } },
      basic: { type: "http", url: "https://x.example/", auth: { type: "basic", username: "u", password: "${P}" } },
      notes: { type: "local" },
      files: { command: "npx", args: ["-y", "files"], env: { A: "b" } },
    };
    expect(parseGatewayConfig({ mcpServers })).toMatchObject({
      ok: true,
      config: { mcpServers: { ...mcpServers, bare: { type: "http", url: "https://example.com/mcp" } }, limits: {} },
    });
  });

  it("is described by the JSON Schema beside it", () => {
    const { $schema: _, ...schema } = JSON.parse(readFileSync("gateway.schema.json", "utf8")) as Record<
      string,
      unknown
    >;
    const { $schema: __, ...generated } = z.toJSONSchema(gatewayConfigSchema, { io: "input" });
    expect(schema).toStrictEqual(JSON.parse(JSON.stringify(generated)));
  });
});

describe("${NAME}", () => {
  const TOKEN = { name: "${TOKEN}", value: "s3cret" };

  it.each([
    { given: "Bearer ${TOKEN}", want: { ok: true, text: "Bearer s3cret", secrets: [TOKEN] } },
    { given: "${TOKEN}:${TOKEN}", want: { ok: true, text: "s3cret:s3cret", secrets: [TOKEN, TOKEN] } },
    { given: "plain $TOKEN {TOKEN}", want: { ok: true, text: "plain $TOKEN {TOKEN}", secrets: [] } },
    { given: "${DOLLARS}", want: { ok: true, text: "$& $1", secrets: [{ name: "${DOLLARS}", value: "$& $1" }] } },
    { given: "${ABSENT}", want: { ok: false, missing: "ABSENT" } },
    { given: "${EMPTY}", want: { ok: false, missing: "EMPTY" } },
    { given: "${BINDING}", want: { ok: false, missing: "BINDING" } },
    { given: "${constructor}", want: { ok: false, missing: "constructor" } },
  ])("$given", ({ given, want }) => {
    const env = { TOKEN: "s3cret", DOLLARS: "$& $1", EMPTY: "", BINDING: {} };
    expect(substituteSecrets(given, env)).toStrictEqual(want);
  });
});
