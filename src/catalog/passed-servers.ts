/**
 * Servers whose prompts and resources clients see as the gateway's own: those whose tools are published directly. What they are depends
 * on the catalog, which has only what the caller may use.
 */
import type { Catalog, ServerCatalog } from "./catalog.ts";
import { directName, directServers } from "./direct-tools.ts";
import type { Exposures } from "./direct-tools.ts";

export interface PassedServer {
  readonly identifier: string;
  readonly keepsNames: boolean;
  /** @returns true if it has a function such as `$prompts.get` */
  has(feature: string): boolean;
  /** The name that a prompt of the server has in the gateway. */
  promptName(name: string): string;
}

export function passedServers(catalog: Catalog, exposures: Exposures): readonly PassedServer[] {
  return directServers(catalog, exposures).map((server) => {
    const keepsNames = exposures.get(server.name)?.keepsNames === true;
    return {
      identifier: server.identifier,
      keepsNames,
      has: (feature) => hasFeature(server, feature),
      promptName: (name) => (keepsNames ? name : directName(server.name, name)),
    };
  });
}

function hasFeature({ table }: ServerCatalog, feature: string): boolean {
  return table.tools.some(({ name }) => name === feature);
}
