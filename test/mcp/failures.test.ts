/** A gateway that fails where it should not: its clients learn that it did, and nothing about its inside. */
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { createServer } from "../../src/mcp/server.ts";

const failing = (): Promise<never> => Promise.reject(new Error("no such table: catalog: SQLITE_ERROR"));

const BACKEND = {
  catalog: failing,
  index: failing,
  execute: failing,
  refuseSearch: () => Promise.resolve(undefined),
  awaitSignIn: failing,
  rankByMeaning: failing,
  awaitRun: failing,
  waitingCalls: failing,
  decide: failing,
  setLogLevel: failing,
  subscribe: failing,
  unsubscribe: failing,
  results: { list: failing, read: failing, runs: failing, run: failing },
  switchedOff: new Map(),
  maySaveScripts: true,
  exposures: new Map(),
  fetchHosts: [],
  packages: [],
  outputBudget: 1_000,
};

it.each([
  { method: "resources/list", ask: (client: Client) => client.listResources() },
  {
    method: "resources/read",
    ask: (client: Client) => client.readResource({ uri: "isogate://runs/r_1/value" }),
  },
  { method: "resources/read of runs", ask: (client: Client) => client.readResource({ uri: "isogate://runs" }) },
  { method: "tools/list", ask: (client: Client) => client.listTools() },
  { method: "search_tools", ask: (client: Client) => client.callTool({ name: "search_tools", arguments: {} }) },
  {
    method: "execute_code",
    ask: (client: Client) => client.callTool({ name: "execute_code", arguments: { code: "1" } }),
  },
])("$method hides what went wrong", async ({ ask }) => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  await Promise.all([createServer(BACKEND).connect(ours), client.connect(theirs)]);
  await expect(ask(client)).rejects.toThrow("The gateway failed; its log has the error.");
  await client.close();
});

const EMPTY = {
  snapshot: { servers: [], lists: {}, scripts: [] },
  catalog: { servers: [], toolCount: 0 },
};

it("names its two tools to whoever calls a third", async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  await Promise.all([
    createServer({ ...BACKEND, catalog: () => Promise.resolve(EMPTY) }).connect(ours),
    client.connect(theirs),
  ]);
  await expect(client.callTool({ name: "execute_all", arguments: {} })).rejects.toThrow(
    /"execute_all".*execute_code.*search_tools/,
  );
  await client.close();
});
