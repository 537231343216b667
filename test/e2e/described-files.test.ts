/**
 * Descriptions in files beside gateway.json, in a fresh copy of the project under `npx wrangler dev`: a small one in YAML, a GraphQL schema,
 * and GitHub's, whose 13 MB are read by the build and not by the Worker.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { copyFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PETS_YAML } from "../fixtures/apis/echo-api.ts";
import { startApiServer } from "../fixtures/upstreams/api-server.ts";
import { SHOP_SDL, startGraphqlServer } from "../fixtures/upstreams/graphql-server.ts";
import type { RunningServer } from "../fixtures/upstreams/node-server.ts";
import { envelopeOf } from "../support/answer.ts";
import { projectCopy } from "../support/project-copy.ts";
import { CLIENTS, type OpenClient } from "./open-client.ts";

const GITHUB = createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.json");
/** A run with GitHub's 1,223 tools takes tens of milliseconds; reading the description for it would take a second. */
const MAX_RUN_MS = 900;

let directory: string;
let child: ChildProcess;
let servers: readonly RunningServer[];
let client: OpenClient;
let printed = "";

beforeAll(async () => {
  directory = await projectCopy();
  const [api, graphql] = await Promise.all([startApiServer(), startGraphqlServer()]);
  servers = [api, graphql];
  await copyFile(GITHUB, join(directory, "github.json"));
  await writeFile(join(directory, "pets.yaml"), PETS_YAML);
  await writeFile(join(directory, "shop.graphql"), SHOP_SDL);
  await writeFile(join(directory, "wrong.json"), '{"paths": {}}');
  const mcpServers = {
    pets: { type: "openapi", spec: "./pets.yaml", base_url: `${api.origin}/v1` },
    few: { type: "openapi", spec: "./pets.yaml", base_url: `${api.origin}/v1`, tools: { include: ["getPet"] } },
    github: { type: "openapi", spec: "./github.json", base_url: `${api.origin}/v1/echo/github` },
    shop: { type: "graphql", url: `${graphql.origin}/graphql`, sdl: "./shop.graphql" },
    lost: { type: "openapi", spec: "./lost.yaml" },
    wrong: { type: "openapi", spec: "./wrong.json" },
    away: { type: "graphql", url: `${graphql.origin}/graphql`, sdl: "/srv/away.graphql" },
  };
  await writeFile(join(directory, "gateway.json"), JSON.stringify({ mcpServers }));
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  child = spawn("npx", ["wrangler", "dev", "--port", "9471"], {
    cwd: directory,
    env: { ...env, WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        const [, address] = /Ready on (http:\/\/\S+)/.exec(printed) ?? [];
        if (address !== undefined) resolve(address);
      });
    }
    child.once("close", (status) => reject(new Error(`wrangler dev ended (${status}):\n${printed}`)));
  });
  client = await CLIENTS["v2 client, 2026-07-28"](`${origin}/mcp`);
});

afterAll(async () => {
  await client.close();
  const ended = new Promise((resolve) => child.once("close", resolve));
  if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  await ended;
  await Promise.all(servers.map((server) => server.close()));
  await rm(directory, { recursive: true, force: true });
});

const run = async (code: string) => envelopeOf(await client.call("execute_code", { code }));

it("are tools of the same names as anywhere else", async () => {
  expect(await run("(await pets.getPet({ petId: 1 })).name"), printed).toMatchObject({ value: "Ada" });
  expect(await run("await few.listPets()")).toMatchObject({ ok: false, error: { code: "TOOL_NOT_FOUND" } });
  expect(await run("await shop.product({ id: 1, select: 'name' })")).toMatchObject({ value: { name: "Dune" } });
});

it.each([
  { server: "lost", want: "./lost.yaml cannot be used: there is no such file beside gateway.json." },
  { server: "wrong", want: "./wrong.json cannot be used: The document is no OpenAPI description" },
  { server: "away", want: "/srv/away.graphql cannot be used: it is not in the folder of gateway.json." },
])(
  "that cannot be used are named with the reason, by the build and by the gateway: $server",
  async ({ server, want }) => {
    expect(printed).toContain(`mcpServers.${server}: ${want}`);
    const origin = /Ready on (http:\/\/\S+)/.exec(printed)?.[1] ?? "";
    const { upstreams } = (await (await fetch(`${origin}/api/v1/upstreams`)).json()) as {
      upstreams: { name: string }[];
    };
    const reason = expect.stringContaining(want);
    expect(upstreams.find(({ name }) => name === server)).toMatchObject({ status: "down", reason });
    expect(await run(`await ${server}.anything()`)).toMatchObject({ ok: false, error: { message: reason } });
  },
);

it("of 1,223 operations are found, typed and called without being read again", async () => {
  expect(await run("await tools.search('github create an issue')")).toMatchObject({
    value: expect.arrayContaining([expect.objectContaining({ path: "github.issues_create" })]),
  });
  const call = "await github.repos_get({ owner: 'o', repo: 'r' })";
  expect(await run(call)).toMatchObject({ value: { path: "/v1/echo/github/repos/o/r" } });
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    expect(await run(call)).toMatchObject({ ok: true });
    times.push(performance.now() - started);
  }
  expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(MAX_RUN_MS);
  console.log(`A run with one call, GitHub's tools in the catalog: ${times.map((ms) => ms.toFixed(0)).join(", ")} ms`);
});
