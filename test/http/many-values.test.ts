/** Bodies whose bytes and names are within their bounds, and whose values are too many. */
import { describe, expect, it } from "vitest";
import { MAX_JSON_VALUES } from "../../src/limits/json-limits.ts";
import { api, problemOf } from "../support/api.ts";
import { ask } from "../support/client.ts";

const listed = (count: number, value = "0"): string => `[${Array<string>(count).fill(value).join(",")}]`;
const TOO_MANY = listed(MAX_JSON_VALUES + 1);

function mcp(args: string): Promise<Response> {
  return ask(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"execute_code","arguments":${args}}}`,
    }),
  );
}

describe("a body with too many values", () => {
  it.each([
    { what: "numbers", value: TOO_MANY },
    { what: "empty objects, which count thrice", value: listed(Math.ceil(MAX_JSON_VALUES / 3) + 1, "{}") },
    { what: "lists in lists", value: "[".repeat(MAX_JSON_VALUES / 2 + 1) + "]".repeat(MAX_JSON_VALUES / 2 + 1) },
  ])("is refused: $what", async ({ value }) => {
    const response = await api("/code/exec", { method: "POST", body: `{"code":"1","input":${value}}` });
    expect(await problemOf(response)).toMatchObject({
      status: 400,
      code: "INVALID_REQUEST",
      detail: `The body has more than ${MAX_JSON_VALUES} values.`,
    });
  });

  it("is refused at /mcp", async () => {
    const response = await mcp(`{"code":"1","input":${TOO_MANY}}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`the body has more than ${MAX_JSON_VALUES} values`);
  });

  it("is taken within the bound", async () => {
    const response = await api("/code/exec", {
      method: "POST",
      body: `{"code":"input.length","input":${listed(9_000)}}`,
    });
    expect(await response.json()).toMatchObject({ ok: true, result: 9_000 });
  });
});
