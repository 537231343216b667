/** codemode-mcp's endpoints for programs outside: `/api/v1/codemode/mcp/…`. */
import { describe, expect, it } from "vitest";
import { api, createKey } from "../../support/api.ts";
import { ask } from "../../support/client.ts";

async function answerOf(response: Response): Promise<{ readonly status: number; readonly body: unknown }> {
  return { status: response.status, body: await response.json() };
}

describe("/api/v1/codemode", () => {
  it.each([
    {
      path: "/mcp/servers",
      method: "GET",
      want: { status: 200, body: expect.arrayContaining(["gmail", "google-drive"]) },
    },
    { path: "/mcp/servers", method: "POST", want: { status: 200, body: expect.arrayContaining(["gmail"]) } },
    {
      path: "/mcp/docs/tools",
      method: "GET",
      want: {
        status: 200,
        body: { tools: expect.arrayContaining([expect.objectContaining({ name: "search-docs" })]) },
      },
    },
    {
      path: "/mcp/call",
      body: { server: "google-drive", tool: "get-document", args: { documentId: "d" } },
      want: { status: 200, body: { content: [{ type: "text", text: expect.stringContaining('"documentId":"d"') }] } },
    },
    {
      path: "/mcp/call",
      body: { server: "docs", tool: "broken", args: {} },
      want: { status: 200, body: { isError: true } },
    },
    {
      path: "/mcp/call",
      body: { server: "docs", tool: "search-docs", args: { q: 1 } },
      want: { status: 400, body: { code: "INVALID_ARGS", error: expect.stringContaining("args.q") } },
    },
    {
      path: "/mcp/call",
      body: { server: "nobody", tool: "x", args: {} },
      want: { status: 404, body: { code: "TOOL_NOT_FOUND" } },
    },
    {
      path: "/mcp/call",
      body: { server: "docs", tool: "nothing", args: {} },
      want: { status: 404, body: { code: "TOOL_NOT_FOUND" } },
    },
    {
      path: "/mcp/call",
      body: `{"server":"docs","tool":"search-docs","args":{"q":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`,
      want: { status: 400, body: { code: "INVALID_ARGS", error: expect.stringContaining("200 levels") } },
    },
    {
      path: "/mcp/call",
      body: { server: "docs", tool: "search-docs", args: { q: "x".repeat(1_100_000) } },
      want: { status: 400, body: { code: "INVALID_ARGS", error: expect.stringContaining("1048576") } },
    },
    {
      path: "/mcp/call",
      body: { server: "docs" },
      want: { status: 400, body: { error: expect.stringContaining("tool") } },
    },
    { path: "/mcp/call", method: "GET", want: { status: 405 } },
    { path: "/mcp/nobody/tools", method: "GET", want: { status: 404, body: { code: "TOOL_NOT_FOUND" } } },
    { path: "/mcp/a/b/c", method: "GET", want: { status: 404 } },
  ] as const)("$method $path $body", async (given) => {
    const { path, want, ...asked } = given;
    const response = await api(`/codemode${path}`, { method: "POST", ...asked });
    expect(await answerOf(response)).toMatchObject(want);
  });

  it("answers nobody without a valid key", async () => {
    const headers = { Authorization: "Bearer isogate_wrong" };
    const response = await ask(new Request("http://localhost/api/v1/codemode/mcp/servers", { headers }));
    expect(response.status).toBe(401);
  });

  it("shows and calls only what a key allows", async () => {
    const { key } = await createKey({ name: "reader", access: "read", servers: ["docs", "gmail"] });
    expect(await (await api("/codemode/mcp/servers", { key })).json()).toStrictEqual(["gmail", "docs"]);
    const { tools } = await (await api("/codemode/mcp/gmail/tools", { key })).json<{ tools: { name: string }[] }>();
    expect(tools.map(({ name }) => name)).toStrictEqual(["search_emails"]);
    for (const { status, ...call } of [
      { server: "gmail", tool: "delete_email", args: { message_id: "1" }, status: 403 },
      { server: "notes", tool: "list-notes", args: {}, status: 403 },
    ]) {
      const refused = await api("/codemode/mcp/call", { method: "POST", body: call, key });
      expect(refused.status, await refused.text()).toBe(status);
    }
  });

  it("is in the OpenAPI document, with the statuses it answers with", async () => {
    const { paths } = await (
      await api("/openapi.json")
    ).json<{
      paths: Record<string, Record<string, { responses: object }>>;
    }>();
    expect(Object.keys(paths["/codemode/mcp/call"]?.["post"]?.responses ?? {})).toStrictEqual(
      expect.arrayContaining(["200", "400", "403", "404", "502"]),
    );
    expect(paths).toHaveProperty(["/codemode/mcp/servers", "get"]);
    expect(paths).toHaveProperty(["/codemode/mcp/{server}/tools", "get"]);
  });
});
