/** Finds the tool that a script means by a name without its server. Pure. */
import type { Catalog } from "../catalog/catalog.ts";

/** @returns the path of a tool that is named without its server, or as clients write it: `notes__list_notes`, `mcp__isogate__notes__list_notes` */
export function toolNamed(name: string, { servers }: Catalog): string | undefined {
  for (const { identifier, sdk } of servers) {
    for (const tool of sdk.tools) {
      const joined = [tool.identifier, `${identifier}_${tool.identifier}`, `${identifier}__${tool.identifier}`];
      if (joined.includes(name) || name.endsWith(`__${joined[2]}`)) return `${identifier}.${tool.identifier}`;
    }
  }
  return undefined;
}
