/** What dialects cost a script that uses none of them: nothing is rewritten, nothing more is loaded into its isolate. */
import { describe, expect, it } from "vitest";
import { dialectExtensions, rewritesFor } from "../../dialects/index.ts";
import { prepareScript } from "../../worker-loader/prepare/prepare.ts";

const PLAIN = [
  "1 + 1",
  "const { notes: all } = await notes.list_notes({ tag: 'ops' }); all.length",
  "await Promise.all([1, 2].map((id) => notes.summarize({ id })))",
  "const [first] = await tools.search('notes'); const { content } = first; [content, await tools.describe(first.path)]",
  "const words = ['notes']; for (const word of words) (await tools.search(word, { server: 'notes' })).map(({ tools }) => tools?.content)",
  "const tools = await Promise.all([1].map(async (id) => ({ id, tools: 2 }))); tools[0].tools",
  "async () => { const r = await github.create_issue({ title: 'mcp, ncp, codemode and fetch are words here' }); return r }",
];

const noServers = (): never => {
  throw new Error("no script here imports servers");
};
const noTypes = (): never => {
  throw new Error("no script here is TypeScript");
};

describe("a script without a dialect", () => {
  it.each(PLAIN)("%s", async (code) => {
    const rewrites = rewritesFor(code, noServers);
    const [plain, prepared] = await Promise.all(
      [[], rewrites].map((given) => prepareScript(code, undefined, noTypes, [], given)),
    );
    if (!plain?.ok || !prepared?.ok) throw new Error("It does not parse.");
    const offered = ["notes", "github", ...dialectExtensions.none.flatMap(({ names }) => names)];
    expect(prepared.script.toModule(offered)).toMatchObject({
      text: plain.script.toModule(["notes", "github"]).text,
      parameters: plain.script.toModule(["notes", "github"]).parameters,
    });
    const loaded = dialectExtensions.none.filter(({ names }) =>
      names.some((name) => prepared.script.mentions.has(name)),
    );
    expect(loaded).toStrictEqual([]);
  });
});
