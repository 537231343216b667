/** The tool that a path in a script names, such as `github.get_issue`, among those that the run may use; or why there is none. */
import type { CallFailure } from "../../../worker-loader/index.ts";
import { absentTools, type AbsentToolsByServer } from "../../catalog/absent-tools.ts";
import { noServerListed, toolNotFound, type Unlisted } from "../../catalog/call-target.ts";
import type { Catalog, ServerCatalog } from "../../catalog/catalog.ts";
import { findServer, splitsOf } from "../../catalog/find-server.ts";
import { quote } from "../../lib/shorten.ts";
import type { Result } from "../../lib/result.ts";
import type { ToolDefinition } from "../../upstream/connector.ts";
import { serverLeftOut } from "../allowed-servers.ts";

/** Servers that a run may name, and the reasons why others cannot be named. */
export interface RunScope {
  /** Everything that the credentials allow. */
  readonly catalog: Catalog;
  /** The servers of the catalog that the run may use. */
  readonly servers: readonly ServerCatalog[];
  /** The names of these in the request; empty means all. */
  readonly allowedServers: readonly string[];
  readonly unlisted: Unlisted;
  readonly absent: AbsentToolsByServer;
}

interface Target {
  readonly server: ServerCatalog;
  readonly tool: ToolDefinition;
}

/** @param separators that may stand between server and tool */
export function findTarget(
  path: string,
  scope: RunScope,
  separators: readonly string[] = ["."],
): Result<Target, CallFailure> {
  const splits = splitsOf(path, scope.servers, separators);
  for (const { server, tool: name } of splits) {
    const tool = server.table.find(name);
    if (tool !== undefined) return { ok: true, value: { server, tool } };
  }
  const [split] = splits;
  if (split !== undefined) return { ok: false, error: noTool(split.server, split.tool, scope) };
  const first = separators.reduce((rest, separator) => rest.split(separator, 1)[0] ?? rest, path);
  if (first === path) {
    const message = `There is no tool ${quote(path)}; tools.search(query) finds tools.`;
    return { ok: false, error: { code: "TOOL_NOT_FOUND", message } };
  }
  const [left] = splitsOf(path, scope.catalog.servers, separators);
  return { ok: false, error: noServer(left?.server.identifier ?? first, scope) };
}

export function noTool({ identifier, table }: ServerCatalog, tool: string, { absent }: RunScope): CallFailure {
  return toolNotFound(identifier, tool, table, absentTools(absent, identifier));
}

/** The failure for a server that the run does not have: it is left out, down or unknown. */
export function noServer(wanted: string, { catalog, servers, allowedServers, unlisted }: RunScope): CallFailure {
  if (findServer(wanted, catalog.servers) !== undefined && findServer(wanted, servers) === undefined) {
    return { code: "SERVER_NOT_ALLOWED", message: serverLeftOut(wanted, allowedServers), server: wanted };
  }
  const identifiers = servers.map(({ identifier }) => identifier);
  return noServerListed(wanted, identifiers, unlisted);
}
