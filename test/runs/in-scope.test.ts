/** What a script finds in scope is that of its beginning, in the form that the journal of a durable run keeps. */
import { expect, it } from "vitest";
import { prepareScript, type PreparedScript } from "../../worker-loader/index.ts";
import { buildServerCatalog, joinCatalog } from "../../src/catalog/catalog.ts";
import { layoutServers } from "../../src/catalog/layout-servers.ts";
import type { PlacedEntry } from "../../src/runs/durable/placed-entry.ts";
import { DurableSession } from "../../src/runs/durable/session.ts";
import { catalogInScope, inScope, rememberIn } from "../../src/runs/in-scope.ts";
import { rememberedLayout } from "../../src/runs/prepare-run.ts";

const NONE_MISSING = { tools: new Map(), held: new Map(), choices: new Map(), names: new Map() };

const THEN = new Map([
  ["notes", "notes"],
  ["my_api", "my-api"],
  ["unused", "unused"],
]);
const NOW = new Map([
  ["notes", "notes"],
  ["my_api", "my_api"],
  ["late", "late"],
]);
const CODE = "await notes.list(); await my_api.get(); typeof late; typeof fetch";

function sessionAfter(entries: readonly PlacedEntry[]): DurableSession {
  return new DurableSession({ root: "r_1", entries, startedAt: 0, waitMs: 0, sleepsUntil: Infinity });
}

async function scriptOf(code: string): Promise<PreparedScript> {
  const prepared = await prepareScript(code, "javascript", () => Promise.reject(new Error("No TypeScript")));
  if (!prepared.ok) throw new Error(prepared.error.message);
  return prepared.script;
}

/** @returns what a run has recorded that began with these names */
async function begun(code: string): Promise<readonly PlacedEntry[]> {
  const session = sessionAfter([]);
  inScope(await scriptOf(code), { serverNames: THEN, fetchReach: "allowed" }, rememberIn({ session, path: "" }));
  return session.take();
}

it("records the servers that the script can name", async () => {
  expect(await begun(CODE)).toEqual([
    { kind: "members", path: "", name: "fetch/reach", members: ["allowed"] },
    { kind: "members", path: "", name: "globalThis", members: ["notes", "my_api=my-api"] },
  ]);
  expect(await begun("1")).toEqual([{ kind: "members", path: "", name: "globalThis", members: [] }]);
});

it("records all servers of a script that lists an object it reaches without naming it", async () => {
  const [entry] = await begun('Object.keys(__servers["no" + "tes"])');
  expect(entry).toMatchObject({ members: ["notes", "my_api=my-api", "unused"] });
});

it("is that of the beginning when the run goes on", async () => {
  const session = sessionAfter(await begun(CODE));
  const now = { serverNames: NOW, fetchReach: "none" } as const;
  const scope = inScope(await scriptOf(CODE), now, rememberIn({ session, path: "" }));
  expect([...scope.servers]).toEqual([...THEN].slice(0, 2));
  expect(scope.fetchReach).toBe("allowed");
  expect(session.take()).toEqual([]);
  const catalog = joinCatalog(Array.from(NOW, ([identifier, name]) => buildServerCatalog(name, identifier, name, [])));
  expect(catalogInScope(catalog, scope).servers.map(({ name }) => name)).toEqual(["notes"]);
});

it("is that of now in a run whose journal an earlier version has written", async () => {
  const asked = { kind: "asked", path: "", number: 0, turn: 0, ask: { kind: "timer", ms: 1 } } as never;
  const session = sessionAfter([asked]);
  const now = { serverNames: NOW, fetchReach: "none" } as const;
  const scope = inScope(await scriptOf(CODE), now, rememberIn({ session, path: "" }));
  expect([...scope.servers.keys()]).toEqual(["notes", "my_api", "late"]);
  expect(scope.fetchReach).toBe("none");
});

it("has no members of a server that could not be listed when the script began, and keeps those that it had", () => {
  const first = sessionAfter([]);
  expect(first.membersOf("", "down", () => null)).toBeNull();
  expect(first.membersOf("", "up", () => ["one"])).toEqual(["one"]);
  expect(first.membersOf("3", "down", () => null)).toBeNull();
  expect(first.membersOf("", "ncp", () => undefined)).toBeUndefined();
  const entries = first.take();
  expect(entries.at(-1)).toEqual({ kind: "members", path: "3", name: "down" });
  const again = sessionAfter(entries);
  for (const path of ["", "3"]) expect(again.membersOf(path, "down", () => ["two"])).toBeNull();
  expect(again.membersOf("", "up", () => null)).toEqual(["one"]);
  expect(again.membersOf("", "ncp", () => undefined)).toBeUndefined();
});

it("has the tools and saved scripts that its imports meant when it began", () => {
  const first = sessionAfter([]);
  const tools = [{ name: "get-all", inputSchema: { type: "object" } }] as const;
  const catalog = joinCatalog([buildServerCatalog("my-api", "my_api", "1", tools)]);
  const before = layoutServers(catalog, ["my_api"], NONE_MISSING, ["save_all"]);
  const look = (layout: typeof before) => {
    const server = layout.findServer("myApi");
    return [server.ok && server.server.findTool("getAll"), layout.findSkill("save-all"), layout.findServer("other").ok];
  };
  const found = [{ ok: true, identifier: "get_all" }, { ok: true, name: "save_all" }, false];
  expect(look(rememberedLayout(before, rememberIn({ session: first, path: "" })))).toEqual(found);
  const now = layoutServers(joinCatalog([]), [], NONE_MISSING, []);
  const session = sessionAfter(first.take());
  expect(look(rememberedLayout(now, rememberIn({ session, path: "" })))).toEqual(found);
  expect(look(rememberedLayout(now, rememberIn(undefined)))[0]).toBe(false);
});
