/** Sessions of 2025-era clients: what their ids carry, and what becomes of those that no gateway has made. */
import { describe, expect, it } from "vitest";
import { newSessionId, readSessionId } from "../../src/mcp/client-session.ts";
import { ask, connect, execute } from "../support/client.ts";

const INITIALIZE = {
  protocolVersion: "2025-11-25",
  clientInfo: { name: "a client", version: "1.2.3" },
  capabilities: { elicitation: { form: {} }, roots: { listChanged: true } },
};

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const accept = "application/json, text/event-stream";
  return ask(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { accept, "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
}

describe("the id of a session", () => {
  it("carries who the client is and what it can do", () => {
    const id = newSessionId(INITIALIZE) ?? "";
    expect(id).toMatch(/^[\x21-\x7e]+$/);
    expect(readSessionId(id)).toStrictEqual({ ...INITIALIZE, capabilities: { elicitation: { form: {} }, roots: {} } });
    expect(newSessionId(INITIALIZE)).not.toBe(id);
  });

  it.each([
    { given: undefined, want: undefined },
    { given: {}, want: undefined },
    { given: { ...INITIALIZE, clientInfo: { name: 1 } }, want: undefined },
    { given: { ...INITIALIZE, protocolVersion: "x".repeat(30) }, want: undefined },
  ])("is not made of $given", ({ given, want }) => {
    expect(newSessionId(given)).toBe(want);
  });

  it("is bounded, however long a client's name is", () => {
    const clientInfo = { name: "ü".repeat(10_000), version: "1".repeat(10_000) };
    const id = newSessionId({ ...INITIALIZE, clientInfo }) ?? "";
    expect(id.length).toBeLessThan(1_024);
    expect(readSessionId(id)?.clientInfo.name).toHaveLength(100);
  });

  it.each(["名", "😀", "\u0000", "\ud83d"])(
    "is bounded, whatever the characters of a client's name are: %j",
    (character) => {
      const text = character.repeat(1_000);
      const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
      const given = { protocolVersion: text.slice(0, 20), clientInfo: { name: text, version: text }, capabilities };
      const read = readSessionId(newSessionId(given) ?? "");
      expect(read?.clientInfo.name.length).toBeGreaterThan(30);
      expect(text.toWellFormed().startsWith(read?.clientInfo.name ?? "none")).toBe(true);
      expect(read?.capabilities).toStrictEqual(capabilities);
    },
  );
});

describe("a 2025-era client", () => {
  it("gets a session when it begins", async () => {
    const response = await post({ jsonrpc: "2.0", id: 1, method: "initialize", params: INITIALIZE });
    expect(response.status).toBe(200);
    expect(readSessionId(response.headers.get("mcp-session-id") ?? "")?.clientInfo).toStrictEqual(
      INITIALIZE.clientInfo,
    );
    await response.body?.cancel();
  });

  it("needs none", async () => {
    const response = await post({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("execute_code");
  });

  it.each([
    "x",
    "0".repeat(32),
    `${"0".repeat(32)}.`,
    `${"0".repeat(32)}.e30`,
    `${"0".repeat(32)}.${btoa("{").replace(/=+$/, "")}`,
    `${"0".repeat(32)}.${btoa('{"protocolVersion":1}').replace(/=+$/, "")}`,
    `${"0".repeat(32)}.${"A".repeat(5_000)}`,
  ])("is told to begin again with a session that no gateway has made: %s", async (session) => {
    const response = await post({ jsonrpc: "2.0", id: 1, method: "tools/list" }, { "mcp-session-id": session });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: -32_001 } });
  });

  it("can end its session", async () => {
    const session = newSessionId(INITIALIZE) ?? "";
    const init = { method: "DELETE", headers: { "mcp-session-id": session } };
    expect((await ask(new Request("http://localhost/mcp", init))).status).toBe(200);
  });

  it.each(["GET", "DELETE", "PUT"])("gets 405 for %s without a session", async (method) => {
    expect((await ask(new Request("http://localhost/mcp", { method }))).status).toBe(405);
  });

  it.each([
    { jsonrpc: "2.0", method: "notifications/cancelled" },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: {} } },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "of nobody" } },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: null },
  ])("may cancel what does not run: %j", async (message) => {
    const response = await post(message, { "mcp-session-id": newSessionId(INITIALIZE) ?? "" });
    expect([202, 400]).toContain(response.status);
  });

  it("cancels a request of its own session only, by an id of the same type", async () => {
    const session = newSessionId(INITIALIZE) ?? "";
    const headers = { "mcp-session-id": session };
    const params = { name: "execute_code", arguments: { code: "await sleep(600); 'done'" } };
    const answer = post({ jsonrpc: "2.0", id: 7, method: "tools/call", params }, headers);
    const response = await answer;
    const cancel = (requestId: unknown, of = session) =>
      post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }, { "mcp-session-id": of });
    await cancel("7");
    await cancel(8);
    await cancel(7, newSessionId(INITIALIZE));
    expect(await response.text()).toContain("done");
  });

  it("ends a run whose cancellation has overtaken it", async () => {
    const headers = { "mcp-session-id": newSessionId(INITIALIZE) ?? "" };
    await post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } }, headers);
    const params = { name: "execute_code", arguments: { code: "await sleep(5_000); 'done'" } };
    const response = await post({ jsonrpc: "2.0", id: 9, method: "tools/call", params }, headers);
    expect(await response.text()).toContain("CANCELLED");
  });
});

it("a body that is no JSON, or too long, is refused in the form of the protocol", async () => {
  const broken = await post("{");
  expect(broken.status).toBe(400);
  expect(await broken.json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32_700 } });
  const long = await post(" ".repeat(4_200_000));
  expect(long.status).toBe(413);
  const client = await connect("legacy");
  expect(await execute(client, { code: "1" })).toMatchObject({ value: 1 });
  await client.close();
});
