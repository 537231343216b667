/** `npm run deploy` and its dry run stop at a gateway.json that would not be used as it was meant, and say why. */
import { execFile } from "node:child_process";
import { access, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectCopy } from "../support/project-copy.ts";

let directory: string;
beforeAll(async () => (directory = await projectCopy()));
afterAll(() => rm(directory, { recursive: true, force: true }));

interface Finished {
  readonly failed: boolean;
  readonly printed: string;
}

async function dryRun(gatewayJson: string, command: readonly string[]): Promise<Finished> {
  await writeFile(join(directory, "gateway.json"), gatewayJson);
  const [name = "", ...args] = command;
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" };
  return new Promise((resolve) => {
    execFile(name, args, { cwd: directory, env, timeout: 50_000 }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, printed: `${stdout}${stderr}` }),
    );
  });
}

const NPM = ["npm", "run", "deploy", "--", "--dry-run"];
const WRANGLER = ["npx", "wrangler", "deploy", "--dry-run"];
const MISSPELLED = '{"mcpServers": {"docs": {"url": "https://docs.example/mcp", "headr": {}}}}';

it.each([
  { given: MISSPELLED, command: NPM, want: 'mcpServers.docs: Unrecognized key: "headr". Did you mean "headers"?' },
  { given: MISSPELLED, command: WRANGLER, want: 'mcpServers.docs: Unrecognized key: "headr". Did you mean "headers"?' },
  {
    given: '{"mcpServers": {"a": {"url": "a.example/mcp"}}}',
    command: NPM,
    want: 'Did you mean "https://a.example/mcp"?',
  },
  { given: '{"mcpServers": {"a": {"type": "local"}}}', command: NPM, want: "local-servers.ts defines notes, weather." },
  {
    given: '{"mcpServers": {"a": {"command": "npx", "args": "x"}}}',
    command: NPM,
    want: "mcpServers.a.args: expected a",
  },
  { given: '{"limit": {}}', command: NPM, want: 'Did you mean "limits"?' },
  { given: '{"limits": {"max_parallel": 99}}', command: NPM, want: "limits.max_parallel" },
  { given: "{", command: NPM, want: "gateway.json is not JSON" },
])("$command with $given fails", async ({ given, command, want }) => {
  const { failed, printed } = await dryRun(given, command);
  expect(failed, printed).toBe(true);
  expect(printed).toContain(want);
  expect(printed).not.toContain("Total Upload");
});

it("deploys what has comments, computing time, and a server that is switched off", async () => {
  const given = `{ // ours
    "mcpServers": { "docs": { "url": "https://docs.example/mcp", "disabled": true }, "files": { "command": "npx" } },
    "limits": { "cpu_ms": 1000 },
  }`;
  const { failed, printed } = await dryRun(given, NPM);
  expect(failed, printed).toBe(false);
  expect(printed).toContain("Total Upload");
  // What opens a local gateway is not written for a deployment.
  await expect(access(join(directory, ".dev.vars"))).rejects.toThrow("ENOENT");
});
