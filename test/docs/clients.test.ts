/** What the README tells the users of each client to put into their configuration is understood as this gateway. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { importServers } from "../../src/config/import-servers.ts";

const readme = readFileSync("README.md", "utf8");
const rows = [...readme.matchAll(/^\| ([A-Z][\w ]+?) +\| `[^`]+` +\| `(\{.*\})` +\|$/gm)];

it("has five clients with JSON", () => {
  const clients = rows.map(([, client]) => client);
  expect(clients).toStrictEqual(["Claude Code", "Claude Desktop", "Cursor", "VS Code", "Windsurf"]);
});

it.each(rows.map(([, client = "", json = ""]) => ({ client, json })))("$client", ({ json }) => {
  expect(importServers(json, { name: "gateway.json", text: undefined }, false, "mcp.json")).toMatchObject({
    ok: true,
    value: {
      added: ["isogate"],
      skipped: [],
      text: expect.stringContaining("http://127.0.0.1:8787/mcp") as unknown,
    },
  });
});
