/** MCP servers that end the stream of a call and answer when it has been opened again (SEP-1699). */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { startPollingUpstream } from "../fixtures/upstreams/polling-upstream.ts";
import type { RunningServer } from "../fixtures/upstreams/node-server.ts";
import { openGateway, type TestGateway } from "./gateway.ts";

let polling: RunningServer;
let gateway: TestGateway;

beforeAll(async () => {
  polling = await startPollingUpstream();
  const mcpServers = { polling: { url: `${polling.origin}/mcp`, timeout_ms: 25_000 } };
  gateway = await openGateway({ bundle: inject("bundle"), mcpServers, vars: { ISOGATE_OPEN: "local" } });
});
afterAll(async () => {
  await gateway.stop();
  await polling.close();
});

it("each of eight calls at once is answered after its stream was opened again nine times", async () => {
  const code = "await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => polling.poll({ times: 9 })))";
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ code }) };
  const answer: unknown = await (await fetch(`${gateway.origin}/api/v1/code/exec`, init)).json();
  expect(answer).toMatchObject({ ok: true, result: Array.from({ length: 8 }, () => "polled") });
}, 60_000);
