/** `tools` of gateway.json, over the list of any connector. */
import { expect, it } from "vitest";
import { chooseTools } from "../../../src/upstream/around/choose-tools.ts";
import type { Connector, ToolList } from "../../../src/upstream/connector.ts";

const KEPT = "is the name of another tool, so";

it.each([
  { rename: { a: "b", b: "c" }, want: ["b", "c", "d"], remarks: [] },
  { rename: { a: "b", b: "a" }, want: ["b", "a", "d"], remarks: [] },
  { rename: { a: "d" }, want: ["a", "b", "d"], remarks: [`d ${KEPT} a`] },
  // b keeps its name because d has the one it was to have, and so a keeps its own.
  { rename: { a: "b", b: "d" }, want: ["a", "b", "d"], remarks: [`d ${KEPT} b`, `b ${KEPT} a`] },
  { rename: { a: "x", b: "x" }, want: ["x", "b", "d"], remarks: [`x ${KEPT} b`] },
])("renames $rename", async ({ rename, want, remarks }) => {
  const called: string[] = [];
  const tools = ["a", "b", "d"].map((name) => ({ name, inputSchema: { type: "object" as const } }));
  const connector: Connector = {
    list: () => Promise.resolve({ tools, unreadable: [] } satisfies ToolList),
    call: ({ name }) => {
      called.push(name);
      return Promise.resolve({ ok: true, value: {} } as never);
    },
    close: () => Promise.resolve(),
  };
  const chosen = chooseTools(connector, { rename });
  const listed = await chosen.list(AbortSignal.timeout(1_000));
  if (listed === "unchanged") throw new Error("The list was changed.");
  expect(listed.tools.map(({ name }) => name)).toStrictEqual(want);
  expect(listed.unreadable.map((text) => text.replace(/^tools.rename: | keeps its name$/g, ""))).toStrictEqual(remarks);
  for (const tool of listed.tools) await chosen.call(tool, {}, {} as never);
  expect(called).toStrictEqual(["a", "b", "d"]);
});
