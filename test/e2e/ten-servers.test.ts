/** Ten MCP servers from npm, by as many authors as there are, behind one gateway: a pasted file of local servers, carried by one tunnel. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { upstreamListSchema } from "../../src/contract/upstreams.ts";
import { root } from "../../scripts/stack.mjs";
import { envelopeOf } from "../support/answer.ts";
import { COMMAND, Isogate, type Started } from "../support/isogate.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { openGateway, type TestGateway } from "./gateway.ts";
import { CLIENTS, type OpenClient } from "./open-client.ts";

interface Server {
  /** Its program in node_modules, and arguments. */
  readonly program: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  readonly call: string;
  readonly says: RegExp;
}

const directory = await temporaryDirectory();
const notes = join(directory, "notes.txt");

const SERVERS: Readonly<Record<string, Server>> = {
  everything: {
    program: ["@modelcontextprotocol/server-everything/dist/index.js", "stdio"],
    call: "get_sum({ a: 2, b: 40 })",
    says: /42/,
  },
  files: {
    program: ["@modelcontextprotocol/server-filesystem/dist/index.js", directory],
    call: `read_text_file({ path: ${JSON.stringify(notes)} })`,
    says: /written by the test/,
  },
  memory: {
    program: ["@modelcontextprotocol/server-memory/dist/index.js"],
    env: { MEMORY_FILE_PATH: join(directory, "memory.jsonl") },
    call: "create_entities({ entities: [{ name: 'Ada', entityType: 'person', observations: ['counts'] }] })",
    says: /Ada/,
  },
  thinking: {
    program: ["@modelcontextprotocol/server-sequential-thinking/dist/index.js"],
    call: "sequentialthinking({ thought: 'done', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 })",
    says: /thoughtNumber/,
  },
  calc: {
    program: ["@coo-quack/calc-mcp/dist/index.js"],
    call: "hash({ input: 'a', algorithm: 'sha256' })",
    says: /ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb/,
  },
  graph: {
    program: ["@itseasy21/mcp-knowledge-graph/dist/index.js"],
    env: { MEMORY_FILE_PATH: join(directory, "graph.jsonl") },
    call: "create_entities({ entities: [{ name: 'Bob', entityType: 'person', observations: [] }] })",
    says: /Bob/,
  },
  tasks: {
    program: ["@kazuph/mcp-taskmanager/dist/index.js"],
    env: { TASK_MANAGER_FILE_PATH: join(directory, "tasks.json") },
    call: "request_planning({ originalRequest: 'test', tasks: [{ title: 'one', description: 'first' }] })",
    says: /one/,
  },
  shell: {
    program: ["@agent-infra/mcp-server-commands/dist/index.cjs"],
    call: "run_command({ command: 'echo from the shell' })",
    says: /from the shell/,
  },
  bank: {
    program: ["@allpepper/memory-bank-mcp/dist/main/index.js"],
    env: { MEMORY_BANK_ROOT: join(directory, "bank") },
    call: "memory_bank_write({ projectName: 'p', fileName: 'f.md', content: 'kept' })",
    says: /f\.md/,
  },
  budget: {
    program: ["@modelcontextprotocol/server-budget-allocator/dist/index.js", "--stdio"],
    call: "get_budget_data({})",
    says: /categories/,
  },
};
const names = Object.keys(SERVERS);

let gateway: TestGateway;
let client: OpenClient;
let tunnel: Started;

beforeAll(async () => {
  await mkdir(join(directory, "bank"));
  await writeFile(notes, "written by the test");
  const file = join(directory, "mcp.json");
  const mcpServers = Object.entries(SERVERS).map(
    ([
      name,
      {
        program: [program, ...args],
        env = {},
      },
    ]) => {
      const path = join(root, "node_modules", program);
      return [name, { command: process.execPath, args: [path, ...args], env, cwd: directory }] as const;
    },
  );
  await writeFile(file, JSON.stringify({ mcpServers: Object.fromEntries(mcpServers) }));
  gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: Object.fromEntries(names.map((name) => [name, { type: "tunnel" }])),
    vars: { ISOGATE_OPEN: "local" },
  });
  tunnel = new Isogate({ XDG_CONFIG_HOME: directory }).start(process.execPath, [
    COMMAND,
    ...["tunnel", file, "--url", gateway.origin],
  ]);
  client = await CLIENTS["v2 client, 2026-07-28"](gateway.url);
});

afterAll(async () => {
  tunnel.child.kill("SIGTERM");
  await tunnel.ended;
  await client.close();
  await gateway.stop();
  await rm(directory, { recursive: true, force: true });
});

it("all are listed", async () => {
  const ready = async (): Promise<readonly string[]> => {
    const response = await fetch(`${gateway.origin}/api/v1/upstreams`);
    const { upstreams } = upstreamListSchema.parse(await response.json());
    return upstreams.filter(({ status, tools }) => status === "ready" && tools > 0).map(({ name }) => name);
  };
  await expect.poll(ready, { timeout: 60_000 }).toStrictEqual(names);
});

it.each(Object.entries(SERVERS))("%s answers a call", async (name, { call, says }) => {
  const code = `JSON.stringify((await ${name}.${call.replace("(", ".raw(")}))`;
  const { error, value } = envelopeOf(await client.call("execute_code", { code }));
  expect(error).toBeUndefined();
  expect(value).toMatch(says);
});
