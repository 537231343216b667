/**
 * Applies a caller's filters and counts the tools they withhold. A tool is counted once, under the first filter that
 * withholds it: servers, then readOnly, then nonDestructive.
 */
import type { SearchIndex } from "./join.ts";

export interface Filters {
  /** Server identifiers; an empty list allows none. */
  readonly servers?: readonly string[];
  /** Only tools annotated read-only. */
  readonly readOnly?: boolean;
  /** Leave out tools annotated destructive. A read-only tool is never destructive. */
  readonly nonDestructive?: boolean;
}

export type Withheld = Readonly<Record<keyof Filters, number>>;

export function applyFilters({ tools }: SearchIndex, matching: readonly number[], filters: Filters) {
  const servers = filters.servers && new Set(filters.servers);
  const withheld = { readOnly: 0, nonDestructive: 0, servers: 0 };
  const allowed = matching.filter((number) => {
    const { server = "", readOnly = false, destructive = false } = tools[number] ?? {};
    if (servers && !servers.has(server)) withheld.servers++;
    else if (filters.readOnly === true && !readOnly) withheld.readOnly++;
    else if (filters.nonDestructive === true && destructive && !readOnly) withheld.nonDestructive++;
    else return true;
    return false;
  });
  return { allowed, withheld: withheld as Withheld };
}
