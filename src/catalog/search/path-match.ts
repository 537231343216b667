// Requests that are paths, not sentences: `github.create_issue`, also with the original name or a slash, in any case, or
// the beginning of one. They outrank every sentence match.

import type { SearchIndex } from "./join.ts";

export const EXACT = 1_000;
export const EXACT_TOOL = 900;
export const PREFIX = 500;

/** Tool number to score. Empty when the request holds a blank or no tool begins like it. */
export function matchPaths(index: SearchIndex, query: string): Map<number, number> {
  const found = new Map<number, number>();
  const path = query.trim().toLowerCase();
  if (path.length < 3 || path.length > 300) return found;
  const spaced = /\s/u.test(path);
  for (const [i, tool] of index.tools.entries()) {
    const server = (index.servers[index.serverOf[i] ?? 0] ?? "").toLowerCase();
    for (const name of new Set([tool.toLowerCase(), (index.names[i] ?? "").toLowerCase()])) {
      const score = scoreOf(path, server, name, spaced);
      if (score > (found.get(i) ?? 0)) found.set(i, score);
    }
  }
  return found;
}

function scoreOf(path: string, server: string, name: string, spaced: boolean): number {
  if (path === name) return EXACT_TOOL;
  const atServer = path.startsWith(server) && (path[server.length] === "." || path[server.length] === "/");
  if (atServer) {
    const rest = path.slice(server.length + 1);
    if (rest === name) return EXACT;
    return !spaced && name.startsWith(rest) ? PREFIX : 0;
  }
  const isPrefix = !spaced && /[._-]/u.test(path) && name.startsWith(path);
  return isPrefix ? PREFIX - 100 : 0;
}
