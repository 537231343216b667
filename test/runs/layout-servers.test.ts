/** Imports of tools that the caller may not use, and of those that are held. */
import { expect, it } from "vitest";
import { buildServerCatalog, joinCatalog } from "../../src/catalog/catalog.ts";
import { layoutServers } from "../../src/catalog/layout-servers.ts";

const catalog = joinCatalog([buildServerCatalog("files", "files", "1", [{ name: "read" }])]);
const layout = layoutServers(catalog, ["files"], {
  tools: new Map([["files", ["delete_file"]]]),
  names: new Map(),
  held: new Map([["files", [{ name: "open-file", reason: "new" }]]]),
  choices: new Map([["files", { exclude: ["purge-*"] }]]),
});

it.each(["read", "delete_file", "deleteFile", "open-file", "openFile"])(
  "finds %s, whose call says why it cannot be made",
  (name) => {
    const found = layout.findServer("files");
    expect(found.ok && found.server.findTool(name).ok).toBe(true);
  },
);

it("says that a tool is left out", () => {
  const found = layout.findServer("files");
  expect(found.ok && found.server.findTool("purgeAll")).toStrictEqual({
    ok: false,
    problem: 'files has no tool "purgeAll": gateway.json leaves out "purge-*" (tools.exclude).',
  });
});
