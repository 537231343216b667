/** `server.tool` as a text: which server and which tool it names. */
import { splitToolPath } from "./find-server.ts";
import { absentTools, type AbsentToolsByServer } from "./absent-tools.ts";
import { serverNotFound, toolNotFound } from "./call-target.ts";
import type { Catalog } from "./catalog.ts";
import { quote } from "../lib/shorten.ts";
import { splitToolName } from "../lib/split-tool-name.ts";

/**
 * @param identifiers of all servers; one that was never listed is assumed to have every tool
 * @returns what is wrong with the path; undefined for one that can be called
 */
export function toolPathProblem(
  path: string,
  catalog: Catalog,
  identifiers: readonly string[],
  absent: AbsentToolsByServer,
): string | undefined {
  const found = splitToolPath(path, catalog.servers);
  if (found !== undefined) {
    const { identifier, table } = found.server;
    if (table.find(found.tool)) return undefined;
    return toolNotFound(identifier, found.tool, table, absentTools(absent, identifier)).message;
  }
  const named = splitToolName(path);
  if (named === undefined) return `${quote(path)} is not a tool; write server.tool.`;
  const { server } = named;
  return identifiers.includes(server) ? undefined : serverNotFound(server, identifiers).message;
}
