/** `tools` of gateway.json, over the list of any connector. */
import { expect, it } from "vitest";
import { chooseTools } from "../../../src/upstream/around/choose-tools.ts";
import type { ToolChoice } from "../../../src/config/server-options.ts";
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

const NOTHING = "no tool is called";

it.each([
  {
    choice: { exclude: ["delte_*"] },
    remarks: [`tools.exclude: ${NOTHING} "delte_*", but one is called "delete_item"`],
  },
  {
    choice: { exclude: ["add*_itme"] },
    remarks: [`tools.exclude: ${NOTHING} "add*_itme", but one is called "add_item"`],
  },
  {
    choice: { exclude: ["delete_itm"] },
    remarks: [`tools.exclude: ${NOTHING} "delete_itm", but one is called "delete_item"`],
  },
  {
    choice: { rename: { add_itm: "x" } },
    remarks: [`tools.rename: ${NOTHING} "add_itm", but one is called "add_item"`],
  },
  {
    choice: { include: ["ad_item", "*"] },
    remarks: [`tools.include: ${NOTHING} "ad_item", but one is called "add_item"`],
  },
  {
    choice: { exclude: ["drop*", "*x*"] },
    remarks: [`tools.exclude: ${NOTHING} "drop*"`, `tools.exclude: ${NOTHING} "*x*"`],
  },
  // An entry counts by the names of the upstream or of scripts, and whether or not another entry has left the tool out.
  {
    choice: { include: ["get-*"], exclude: ["delete_item"], rename: { get_item: "get", add_item: "add" } },
    remarks: [],
  },
])("says which of $choice concerns no tool", async ({ choice, remarks }) => {
  const tools = ["add_item", "delete_item", "get-item"].map((name) => ({
    name,
    inputSchema: { type: "object" as const },
  }));
  const connector: Connector = {
    list: () => Promise.resolve({ tools, unreadable: [] } satisfies ToolList),
    call: () => Promise.reject(new Error("not called")),
    close: () => Promise.resolve(),
  };
  const listed = await chooseTools(connector, choice as ToolChoice).list(AbortSignal.timeout(1_000));
  expect(listed).toMatchObject({ unreadable: remarks });
});
