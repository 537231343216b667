/** An invalid gateway.json names the path and what was expected; a valid one keeps its meaning. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { gatewayConfigSchema } from "../../src/config/gateway-config.ts";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";
import { substituteSecrets } from "../../src/config/secrets.ts";

const OIDC = { issuer: "https://idp.example", client_id: "c", client_secret: "${SECRET}", allow: ["@example.com"] };
const PROVIDER = { issuer: "https://id.example", jwks_uri: "https://id.example/keys", people: [{}] };
const NOTES = { notes: { type: "local" } };

describe("gateway.json", () => {
  it.each([
    { given: "{", want: /is not JSON: expected a name in double quotes, found the end \(line 1 column 2\)$/ },
    { given: "", want: /is not JSON: expected a value, found the end \(line 1 column 1\)$/ },
    { given: '{\n  // ours\n  "hosts": [,]\n}', want: /expected a value, found "," \(line 3 column 13\)$/ },
    { given: '{"a": 1,,}', want: /expected a name in double quotes, found "," \(line 1 column 9\)$/ },
    { given: '{"a": /* not closed', want: /expected "\*\/" after the comment, found the end / },
    { given: '{"key": "s3cret\n"}', want: /expected a text that ends on its line, found "\\""/ },
    { given: '{"key": "s3cret" "b"}', want: /expected "," or "\}", found "\\"" \(line 1 column 18\)$/ },
    { given: "{'a': 1}", want: /expected a name in double quotes, found "'"/ },
    { given: '{"a": 01}', want: /expected "," or "\}", found "1"/ },
    { given: '{"a": "\\x"}', want: /unknown escapes/ },
    { given: "{} {}", want: /expected nothing more, found "\{"/ },
    { given: "[".repeat(100_000), want: /expected at most 100 levels/ },
    {
      given: '{"mcpServers": {"a": {"type": "local"},\n "a": {"type": "tunnel"}}}',
      want: /^gateway\.json has the name "a" twice in one object \(line 1 column 17 and line 2 column 2\), .* remove/,
    },
    { given: '{"hosts": [], "h\\u006fsts": []}', want: /has the name "hosts" twice/ },
    { given: "[]", want: /^gateway\.json: expected object/ },
    { given: '"{}"', want: /^gateway\.json: expected object/ },
  ])("stops everything with $given", ({ given, want }) => {
    const parsed = parseGatewayConfig(given);
    expect(parsed).toStrictEqual({ ok: false, problems: [{ text: expect.stringMatching(want) }] });
  });

  it.each([
    { given: {}, want: /^mcpServers\.a\.url is missing: expected string\. Correct or remove/ },
    {
      given: { type: "openapi" },
      want: /^mcpServers\.a\.spec is missing: expected string or object\. Correct or remove/,
    },
    {
      given: { type: "openapi", url: "https://x" },
      want: /^mcpServers\.a\.spec is missing: .* Unrecognized key: "url"\. Did you mean "spec"\?/,
    },
    { given: { command: "" }, want: /^mcpServers\.a\.command is empty\. Give the command/ },
    {
      given: { url: "https://x", asks_client: "sampling" },
      want: /^mcpServers\.a\.asks_client: .*expected array, received string(?!.*Too big).*\. Correct or remove/,
    },
    { given: { type: "openapi", spec: 7 }, want: /^mcpServers\.a\.spec: .*\(got 7\)/ },
    { given: { urll: "https://x" }, want: /^mcpServers\.a\.url is missing: .* Did you mean "url"\? Correct or remove/ },
    { given: "https://x", want: /^mcpServers\.a is a string, not an object\. Write \{"url"/ },
    { given: null, want: /^mcpServers\.a is null/ },
    { given: [], want: /^mcpServers\.a is a list/ },
    { given: { url: 7 }, want: /^mcpServers\.a\.url: .*expected string.*\(got 7\)/ },
    {
      given: { type: "soap", url: "https://x" },
      want: /^mcpServers\.a\.type is "soap".*The known types are "http", "openapi", "graphql", "service", "tunnel" and "local"/,
    },
    { given: { type: "htp", url: "https://x" }, want: /did you mean "http"\?/ },
    { given: { type: 7, url: "https://x" }, want: /^mcpServers\.a\.type is 7/ },
    { given: { type: "stdio", url: "https://x" }, want: /^mcpServers\.a is a local process without a command/ },
    { given: { url: "https://x", header: {} }, want: /Unrecognized key: "header"\. Did you mean "headers"\?/ },
    { given: { url: "https://x", haeders: { A: "b" } }, want: /Did you mean "headers"\?/ },
    { given: { url: "https://x", foo: 1 }, want: /Unrecognized key: "foo"\. The known keys are type, url, headers/ },
    {
      given: { url: "https://x", headers: { A: 1 } },
      want: /^mcpServers\.a\.headers\.A: .*expected string.*\(got 1\)/,
    },
    { given: { url: "https://x", headers: "A: s3cret" }, want: /^mcpServers\.a\.headers: (?!.*s3cret)/ },
    { given: { url: "https://x", headers: { A: ["s3cret"] } }, want: /^mcpServers\.a\.headers\.A: (?!.*s3cret)/ },
    {
      given: { url: "https://x", auth: "oath" },
      want: /^mcpServers\.a\.auth: expected "oauth" or an object with a "type"/,
    },
    {
      given: { url: "https://x", auth: { type: "digest" } },
      want: /^mcpServers\.a\.auth\.type: expected "basic", "client_credentials", "oauth" or "enterprise" \(got "digest"\)/,
    },
    {
      given: { url: "https://x", auth: { type: "basic", username: "u" } },
      want: /^mcpServers\.a\.auth\.password is missing: expected string/,
    },
    {
      given: { url: "https://x", auth: { type: "oauth", clientSecret: "s" } },
      want: /^mcpServers\.a\.auth: clientSecret needs a clientId/,
    },
    {
      given: { url: "https://x", auth: { type: "oauth", scopes: [] } },
      want: /^mcpServers\.a\.auth: Unrecognized key.*scopes/,
    },
    {
      given: { url: "https://x", auth: { type: "enterprise" } },
      want: /^mcpServers\.a\.auth\.clientId is missing: expected string/,
    },
    ...["http", "openapi", "graphql"].map((type) => ({
      given: {
        ...(type === "openapi" ? { type, spec: "https://x" } : { type, url: "https://x" }),
        auth: { type: "client_credentials", client_id: "i", client_secret: "s3cret" },
      },
      want: /^mcpServers\.a\.auth\.clientId is missing: expected string\. .* Unrecognized key: "client_id"\. Did you mean "clientId"\? .* Did you mean "clientSecret"\?(?!.*s3cret)/,
    })),
    {
      given: { url: "https://x", auth: { type: "oauth", client_id: "i" } },
      want: /^mcpServers\.a\.auth: Unrecognized key: "client_id"\. Did you mean "clientId"\? Correct or remove/,
    },
    {
      given: { url: "https://x", auth: { type: "bearer", token: "s3cret" } },
      want: /^mcpServers\.a\.auth\.type: expected "basic", .*"enterprise"; a static token is written as "headers": \{"Authorization": "Bearer \$\{NAME\}"\} \(got "bearer"\)(?!.*s3cret)/,
    },
    { given: { url: "https://x", auth: {} }, want: /^mcpServers\.a\.auth\.type is missing: expected "basic", / },
    ...(
      [
        [{ type: "bearer", tokn: "s3cret" }, /^mcpServers\.a\.auth\.token is missing: .* Did you mean "token"\?/],
        [{ type: "digest" }, /^mcpServers\.a\.auth\.type: expected "basic", .* \(got "digest"\)/],
        [{ headr: {} }, /^mcpServers\.a\.auth\.header is missing: .* Did you mean "header"\?/],
        [{ schemes: { key: 7 } }, /^mcpServers\.a\.auth\.schemes\.key: expected a key or token, or \{"username"/],
        [{ type: "oauth", clientSecret: "s" }, /^mcpServers\.a\.auth: clientSecret needs a clientId/],
        ["oath", /^mcpServers\.a\.auth: expected "oauth" or an object with a "type"/],
      ] as const
    ).map(([auth, want]) => ({ given: { type: "openapi", spec: "https://x", auth }, want })),
    { given: { type: "local", url: "x" }, want: /^mcpServers\.a: Unrecognized key.*url/ },
    {
      given: { url: "https://x", disabled: "yes" },
      want: /^mcpServers\.a\.disabled is "yes"\. The value must be true or false/,
    },
    { given: { url: "https://x", timeout: "30s" }, want: /^mcpServers\.a\.timeout is "30s"\. Write timeout_ms/ },
    { given: { url: "https://x", serverUrl: "https://y" }, want: /^mcpServers\.a has both url and serverUrl/ },
    {
      given: { url: "https://x", includeTools: ["read"] },
      want: /includeTools lists tools.* Write "tools": \{"include": \["read"\]\}/,
    },
    { given: { url: "https://x", includeTools: [] }, want: /^mcpServers\.a\.includeTools lists tools/ },
    { given: { url: "https://x", disabled_tools: ["drop"] }, want: /Write "tools": \{"exclude": \["drop"\]\}/ },
    { given: { url: "https://x", tools: ["read"] }, want: /^mcpServers\.a\.tools lists tools/ },
    {
      given: { url: "https://x", headers: { A: "Bearer ${input:my key}" } },
      want: /headers\.A has a text of the form \$\{input:…\}, which does not name a secret\. Write \$\{NAME\}/,
    },
    {
      given: { url: "https://x", headers: { A: "Bearer ${KEY:-s3cret}" } },
      want: /headers\.A has a text of the form \$\{KEY:…\}(?!.*s3cret)/,
    },
    {
      given: { url: "https://x", auth: { type: "basic", username: "u", password: "${s3cret-password" } },
      want: /auth\.password has a text that begins with \$\{, which(?!.*s3cret)/,
    },
    {
      given: { url: "https://x/${input:s3cret!}" },
      want: /url has a text of the form \$\{input:…\}, which(?!.*s3cret)/,
    },
    {
      given: { url: "https://x", headers: { A: "Bearer ${KEY" } },
      want: /headers\.A has a text that begins with \$\{, which does not name a secret/,
    },
    { given: { url: "https://x", query: { k: "${${KEY}}" } }, want: /query\.k has a text that begins with \$\{/ },
    { given: { type: "openapi", spec: "https://x/?k=${KEY" }, want: /spec has a text that begins with \$\{KEY, which/ },
    {
      given: { url: "a.example/mcp?key=s3cret" },
      want: /url is "a\.example\/mcp", .* Did you mean "https:\/\/a\.example\/mcp"\?$/,
    },
    { given: { url: "bob:s3cret@a.example/mcp" }, want: /url is "…@a\.example\/mcp", which(?!.*s3cret)/ },
    { given: { url: "localhost:3000/mcp" }, want: /Did you mean "http:\/\/localhost:3000\/mcp"\?/ },
    { given: { url: "ftp://a.example" }, want: /url is "ftp:\/\/a\.example", which .* Write an address like "https:/ },
    { given: { type: "graphql", url: "/graphql" }, want: /^mcpServers\.a\.url is "\/graphql"/ },
    {
      given: { type: "openapi", spec: "ftp://a.example/x.json" },
      want: /spec is "ftp:.* and not a file beside gateway/,
    },
    { given: { type: "openapi", spec: "./x.json", base_url: "a.example" }, want: /base_url is "a\.example"/ },
    {
      given: { url: "https://bob:s3cret@a.example/mcp" },
      want: /^mcpServers\.a\.url has a user or a password before the @, which would not be sent\. (?!.*s3cret).*"type": "basic"/,
    },
    { given: { url: "https://${USER}:${WORD}@a.example" }, want: /before the @.*"type": "basic"/ },
    { given: { type: "openapi", spec: "./x.json", base_url: "http://bob@a.example" }, want: /base_url has a user/ },
    { given: { type: "openapi", spec: "https://bob@a.example/x.json" }, want: /base_url of the same origin/ },
    {
      given: { url: "https://x", headers: { "a b": "c" } },
      want: /headers has "a b", which is not a name of an HTTP header/,
    },
    { given: { url: "https://x", headers: { A: "s3cret\nB: c" } }, want: /headers\.A has characters(?!.*s3cret)/ },
    {
      given: { command: "node", args: "x.js" },
      want: /^mcpServers\.a\.args: expected a list of texts.*\(got a text\)/,
    },
    { given: { command: "node", args: [{}] }, want: /^mcpServers\.a\.args\.\[0\]: expected a text \(got an object\)/ },
    { given: { command: "node", args: ["a", null] }, want: /^mcpServers\.a\.args\.\[1\]: expected a text/ },
    {
      given: { command: "node", env: ["A=1"] },
      want: /^mcpServers\.a\.env: expected an object with texts.*\(got a list\)/,
    },
    {
      given: { command: "node", env: { A: { b: 1 } } },
      want: /^mcpServers\.a\.env\.A: expected a text \(got an object\)/,
    },
    { given: { command: "node", cwd: 7 }, want: /^mcpServers\.a\.cwd: .*\(got 7\)/ },
    { given: { command: "node", argz: ["x.js"] }, want: /Unrecognized key: "argz"\. Did you mean "args"\?/ },
    { given: { command: "node", envFile: ".env" }, want: /envFile is not read\. Write its variables into env/ },
    {
      given: { command: "node", env_vars: ["HOME"] },
      want: /env_vars is not read\. Write each of them into env, like "env": \{"NAME": "\$\{NAME\}"\}\.$/,
    },
    { given: { command: "node", remote: true }, want: /Unrecognized key: "remote"/ },
    { given: { command: "node", sandboxEnabled: true }, want: /sandboxEnabled requests a sandbox/ },
    { given: { command: "node", url: "https://x" }, want: /has both a command and a url/ },
  ])("disables the entry $given alone", ({ given, want }) => {
    const parsed = parseGatewayConfig({ mcpServers: { ...NOTES, a: given } });
    const problem = { server: "a", text: expect.stringMatching(want) };
    const unusable = { type: "unusable", reason: expect.any(String), fix: expect.any(String) };
    expect(parsed).toMatchObject({ ok: true, problems: [problem], config: { mcpServers: { ...NOTES, a: unusable } } });
  });

  it.each([
    { given: { mcpServer: {} }, want: /Unrecognized key: "mcpServer"; it is not used\. Did you mean "mcpServers"\?/ },
    { given: { mcpServers: 7 }, want: /^mcpServers is not an object/ },
    { given: { limits: { timeout_ms: 0 } }, want: /^limits\.timeout_ms: .*\(got 0\)\. The setting is not used\.$/ },
    { given: { limits: { max_parallel: 33 } }, want: /^limits\.max_parallel: .*\(got 33\)/ },
    {
      given: { limits: { cpu: 1 } },
      want: /^limits: Unrecognized key: "cpu"\. Did you mean "cpu_ms"\? The setting is not used\.$/,
    },
    {
      given: { telemetry: { otlp_url: "https://instance:s3cret@a.example" } },
      want: /^telemetry\.otlp_url: an http\(s\) address(?!.*s3cret).* \(got a text\)/,
    },
    {
      given: { telemetry: { otlp_url: "https://x", headers: { A: "${KEY" } } },
      want: /^telemetry\.headers\.A: a reference/,
    },
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
    ...[
      "*",
      "*.com",
      "https://a.example",
      "A.example",
      "a.example/",
      "a.*.example",
      "*.10.0.0.1",
      "a.example:99999",
      "",
    ].map((host) => ({ given: { fetch: { allow: [host] } }, want: /^fetch\.allow\.\[0\]: a host like/ })),
    {
      given: { fetch: { allow: [] }, mcpServers: { fetch: { url: "https://a.example/mcp" } } },
      want: /^fetch is not used, because mcpServers has a server "fetch".*Rename the server/,
    },
    { given: { packages: [3] }, want: /^packages\.\[0\]: expected the name of an npm package.*\(got 3\)/ },
    { given: { packages: ["../x"] }, want: /^packages\.\[0\]: the name of an npm package \(got "\.\.\/x"\)/ },
    {
      given: { packages: ["a", { name: "lodash", require_aproval: true }] },
      want: /^packages\.\[1\]: Unrecognized key: "require_aproval"\. Did you mean "require_approval"\?/,
    },
    {
      given: { packages: [{ name: "lodash", require_approval: "yes" }] },
      want: /^packages\.\[0\]\.require_approval: /,
    },
    {
      given: { packages: [{ require_approval: true }] },
      want: /^packages\.\[0\]\.name is missing: expected string\. /,
    },
    { given: { hosts: "example.com" }, want: /^hosts: .*expected array.*\(got "example\.com"\)/ },
    { given: { auth: { oidc: { issuer: "https://x.example", allow: "all" } } }, want: /^auth\.oidc\./ },
    ...(
      [
        [{ issuer: "http://idp.example" }, /^auth\.oidc\.issuer: an https address/],
        [
          { allow: ["*@example.com"] },
          /^auth\.oidc\.allow\.\[0\]: an e-mail address without \*; "@example.com" means all addresses of that domain/,
        ],
        [{ admins: ["*@example.com"] }, /^auth\.oidc\.admins\.\[0\]: an e-mail address without \*/],
      ] as const
    ).map(([wrong, want]) => ({ given: { auth: { oidc: { ...OIDC, ...wrong } } }, want })),
    {
      given: { auth: { access: { team: "https://acme.cloudflareaccess.com/", audience: "a" } } },
      want: /^auth\.access\.team: the address without a \/ at the end/,
    },
    {
      given: { auth: { access: { team: "http://acme.example", audience: "a" } } },
      want: /^auth\.access\.team: an https address/,
    },
    ...(
      [
        [
          { people: [{ claim: "email", value: "*@example.com" }] },
          /people\.\[0\]: the value of email must not have a \*/,
        ],
        [{ issuer: "http://id.example" }, /^auth\.enterprise\.\[0\]\.issuer: an https address/],
        [{ jwks_uri: "file:///keys" }, /^auth\.enterprise\.\[0\]\.jwks_uri: an https address/],
        [{ algorithms: ["HS256"] }, /^auth\.enterprise\.\[0\]\.algorithms\.\[0\]: .*"RS256"\|"ES256"/],
        [{ people: [] }, /^auth\.enterprise\.\[0\]\.people: /],
        [
          { people: [{ claim: "groups" }] },
          /^auth\.enterprise\.\[0\]\.people\.\[0\]: claim and value must be given together/,
        ],
        [{ people: [{ role: "owner" }] }, /^auth\.enterprise\.\[0\]\.people\.\[0\]\.role: /],
        [{ audience: "x" }, /^auth\.enterprise\.\[0\]: Unrecognized key: "audience"/],
      ] as const
    ).map(([wrong, want]) => ({
      given: {
        auth: {
          enterprise: [{ ...PROVIDER, ...wrong }],
        },
      },
      want,
    })),
    {
      given: { auth: { enterprise: [{ ...PROVIDER, clients: ["a"] }, PROVIDER] } },
      want: /^auth\.enterprise: two entries have the same issuer/,
    },
  ])("does not use $given and goes on", ({ given, want }) => {
    const kept =
      "origins" in given
        ? { packages: ["zod", { name: "ms", require_approval: true }] }
        : { origins: ["https://app.example"] };
    const parsed = parseGatewayConfig({ ...given, ...kept });
    const problems = expect.arrayContaining([{ text: expect.stringMatching(want) }]);
    expect(parsed).toMatchObject({ ok: true, problems, config: { auth: {}, limits: {}, ...kept } });
    for (const name of ["hosts", "origins", "fetch"].filter((one) => !(one in kept))) {
      expect(parsed).not.toHaveProperty(`config.${name}`);
    }
  });

  it("refuses everything for one mistake in the policy, and tells all mistakes with path and fix", () => {
    const policy = {
      version: "1",
      default: "allow",
      tools: { "files.write": { deny_if: [{ path: "args.path", op: "regexp", value: "^/etc/" }], on_denny: "no" } },
    };
    const parsed = parseGatewayConfig({ mcpServers: {}, policy });
    expect(parsed.ok).toBe(false);
    const texts = parsed.problems.map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringMatching(/^policy\/tools\/files\.write\/deny_if\/0\/op: .*regex/));
    expect(texts).toContainEqual(expect.stringMatching(/^policy\/tools\/files\.write.*on_denny.*on_deny/));
  });

  it.each(["on", true, null])("refuses everything for pins: %j, and says so", (pins) => {
    const text = expect.stringMatching(
      /^pins: .*"off"\|"baseline"\|"hold".* \(got \S+\)\. Without this setting more would be allowed, so the gateway does not start until /,
    );
    expect(parseGatewayConfig({ mcpServers: NOTES, pins })).toStrictEqual({ ok: false, problems: [{ text }] });
  });

  it.each([
    { given: { policy: "./nope.json" }, ok: false, want: /^policy is a text, .* policy\.json beside gateway\.json/ },
    { given: { approvals: {} }, ok: true, want: /Unrecognized key: "approvals".* It belongs into policy: "policy": / },
  ])("says where a policy stands: $given", ({ given, ok, want }) => {
    const { problems, ...parsed } = parseGatewayConfig({ mcpServers: {}, ...given });
    expect({ ok: parsed.ok, problems }).toStrictEqual({ ok, problems: [{ text: expect.stringMatching(want) }] });
  });

  it("takes the policy of policy.json beside it, and refuses two", () => {
    const policy = { version: "1", default: "allow" };
    const text = `// ours\n${JSON.stringify(policy)}`;
    expect(parseGatewayConfig({ mcpServers: {} }, text)).toMatchObject({ ok: true, config: { policy } });
    expect(parseGatewayConfig({ mcpServers: {} }, "null\n")).toMatchObject({ ok: true, problems: [] });
    const two = parseGatewayConfig({ mcpServers: {}, policy }, text);
    expect(two).toMatchObject({ ok: false, problems: [{ text: expect.stringContaining("remove one of them") }] });
    for (const wrong of ['{"version": ', '{"version": "1"}', "[]", '"allow"']) {
      expect(parseGatewayConfig({ mcpServers: {} }, wrong).ok).toBe(false);
    }
  });

  it("refuses a policy with two rules for the same tools", () => {
    const tools = '"up.wipe": {"action": "deny"}, "up.wipe": {"action": "allow"}';
    const policy = `{"version": "1", "default": "allow", "tools": {${tools}}}`;
    const problems = [
      { text: expect.stringMatching(/^policy\.json has the name "up\.wipe" twice .*line 1 column 48/) },
    ];
    expect(parseGatewayConfig({ mcpServers: {} }, policy)).toStrictEqual({ ok: false, problems });
    expect(parseGatewayConfig(`{"policy": ${policy}}`)).toMatchObject({
      ok: false,
      problems: [{ text: expect.stringMatching(/^gateway\.json has the name "up\.wipe" twice/) }],
    });
  });

  it("takes a policy, and notes what it may not mean", () => {
    const policy = { version: "1", default: "deny", tools: { list_customers: {} } };
    const parsed = parseGatewayConfig({ mcpServers: {}, policy });
    expect(parsed).toMatchObject({ ok: true, problems: [], config: { policy } });
    expect(parsed.ok && parsed.notes).toMatchObject([{ text: expect.stringMatching(/list_customers.*every server/) }]);
  });

  it("notes a rule about a server that there is not", () => {
    const policy = { version: "1", default: "allow", tools: { "nots.delete": { action: "deny" } } };
    const notes = [{ text: expect.stringMatching(/^policy\/tools\/nots\.delete: .* Did you mean "notes"\?$/) }];
    expect(parseGatewayConfig({ mcpServers: NOTES, policy })).toMatchObject({ ok: true, problems: [], notes });
  });

  it.each(["polcy", "Policy"])("stops at %s, which would forbid nothing", (name) => {
    const parsed = parseGatewayConfig({ mcpServers: {}, [name]: { version: "1", default: "deny" } });
    expect(parsed).toMatchObject({
      ok: false,
      problems: [{ text: expect.stringMatching(/"policy".* the gateway does not start until the key is renamed/) }],
    });
  });

  it.each([
    { policy: { polcy: {} }, file: null, first: /^gateway\.json: Unrecognized key: "polcy"/ },
    { policy: { policy: { version: "2" } }, file: null, first: /^policy/ },
    { policy: {}, file: "{", first: /^policy\.json / },
  ])("reports the mistakes of all settings at once: $first", ({ policy, file, first }) => {
    const others = { fetch: { allow: 1 }, origins: 1, pins: "of", ledger: { keep_days: "x" } };
    const parsed = parseGatewayConfig({ ...policy, ...others, mcpServers: NOTES }, file);
    expect(parsed.ok).toBe(false);
    const texts = parsed.problems.map(({ text }) => text);
    for (const start of [first, /^fetch\.allow/, /^origins/, /^pins/, /^ledger/])
      expect(texts).toContainEqual(expect.stringMatching(start));
  });

  it("uses the limits that it can, among them the computing time", () => {
    const limits = { cpu_ms: 9_000, timeout_ms: "1s", max_tool_calls: 5 };
    expect(parseGatewayConfig({ limits })).toMatchObject({
      ok: true,
      problems: [{ text: expect.stringContaining("limits.timeout_ms") }],
      config: { limits: { cpu_ms: 9_000, max_tool_calls: 5 } },
    });
  });

  it.each([
    { cpu_ms: 300_000, problems: [] },
    { cpu_ms: 300_001, problems: [{ text: expect.stringContaining("limits.cpu_ms") }] },
  ])("lets runs compute up to the platform's bound: $cpu_ms", ({ cpu_ms, problems }) => {
    expect(parseGatewayConfig({ limits: { cpu_ms } })).toMatchObject({ ok: true, problems });
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
    expect(parseGatewayConfig({ mcpServers })).toStrictEqual({
      ok: true,
      problems: [],
      notes: [],
      config: {
        mcpServers: { ...mcpServers, bare: { type: "http", url: "https://example.com/mcp" } },
        limits: {},
        auth: {},
      },
    });
  });

  it("takes addresses of which secrets are a part, and processes with numbers", () => {
    const mcpServers = {
      whole: { url: "${ADDRESS}" },
      host: { url: "https://${HOST}:${PORT}/mcp" },
      off: { url: "to be written", disabled: true },
      files: { command: "npx", args: ["--port", 8080, true], env: { PORT: 8080 }, cwd: "/srv" },
      described: { type: "openapi", spec: { openapi: "3.1.0", info: { description: "${NOT_A_SECRET" } } },
    };
    expect(parseGatewayConfig({ mcpServers })).toMatchObject({ ok: true, problems: [], notes: [] });
  });

  it("says that a list without servers has none", () => {
    const notes = [{ text: expect.stringMatching(/^mcpServers is an empty list.*write \{"name"/) }];
    expect(parseGatewayConfig({ mcpServers: [] })).toMatchObject({ ok: true, problems: [], notes });
  });

  it("takes comments, commas before a bracket and a byte order mark, and no text inside a string for one", () => {
    const text = `\uFEFF{ // "mcpServers": {}
      /* { */ "mcpServers": { "a": { "url": "https://x.example//mcp?q=/*,]" , }, }, "hosts": ["a,}", ],
    }`;
    expect(parseGatewayConfig(text)).toMatchObject({
      ok: true,
      problems: [],
      config: { hosts: ["a,}"], mcpServers: { a: { type: "http", url: "https://x.example//mcp?q=/*,]" } } },
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
