/**
 * Held tools that a search names. Their texts may be hostile and are shown to no client, but who asks for a tool by its name is told why
 * it is not found. Only a query that is exactly the name or the path is answered so.
 */
import { identifiersOf } from "./server-names.ts";
import type { ServerSnapshot } from "./snapshot.ts";

const MAX_PATHS = 10;
/** Names that can be written in an answer as they are: another one is a text of an upstream that nobody has accepted. */
const PLAIN = /^[A-Za-z0-9_.-]{1,128}$/;

/** @param only identifier of the server that is searched; absent for all @returns their paths, "server.tool" */
export function heldMeant(servers: readonly ServerSnapshot[], query: string, only?: string): readonly string[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [];
  const identifiers = identifiersOf(servers);
  const paths = servers.flatMap(({ name: server, held = [] }) => {
    const identifier = identifiers.get(server) ?? server;
    if (only !== undefined && identifier !== only) return [];
    const isMeant = (tool: string): boolean =>
      [tool, `${server}.${tool}`, `${identifier}.${tool}`].some((one) => one.toLowerCase() === wanted);
    return held.filter(({ name }) => PLAIN.test(name) && isMeant(name)).map(({ name }) => `${identifier}.${name}`);
  });
  return paths.slice(0, MAX_PATHS);
}
