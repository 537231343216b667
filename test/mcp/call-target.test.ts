/** Messages about a tool that does not exist, with the signature of the one that was meant. */
import { expect, it } from "vitest";
import { observeShape } from "../../sdk-gen/index.ts";
import { signatureOf, toolNotFound } from "../../src/catalog/call-target.ts";
import { toolTable } from "../../src/upstream/tool-table.ts";

it("a signature inside a sentence does not end in a comment", () => {
  const tools = ["get_notes", "get_note"].map((name) => ({ name, observedOutput: observeShape({ id: 1 }) }));
  expect(toolNotFound("notes", "get_notez", toolTable(tools)).message).toBe(
    'notes has no tool "get_notez". Did you mean notes.get_note():{id:number}? Also close: get_notes.',
  );
});

it.each([
  { count: 1, want: 'calc has no tool "zzz". Its only tool is add0.' },
  { count: 3, want: 'calc has no tool "zzz". Its tools are add0, add1, add2.' },
  { count: 0, want: 'calc has no tool "zzz". search_tools lists the 0 tools of calc.' },
  { count: 26, want: 'calc has no tool "zzz". search_tools lists the 26 tools of calc.' },
])("names the tools of a small server where none is close: $count", ({ count, want }) => {
  const table = toolTable(Array.from({ length: count }, (_, n) => ({ name: `add${n}` })));
  expect(toolNotFound("calc", "zzz", table).message).toBe(want);
});

it("does not name tools whose names are long", () => {
  const table = toolTable(Array.from({ length: 25 }, (_, n) => ({ name: `${"add_".repeat(15)}${n}` })));
  expect(toolNotFound("calc", "zzz", table).message).toContain("search_tools lists the 25 tools");
});

it("a signature at the end says that its type was observed", () => {
  const tool = { name: "get_notes", observedOutput: observeShape({ id: 1 }) };
  expect(signatureOf("notes", tool, "get_notes")).toBe("notes.get_notes():{id:number} // observed");
});

it.each([
  { name: "delete-repo", entry: "delete-repo" },
  { name: "delete_repo", entry: "delete-repo" },
  { name: "drop_all", entry: "drop_*" },
])("a tool that gateway.json leaves out is called so: $name", ({ name, entry }) => {
  const table = toolTable([{ name: "delete_repos" }]);
  const { message } = toolNotFound("github", name, table, {
    choice: { exclude: ["delete-repo", "drop_*"] },
  });
  expect(message).toBe(`github has no tool "${name}": gateway.json leaves out "${entry}" (tools.exclude).`);
});

it("a pattern is not told in place of a close tool", () => {
  const { message } = toolNotFound("github", "drop_repoz", toolTable([{ name: "drop_repos" }]), {
    choice: { exclude: ["drop_*"] },
  });
  expect(message).toBe('github has no tool "drop_repoz". Did you mean github.drop_repos()?');
});

it("another name that is left out is not told in place of a close one", () => {
  const table = toolTable([{ name: "delete_repos" }]);
  const { message } = toolNotFound("github", "delete_repo5", table, { choice: { exclude: ["delete_repo"] } });
  expect(message).toBe('github has no tool "delete_repo5". Did you mean github.delete_repos()?');
});

it.each([
  { name: "delete_repo", exclude: ["delete-*"], entry: "delete-*" },
  { name: "deleteRepo", exclude: ["delete-*"], entry: "delete-*" },
  { name: "delete_repo", exclude: ["*Repo"], entry: "*Repo" },
  { name: "find_pets_by_status", exclude: ["find*By*"], entry: "find*By*" },
  { name: "listVMs", exclude: ["list_v*"], entry: "list_v*" },
  { name: "deleteRepo", exclude: ["delete_repo"], entry: "delete_repo" },
  { name: "delete_repo", exclude: ["delete_*", "deleteRepo"], entry: "deleteRepo" },
])(
  "an entry of tools.exclude leaves out the other spellings of a tool: $name for $exclude",
  ({ name, exclude, entry }) => {
    const { message } = toolNotFound("github", name, toolTable([{ name: "add_label" }]), { choice: { exclude } });
    expect(message).toBe(`github has no tool "${name}": gateway.json leaves out "${entry}" (tools.exclude).`);
  },
);

it.each([
  { name: "deleted", exclude: ["delete-*"] },
  { name: "deletes_repo", exclude: ["delete-*"] },
  { name: "delete", exclude: ["delete-*"] },
  { name: "carpet", exclude: ["*Pet*"] },
  { name: "delete_repo5", exclude: ["delete_repo"] },
  { name: "delete repo", exclude: ["delete_repo"] },
  { name: "???", exclude: ["!!!"] },
])("another name is not called left out: $name for $exclude", ({ name, exclude }) => {
  const { message } = toolNotFound("github", name, toolTable([{ name: "add_label" }]), { choice: { exclude } });
  expect(message).not.toContain("tools.exclude");
});
