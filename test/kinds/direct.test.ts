/** `expose` of gateway.json: tools of servers beside the gateway's own two, called by real clients of both eras. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { api as ask, createKey } from "../support/api.ts";
import { connect, execute, searchText } from "../support/client.ts";

const PATIENCE_MS = 30_000;

let client: Client;
beforeAll(async () => {
  client = await connect();
  // An upstream that takes long to list its tools the first time is not waited for.
  await vi.waitFor(async () => {
    const listed = await names();
    for (const server of ["plain", "paired", "held", "small_one"]) {
      if (!listed.some((name) => name.startsWith(`${server}__`))) throw new Error(`${server} is not listed`);
    }
  }, PATIENCE_MS);
});
afterAll(() => client.close());

async function names(of: Client = client): Promise<readonly string[]> {
  return (await of.listTools()).tools.map(({ name }) => name);
}

async function callsOf(run: unknown): Promise<readonly object[]> {
  return ((await (await ask(`/runs/${String(run)}/calls`)).json()) as { readonly calls: readonly object[] }).calls;
}

describe("tools/list", () => {
  it("has the tools of servers that are exposed directly, with names that every client accepts", async () => {
    const listed = await names();
    expect(listed).toEqual(
      expect.arrayContaining([
        "search_tools",
        "execute_code",
        "plain__echo",
        "plain__add",
        "paired__echo",
        "held__liar",
      ]),
    );
    // A point is not part of a name, so that its tool has a mark.
    expect(listed).toContainEqual(expect.stringMatching(/^small_one__add_[0-9a-f]{8}$/));
    for (const name of listed) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it("has nothing of servers that are not, or whose tools are too many for auto", async () => {
    expect((await names()).filter((name) => /^(?:pets|echo|large|mcp_tools)__/.test(name))).toStrictEqual([]);
  });

  it("has their schemas, descriptions and annotations", async () => {
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "plain__add")).toMatchObject({
      description: "Add two numbers",
      inputSchema: { type: "object", required: ["a", "b"], properties: { a: { type: "number" } } },
      outputSchema: { type: "object", properties: { sum: { type: "number" } } },
    });
    // An API's answer has no structured content, which a client would ask for.
    expect(tools.find(({ name }) => name === "held__liar")).not.toHaveProperty("outputSchema");
  });

  it("has only what the credentials allow", async () => {
    const { key } = await createKey({ servers: ["paired"] });
    const other = await connect("modern", { authorization: `Bearer ${key}` });
    const exposed = async () => (await names(other)).filter((name) => name.includes("__"));
    await expect.poll(exposed).toStrictEqual(["paired__echo"]);
    await expect(other.callTool({ name: "plain__echo", arguments: { text: "x" } })).rejects.toThrow(
      /no tool "plain__echo"/,
    );
    await other.close();
  });

  it("goes with instructions when to use which", () => {
    expect(client.getInstructions()).toMatch(/server__tool.*single call.*script/);
  });
});

describe.each(["modern", "legacy"] as const)("a direct call of a client of the %s era", (era) => {
  let own: Client;
  beforeAll(async () => {
    own = await connect(era);
    // The client checks structured content against the schemas that it has read.
    await own.listTools();
  });
  afterAll(() => own.close());

  it("is answered with the upstream's result, and is a run of one call", async () => {
    const answer = await own.callTool({ name: "plain__add", arguments: { a: 1, b: 2 } });
    expect(answer).toMatchObject({ content: [{ type: "text", text: "3" }], structuredContent: { sum: 3 } });
    expect(answer.isError ?? false).toBe(false);
    expect(await callsOf(answer._meta?.["isogate/run"])).toMatchObject([
      { server: "plain", tool: "add", outcome: "ok", arguments: { a: 1, b: 2 } },
    ]);
  });

  it("keeps images as they are", async () => {
    const answer = await own.callTool({ name: "plain__picture", arguments: {} });
    expect(answer.content).toStrictEqual([
      { type: "text", text: "a dot" },
      { type: "image", data: "aGk=", mimeType: "image/png" },
    ]);
  });

  it("keeps an error of the tool as it is", async () => {
    const answer = await own.callTool({ name: "plain__fail", arguments: {} });
    expect(answer).toMatchObject({ isError: true, content: [{ type: "text", text: "the disk is full" }] });
  });

  it("is refused with wrong arguments, before it is sent", async () => {
    const answer = await own.callTool({ name: "paired__echo", arguments: { text: 7 } });
    expect(answer.isError).toBe(true);
    const { ok, error } = JSON.parse((answer.content as { text: string }[])[0]?.text ?? "") as {
      ok: boolean;
      error: object;
    };
    expect({ ok, error }).toMatchObject({ ok: false, error: { code: "INVALID_ARGS" } });
    // There is no script that a place could be in.
    for (const place of ["line", "column", "stack"]) expect(error).not.toHaveProperty(place);
  });

  it("of an API answers, too", async () => {
    const answer = await own.callTool({ name: "held__good", arguments: {} });
    expect(answer.content).toMatchObject([{ type: "text", text: '{"well":true}' }]);
    expect(await own.callTool({ name: "held__liar", arguments: {} })).toMatchObject({ isError: true });
  });
});

describe("scripts", () => {
  it("are not shown a server that is exposed directly only", async () => {
    const { tools } = await client.listTools();
    const text = tools.find(({ name }) => name === "execute_code")?.description ?? "";
    expect(text).not.toMatch(/\bplain\b/);
    expect(text).toMatch(/\bpaired\b/);
    expect(await searchText(client, { query: "plain.echo" })).not.toContain("plain.echo");
    const found = await execute(client, { code: "(await tools.list()).map(({ server }) => server)" });
    expect(found.value).toContain("paired");
    expect(found.value).not.toContain("plain");
  });

  it("may call it nevertheless, by its name", async () => {
    const code = `[await plain.echo({ text: "x" }), await call_tool("plain", "echo", { text: "y" })]`;
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: ["x", { ok: true }] });
  });

  it("use a server that is exposed both ways", async () => {
    expect(await execute(client, { code: "await paired.echo({ text: 'x' })" })).toMatchObject({ ok: true, value: "x" });
  });
});
