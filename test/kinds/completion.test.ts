/** Completion of arguments, and the prompts and resources of servers that are exposed directly, in both eras of clients and upstreams. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { MAX_COMPLETION_CHARS } from "../../src/limits/upstream-limits.ts";
import { api, createKey } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

const PATIENCE_MS = 30_000;

const ERAS = ["modern", "legacy"] as const;

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

describe.each(ERAS)("a script, with a server of the %s era,", (era) => {
  const server = `features_${era}`;
  const valueOf = async (code: string): Promise<unknown> => {
    const answer = await execute(client, { code });
    expect(answer).toMatchObject({ ok: true });
    return answer.value;
  };

  it("completes arguments of prompts and of URI templates", async () => {
    expect(await valueOf(`await ${server}.$prompts.complete("spell", "letter", "ga")`)).toMatchObject({
      values: ["gamma"],
    });
    expect(await valueOf(`await ${server}.$prompts.complete("spell", "word", "x", { letter: "beta" })`)).toMatchObject({
      values: ["beta x"],
    });
    const template = `{ uriTemplate: "doc://pages/{n}", argument: "n", value: "1" }`;
    expect(await valueOf(`await ${server}.$resources.complete(${template})`)).toMatchObject({ values: ["1", "12"] });
  });

  it("gets a bounded number of values", async () => {
    const code = `await ${server}.$prompts.complete("spell", "many", "")`;
    const { values, hasMore } = z
      .object({ values: z.array(z.string()), hasMore: z.boolean() })
      .parse(await valueOf(code));
    expect(values.length).toBeGreaterThan(0);
    expect(values.join("").length).toBeLessThanOrEqual(MAX_COMPLETION_CHARS);
    expect(hasMore).toBe(true);
  });

  it("hears why there is none", async () => {
    const { error } = await execute(client, { code: `await ${server}.$prompts.complete("nothing", "letter", "a")` });
    expect(error).toMatchObject({ code: "TOOL_ERROR", server, tool: "$prompts.complete" });
  });
});

it("a server without completion has no function for it", async () => {
  const { error } = await execute(client, { code: "await features_bare.$prompts.complete('only', 'a', 'b')" });
  expect(error).toMatchObject({
    code: "TOOL_NOT_FOUND",
    message: expect.stringContaining('does not offer the MCP capability "prompts" and "completions"'),
  });
});

describe.each(ERAS)("a client of the %s era", (era) => {
  let own: Client;
  beforeAll(async () => {
    own = await connect(era);
    const names = async (): Promise<readonly string[]> => (await own.listPrompts()).prompts.map(({ name }) => name);
    // An upstream that takes long to list its tools the first time is not waited for.
    await vi.waitFor(async () => {
      const listed = await names();
      if (!listed.includes("greet") || !listed.includes("shown_legacy__greet")) throw new Error(listed.join());
    }, PATIENCE_MS);
  });
  afterAll(() => own.close());

  it("sees prompts under their server's name, or their own", async () => {
    const { prompts } = await own.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["greet", "show", "spell", "shown_legacy__greet", "shown_legacy__show"]),
    );
    const { runs } = z
      .object({ runs: z.array(z.object({ title: z.string() })) })
      .parse(await (await api("/runs")).json());
    const title = "// $prompts.list of servers that are exposed directly, for a client";
    expect(runs.map((run) => run.title)).toContain(title);
    expect(prompts.find(({ name }) => name === "greet")).toMatchObject({
      description: "Greets",
      arguments: [{ name: "name", required: true }],
    });
  });

  it.each(["greet", "shown_legacy__greet"])("gets the prompt %s", async (name) => {
    expect(await own.getPrompt({ name, arguments: { name: "Ada" } })).toMatchObject({
      description: "A greeting",
      messages: [{ role: "user", content: { type: "text", text: "Greet Ada" } }],
    });
  });

  it("is refused a prompt that no server shows", async () => {
    await expect(own.getPrompt({ name: "features_modern__greet" })).rejects.toThrow(/no prompt/);
  });

  it("sees resources and templates by their URIs, once, beside the gateway's own", async () => {
    const { resources } = await own.listResources();
    expect(resources.filter(({ uri }) => uri === "doc://readme")).toMatchObject([{ title: "Read me" }]);
    const { resourceTemplates } = await own.listResourceTemplates();
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
    expect(templates.filter((template) => template === "doc://pages/{n}")).toHaveLength(1);
    expect(templates).toContainEqual(expect.stringMatching(/^isogate:/));
  });

  it("reads a resource, and one of a template", async () => {
    expect(await own.readResource({ uri: "doc://readme" })).toMatchObject({
      contents: [{ uri: "doc://readme", text: "# Hello" }],
    });
    expect(await own.readResource({ uri: "doc://pages/7" })).toMatchObject({ contents: [{ text: "page 7" }] });
    await expect(own.readResource({ uri: "doc://nothing" })).rejects.toThrow(/doc:\/\/nothing/);
  });

  it.each(["spell", "shown_legacy__spell"])("completes arguments of the prompt %s", async (name) => {
    const completed = await own.complete({
      ref: { type: "ref/prompt", name },
      argument: { name: "word", value: "x" },
      context: { arguments: { letter: "beta" } },
    });
    expect(completed.completion.values).toStrictEqual(["beta x"]);
  });

  it("completes arguments of a URI template", async () => {
    const ref = { type: "ref/resource", uri: "doc://pages/{n}" } as const;
    const { completion } = await own.complete({ ref, argument: { name: "n", value: "1" } });
    expect(completion.values).toStrictEqual(["1", "12"]);
    const unknown = { type: "ref/prompt", name: "nothing" } as const;
    await expect(own.complete({ ref: unknown, argument: { name: "n", value: "1" } })).rejects.toThrow(/no prompt/i);
  });
});

it("a request is recorded as a call", async () => {
  await client.getPrompt({ name: "shown_legacy__greet", arguments: { name: "Recorded" } });
  const listed = z.object({ runs: z.array(z.object({ id: z.string(), title: z.string() })) });
  const { runs } = listed.parse(await (await api("/runs?limit=20")).json());
  const run = runs.find(({ title }) => title.includes("$prompts.get"))?.id ?? "";
  const { calls } = z
    .object({ calls: z.array(z.object({ server: z.string(), tool: z.string(), outcome: z.string() })) })
    .parse(await (await api(`/runs/${run}/calls`)).json());
  expect(calls).toMatchObject([{ tool: "$prompts.get", outcome: "ok" }]);
});

it("a key for other servers sees none of it", async () => {
  const { key } = await createKey({ servers: ["pets"] });
  const other = await connect("modern", { authorization: `Bearer ${key}` });
  expect((await other.listPrompts()).prompts).toStrictEqual([]);
  await expect(other.getPrompt({ name: "greet", arguments: { name: "Ada" } })).rejects.toThrow(/no prompt/);
  await expect(other.readResource({ uri: "doc://readme" })).rejects.toThrow(/doc:\/\/readme/);
  const ref = { type: "ref/prompt", name: "spell" } as const;
  await expect(other.complete({ ref, argument: { name: "letter", value: "a" } })).rejects.toThrow(/no prompt/i);
  await other.close();
});

it("a policy decides on reading, and hides", async () => {
  const { prompts } = await client.listPrompts();
  expect(prompts.filter(({ name }) => name.startsWith("shown_ruled"))).toStrictEqual([]);
  await expect(client.getPrompt({ name: "shown_ruled__greet", arguments: { name: "x" } })).rejects.toThrow(/no prompt/);
});
