/** Lists in requests are bounded before their items are checked: an issue for each item took all memory. */
import { describe, expect, it } from "vitest";
import { api, problemOf } from "../support/api.ts";
import { ask } from "../support/client.ts";

const listed = (count: number): string => `[${Array<string>(count).fill("0").join(",")}]`;
/** Nearly as many values as a body may have. */
const LONG = listed(1_000_000);

function mcp(args: string): Promise<Response> {
  return ask(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"execute_code","arguments":${args}}}`,
    }),
  );
}

it.each([
  {
    method: "initialize",
    params: `"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1","icons":${LONG}}`,
  },
  {
    method: "tools/list",
    params: `"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"a","version":"1","icons":${LONG}}}`,
  },
  { method: "subscriptions/listen", params: `"notifications":{"resourceSubscriptions":${LONG}}` },
  { method: "tools/call", params: `"name":"execute_code","arguments":{},"inputResponses":${LONG}` },
])("a message of a client with a long list is refused: $method", async ({ method, params }) => {
  const response = await ask(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${params}}}`,
    }),
  );
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: -32_600, message: expect.stringContaining("at most 20000 entries") as string },
  });
});

describe("a long list of what is no text", () => {
  it("is refused as allowed_servers", async () => {
    const body = `{"code":"1","options":{"allowed_servers":${LONG}}}`;
    const response = await api("/code/exec", { method: "POST", body });
    expect(response.status).toBe(400);
    const message = expect.stringContaining("options.allowed_servers: Too big") as string;
    expect(await response.json()).toMatchObject({ ok: false, error: { code: "INVALID_OPTIONS", message } });
  });

  it("is refused as allowed_servers at /mcp", async () => {
    const response = await mcp(`{"code":"1","options":{"allowed_servers":${LONG}}}`);
    expect(await response.text()).toMatch(/INVALID_OPTIONS.*options\.allowed_servers: Too big/);
  });

  it.each([
    {
      path: "/approvals/a_1",
      body: `{"decision":"approve","content":{"a":${LONG}}}`,
      says: /list of at most 1000 texts/,
    },
    { path: "/keys", body: `{"name":"a","servers":${LONG}}`, says: /list of names/ },
  ])("is refused by $path", async ({ path, body, says }) => {
    const response = await api(path, { method: "POST", body });
    expect(await problemOf(response)).toMatchObject({ status: 400, detail: expect.stringMatching(says) as string });
  });

  it("is refused as a label of a policy", async () => {
    const body = `{"policy":{"version":"1","default":"allow","labels":{"a":${listed(400_000)}}}}`;
    const response = await api("/policy/validate", { method: "POST", body });
    expect(await response.text()).toContain("/labels/a");
  });
});
