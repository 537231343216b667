/** What people paste from the configuration of other clients, as those write it, and what the gateway makes of it. */
import { describe, expect, it } from "vitest";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";

const URL = "https://api.example/mcp";
const HEADERS = { Authorization: "Bearer ${TOKEN}" };

interface Row {
  readonly client: string;
  readonly given: unknown;
  readonly servers: Readonly<Record<string, object>>;
  /** Beginnings or parts of the notes, in their order. */
  readonly notes: readonly RegExp[];
}

const ROWS: readonly Row[] = [
  {
    client: "Claude Desktop",
    given: { globalShortcut: "", mcpServers: { "my server": { command: "npx", args: ["-y", "files"], env: {} } } },
    servers: { "my-server": { command: "npx", args: ["-y", "files"] } },
    notes: [/"my server" has the name my-server/, /^globalShortcut is not used/],
  },
  {
    client: "Claude Code",
    given: { mcpServers: { api: { type: "http", url: URL, headers: HEADERS, alwaysLoad: true, timeout: 30_000 } } },
    servers: { api: { type: "http", url: URL, headers: HEADERS, timeout_ms: 30_000 } },
    notes: [/timeout 30000 is read as 30000 milliseconds/, /alwaysLoad is not used/],
  },
  {
    client: "Cursor",
    given: { mcpServers: { api: { url: URL, headers: { Authorization: "Bearer ${env:TOKEN}" }, env: { A: "b" } } } },
    servers: { api: { type: "http", url: URL, headers: HEADERS } },
    notes: [/env is not used/, /\$\{env:TOKEN\} is read as \$\{TOKEN\}/],
  },
  {
    client: "Cursor, old transport",
    given: { mcpServers: { api: { type: "sse", url: "https://api.example/sse" } } },
    servers: { api: { type: "http", url: "https://api.example/sse" } },
    notes: [/the old SSE transport is not supported.*usually offer it at https:\/\/api\.example\/mcp\.$/],
  },
  {
    client: "VS Code",
    given: { inputs: [{ id: "key" }], servers: { api: { type: "http", url: URL, headers: HEADERS, gallery: true } } },
    servers: { api: { type: "http", url: URL, headers: HEADERS } },
    notes: [/^servers is read as mcpServers/, /gallery is not used/, /^inputs is not used/],
  },
  {
    client: "VS Code, settings",
    given: { mcp: { servers: { api: { url: URL } } } },
    servers: { api: { type: "http", url: URL } },
    notes: [/^mcp\.servers is read as mcpServers/],
  },
  {
    client: "Windsurf",
    given: { mcpServers: { api: { serverUrl: URL, headers: HEADERS, disabled: true } } },
    servers: { api: { type: "http", url: URL, headers: HEADERS, disabled: true } },
    notes: [/serverUrl is read as url/],
  },
  {
    client: "Gemini CLI",
    given: { theme: "x", mcpServers: { api: { httpUrl: URL, trust: true, timeout: 600_000, description: "An API" } } },
    servers: { api: { type: "http", url: URL, timeout_ms: 600_000 } },
    notes: [/httpUrl is read as url/, /timeout/, /trust is not used/, /description is not used/, /^theme is not used/],
  },
  {
    client: "Cline",
    given: {
      mcpServers: { api: { type: "streamableHttp", url: URL, autoApprove: ["a"], timeout: 60, disabled: false } },
    },
    servers: { api: { type: "http", url: URL, timeout_ms: 60_000 } },
    notes: [/timeout 60 is read as 60000 milliseconds/, /autoApprove is not used/],
  },
  {
    client: "Roo Code",
    given: { mcpServers: { api: { type: "streamable-http", url: URL, alwaysAllow: [], watchPaths: ["x"] } } },
    servers: { api: { type: "http", url: URL } },
    notes: [/alwaysAllow is not used/, /watchPaths is not used/],
  },
  {
    client: "MCPProxy",
    given: {
      listen: ":8080",
      enable_code_execution: true,
      tools_limit: 15,
      mcpServers: [
        { name: "api", url: URL, protocol: "http", headers: HEADERS, enabled: true, command: "", args: null, env: {} },
        { name: "off", url: URL, protocol: "streamable-http", enabled: false },
        { name: "busy", url: URL, max_concurrent_requests: 2, queue_size: 9, queue_timeout: "30s" },
        { name: "unbound", url: URL, max_concurrent_requests: 0 },
        { name: "held", url: URL, protocol: "auto", quarantined: true },
        { name: "files", protocol: "stdio", command: "npx", args: ["files"], enabled: true },
      ],
    },
    servers: {
      api: { type: "http", url: URL, headers: HEADERS },
      off: { type: "http", url: URL, disabled: true },
      busy: { type: "http", url: URL, max_parallel: 2 },
      unbound: { type: "http", url: URL },
      held: { type: "http", url: URL, disabled: true },
      files: { type: "stdio", command: "npx", args: ["files"] },
    },
    notes: [
      /api: protocol is read as type/,
      /off: protocol/,
      /busy: max_concurrent_requests is read as max_parallel/,
      /busy: queue_size is not used/,
      /busy: queue_timeout is not used/,
      /held: protocol/,
      /held is quarantined/,
      /files: protocol/,
      /^listen is not used/,
      /^enable_code_execution is not used/,
      /^tools_limit is not used/,
    ],
  },
  {
    client: "MCPProxy, a process in a folder",
    given: { mcpServers: [{ name: "a", command: "npx", working_dir: "/srv", headers: {}, url: "" }] },
    servers: { a: { command: "npx", cwd: "/srv" } },
    notes: [/working_dir is read as cwd/],
  },
  {
    client: "VS Code, a process without its sandbox",
    given: { servers: { a: { type: "stdio", command: "npx", sandbox: {}, sandboxEnabled: false, envFile: "" } } },
    servers: { a: { type: "stdio", command: "npx" } },
    notes: [/servers is read/, /sandboxEnabled is not used/],
  },
  {
    client: "Zed",
    given: { context_servers: { a: { source: "custom", remote: false, command: "npx", args: ["files"], env: {} } } },
    servers: { a: { command: "npx", args: ["files"] } },
    notes: [/context_servers is read/, /source is not used/, /remote is not used/],
  },
  {
    client: "Cline, from its administrator",
    given: { mcpServers: { api: { type: "streamableHttp", url: URL, remoteConfigured: true } } },
    servers: { api: { type: "http", url: URL } },
    notes: [/remoteConfigured is not used/],
  },
  {
    client: "Gemini CLI, an extension",
    given: { mcpServers: { a: { command: "npx", extension: { name: "x" }, oauth: { enabled: false } } } },
    servers: { a: { command: "npx" } },
    notes: [/extension is not used/, /oauth is not used/],
  },
  {
    client: "Codex",
    given: { mcpServers: { a: { command: "npx", required: true, env_vars: [] } } },
    servers: { a: { command: "npx" } },
    notes: [/required is not used/],
  },
  {
    client: "Cherry Studio",
    given: { mcpServers: { on: { command: "npx", isActive: true }, off: { url: URL, isActive: false } } },
    servers: { on: { command: "npx" }, off: { type: "http", url: URL, disabled: true } },
    notes: [],
  },
  {
    client: "a file with variables that are not set",
    given: { mcpServers: { a: { command: "npx", env: { A: null, B: "b" } } } },
    servers: { a: { command: "npx", env: { B: "b" } } },
    notes: [],
  },
  {
    client: "VS Code, processes that are off",
    given: {
      mcpServers: {
        a: { command: "npx", envFile: ".env", disabled: true },
        b: { command: "npx", sandboxEnabled: true, url: URL, env_vars: ["A"], enabled: false },
      },
    },
    servers: { a: { command: "npx", disabled: true }, b: { command: "npx", disabled: true } },
    notes: [/envFile is not used/, /sandboxEnabled is not used/, /b: url is not used/, /env_vars is not used/],
  },
  {
    client: "a secret manager, with a line end",
    given: { mcpServers: { api: { url: URL, headers: { A: "value\r\n" } } } },
    servers: { api: { type: "http", url: URL, headers: { A: "value\r\n" } } },
    notes: [],
  },
  {
    client: "Copilot CLI",
    given: { mcpServers: { api: { type: "http", url: URL, headers: {}, tools: ["*"] } } },
    servers: { api: { type: "http", url: URL, headers: {} } },
    notes: [],
  },
  {
    client: "a shell",
    given: { mcpServers: { api: { url: `${URL}?key=$API_KEY`, headers: { "X-Price": "5$ for $x" } } } },
    servers: { api: { type: "http", url: `${URL}?key=\${API_KEY}`, headers: { "X-Price": "5$ for $x" } } },
    notes: [/mcpServers\.api\.url: \$API_KEY is read as \$\{API_KEY\}/],
  },
];

describe("an entry pasted from", () => {
  it.each(ROWS)("$client", ({ given, servers, notes }) => {
    const parsed = parseGatewayConfig(JSON.stringify(given));
    expect(parsed.problems).toStrictEqual([]);
    if (!parsed.ok) return;
    expect(parsed.config.mcpServers).toStrictEqual(servers);
    const texts = parsed.notes.map(({ text }) => text);
    expect(texts).toStrictEqual(notes.map((note) => expect.stringMatching(note)));
  });
});

describe("names", () => {
  const url = { url: URL };

  it.each([
    { given: { "my server": url }, want: ["my-server"] },
    { given: { "@acme/files": url }, want: ["acme-files"] },
    { given: { "io.github.user/x": url }, want: ["io.github.user-x"] },
    { given: { "…": url }, want: ["server-1-2"] },
    { given: { ["a".repeat(80)]: url }, want: ["a".repeat(64)] },
  ])("$given are $want", ({ given, want }) => {
    const parsed = parseGatewayConfig({ mcpServers: given });
    expect(parsed).toMatchObject({ ok: true, problems: [], notes: [{ text: expect.stringContaining(want[0] ?? "") }] });
    expect(parsed.ok && Object.keys(parsed.config.mcpServers)).toStrictEqual(want);
  });

  it("that are the same disable the second of them", () => {
    const parsed = parseGatewayConfig({
      mcpServers: { "my-server": url, "my server": { url: "https://other.example" } },
    });
    expect(parsed).toMatchObject({
      ok: true,
      problems: [{ server: "my-server-2", text: expect.stringContaining("two entries of the name my-server") }],
      config: { mcpServers: { "my-server": url, "my-server-2": { type: "unusable" } } },
    });
  });

  it("of objects are no way to anything else", () => {
    const parsed = parseGatewayConfig(
      '{"mcpServers":{"__proto__":{"url":"https://x.example"},"constructor":{"url":"https://y.example"}}}',
    );
    expect(parsed.ok && Object.keys(parsed.config.mcpServers)).toStrictEqual(["proto__", "constructor"]);
  });
});
