/**
 * Servers whose prompts and resources clients see as the gateway's own: those whose tools are published directly. What they are depends
 * on the catalog, which has only what the caller may use.
 */
import type { Unlisted } from "./call-target.ts";
import type { Catalog, ServerCatalog } from "./catalog.ts";
import { directName, isOfAnother, type Naming } from "./direct-names.ts";
import { directServers, prefixesOf, type Exposures } from "./direct-tools.ts";
import type { Snapshot } from "./snapshot.ts";
import { unlistedServers } from "./unlisted-servers.ts";

export interface PassedServer {
  /** Its name in gateway.json. */
  readonly name: string;
  /** Its name in scripts. */
  readonly identifier: string;
  /** @returns true if it has a function such as `$prompts.get` */
  has(feature: string): boolean;
  /** How a prompt of the server may be named in the gateway. */
  promptNaming(prompt: string): Naming;
}

export function passedServers(catalog: Catalog, exposures: Exposures): readonly PassedServer[] {
  const prefixes = prefixesOf(catalog, exposures);
  return directServers(catalog, exposures).map((server) => {
    const { name, identifier } = server;
    const keepsNames = exposures.get(name)?.keepsNames === true;
    return {
      name,
      identifier,
      has: (feature) => hasFeature(server, feature),
      promptNaming: (prompt) => ({
        server: name,
        prefixed: directName(name, prompt),
        wanted: keepsNames && !isOfAnother(prompt, name, prefixes) ? prompt : undefined,
      }),
    };
  });
}

/** A server that is exposed directly, and whose prompts and resources are not known. */
export interface UnlistedServer {
  readonly reason: string;
  /** Its prompts keep their names, without a prefix. */
  readonly keepsNames: boolean;
}

/** @returns the MCP servers that are exposed directly and not in the catalog, of those that the caller may use */
export function unlistedPassedServers(
  snapshot: Pick<Snapshot, "servers">,
  exposures: Exposures,
  switchedOff: Unlisted,
): readonly UnlistedServer[] {
  const reasons = new Map([...unlistedServers(snapshot, new Map()), ...switchedOff]);
  return [...exposures].flatMap(([name, { expose, isMcp, keepsNames = false }]) => {
    const why = expose === "script" || !isMcp ? undefined : reasons.get(name);
    return why === undefined ? [] : [{ reason: `${name} ${why}`, keepsNames }];
  });
}

function hasFeature({ table }: ServerCatalog, feature: string): boolean {
  return table.tools.some(({ name }) => name === feature);
}
