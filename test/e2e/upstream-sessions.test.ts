/** MCP servers that start again with their sessions forgotten, or in another protocol era, while calls are under way. */
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import type { UpstreamStats } from "../fixtures/upstreams/stats.ts";
import { openGateway, type TestGateway } from "./gateway.ts";

type Server = Awaited<ReturnType<typeof startToolsUpstream>>;

let legacy: Server;
let aging: Server;
let gateway: TestGateway;

beforeAll(async () => {
  [legacy, aging] = await Promise.all([startToolsUpstream("legacy"), startToolsUpstream("modern")]);
  const mcpServers = { legacy: { url: `${legacy.origin}/mcp` }, aging: { url: `${aging.origin}/mcp` } };
  gateway = await openGateway({ bundle: inject("bundle"), mcpServers, vars: { ISOGATE_OPEN: "local" } });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([legacy.close(), aging.close()]);
});
beforeEach(() => fetch(`${legacy.origin}/reset`));

async function run(code: string): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ code }) };
  return (await fetch(`${gateway.origin}/api/v1/code/exec`, init)).json();
}

const statsOf = async ({ origin }: Server) => (await (await fetch(`${origin}/stats`)).json()) as UpstreamStats;

it("each of many calls at once is answered by a server that has forgotten the session", async () => {
  await run("await legacy.echo({ text: 'first' })");
  for (let round = 0; round < 3; round += 1) {
    await fetch(`${legacy.origin}/forget`);
    const answer = await run(
      "await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((text) => legacy.echo({ text })))",
    );
    expect(answer).toMatchObject({ ok: true, result: ["a", "b", "c", "d", "e", "f", "g", "h"] });
  }
});

it("calls that are under way are answered, and made once, when another call finds the session forgotten", async () => {
  await run("await legacy.echo({ text: 'first' })");
  const unfinished = run("await Promise.all([1, 2, 3].map(() => legacy.slow({ ms: 1_500 })))");
  await expect.poll(async () => (await statsOf(legacy)).slowStarted).toBe(3);
  await fetch(`${legacy.origin}/forget`);
  expect(await run("await legacy.echo({ text: 'again' })")).toMatchObject({ ok: true, result: "again" });
  expect(await unfinished).toMatchObject({ ok: true, result: ["done", "done", "done"] });
  expect(await statsOf(legacy)).toMatchObject({ slowStarted: 3, slowCancelled: 0 });
});

it("a server that goes back to the 2025 era is agreed upon anew", async () => {
  const echo = () => run("await aging.echo({ text: 'well' })");
  expect(await echo()).toMatchObject({ ok: true, result: "well" });
  await fetch(`${aging.origin}/age`);
  await expect.poll(echo, { timeout: 15_000 }).toMatchObject({ ok: true, result: "well" });
});
