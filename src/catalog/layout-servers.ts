/** Looks up servers and tools of a catalog for the rewriting of imports (dialects/servers-layout). */
import type { LayoutServer, LayoutServers } from "../../dialects/servers-layout/layout-servers.ts";
import type { Catalog, ServerCatalog } from "./catalog.ts";
import { lettersOf } from "../lib/letters.ts";
import { nameMeant } from "../upstream/tool-table.ts";
import { findScriptName } from "./script-summary.ts";
import { absentTools, heldBy, type MissingTools } from "./absent-tools.ts";
import { scriptNotFound, serverNotFound, toolNotFound } from "./call-target.ts";

/**
 * @param identifiers identifiers of all servers; a server that was never listed is assumed to have every tool
 * @param scripts names of the saved scripts; without them, every name is assumed to be one
 * @param missing tools that exist and are not in the catalog: the check before the run states the reason
 */
export function layoutServers(
  catalog: Catalog,
  identifiers: readonly string[],
  missing: MissingTools,
  scripts?: readonly string[],
): LayoutServers {
  const listed = new Map(catalog.servers.map((server) => [server.identifier, server]));
  const byName = new Map<string, string>();
  for (const identifier of identifiers) byName.set(lettersOf(identifier), identifier);
  for (const { name, identifier } of catalog.servers) byName.set(name, identifier);
  for (const identifier of identifiers) byName.set(identifier, identifier);
  return {
    version: JSON.stringify([
      identifiers.map((identifier) => [identifier, listed.get(identifier)?.name, listed.get(identifier)?.hash]),
      scripts,
      [missing.tools, missing.held, missing.choices].map((byServer) => [...byServer]),
    ]),
    findSkill(name) {
      if (scripts === undefined) return { ok: true, name };
      const found = findScriptName(name, scripts);
      return found === undefined ? { ok: false, problem: scriptNotFound(name, scripts) } : { ok: true, name: found };
    },
    findServer(name) {
      const identifier = byName.get(name) ?? byName.get(lettersOf(name));
      if (identifier === undefined) return { ok: false, problem: serverNotFound(name, identifiers).message };
      const server = listed.get(identifier);
      return { ok: true, server: server ? listedServer(server, missing) : unlistedServer(identifier) };
    },
  };
}

function listedServer({ identifier: server, table }: ServerCatalog, missing: MissingTools): LayoutServer {
  const withheld = missing.tools.get(server) ?? [];
  const absent = absentTools(missing, server);
  return {
    identifier: server,
    findTool(name) {
      const tool = table.find(name);
      if (tool) return { ok: true, identifier: table.identifierOf(tool) };
      const isMissing = nameMeant(name, withheld) !== undefined || heldBy(name, absent.held ?? []) !== undefined;
      if (isMissing) return { ok: true, identifier: name };
      return { ok: false, problem: toolNotFound(server, name, table, absent).message };
    },
  };
}

function unlistedServer(identifier: string): LayoutServer {
  return { identifier, findTool: (name) => ({ ok: true, identifier: name }) };
}
