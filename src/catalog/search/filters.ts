// What a caller may ask to leave out, and the count of what that withheld. A tool is counted once, under the first filter
// that withholds it: servers, then readOnly, then nonDestructive.

import { DESTRUCTIVE, READ_ONLY } from "./document.ts";
import type { SearchIndex } from "./join.ts";

export interface Filters {
  /** Server identifiers; an empty list allows none. */
  readonly servers?: readonly string[];
  /** Only tools annotated read-only. */
  readonly readOnly?: boolean;
  /** Leave out tools annotated destructive. A read-only tool is never destructive. */
  readonly nonDestructive?: boolean;
}

export interface Withheld {
  readonly readOnly: number;
  readonly nonDestructive: number;
  readonly servers: number;
}

export function applyFilters(
  index: SearchIndex,
  matching: readonly number[],
  filters: Filters,
): { allowed: number[]; withheld: Withheld } {
  const servers = filters.servers === undefined ? undefined : new Set(filters.servers);
  const withheld = { readOnly: 0, nonDestructive: 0, servers: 0 };
  const allowed = matching.filter((tool) => {
    const { flags = 0, server = "" } = index.tools[tool] ?? {};
    if (servers && !servers.has(server)) withheld.servers++;
    else if (filters.readOnly === true && (flags & READ_ONLY) === 0) withheld.readOnly++;
    else if (filters.nonDestructive === true && (flags & DESTRUCTIVE) !== 0 && (flags & READ_ONLY) === 0)
      withheld.nonDestructive++;
    else return true;
    return false;
  });
  return { allowed, withheld };
}
