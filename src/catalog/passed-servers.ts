/**
 * Servers whose prompts and resources clients see as the gateway's own: those whose tools are published directly. What they are depends
 * on the catalog, which has only what the caller may use.
 */
import type { Catalog, ServerCatalog } from "./catalog.ts";
import { directName, isOfAnother, type Naming } from "./direct-names.ts";
import { directServers, prefixesOf, type Exposures } from "./direct-tools.ts";

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

function hasFeature({ table }: ServerCatalog, feature: string): boolean {
  return table.tools.some(({ name }) => name === feature);
}
