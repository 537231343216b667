/**
 * A search for a path may name the server as gateway.json does, `my-crm:list-orders`; the index has identifiers. Everything that searches the
 * tools of a catalog passes its query through here.
 */
import { splitsOf, type NamedServer } from "./find-server.ts";

const SEPARATORS = [".", "/", ":"];
const MAX_PATH_CHARS = 200;
const MAX_PATHS = 20;

/** @returns the path with the server's identifier, several of them with a blank between; any other query as it is */
export function pathQuery(query: string, servers: readonly NamedServer[]): string {
  const whole = toolPath(query.trim(), servers);
  if (whole !== undefined) return whole;
  const listed = query.split(/[\s,;]+/u, 2 * MAX_PATHS).filter((one) => one !== "" && one.toLowerCase() !== "and");
  if (listed.length < 2 || listed.length > MAX_PATHS) return query;
  const paths = listed.map((one) => toolPath(one, servers));
  return paths.includes(undefined) ? query : paths.join(" ");
}

function toolPath(path: string, servers: readonly NamedServer[]): string | undefined {
  if (path.length > MAX_PATH_CHARS) return undefined;
  const lower = path.toLowerCase();
  const named = servers.map((server) => ({ ...server, name: server.name.toLowerCase() }));
  const split = [...splitsOf(path, servers, SEPARATORS), ...splitsOf(lower, named, SEPARATORS)];
  const found = split.find(({ tool }) => tool !== "" && !/\s/.test(tool));
  // The capital letters of a tool's name are the beginnings of its words.
  return found && `${found.server.identifier}.${path.slice(-found.tool.length)}`;
}
