// One search: paths first, then ranked matches, then filters. An empty query lists every tool, one of each server in turn,
// so that no server is invisible behind a large one.

import { rankBothWays } from "./blend.ts";
import { applyFilters } from "./filters.ts";
import type { Filters, Withheld } from "./filters.ts";
import type { SearchIndex } from "./join.ts";
import { matchPaths } from "./path-match.ts";
import { MAX_QUERY } from "./tokenise.ts";

export interface Hit {
  readonly server: string;
  readonly tool: string;
  readonly score: number;
  /** Share of the request that it explains, 0 to 1; 1 for one that was named. */
  readonly coverage: number;
}

export interface SearchResult {
  hits: Hit[];
  /** Matching tools that the filters let through, whatever the limit. */
  total: number;
  withheld: Withheld;
}

/** Matches that explain less of the request than this, or score less than this share of the best, are noise. */
const LEAST_COVERAGE = 0.12;
const LEAST_SHARE_OF_BEST = 0.05;

export function search(index: SearchIndex, query: string, options: Filters & { readonly limit: number }): SearchResult {
  const asked = query.slice(0, MAX_QUERY * 2).trim();
  const limit = Number.isFinite(options.limit) ? Math.max(0, Math.floor(options.limit)) : 0;
  const { ordered, scoreOf, coverageOf } = asked === "" ? listing(index) : ranked(index, asked);
  const { allowed, withheld } = applyFilters(index, ordered, options);
  const hits = allowed.slice(0, limit).map((tool) => ({
    server: index.servers[index.serverOf[tool] ?? 0] ?? "",
    tool: index.tools[tool] ?? "",
    score: scoreOf(tool),
    coverage: coverageOf(tool),
  }));
  return { hits, total: allowed.length, withheld };
}

interface Ordered {
  readonly ordered: number[];
  readonly scoreOf: (tool: number) => number;
  readonly coverageOf: (tool: number) => number;
}

function ranked(index: SearchIndex, asked: string): Ordered {
  const paths = matchPaths(index, asked);
  const { scores, coverage, best } = rankBothWays(index, asked);
  const scoreOf = (tool: number): number => Math.round((paths.get(tool) ?? scores[tool] ?? 0) * 1_000) / 1_000;
  const coverageOf = (tool: number): number => (paths.has(tool) ? 1 : (coverage[tool] ?? 0));
  const matching: number[] = [];
  for (let tool = 0; tool < scores.length; tool++) {
    const score = scores[tool] ?? 0;
    const fits = score > 0 && score >= best * LEAST_SHARE_OF_BEST && (coverage[tool] ?? 0) >= LEAST_COVERAGE;
    if (fits || paths.has(tool)) matching.push(tool);
  }
  return { ordered: matching.sort((a, b) => scoreOf(b) - scoreOf(a) || byPath(index, a, b)), scoreOf, coverageOf };
}

/** Ties go by server, then tool, so that the order of parts does not show. */
function byPath(index: SearchIndex, a: number, b: number): number {
  const serverA = index.servers[index.serverOf[a] ?? 0] ?? "";
  const serverB = index.servers[index.serverOf[b] ?? 0] ?? "";
  if (serverA !== serverB) return serverA < serverB ? -1 : 1;
  const [toolA, toolB] = [index.tools[a] ?? "", index.tools[b] ?? ""];
  return toolA === toolB ? a - b : toolA < toolB ? -1 : 1;
}

function listing(index: SearchIndex): Ordered {
  const byServer = new Map<number, number[]>();
  for (const [tool, server] of index.serverOf.entries()) {
    const tools = byServer.get(server) ?? [];
    byServer.set(server, tools);
    tools.push(tool);
  }
  const queues = [...byServer.values()].sort((a, b) => byPath(index, a[0] ?? 0, b[0] ?? 0));
  for (const queue of queues) queue.sort((a, b) => byPath(index, a, b));
  const ordered: number[] = [];
  for (let round = 0; ordered.length < index.tools.length; round++) {
    for (const queue of queues) {
      const tool = queue[round];
      if (tool !== undefined) ordered.push(tool);
    }
  }
  return { ordered, scoreOf: () => 0, coverageOf: () => 0 };
}
