/**
 * Tools that clients called directly and that are not listed now: held, left out by gateway.json, or of a server that is switched off or down.
 * A client keeps the list that it read before. Such a call is a run like any other, which says why there is no such tool.
 */
import { excludedBy } from "../upstream/around/choose-tools.ts";
import type { Unlisted } from "./call-target.ts";
import { directName } from "./direct-names.ts";
import type { Exposures, ServerExposure } from "./direct-tools.ts";
import { serverIdentifiers } from "./server-names.ts";
import type { ServerSnapshot, Snapshot } from "./snapshot.ts";

export interface DirectTarget {
  /** Identifier of the server. */
  readonly server: string;
  /** The tool's name in its server's list. */
  readonly tool: string;
  /** The snapshot that the run of the call needs, if it needs another: its script can name the server. */
  readonly snapshot?: Snapshot;
}

/**
 * @param name as a client called it; no listed tool has it
 * @param switchedOff servers that an admin has switched off, as far as the caller may hear of them
 */
export function absentDirectTool(
  name: string,
  snapshot: Snapshot,
  exposures: Exposures,
  switchedOff: Unlisted,
): DirectTarget | undefined {
  const { servers } = snapshot;
  const isExposed = (server: string): boolean => (exposures.get(server)?.expose ?? "script") !== "script";
  for (const server of servers) {
    const exposure = exposures.get(server.name);
    const tool = exposure && isExposed(server.name) ? absentTool(name, server, exposure) : undefined;
    if (tool !== undefined) return { server: server.identifier, tool };
  }
  for (const server of exposures.keys()) {
    const tool = isExposed(server) && switchedOff.has(server) ? toolIn(name, server) : undefined;
    if (tool === undefined) continue;
    const status = { state: "down", reason: `It ${switchedOff.get(server)}` } as const;
    const identifier = serverIdentifiers([...exposures.keys()]).get(server) ?? server;
    const all = [...servers, { name: server, identifier, status }];
    return { server: identifier, tool, snapshot: { ...snapshot, servers: all } };
  }
  return undefined;
}

function absentTool(
  name: string,
  { name: server, hash, held = [] }: ServerSnapshot,
  { choice = {}, keepsNames = false }: ServerExposure,
): string | undefined {
  const isMeant = (tool: string): boolean => directName(server, tool) === name || (keepsNames && tool === name);
  const named = held.find((tool) => isMeant(tool.name))?.name ?? choice.exclude?.find(isMeant);
  if (named !== undefined) return named;
  const tool = toolIn(name, server);
  if (tool === undefined) return undefined;
  return hash === undefined || excludedBy(choice, tool) !== undefined ? tool : undefined;
}

/** @returns the tool of the server that is called by this name; undefined for a name of another server, or one that has a hash */
function toolIn(name: string, server: string): string | undefined {
  const tool = name.slice(`${server}__`.length);
  return tool !== "" && directName(server, tool) === name ? tool : undefined;
}
