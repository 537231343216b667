// One search: an exact path is its own answer; else ranked matches, of which those of each part of the request are among the
// first; then filters. An empty query lists every tool, one of each server in turn, so that no server is invisible behind a
// large one.

import { applyFilters } from "./filters.ts";
import type { Filters, Withheld } from "./filters.ts";
import type { SearchIndex } from "./join.ts";
import { partsOf } from "./parts.ts";
import { matchPaths } from "./paths.ts";
import { rank } from "./rank.ts";
import type { Ranking } from "./rank.ts";
import { MAX_QUERY } from "./tokenise.ts";
import { REPEAT } from "./weights.ts";

export interface Hit {
  readonly server: string;
  readonly tool: string;
  readonly score: number;
  /** Share of the request, or of its best part, that it explains, 0 to 1; 1 for one that was named. */
  readonly coverage: number;
  /** Which of `parts` it answers best. */
  readonly part?: number;
}

export interface SearchResult {
  readonly hits: Hit[];
  /** Matching tools that the filters let through, whatever the limit. */
  readonly total: number;
  readonly withheld: Withheld;
  /** Parts of a request for several things; empty for a request that asks for one. */
  readonly parts: readonly string[];
  /** The request was the path of these tools. */
  readonly isPath: boolean;
}

interface Ordered {
  readonly ordered: readonly number[];
  readonly scoreOf: (tool: number) => number;
  readonly coverageOf: (tool: number) => number;
  readonly parts?: readonly Part[];
  readonly isPath?: boolean;
}

interface Part {
  readonly text: string;
  readonly ranking: Ranking;
  readonly first: number | undefined;
}

export function search(index: SearchIndex, query: string, options: Filters & { readonly limit: number }): SearchResult {
  const asked = query.slice(0, MAX_QUERY).trim();
  const limit = Number.isFinite(options.limit) ? Math.max(0, Math.floor(options.limit)) : 0;
  const { ordered, scoreOf, coverageOf, parts = [], isPath = false } = asked === "" ? listing(index) : find(index, asked, options);
  const { allowed, withheld } = applyFilters(index, ordered, options);
  const shown = withFirstOfParts(allowed, parts, limit);
  const hits = shown.map((tool) => {
    const part = partOf(tool, parts);
    return {
      server: index.servers[index.serverOf[tool] ?? 0] ?? "",
      tool: index.tools[tool] ?? "",
      score: Math.round(scoreOf(tool) * 1_000) / 1_000,
      coverage: coverageOf(tool),
      ...(part !== undefined && { part }),
    };
  });
  return { hits, total: allowed.length, withheld, parts: parts.map(({ text }) => text), isPath };
}

function find(index: SearchIndex, asked: string, filters: Filters): Ordered {
  const { exact, begun } = matchPaths(index, asked);
  if (exact.length > 0) return { ordered: exact, scoreOf: () => 1, coverageOf: () => 1, isPath: true };
  const whole = rank(index, asked);
  const parts = partsOf(asked, index.vocabulary).map((text) => ({ text, ranking: rank(index, text) }));
  const isAllowed = (tool: number): boolean => applyFilters(index, [tool], filters).allowed.length > 0;
  const weightiest = Math.max(0, ...parts.map(({ ranking }) => ranking.weight));
  const named = new Set(begun);
  const scoreOf = (tool: number): number => (whole.scores[tool] ?? 0) + (named.has(tool) ? 2 : 0);
  const matching = [...whole.scores.keys()].filter((tool) => scoreOf(tool) > 0);
  return {
    ordered: inOrder(index, matching, scoreOf),
    scoreOf,
    coverageOf: (tool) =>
      named.has(tool) ? 1 : Math.max(...[whole, ...parts.map(({ ranking }) => ranking)].map(({ coverage }) => coverage[tool] ?? 0)),
    parts: parts.map((part) => ({
      ...part,
      // What only leads up to a request ("I am planning a trip") seldom weighs as much as what it asks for.
      first: part.ranking.weight * 2 >= weightiest ? firstOf(index, part.ranking, isAllowed) : undefined,
    })),
  };
}

/** Best first; of tools with one name the second counts a little less, and so on, so that copies do not fill the answer. */
function inOrder(index: SearchIndex, matching: readonly number[], scoreOf: (tool: number) => number): number[] {
  const byScore = matching.toSorted((a, b) => scoreOf(b) - scoreOf(a) || byPath(index, a, b));
  const seen = new Map<string, number>();
  const adjusted = new Map<number, number>();
  for (const tool of byScore) {
    const name = (index.nameTerms[tool] ?? []).toSorted().join(" ");
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    adjusted.set(tool, scoreOf(tool) * REPEAT ** before);
  }
  return byScore.sort((a, b) => (adjusted.get(b) ?? 0) - (adjusted.get(a) ?? 0));
}

function firstOf(index: SearchIndex, { scores }: Ranking, isAllowed: (tool: number) => boolean): number | undefined {
  const matching = [...scores.keys()].filter((tool) => (scores[tool] ?? 0) > 0);
  return inOrder(index, matching, (tool) => scores[tool] ?? 0).find(isAllowed);
}

/** The first hits, the last of which make room for the best tool of each part that is not among them. */
function withFirstOfParts(ordered: readonly number[], parts: readonly Part[], limit: number): readonly number[] {
  const shown = ordered.slice(0, limit);
  const firsts = [...new Set(parts.flatMap(({ first }) => (first === undefined ? [] : [first])))];
  const missing = firsts.filter((tool) => !shown.includes(tool));
  if (missing.length === 0 || firsts.length >= limit) return shown;
  const kept = new Set(shown);
  for (const tool of shown.toReversed()) {
    if (kept.size + missing.length <= limit) break;
    if (!firsts.includes(tool)) kept.delete(tool);
  }
  return [...kept, ...missing];
}

function partOf(tool: number, parts: readonly Part[]): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (const [i, { ranking, first }] of parts.entries()) {
    if (first === undefined) continue;
    const score = ranking.scores[tool] ?? 0;
    if (score > most) [best, most] = [i, score];
  }
  return best;
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
