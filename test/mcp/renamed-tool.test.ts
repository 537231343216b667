/** A script that names a tool as its server does is told the name that gateway.json gives to it. */
import { expect, it } from "vitest";
import { toolNotFound } from "../../src/catalog/call-target.ts";
import { toolTable } from "../../src/upstream/tool-table.ts";

const table = toolTable([
  { name: "find_page", inputSchema: {}, request: { originalName: "API-post-search" } },
  { name: "other", inputSchema: {} },
]);

it.each(["API-post-search", "API_post_search", "apiPostSearch"])("%s", (name) => {
  expect(toolNotFound("notion", name, table)).toStrictEqual({
    code: "TOOL_NOT_FOUND",
    message: `notion has no tool "${name}": gateway.json renames it (tools.rename). Call notion.find_page()`,
    server: "notion",
    tool: name,
  });
});

it("another name is only unknown", () => {
  expect(toolNotFound("notion", "API-delete", table).message).not.toContain("renames");
});

it.each(["API-post-search", "API_post_search", "apiPostSearch"])("%s, whose new name is held", (name) => {
  const choice = { rename: { "API-post-search": "jot" } };
  const held = [{ name: "jot", reason: "new" as const }];
  expect(toolNotFound("notion", name, toolTable([{ name: "post_searches" }]), { choice, held }).message).toBe(
    `notion has no tool "${name}": gateway.json renames it (tools.rename) to jot, which is held until an admin accepts it (isogate pins list).`,
  );
});

it("a new name that no held tool has is not told", () => {
  const choice = { rename: { drop: "jot" } };
  expect(toolNotFound("notion", "drop", table, { choice, held: [] }).message).not.toContain("jot");
});
