/**
 * Which server a text names: its name, its identifier in scripts, or the name as its entry in gateway.json is written (`my server` for the
 * server that is called `my-server`). Everything that takes the name of a server looks it up here.
 */
import { serverNameOf } from "../config/find-servers.ts";

export interface NamedServer {
  /** As the gateway calls it. */
  readonly name: string;
  /** Its name in scripts. */
  readonly identifier: string;
}

/** A server of that very name or identifier hides one whose entry is only written like that. */
export function findServer<Server extends NamedServer>(wanted: string, servers: readonly Server[]): Server | undefined {
  const exact = servers.find(({ name, identifier }) => name === wanted || identifier === wanted);
  if (exact !== undefined) return exact;
  const ofEntry = serverNameOf(wanted);
  return servers.find(({ name }) => name === ofEntry);
}

/** Bounds the places at which a path is split. */
const MAX_SEPARATORS = 20;

interface SplitPath<Server> {
  readonly server: Server;
  /** The rest of the text. */
  readonly tool: string;
}

/** @returns the server that a path such as `server.tool` or `server:tool` begins with; undefined if there is none */
export function splitToolPath<Server extends NamedServer>(
  path: string,
  servers: readonly Server[],
): SplitPath<Server> | undefined {
  return splitsOf(path, servers, [":", "."])[0];
}

/**
 * A name may hold separators itself: of the servers `small` and `small.one`, the second has the tool of `small.one.add`.
 * @param separators that may stand between server and tool; where several fit, the first counts
 * @returns every server that the path begins with, those of that very name or identifier first
 */
export function splitsOf<Server extends NamedServer>(
  path: string,
  servers: readonly Server[],
  separators: readonly string[] = ["."],
): readonly SplitPath<Server>[] {
  const splits: SplitPath<Server>[] = [];
  const separatorAt = (at: number): string | undefined => separators.find((one) => path.startsWith(one, at));
  for (const server of servers) {
    for (const name of new Set([server.identifier, server.name])) {
      const separator = path.startsWith(name) ? separatorAt(name.length) : undefined;
      if (separator !== undefined) splits.push({ server, tool: path.slice(name.length + separator.length) });
    }
  }
  let tried = 0;
  for (let at = 1; at < path.length && tried < MAX_SEPARATORS; at += 1) {
    const separator = separatorAt(at);
    if (separator === undefined) continue;
    tried += 1;
    const server = findServer(path.slice(0, at), servers);
    if (server !== undefined) splits.push({ server, tool: path.slice(at + separator.length) });
  }
  return splits;
}
