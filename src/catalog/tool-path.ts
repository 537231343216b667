/** `server.tool` as a text: which server and which tool it names. */
import { serverNotFound, toolNotFound } from "./call-target.ts";
import type { Catalog } from "./catalog.ts";
import { quote } from "../lib/shorten.ts";

interface Named {
  readonly name: string;
  readonly identifier: string;
}

/** @returns the server by its name or identifier, and what is left of the text; undefined if there is no such server */
export function splitToolPath<Server extends Named>(
  path: string,
  servers: readonly Server[],
): { readonly server: Server; readonly tool: string } | undefined {
  for (const server of servers) {
    const prefix = [server.identifier, server.name].find((name) => path.startsWith(`${name}.`));
    if (prefix !== undefined) return { server, tool: path.slice(prefix.length + 1) };
  }
  return undefined;
}

/**
 * @param identifiers of all servers; one that was never listed is assumed to have every tool
 * @returns what is wrong with the path; undefined for one that can be called
 */
export function toolPathProblem(path: string, catalog: Catalog, identifiers: readonly string[]): string | undefined {
  const found = splitToolPath(path, catalog.servers);
  if (found !== undefined) {
    const { identifier, table } = found.server;
    return table.find(found.tool) ? undefined : toolNotFound(identifier, found.tool, table).message;
  }
  if (!path.includes(".")) return `${quote(path)} is no tool; write server.tool.`;
  const server = path.slice(0, path.indexOf("."));
  return identifiers.includes(server) ? undefined : serverNotFound(server, identifiers).message;
}
