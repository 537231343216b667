/** The declarations for editors: scripts that run are right, mistakes are found, and every name of docs/scripts.md is there. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { buildServerSdk } from "../../sdk-gen/index.ts";
import { editorDeclarations } from "../../src/catalog/editor-declarations.ts";
import { typeCheck } from "../bench/type-check.ts";

const list = {
  name: "list_notes",
  inputSchema: { type: "object", properties: { tag: { type: "string" } } },
  outputSchema: {
    type: "object",
    properties: { notes: { type: "array", items: { type: "object", properties: { id: { type: "string" } } } } },
    required: ["notes"],
  },
};
const notes = buildServerSdk({ name: "notes", identifier: "notes", tools: [list] });
const files = buildServerSdk({
  name: "files",
  identifier: "files",
  tools: [{ name: "remove", inputSchema: { type: "object" } }],
});

const HONEST = `
const { notes: all } = await notes.list_notes({ tag: input.tag });
await store.put("count", all.length);
console.log("stored", await store.get("count"), (await store.keys()).length, await store.delete("count"));
log("again");
console.table([{ a: 1 }]);
console.clear();
await sleep(10);
await progress("half", 0.5);
const raw = await notes.list_notes.raw({});
if (raw.content[0]?.type === "text") raw.content[0].text?.trim();
const r = call_tool("notes", "list_notes", { tag: "ops" });
if (r.ok) r.result.notes.length;
else r.error.message.trim();
const waited = await call_tool("notes", "list_notes");
if (!waited.ok) waited.error.code.trim();
for (const { ok } of await call_tools([{ server: "notes", tool: "list_notes" }], { max_parallel: 2 })) ok.valueOf();
const found = await tools.search("list the notes", { limit: 1, server: "notes" });
(await tools.describe(found[0]!.path)).trim();
(await tools.list()).map(({ server, tools }) => server + tools);
(await tools.list("notes")).map((name) => name.trim());
const page = await results.read("isogate://runs/r_1/value", { path: "/items", offset: 0, limit: 10 });
await files.write("reports/notes.json", page);
const names = (await files.list("reports/")).map(({ name, updated_at }) => name + updated_at);
(await store_files.read("reports/notes.json")).length;
const [newest] = await runs.list({ limit: 1 });
(await runs.get(newest!.id)).calls.map(({ server, tool, outcome }) => server + tool + outcome);
await scripts.save("count_notes", { code: "1", description: "How many" });
[await scripts["count_notes"]!({ tag: "people" }), (await scripts.list()).map(({ name }) => name), names];
const made = await schedule.create({ name: "daily", schedule: "0 9 * * *", code: "1" });
await schedule.update(made.name, { schedule: "every 15 minutes" });
(await schedule.executions("daily")).map(({ run, ok }) => (ok ? run : ""));
await schedule.remove("daily");
try {
  await notes.list_notes({});
} catch (error) {
  if (error instanceof ToolError && error.retryable) await sleep(error.retry_after_ms ?? 0);
}
export {};`;

const WRONG = [
  "await sleep();",
  'await store.put("count");',
  "await files.write(1, '');",
  'call_tool("notes");',
  "(await notes.list_notes.raw({})).content[0]!.kind.trim();",
];

it("compile, with honest scripts, and find mistakes", () => {
  const errors = typeCheck(
    new Map([
      ["tools.d.ts", editorDeclarations([notes])],
      ["honest.ts", HONEST],
      ["wrong.ts", `${WRONG.join("\n")}\nexport {};`],
    ]),
  );
  expect(errors.filter(({ file }) => file !== "wrong.ts")).toEqual([]);
  expect(errors.map(({ line }) => line)).toEqual(WRONG.map((_, index) => index + 1));
});

it("compile beside the declarations of a browser, and leave its name to a server", () => {
  const server = "await files.remove();\nawait store_files.read('a');\nconsole.table([]);\nexport {};";
  const script = `/// <reference lib="dom" />\n${server}`;
  const text = editorDeclarations([notes, files]);
  expect(
    typeCheck(
      new Map([
        ["tools.d.ts", text],
        ["script.ts", script],
      ]),
    ),
  ).toEqual([]);
});

it("have every name of docs/scripts.md that is no global of browsers", () => {
  const rows = readFileSync("docs/scripts.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = rows.map((row) => /^\| `(\w+)/.exec(row)?.[1] ?? "").filter((name) => name !== "fetch");
  expect(named.length).toBeGreaterThan(10);
  const text = editorDeclarations([]);
  for (const name of named) expect(text).toMatch(new RegExp(`^declare (?:const|var|function) ${name}\\b`, "m"));
});
