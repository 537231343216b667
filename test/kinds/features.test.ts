/** Resources and prompts of MCP servers in scripts, in both eras: what a script gets, what is recorded, and what is refused. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import * as z from "zod";
import { DOT } from "../fixtures/dot.ts";
import { api, createKey } from "../support/api.ts";
import { connect, execute, searchText } from "../support/client.ts";

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

async function run(code: string, options = {}): Promise<unknown> {
  const answer = await execute(client, { code, options });
  expect(answer).toMatchObject({ ok: true });
  return answer.value;
}

describe.each(["modern", "legacy"] as const)("a %s server", (era) => {
  const server = `features_${era}`;

  it("has one line of log for the parts that the value of a tool does not have", async () => {
    const { logs } = await execute(client, { code: `await ${server}.media(); await ${server}.media()` });
    const parts = "a text, an image, an audio, a resource and a link to a resource";
    expect(logs).toStrictEqual([
      `[isogate] ${server}.media also answered ${parts} that its value does not have: ${server}.media.raw(…)`,
    ]);
    expect((await execute(client, { code: `(await ${server}.media.raw()).structuredContent` })).logs).toStrictEqual([]);
  });

  it("lists its resources and templates", async () => {
    expect(await run(`await ${server}.$resources.list()`)).toMatchObject([
      { uri: "doc://readme", name: "readme", title: "Read me", mimeType: "text/markdown" },
      { uri: "doc://dot", name: "dot" },
    ]);
    expect(await run(`await ${server}.$resources.templates()`)).toMatchObject([{ uriTemplate: "doc://pages/{n}" }]);
  });

  it("reads a resource by its URI, alone or in an object", async () => {
    const text = { contents: [{ uri: "doc://readme", mimeType: "text/markdown", text: "# Hello" }] };
    expect(await run(`await ${server}.$resources.read("doc://readme")`)).toStrictEqual(text);
    expect(await run(`await ${server}.$resources.read({ uri: "doc://readme" })`)).toStrictEqual(text);
    expect(await run(`await ${server}.$resources.read("doc://pages/7")`)).toMatchObject({
      contents: [{ text: "page 7" }],
    });
  });

  it("keeps the bytes of a resource", async () => {
    expect(await run(`await ${server}.$resources.read("doc://dot")`)).toStrictEqual({
      contents: [{ uri: "doc://dot", mimeType: "image/png", blob: DOT }],
    });
  });

  it("lists its prompts and fills them in", async () => {
    expect(await run(`await ${server}.$prompts.list()`)).toMatchObject([
      { name: "greet", description: "Greets", arguments: [{ name: "name", required: true }] },
      { name: "spell" },
      { name: "show" },
    ]);
    const greeting = {
      description: "A greeting",
      messages: [{ role: "user", content: { type: "text", text: "Greet Ada" } }],
    };
    expect(await run(`await ${server}.$prompts.get("greet", { name: "Ada" })`)).toStrictEqual(greeting);
    expect(await run(`await ${server}.$prompts.get({ name: "greet", arguments: { name: "Ada" } })`)).toStrictEqual(
      greeting,
    );
  });

  it("keeps the form of images, sounds and embedded resources", async () => {
    const code = `(await ${server}.$prompts.get("show")).messages.map(({ content }) => Object.keys(content).join())`;
    expect(await run(code)).toStrictEqual(["type,data,mimeType", "type,data,mimeType", "type,resource"]);
  });

  it("says why it refuses", async () => {
    const { error } = await execute(client, { code: `await ${server}.$resources.read("doc://nothing")` });
    expect(error).toMatchObject({ code: "TOOL_ERROR", server, tool: "$resources.read" });
    expect(error?.message).toContain("doc://nothing");
  });
});

const calls = z.object({
  calls: z.array(z.object({ server: z.string(), tool: z.string(), outcome: z.string(), attempts: z.number() })),
});

describe("a request for a feature is a call", () => {
  it("of the ledger", async () => {
    const { run: id } = await execute(client, { code: "await features_modern.$prompts.get('greet', { name: 'Bo' })" });
    const recorded = calls.parse(await (await api(`/runs/${id}/calls`)).json());
    expect(recorded.calls).toMatchObject([
      { server: "features_modern", tool: "$prompts.get", outcome: "ok", attempts: 1 },
    ]);
  });

  it("of the run's budget", async () => {
    const code = "await features_modern.$resources.list(); await features_modern.$prompts.list()";
    const { error } = await execute(client, { code, options: { max_tool_calls: 1 } });
    expect(error).toMatchObject({ code: "MAX_TOOL_CALLS_EXCEEDED" });
  });

  it("whose arguments are checked before anything is sent", async () => {
    const { modern } = inject("kinds").features;
    const sent = async (): Promise<number> => {
      const counts = z.record(z.string(), z.number()).parse(await (await fetch(`${modern}/stats`)).json());
      return counts["prompts/get"] ?? 0;
    };
    const before = await sent();
    const { error } = await execute(client, { code: "await features_modern.$prompts.get('greet', { name: 7 })" });
    expect(error).toMatchObject({ code: "INVALID_ARGS", message: expect.stringContaining("args.arguments.name") });
    expect(await sent()).toBe(before);
  });

  it("that is found like a tool, with the types of what it returns", async () => {
    const text = await searchText(client, { query: "features_modern.$resources.read", detail: "signatures" });
    expect(text).toContain("features_modern.$resources.read(uri:string):{contents:");
    const all = await searchText(client, { server: "features_modern", query: "", detail: "signatures" });
    expect(all).toContain("features_modern.$prompts.get(name:string,args?:{[k:string]:string}):");
  });

  it("of call_tool, too", async () => {
    const code = "call_tool('features_modern', '$resources.read', { uri: 'doc://readme' })";
    expect(await run(code)).toMatchObject({ ok: true, result: { contents: [{ text: "# Hello" }] } });
  });

  it("that tools.include and tools.exclude choose", async () => {
    expect(await run("(await features_chosen.$resources.list()).length")).toBe(2);
    for (const member of ["$resources.templates", "$prompts.list"]) {
      const { error } = await execute(client, { code: `await features_chosen.${member}()` });
      expect(error).toMatchObject({ code: "TOOL_NOT_FOUND" });
    }
  });
});

describe("a server without the feature", () => {
  it.each([
    {
      code: "features_bare.$resources.list()",
      says: 'features_bare has no resources: it does not offer the MCP capability "resources".',
    },
    { code: "pets.$prompts.list()", says: 'pets has no prompts: it does not offer the MCP capability "prompts".' },
  ])("says so: $code", async ({ code, says }) => {
    const { error } = await execute(client, { code: `await ${code}` });
    expect(error).toMatchObject({
      code: "TOOL_NOT_FOUND",
      message: says,
      hint: expect.stringContaining("Nothing was"),
    });
    // What the script computes is not read before it runs.
    const late = await execute(client, { code: `const [server] = [${code.replace(".", "]; await server.")}` });
    expect(late.error).toMatchObject({ code: "TOOL_NOT_FOUND", message: says });
  });

  it("of tools is used for what it has", async () => {
    expect(await run("(await features_bare.$prompts.get('only')).messages[0].content.text")).toBe("alone");
  });
});

describe("a list", () => {
  it("of several pages is read whole", async () => {
    expect(await run("(await features_paged.$resources.list()).length")).toBe(150);
  });

  it("without end is refused", async () => {
    const { error } = await execute(client, { code: "await features_odd.$resources.list()" });
    expect(error).toMatchObject({ code: "UPSTREAM_ERROR", message: expect.stringContaining("more than 10000") });
  });

  it("of nothing is empty", async () => {
    expect(await run("await features_odd.$prompts.list()")).toStrictEqual([]);
  });
});

describe("a policy", () => {
  it("decides on a request by its arguments", async () => {
    const read = (uri: string) =>
      execute(client, { code: `(await features_ruled.$resources.read("${uri}")).contents.length` });
    expect(await read("doc://readme")).toMatchObject({ value: 1 });
    expect((await read("doc://dot")).error).toMatchObject({
      code: "POLICY_DENIED",
      rule: "/tools/features_ruled.$resources.read/deny_if/0",
      message: expect.stringContaining("Nobody reads the dot."),
    });
  });

  it("hides what it names", async () => {
    const { error } = await execute(client, { code: "await features_ruled.$prompts.list()" });
    expect(error).toMatchObject({ code: "TOOL_NOT_FOUND" });
    expect(await searchText(client, { server: "features_ruled", query: "", detail: "names" })).not.toContain(
      "$prompts",
    );
  });
});

it("a key that may only read may read resources and prompts, and call nothing else", async () => {
  const { key } = await createKey({ access: "read" });
  const reader = await connect("modern", { authorization: `Bearer ${key}` });
  const listed = async () =>
    (await execute(reader, { code: "(await features_modern.$resources.list()).length" })).value;
  await expect.poll(listed).toBe(2);
  const { error } = await execute(reader, { code: "await features_modern.chatty()" });
  expect(error).toMatchObject({ code: "POLICY_DENIED" });
  await reader.close();
});
