import { goldenCatalogs } from "../catalog/golden/golden.ts";
import type { Catalog } from "../fixtures/catalogs/load.ts";

export const LARGE = 5_000;

/** The golden corpus under further server names, until it holds so many tools. */
export function enlargedCatalogs(): Catalog[] {
  const enlarged: Catalog[] = [];
  let count = 0;
  for (let copy = 0; count < LARGE; copy += 1) {
    for (const catalog of goldenCatalogs()) {
      const tools = catalog.tools.slice(0, LARGE - count);
      if (tools.length === 0) break;
      count += tools.length;
      enlarged.push({ ...catalog, name: copy === 0 ? catalog.name : `${catalog.name}${copy}`, tools });
    }
  }
  return enlarged;
}
