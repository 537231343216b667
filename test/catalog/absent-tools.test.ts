/** Names of tools that are not listed: they mean no other tool that is spelled alike. */
import { expect, it } from "vitest";
import { toolMeant, withoutAbsentNames } from "../../src/catalog/absent-tools.ts";
import { buildServerCatalog, joinCatalog } from "../../src/catalog/catalog.ts";
import { toolTable } from "../../src/upstream/tool-table.ts";

const LISTED = [{ name: "deleteRepo" }];

it.each([
  { choice: { exclude: ["delete-repo"] }, name: "delete_repo" },
  { choice: { exclude: ["delete-*"] }, name: "delete_repo" },
  { choice: { exclude: ["delete_repo"] }, name: "delete-repo" },
  { choice: { rename: { "delete-repo": "drop" } }, name: "delete_repo" },
])("$name is not deleteRepo, with $choice", ({ choice, name }) => {
  const table = toolTable(LISTED);
  expect(toolMeant(name, table, {})).toBe(LISTED[0]);
  expect(toolMeant(name, table, { choice })).toBeUndefined();
  expect(toolMeant("deleteRepo", table, { choice })).toBe(LISTED[0]);
});

it("another spelling of a tool that is renamed to one means the tool", () => {
  const renamed = [{ name: "delete_repo" }];
  expect(toolMeant("deleteRepo", toolTable(renamed), { choice: { rename: { "delete-repo": "delete_repo" } } })).toBe(
    renamed[0],
  );
});

it.each(["delete-repo", "delete_repo"])("%s is not deleteRepo where the first is withheld", (name) => {
  const catalog = joinCatalog([buildServerCatalog("gh", "gh", "hash", LISTED)]);
  const find = (withheld: readonly string[]) => {
    const tools = new Map([["gh", withheld]]);
    const missing = { tools, names: new Map(), choices: new Map(), held: new Map() };
    return withoutAbsentNames(catalog, missing).servers[0]?.table.find(name)?.name;
  };
  expect(find([])).toBe("deleteRepo");
  expect(find(["delete-repo"])).toBeUndefined();
  expect(find(["delete_all"])).toBe("deleteRepo");
});
