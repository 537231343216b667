/**
 * A search for a path may name the server as gateway.json does, `my-crm:list-orders`; the index has identifiers. Everything that searches the
 * tools of a catalog passes its query through here.
 */
import type { NamedServer } from "./find-server.ts";
import { splitsOf } from "./find-server.ts";

const SEPARATORS = [".", "/", ":"];
const MAX_PATH_CHARS = 200;

/** @returns the path with the server's identifier; any other query as it is */
export function pathQuery(query: string, servers: readonly NamedServer[]): string {
  const path = query.trim();
  if (path.length > MAX_PATH_CHARS) return query;
  const lower = path.toLowerCase();
  const named = servers.map((server) => ({ ...server, name: server.name.toLowerCase() }));
  for (const { server, tool } of [...splitsOf(path, servers, SEPARATORS), ...splitsOf(lower, named, SEPARATORS)]) {
    if (tool !== "" && !/\s/.test(tool)) return `${server.identifier}.${tool}`;
  }
  return query;
}
