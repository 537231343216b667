/** `isogate import` with the files of five clients: what is written is a gateway.json that is used as it stands. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { buildCli } from "../../scripts/build-cli.mjs";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";
import { Isogate } from "../support/isogate.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const url = "https://api.example/mcp";
let directory: string;
let isogate: Isogate;

beforeAll(buildCli);

beforeEach(async () => {
  directory = await temporaryDirectory();
  isogate = new Isogate({ XDG_CONFIG_HOME: directory });
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function importing(pasted: string, ...options: readonly string[]) {
  const file = join(directory, "pasted.json");
  await writeFile(file, pasted);
  return isogate.run(["import", file, "--to", join(directory, "gateway.json"), ...options]);
}

async function written(): Promise<unknown> {
  return JSON.parse(await readFile(join(directory, "gateway.json"), "utf8"));
}

it.each([
  {
    client: "Claude Desktop",
    given: { mcpServers: { "my files": { command: "npx", args: ["-y", "files"], env: { A: "b" } } } },
    want: { "my-files": { command: "npx", args: ["-y", "files"], env: { A: "b" } } },
    says: "my-files",
  },
  {
    client: "Cursor",
    given: { mcpServers: { api: { url, headers: { Authorization: "Bearer ${env:TOKEN}" } } } },
    want: { api: { type: "http", url, headers: { Authorization: "Bearer ${TOKEN}" } } },
    says: "is read as ${TOKEN}",
  },
  {
    client: "VS Code",
    given: { inputs: [], servers: { api: { type: "http", url } } },
    want: { api: { type: "http", url } },
    says: "inputs is not used",
  },
  {
    client: "Windsurf",
    given: { mcpServers: { api: { serverUrl: url, headers: { "X-Api-Key": "a-literal-key" } } } },
    want: { api: { type: "http", url, headers: { "X-Api-Key": "a-literal-key" } } },
    says: "mcpServers.api.headers.X-Api-Key holds a credential as text",
  },
  {
    client: "MCPProxy",
    given: { mcpServers: [{ name: "api", url, protocol: "http", enabled: false }] },
    want: { api: { type: "http", url, disabled: true } },
    says: "protocol is read as type",
  },
  {
    client: "MCPProxy, with its limits",
    given: { code_execution_timeout_ms: 60_000, mcpServers: [{ name: "api", url }] },
    want: { api: { type: "http", url } },
    says: String.raw`write \"limits\": {\"timeout_ms\": 60000} in its place`,
  },
])("takes the file of $client", async ({ given, want, says }) => {
  const { status, stdout, stderr } = await importing(JSON.stringify(given));
  expect({ status, stderr }, stdout).toStrictEqual({ status: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ added: Object.keys(want), skipped: [] });
  expect(stdout).toContain(says);
  const file = await written();
  expect(file).toStrictEqual({ $schema: "./gateway.schema.json", mcpServers: want });
  expect(parseGatewayConfig(file)).toMatchObject({ ok: true, problems: [], notes: [] });
});

it("keeps what is there, and skips what cannot be used, with the reason", async () => {
  const own = { mcpServers: { api: { type: "http", url: "https://own.example/mcp" } }, limits: { cpu_ms: 1_000 } };
  await writeFile(join(directory, "gateway.json"), JSON.stringify(own));
  const pasted = JSON.stringify({ mcpServers: { api: { url }, more: { url }, odd: { url, haeders: {} } } });
  const { status, stdout } = await importing(pasted);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    added: ["more"],
    skipped: [
      { name: "api", reason: expect.stringContaining("--replace") },
      { name: "odd", reason: expect.stringContaining('Did you mean "headers"?') },
    ],
  });
  expect(await written()).toStrictEqual({ ...own, mcpServers: { ...own.mcpServers, more: { type: "http", url } } });
  await importing(pasted, "--replace");
  expect(await written()).toMatchObject({ mcpServers: { api: { url } }, limits: own.limits });
});

it("takes the later of two servers with the same name, as the clients do, and says so", async () => {
  const { status, stdout } = await importing(
    `{"mcpServers": {"api": {"url": "https://first.example"}, "api": {"url": "${url}"}}}`,
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    notes: [expect.stringMatching(/^The file has the name "api" twice in one object \(line 1 column 17 and line 1/)],
  });
  expect(await written()).toMatchObject({ mcpServers: { api: { url } } });
});

it("leaves a gateway.json with two servers of the same name as it is", async () => {
  const text = '{"mcpServers": {"a": {"type": "local"}, "a": {"type": "tunnel"}}}';
  await writeFile(join(directory, "gateway.json"), text);
  const { status, stderr } = await importing(JSON.stringify({ mcpServers: { api: { url } } }));
  expect({ status, stderr }).toStrictEqual({ status: 1, stderr: expect.stringContaining('the name "a" twice') });
  expect(await readFile(join(directory, "gateway.json"), "utf8")).toBe(text);
});

it("prints what it would write, and writes nothing, with --dry-run", async () => {
  const { status, stdout, stderr } = await importing(JSON.stringify({ servers: { api: { url } } }), "--dry-run");
  expect({ status, stderr }).toStrictEqual({ status: 0, stderr: "note     servers is read as mcpServers.\n" });
  expect(JSON.parse(stdout)).toMatchObject({ mcpServers: { api: { url } } });
  await expect(written()).rejects.toThrow("ENOENT");
});

it("does not lose comments", async () => {
  const text = '{ // ours\n "mcpServers": {} }';
  await writeFile(join(directory, "gateway.json"), text);
  const { status, stderr } = await importing(JSON.stringify({ mcpServers: { api: { url } } }));
  expect({ status, stderr }).toStrictEqual({ status: 1, stderr: expect.stringContaining("--dry-run") });
  expect(await readFile(join(directory, "gateway.json"), "utf8")).toBe(text);
});

it.each([
  { given: "{", want: /The file is not JSON: .*line 1 column 2/ },
  { given: "{}", want: /The file has no servers/ },
  { given: '[mcp_servers.api]\nurl = "https://api.example/mcp"\n', want: /TOML, as Codex uses it/ },
])("adds nothing from $given", async ({ given, want }) => {
  const { status, stderr } = await importing(given);
  expect({ status, stderr }).toStrictEqual({ status: 1, stderr: expect.stringMatching(want) });
  await expect(written()).rejects.toThrow("ENOENT");
});

it("says that the target is a folder", async () => {
  const file = join(directory, "pasted.json");
  await writeFile(file, JSON.stringify({ mcpServers: { api: { url } } }));
  const { status, stderr } = await isogate.run(["import", file, "--to", directory]);
  expect({ status, stderr }).toStrictEqual({ status: 2, stderr: expect.stringContaining("it is a directory") });
});

it("says that the target cannot be written", async () => {
  const file = join(directory, "pasted.json");
  await writeFile(file, JSON.stringify({ mcpServers: { api: { url } } }));
  const { status, stderr } = await isogate.run(["import", file, "--to", join(directory, "none/gateway.json")]);
  const said = 'gateway.json" cannot be written: there is no such file or folder.';
  expect({ status, stderr }).toStrictEqual({ status: 2, stderr: expect.stringContaining(said) });
});

it("says that there is no such file", async () => {
  const { status, stderr } = await isogate.run(["import", join(directory, "nothing.json")]);
  expect({ status, stderr }).toStrictEqual({ status: 2, stderr: expect.stringContaining("there is no such file") });
});
