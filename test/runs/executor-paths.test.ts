/** Tools that paths of executor name: a path with a connection stands for one without, and that of an absent tool for none. */
import { expect, it } from "vitest";
import { buildServerCatalog, joinCatalog } from "../../src/catalog/catalog.ts";
import { executorServices } from "../../src/runs/services/executor.ts";

const tools = ["admin_delete", "delete", "get_issue"].map((name) => ({
  name,
  inputSchema: { type: "object" as const },
}));
const servers = [buildServerCatalog("ws", "ws", "hash", tools)];

function find(path: string, exclude: string[] = []): unknown {
  const absent = { names: new Map([["ws", "ws"]]), choices: new Map([["ws", { exclude }]]), held: new Map() };
  const scope = { catalog: joinCatalog(servers), servers, allowedServers: [], unlisted: new Map(), absent };
  const services = executorServices(
    scope,
    () => Promise.reject(new Error("no index")),
    () => ({ ok: true, value: [] }),
  );
  return services["executor.find"]?.({ path });
}

it.each([
  { path: "ws.org.main.getIssue", tool: "get_issue" },
  { path: "ws.user.main.get_issue", tool: "get_issue" },
  { path: "ws.getIssue", tool: "get_issue" },
])("$path is $tool", async ({ path, tool }) => {
  expect(await find(path)).toEqual({ ok: true, value: { server: "ws", tool } });
});

it.each([
  { path: "ws.admin.user.profile.delete", exclude: [] },
  { path: "ws.user.profile.delete", exclude: ["user.profile.delete"] },
  { path: "ws.user.profile.delete", exclude: ["user.*"] },
])("$path is no other tool, without $exclude", async ({ path, exclude }) => {
  expect(await find(path, exclude)).toMatchObject({ ok: false, error: { code: "TOOL_NOT_FOUND" } });
});
