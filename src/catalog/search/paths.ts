// Requests that are paths, not sentences: `github.create_issue`, also with the original name or a slash, in any case, or the
// beginning of one.

import type { SearchIndex } from "./join.ts";

export interface PathMatch {
  /** Tools that have this very path or name. */
  readonly exact: readonly number[];
  /** Tools whose path begins like the request. */
  readonly begun: readonly number[];
}

export function matchPaths(index: SearchIndex, query: string): PathMatch {
  const path = query.trim().toLowerCase();
  const found = { exact: [] as number[], named: [] as number[], begun: [] as number[] };
  if (path.length < 3 || path.length > 300) return found;
  const isSpaced = /\s/u.test(path);
  const isCompound = !isSpaced && /[._-]/u.test(path);
  for (const [i, tool] of index.tools.entries()) {
    const server = (index.servers[index.serverOf[i] ?? 0] ?? "").toLowerCase();
    const atServer = path.startsWith(server) && /[./:]/u.test(path[server.length] ?? "");
    const rest = atServer ? path.slice(server.length + 1) : undefined;
    const names = [tool.toLowerCase(), (index.names[i] ?? "").toLowerCase()];
    if (rest !== undefined && names.includes(rest)) found.exact.push(i);
    else if (names.includes(path)) found.named.push(i);
    else if (names.some((name) => (rest !== undefined && !isSpaced && name.startsWith(rest)) || (isCompound && name.startsWith(path))))
      found.begun.push(i);
  }
  return { exact: found.exact.length > 0 ? found.exact : found.named, begun: found.begun };
}
