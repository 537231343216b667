/** An import says everything that it leaves out of the file, and what cannot work as it stands. */
import { expect, it } from "vitest";
import { importServers, type Imported } from "../../src/config/import-servers.ts";

const URL = "https://api.example/mcp";

function imported(pasted: unknown): Imported {
  const result = importServers(JSON.stringify(pasted), { name: "gateway.json", text: undefined }, false, "mcp.json");
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

it("names the settings of a gateway that it does not take, valid or not", () => {
  const settings = { policy: { version: 7 }, hosts: ["a.example"], origins: [], fetch: { allow: [] }, limits: {} };
  const { notes, text } = imported({ $schema: "x", mcpServers: { a: { url: URL } }, ...settings });
  expect(notes).toStrictEqual(
    Object.keys(settings).map(
      (key) => `${key} is not imported: write it into gateway.json yourself if you want to use it.`,
    ),
  );
  expect(JSON.parse(text)).toStrictEqual({
    $schema: "./gateway.schema.json",
    mcpServers: { a: { type: "http", url: URL } },
  });
});

it.each([
  { given: { mcp: { excluded: ["a"] } }, off: ["a"], by: "mcp.excluded" },
  { given: { mcp: { allowed: ["A "], serverCommand: "x" } }, off: ["b"], by: "mcp.allowed" },
  { given: { mcp: { allowed: [] } }, off: ["a", "b"], by: "mcp.allowed" },
  { given: { mcp: { excluded: "a" } }, off: ["a", "b"], by: "mcp.excluded" },
  { given: { enabledMcpjsonServers: ["a"] }, off: ["b"], by: "enabledMcpjsonServers" },
  { given: { disabledMcpjsonServers: ["b"] }, off: ["b"], by: "disabledMcpjsonServers" },
  { given: { mcp: { excluded: [] } }, off: [], by: "" },
])("takes servers that $given leaves out switched off", ({ given, off, by }) => {
  const { added, notes, text } = imported({ ...given, mcpServers: { a: { url: URL }, b: { url: URL } } });
  const { mcpServers } = JSON.parse(text) as { mcpServers: Record<string, { disabled?: boolean }> };
  expect(added).toStrictEqual(["a", "b"]);
  expect(Object.keys(mcpServers).filter((name) => mcpServers[name]?.disabled === true)).toStrictEqual(off);
  expect(notes).toStrictEqual([
    ...("serverCommand" in (given.mcp ?? {}) ? ["mcp.serverCommand is not used."] : []),
    ...off.map((name) => `mcpServers: "${name}" is switched off by ${by} of the file, so it is switched off here.`),
  ]);
});

it("sends nobody to gateway.json for what stands in the other file", () => {
  const sentry = { url: URL, auth: { CLIENT_ID: "a" } };
  const { skipped, notes } = imported({ "editor.fontSize": 12, mcpServers: { a: { url: URL }, sentry } });
  expect(skipped).toStrictEqual([
    { name: "sentry", reason: expect.stringMatching(/ Correct it in mcp\.json and import it again\.$/) },
  ]);
  expect(notes).toStrictEqual(['mcp.json: Unrecognized key: "editor.fontSize"; it is not used.']);
});

it.each([
  { oauth: {}, want: { type: "http", url: URL, auth: { type: "oauth" } } },
  { oauth: false, want: { type: "http", url: URL } },
])("reads oauth of opencode: $oauth", ({ oauth, want }) => {
  const { skipped, text } = imported({ mcp: { api: { type: "remote", url: URL, oauth } } });
  expect(skipped).toStrictEqual([]);
  expect(JSON.parse(text)).toMatchObject({ mcpServers: { api: want } });
});

it("reads the servers of opencode", () => {
  const local = {
    type: "local",
    command: ["npx", "-y", "x"],
    environment: { MODE: "{env:MODE}", TEXT: "${env:TEXT}" },
    enabled: false,
  };
  const remote = { type: "remote", url: URL, headers: { "X-Key": "{env:API_KEY}" }, enabled: true };
  const { skipped, notes, text } = imported({ mcp: { "o 1": local, allowed: remote } });
  expect(skipped).toStrictEqual([]);
  expect(notes).toStrictEqual(["mcp is read as mcpServers.", 'mcpServers: "o 1" has the name o-1 here.']);
  expect(JSON.parse(text)).toMatchObject({
    mcpServers: {
      "o-1": { command: "npx", args: ["-y", "x"], env: { MODE: "${MODE}", TEXT: "${env:TEXT}" }, disabled: true },
      allowed: { type: "http", url: URL, headers: { "X-Key": "${API_KEY}" } },
    },
  });
});

it.each(["file:///etc/passwd", "ftp://a.example", "a.example/mcp", "javascript:1"])("skips the address %s", (url) => {
  const reason = expect.stringMatching(
    /^mcpServers\.a\.url is ".*", which is not an address that begins with https:/,
  ) as string;
  expect(imported({ mcpServers: { a: { url } } })).toMatchObject({ added: [], skipped: [{ name: "a", reason }] });
});

it.each([
  { given: { command: "npx", args: "-y files" }, want: /^mcpServers\.a\.args: expected a list of texts/ },
  { given: { url: "https://me:pw@api.example/mcp" }, want: /before the @.*"type": "basic"/ },
])("skips $given, which would not be used as it is meant", ({ given, want }) => {
  const { added, skipped } = imported({ mcpServers: { a: given } });
  expect({ added, skipped }).toStrictEqual({
    added: [],
    skipped: [{ name: "a", reason: expect.stringMatching(want) }],
  });
});

it.each([
  { given: { url: URL }, want: [] },
  { given: { url: "${BASE}/mcp" }, want: [] },
  { given: { url: "https://${HOST}/mcp?api_key=${KEY}" }, want: [] },
  { given: { command: "npx", args: ["-y", "${HOME}/x"], env: { API_KEY: "${KEY}", TOKEN: "$TOKEN" } }, want: [] },
  {
    given: { command: "npx", env: { API_KEY: "sk-1", MODE: "fast" } },
    want: [/env\.API_KEY holds a credential as text/],
  },
  {
    given: { url: `${URL}?mode=a&api_key=sk-1` },
    want: [/^mcpServers\.a\.url holds a credential as text in api_key:/],
  },
  { given: { url: "https://api.example/@scope?to=a@b" }, want: [] },
  {
    given: { command: "npx", args: ["a", 8080, true] },
    want: [/args\[1\] is not a text.*gets "8080"/, /args\[2\].*"true"/],
  },
  {
    given: {
      command: "npx",
      args: [
        ...["--token", "t0k", "--api-key=sk-1", "API_KEY=sk-2", "--header", "Authorization: Bearer abc"],
        "postgres://me:pw@db/x",
      ],
    },
    want: [1, 2, 3, 5, 6].map(
      (index) => new RegExp(`^mcpServers\\.a\\.args\\[${index}\\] holds a credential as text: put`),
    ),
  },
  {
    given: {
      command: "npx",
      args: [
        ...[
          "--token",
          "${TOKEN}",
          "--api-key=${KEY}",
          "--header",
          "Authorization: Bearer ${TOKEN}",
          "--key",
          "./id.pem",
        ],
        ...[
          "--max-tokens",
          "4096",
          "--token",
          "--verbose",
          "https://a.example:80/key=",
          "postgres://me:${PW}@db/x",
          "-y",
        ],
      ],
    },
    want: [],
  },
  {
    given: { command: "npx", args: ["${workspaceFolder}/x"], env: { A: "${input:my token}" }, cwd: "${userHome}" },
    want: [/args\[0\] has \$\{workspaceFolder\}, which only an editor replaces/, /env\.A has \$\{input:/, /cwd has/],
  },
  {
    given: { command: "npx", env: { A: "${input:github-token}" } },
    want: [
      /^mcpServers\.a\.env\.A: \$\{input:github-token\} is read as \$\{GITHUB_TOKEN\}: set GITHUB_TOKEN in \.dev\.vars/,
    ],
  },
  {
    given: { url: URL, headers: { Authorization: "Bearer ${input:github-token}" } },
    want: [/Authorization: \$\{input:github-token\} is read as \$\{GITHUB_TOKEN\}, the secret GITHUB_TOKEN/],
  },
  {
    given: {
      url: URL,
      auth: { type: "client_credentials", tokenUrl: "https://a.example/token", clientId: "c", clientSecret: "s3cret" },
    },
    want: [/^mcpServers\.a\.auth\.clientSecret holds a credential/],
  },
  {
    given: {
      url: `${URL}?page_token=abc&key=2`,
      headers: { "Idempotency-Key": "x", "X-Tokenizer": "bpe" },
      query: { keyword: "cats", sort_key: "name" },
    },
    want: [],
  },
  {
    given: { url: URL, headers: { "X-Api-Key": "k" }, query: { access_token: "t" }, auth: "oauth" },
    want: [/X-Api-Key holds/, /access_token holds/],
  },
  { given: { url: "https://api.example/${workspaceFolder}" }, want: [/^mcpServers\.a\.url has \$\{workspaceFolder\}/] },
])("says of $given what it is worth saying", ({ given, want }) => {
  const { added, notes } = imported({ mcpServers: { a: given } });
  expect(added).toStrictEqual(["a"]);
  expect(notes).toStrictEqual(want.map((pattern) => expect.stringMatching(pattern) as string));
  expect(notes.join("\n")).not.toMatch(/sk-1|:pw/);
});

it("calls a target that cannot be read by its name", () => {
  const pasted = JSON.stringify({ mcpServers: { a: { url: URL } } });
  for (const text of ["{", "[]", '{"mcpServers": []}']) {
    const result = importServers(pasted, { name: "to2.json", text }, false, "mcp.json");
    expect(result).toStrictEqual({ ok: false, error: expect.stringMatching(/to2\.json is n/) as string });
  }
});

it("takes the servers of the projects of Claude Code, and no setting of its own", () => {
  const other = "https://other.example/mcp";
  const { added, notes, text } = imported({
    numStartups: 12,
    mcpServers: { a: { url: URL } },
    projects: {
      "/home/me/x": { allowedTools: [], mcpServers: { a: { url: other }, inner: { url: other } } },
      "/home/me/y": { mcpServers: { a: { url: URL } } },
      "/home/me/z": "no project",
    },
  });
  expect(added).toStrictEqual(["a", "inner"]);
  expect(notes).toStrictEqual(['The project "/home/me/x" has another "a", which is not imported.']);
  expect((JSON.parse(text) as { mcpServers: unknown }).mcpServers).toMatchObject({
    a: { url: URL },
    inner: { url: other },
  });
});

it.each([{}, { mcpServers: {} }, { theme: "dark" }])("says of %o that it has no servers", (pasted) => {
  const result = importServers(JSON.stringify(pasted), { name: "gateway.json", text: undefined }, false, "mcp.json");
  expect(result).toMatchObject({ ok: false, error: expect.stringContaining("The file has no servers") });
});

it("takes projects that are not Claude Code's for an unknown setting", () => {
  expect(imported({ projects: {}, servers: { z: { url: URL } } }).added).toStrictEqual(["z"]);
});
