/** MCP servers that answer a session which they have forgotten with 400, as servers made from the examples of the SDKs do. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { startEverything } from "../../scripts/stack.mjs";
import { REFUSALS, startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import type { UpstreamStats } from "../fixtures/upstreams/stats.ts";
import { openGateway, type TestGateway } from "./gateway.ts";

type Server = Awaited<ReturnType<typeof startToolsUpstream>>;

let everything: Awaited<ReturnType<typeof startEverything>>;
let legacy: Server;
let renewed: Server;
let gateway: TestGateway;

beforeAll(async () => {
  everything = await startEverything({ port: 3351 });
  [legacy, renewed] = await Promise.all([startToolsUpstream("legacy"), startToolsUpstream("legacy")]);
  const mcpServers = {
    everything: { url: everything.url },
    legacy: { url: `${legacy.origin}/mcp` },
    renewed: { url: `${renewed.origin}/mcp` },
  };
  gateway = await openGateway({ bundle: inject("bundle"), mcpServers, vars: { ISOGATE_OPEN: "local" } });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([everything.stop(), legacy.close(), renewed.close()]);
});
beforeEach(() => fetch(`${legacy.origin}/reset`));

async function post(path: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  return (await fetch(`${gateway.origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

const run = (code: string): Promise<unknown> => post("/api/v1/code/exec", { code });
const statsOf = async ({ origin }: Server) => (await (await fetch(`${origin}/stats`)).json()) as UpstreamStats;

it("a real server that has started again is called in a new session", async () => {
  const echo = () => run("await everything.echo({ message: 'well' })");
  expect(await echo()).toMatchObject({ ok: true, result: "Echo: well" });
  const { port } = everything;
  await everything.stop();
  everything = await startEverything({ port });
  expect(everything.port).toBe(port);
  expect(await echo()).toMatchObject({ ok: true, result: "Echo: well" });
});

describe("each of several calls at once is answered when the lost session is refused", () => {
  it.each(Object.keys(REFUSALS).filter((name) => name !== "wordless"))("%s", async (refusal) => {
    await run("await legacy.echo({ text: 'first' })");
    await fetch(`${legacy.origin}/forget?as=${refusal}`);
    const answer = await run("await Promise.all(['a', 'b', 'c'].map((text) => legacy.echo({ text })))");
    expect(answer).toMatchObject({ ok: true, result: ["a", "b", "c"] });
  });
});

it("a 400 without a reason is not repeated, and reading the tools again opens a new session", async () => {
  await run("await legacy.echo({ text: 'first' })");
  await fetch(`${legacy.origin}/forget?as=wordless`);
  await fetch(`${legacy.origin}/reset`);
  expect(await run("await legacy.echo({ text: 'second' })")).toMatchObject({ ok: false });
  const { methods } = await statsOf(legacy);
  expect(methods.filter((method) => method === "tools/call")).toHaveLength(1);
  await post("/api/v1/upstreams/legacy/refresh", {});
  expect(await run("await legacy.echo({ text: 'third' })")).toMatchObject({ ok: true, result: "third" });
});

it("a server that goes on to the 2026 era is agreed upon anew", async () => {
  const echo = () => run("await renewed.echo({ text: 'well' })");
  expect(await echo()).toMatchObject({ ok: true, result: "well" });
  await fetch(`${renewed.origin}/renew`);
  expect(await echo()).toMatchObject({ ok: true, result: "well" });
});
