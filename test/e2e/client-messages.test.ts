/** Messages of clients that would cost those who work beside them memory and time: too many at once, or with ids that are repeated. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openGateway, type TestGateway } from "./gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: { notes: { type: "local" } },
    vars: { ISOGATE_OPEN: "local" },
  });
}, 60_000);
afterAll(() => gateway.stop());

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** Sends messages in a session that was begun for them. */
async function send(body: unknown): Promise<Response> {
  const params = { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "sends", version: "1" } };
  const initialize = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const begun = await fetch(gateway.url, { method: "POST", headers: HEADERS, body: initialize });
  await begun.text();
  const headers = { ...HEADERS, "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
  return fetch(gateway.url, { method: "POST", headers, body: JSON.stringify(body) });
}

function cancelled(requestId: unknown): object {
  return { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
}

it("a batch of tens of thousands of cancellations is refused before any of them is looked at", async () => {
  const answer = await send(Array.from({ length: 20_000 }, (_, at) => cancelled(at)));
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("at most 100 messages");
});

it("long ids and progress tokens, which each notification repeats, are refused", async () => {
  const long = "x".repeat(3_000_000);
  const call = (code: string, more: object) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "execute_code", arguments: { code }, ...more },
  });
  const script = "for (let at = 0; at < 40; at += 1) await notes.list_notes()";
  for (const message of [{ ...call("1", {}), id: long }, call(script, { _meta: { progressToken: long } })]) {
    const answer = await send(message);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("ids and progress tokens");
  }
  expect((await send(call("1", { _meta: { progressToken: "short" } }))).status).toBe(200);
});

it("a batch with two requests of one id is refused before either of them runs", async () => {
  const save = (value: string) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "execute_code", arguments: { code: `await store.put("batch", ${JSON.stringify(value)})` } },
  });
  const answer = await send([save("first"), save("second")]);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("two requests of the batch have the same id");
  const read = await send({
    ...save(""),
    params: { name: "execute_code", arguments: { code: `await store.get("batch")` } },
  });
  expect(await read.text()).not.toMatch(/first|second/);
});
