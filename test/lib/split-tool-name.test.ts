/** `server.tool` and `server:tool`, without the names of the servers. */
import { expect, it } from "vitest";
import { splitToolName } from "../../src/lib/split-tool-name.ts";

it.each([
  { text: "notes.list", want: { server: "notes", tool: "list" } },
  { text: "notes:list", want: { server: "notes", tool: "list" } },
  { text: "acme.docs:search", want: { server: "acme.docs", tool: "search" } },
  { text: "notes.list.all", want: { server: "notes", tool: "list.all" } },
  { text: "list", want: undefined },
  { text: ".list", want: undefined },
  { text: "notes:", want: undefined },
  { text: "", want: undefined },
])("splits $text", ({ text, want }) => {
  expect(splitToolName(text)).toStrictEqual(want);
});
