/**
 * `npx wrangler dev` and nothing else, in a fresh copy of the project: it has to work on loopback, as every Worker
 * template does, and to follow changes of gateway.json and .dev.vars.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { envelopeOf } from "../support/answer.ts";
import { EXPLORER_PATHS, isAnsweredByGateway } from "../support/local-explorer.ts";
import { projectCopy } from "../support/project-copy.ts";
import { CLIENTS } from "./open-client.ts";

/** A build in the copy takes seconds, and the machine may be busy. */
const REBUILT = { timeout: 100_000 };
const LONG = 120_000;

/** What the developer has already, without a line break at its end. */
const OWN = "ISOGATE_SETUP_TOKEN=own-token-own-token-own";

let directory: string;
let child: ChildProcess;
let origin: string;
let printed = "";

beforeAll(async () => {
  directory = await projectCopy();
  await writeFile(join(directory, ".dev.vars"), OWN);
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  child = spawn("npx", ["wrangler", "dev"], {
    cwd: directory,
    env: { ...env, WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        const [, address] = /Ready on (http:\/\/\S+)/.exec(printed) ?? [];
        if (address !== undefined) resolve(address);
      });
    }
    child.once("close", (status) => reject(new Error(`wrangler dev ended (${status}):\n${printed}`)));
  });
});

afterAll(async () => {
  const ended = new Promise((resolve) => child.once("close", resolve));
  if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  await ended;
  await rm(directory, { recursive: true, force: true });
});

async function upstreams(): Promise<unknown> {
  return (await fetch(`${origin}/api/v1/upstreams`)).json();
}

it("answers a browser with a page and an MCP client with tools", async () => {
  const page = await fetch(origin, { headers: { accept: "text/html" } });
  expect(page.status, printed).toBe(200);
  expect(page.url).toBe(`${origin}/dashboard`);
  expect(page.headers.get("content-type")).toContain("text/html");
  const client = await CLIENTS["v2 client, 2026-07-28"](`${origin}/mcp`);
  const answer = await client.call("execute_code", { code: "(await notes.list_notes()).notes.length" });
  expect(envelopeOf(answer)).toMatchObject({ value: 3 });
  await client.close();
});

it("answers a browser with a page where there is nothing", async () => {
  const missing = await fetch(`${origin}/no/such/page`, { headers: { accept: "text/html" } });
  expect(missing.status).toBe(404);
  expect(missing.headers.get("content-type")).toContain("text/html");
  expect(await missing.text()).toContain("/no/such/page");
});

it("has no Local Explorer", async () => {
  for (const path of EXPLORER_PATHS) expect(await isAnsweredByGateway(origin, path), path).toBe(true);
});

it("adds to .dev.vars what a local gateway needs and is not there", async () => {
  const text = await readFile(join(directory, ".dev.vars"), "utf8");
  expect(text.startsWith(`${OWN}\n`)).toBe(true);
  expect(text.match(/ISOGATE_SETUP_TOKEN/g)).toHaveLength(1);
  expect(text).toMatch(/^ISOGATE_OPEN=local$/m);
  expect(text).toMatch(/^ISOGATE_ENCRYPTION_KEY=\S{44}$/m);
});

it(
  "follows a change of gateway.json, which may have comments",
  async () => {
    const settings = `{
    // Two servers, of which one needs a secret.
    "mcpServers": {
      "notes": { "type": "local" },
      "tracker": { "url": "http://127.0.0.1:9/mcp", "headers": { "X-Key": "\${TRACKER_KEY}" } },
    },
  }`;
    await writeFile(join(directory, "gateway.json"), settings);
    await expect.poll(upstreams, REBUILT).toMatchObject({
      upstreams: [
        { name: "notes", status: "ready" },
        { name: "tracker", status: "down" },
      ],
    });
    expect(JSON.stringify(await upstreams())).toContain("needs the secret TRACKER_KEY");
  },
  LONG,
);

it(
  "follows a change of .dev.vars and keeps what is in it",
  async () => {
    const path = join(directory, ".dev.vars");
    const before = await readFile(path, "utf8");
    await appendFile(path, "TRACKER_KEY=a-key\n");
    await expect.poll(async () => JSON.stringify(await upstreams()), REBUILT).not.toContain("TRACKER_KEY");
    expect(await readFile(path, "utf8")).toBe(`${before}TRACKER_KEY=a-key\n`);
  },
  LONG,
);
