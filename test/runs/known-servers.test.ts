/** A name that a resumed script knows means the server that it meant, as far as the run may use that one now. */
import { expect, it } from "vitest";
import { serverIdentifiers } from "../../src/catalog/server-names.ts";
import { ToolFinder } from "../../src/runs/calls/tool-finder.ts";
import { toolTable } from "../../src/upstream/tool-table.ts";
import type { Upstream } from "../../src/upstream/upstream.ts";

const KNOWN = new Map([["my_api", "my-api"]]);

/** @returns the server that a call of `my_api.get` reaches, or the code of its failure */
async function find(names: readonly string[], may?: readonly string[], hidden?: string): Promise<string> {
  const tools = () => Promise.resolve(toolTable([{ name: "get", inputSchema: { type: "object" } }]));
  const finder = new ToolFinder({
    upstreams: new Map(names.map((name) => [name, { name, tools } as unknown as Upstream])),
    identifiers: serverIdentifiers(names),
    scope: {
      access: { servers: may ?? "all", level: "destructive" },
      allowedServers: [],
      durable: { root: "r_1", path: "", args: {}, isDetached: false, isResumed: true, servers: KNOWN },
    },
    guard: { isHidden: () => false, hidesServer: (name) => name === hidden, dataOf: () => undefined },
  });
  const found = await finder.find({ server: "my_api", tool: "get", args: "{}", raw: false });
  return found.ok ? found.value.upstream.name : found.error.code;
}

it.each([
  { now: "it is there", names: ["my-api"], want: "my-api" },
  { now: "another one has its name in scripts", names: ["my-api", "my_api"], want: "my-api" },
  { now: "it is gone", names: ["other"], want: "UPSTREAM_ERROR" },
  { now: "it is gone, and another one has its name in scripts", names: ["my_api"], want: "UPSTREAM_ERROR" },
  { now: "it is forbidden", names: ["my-api", "other"], may: ["other"], want: "SERVER_NOT_ALLOWED" },
  {
    now: "it is forbidden, and another one has its name",
    names: ["my-api", "my_api"],
    may: ["my_api"],
    want: "SERVER_NOT_ALLOWED",
  },
  { now: "the policy hides it", names: ["my-api", "my_api"], hidden: "my-api", want: "TOOL_NOT_FOUND" },
])("reaches $want where $now", async ({ names, may, hidden, want }) => {
  expect(await find(names, may, hidden)).toBe(want);
});
