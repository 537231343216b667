/** `isogate upstreams add | disable | enable | refresh | remove`: what is changed outlives a restart of the gateway. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { upstreamSchema, type Upstream } from "../../../src/contract/upstreams.ts";
import { openGateway, type GatewayOptions, type TestGateway } from "../../e2e/gateway.ts";
import { startToolsUpstream } from "../../fixtures/upstreams/tools-upstream.ts";
import { Isogate } from "../../support/isogate.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const PORT = 12_510;
const lasting = new AsyncDisposableStack();
let options: GatewayOptions;
let gateway: TestGateway;
let origin: string;
let isogate: Isogate;

beforeAll(async () => {
  const running = await startToolsUpstream("modern");
  lasting.defer(() => running.close());
  origin = running.origin;
  const persistTo = await temporaryDirectory();
  lasting.defer(() => rm(persistTo, { recursive: true, force: true }));
  const mcpServers = { notes: { type: "local" } };
  options = { bundle: inject("bundle"), port: PORT, persistTo, mcpServers, vars: { ISOGATE_OPEN: "local" } };
  gateway = await openGateway(options);
  lasting.defer(() => gateway.stop());
  isogate = new Isogate({ ISOGATE_URL: gateway.origin });
});
afterAll(() => lasting.disposeAsync());

async function upstream(...args: readonly string[]): Promise<Upstream> {
  const { status, stdout, stderr } = await isogate.run(["upstreams", ...args]);
  expect({ status, stderr }, stdout).toStrictEqual({ status: 0, stderr: "" });
  return upstreamSchema.parse(JSON.parse(stdout));
}

it.each([
  { given: ["approvals", "deny", "r_nope"], want: "There is no run r_nope that waits for an approval" },
  { given: ["approvals", "deny", "r_nope", "--json"], want: "There is no run r_nope that waits for an approval" },
  { given: ["policy", "explain", "x.y"], want: "Name one with --file to try it." },
  { given: ["pins", "accept", "x", "y"], want: "Pinning is off" },
])("ends with 1 and says what to do: $given", async ({ given, want }) => {
  const ended = await isogate.run(given);
  expect(ended).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining(want) });
  expect(ended.stderr).not.toMatch(/GET |`policy`/);
});

const run = (code: string) => isogate.run(["code", "exec", "-c", code]);

it("changes upstreams without a deployment", async () => {
  expect(await upstream("add", "later", `${origin}/mcp`)).toMatchObject({ status: "ready", added: true });
  expect(await run('await later.echo({ text: "hello" })')).toMatchObject({ status: 0, stdout: '"hello"\n' });
  expect(await upstream("disable", "notes")).toMatchObject({ status: "disabled" });
  const off = "notes is switched off. An admin can switch it on again.";
  expect(await isogate.run(["call", "notes.list_notes"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(off),
  });
  for (const code of ["await notes.list_notes({})", "await tools.describe('notes.list_notes')"]) {
    const { stdout, stderr } = await run(code);
    expect(stdout + stderr, code).toContain(off);
  }
  expect(await upstream("add", "typed", `{"url": "${origin}/mcp", "tools": {"include": ["add"]}}`)).toMatchObject({
    tools: 1,
  });
  expect(await upstream("refresh", "typed")).toMatchObject({ tools: 1 });

  const wrong = await isogate.run(["upstreams", "add", "x", "later"]);
  expect(wrong).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("neither an address") });
  const refused = await isogate.run(["upstreams", "add", "x", "http://10.0.0.1/mcp"]);
  expect(refused).toMatchObject({ stdout: "", stderr: expect.stringContaining("https") });
  const twice = await isogate.run(["upstreams", "add", "x", '{"disabled": true, "url": "u", "disabled": false}']);
  expect(twice).toMatchObject({ status: 2, stderr: expect.stringContaining('ENTRY has the name "disabled" twice') });
  const inFile = await isogate.run(["upstreams", "remove", "notes"]);
  expect(inFile).toMatchObject({ status: 1, stderr: expect.stringContaining("isogate upstreams disable notes") });
  const unknown = await isogate.run(["upstreams", "refresh", "nope"]);
  expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining("isogate upstreams list shows them") });

  await gateway.stop();
  gateway = await openGateway(options);
  expect(await run('await later.echo({ text: "again" })')).toMatchObject({ status: 0, stdout: '"again"\n' });
  expect((await run("await notes.list_notes({})")).status).toBe(1);

  expect(await upstream("enable", "notes")).toMatchObject({ status: expect.not.stringContaining("disabled") });
  const removed = await isogate.run(["upstreams", "remove", "later"]);
  expect(removed).toMatchObject({ status: 0, stdout: '{"removed":"later"}\n' });
  expect((await run('await later.echo({ text: "gone" })')).status).toBe(1);
});
