// One search: an exact path is its own answer; else tools ranked for the whole request, the best one of each of its parts among
// them; then filters. An empty query lists every tool, one of each server in turn, so that no server is invisible.

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
  /** Share of the request, or of one of its parts, that it explains, 0 to 1; 1 for one that was named. */
  readonly coverage: number;
  /** Which of the parts it answers best. */
  readonly part?: number;
}

export interface SearchResult {
  readonly hits: Hit[];
  /** Matching tools that the filters let through, whatever the limit. */
  readonly total: number;
  readonly withheld: Withheld;
  /** Parts of a request for several things; empty for a request that asks for one. */
  readonly parts: readonly string[];
  /** The request is the path of the hits. */
  readonly isPath: boolean;
}

interface Found {
  /** Best first. */
  readonly tools: readonly number[];
  readonly scoreOf: (tool: number) => number;
  readonly coverageOf: (tool: number) => number;
  readonly parts: readonly Part[];
  readonly isPath: boolean;
}

interface Part extends Ranking {
  readonly text: string;
}

export function search(index: SearchIndex, query: string, options: Filters & { readonly limit: number }): SearchResult {
  const asked = query.slice(0, MAX_QUERY).trim();
  const limit = Number.isFinite(options.limit) ? Math.max(0, Math.floor(options.limit)) : 0;
  const { tools, scoreOf, coverageOf, parts, isPath } = asked === "" ? listing(index) : find(index, asked);
  const { allowed, withheld } = applyFilters(index, tools, options);
  const hits = withBestOfParts(allowed, parts, limit).map((number) => {
    const { server = "", tool = "" } = index.tools[number] ?? {};
    const part = bestBy(parts, ({ scores }) => scores[number] ?? 0);
    const score = Math.round(scoreOf(number) * 1_000) / 1_000;
    return { server, tool, score, coverage: coverageOf(number), ...(part && { part: parts.indexOf(part) }) };
  });
  return { hits, total: allowed.length, withheld, parts: parts.map(({ text }) => text), isPath };
}

function find(index: SearchIndex, asked: string): Found {
  const { exact, begun } = matchPaths(index, asked);
  if (exact.length > 0) return { tools: exact, scoreOf: () => 1, coverageOf: () => 1, parts: [], isPath: true };
  const whole = rank(index, asked);
  const parts = partsOf(asked, index.vocabulary).map((text) => ({ text, ...rank(index, text) }));
  // What only leads up to a request ("I am planning a trip") seldom weighs as much as what it asks for.
  const weightiest = Math.max(0, ...parts.map(({ weight }) => weight));
  const named = new Set(begun);
  const scoreOf = (tool: number): number => (whole.scores[tool] ?? 0) + (named.has(tool) ? 2 : 0);
  const readings = [whole, ...parts];
  return {
    tools: inOrder(index, scoreOf),
    scoreOf,
    coverageOf: (tool) => (named.has(tool) ? 1 : Math.max(...readings.map(({ coverage }) => coverage[tool] ?? 0))),
    parts: parts.filter(({ weight }) => weight * 2 >= weightiest),
    isPath: false,
  };
}

/** Best first; of tools with one name the second counts a little less, and so on, so that copies do not fill the answer. */
function inOrder({ tools }: SearchIndex, scoreOf: (tool: number) => number): number[] {
  const matching = [...tools.keys()].filter((tool) => scoreOf(tool) > 0);
  const byScore = matching.sort((a, b) => scoreOf(b) - scoreOf(a) || byPath(tools[a], tools[b]) || a - b);
  const seen = new Map<string, number>();
  const scored = byScore.map((tool) => {
    const name = tools[tool]?.nameTerms.toSorted().join(" ") ?? "";
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { tool, score: scoreOf(tool) * REPEAT ** before };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ tool }) => tool);
}

/** The first tools, the last of which make room for the best tool of each part that is not among them. */
function withBestOfParts(allowed: readonly number[], parts: readonly Part[], limit: number): readonly number[] {
  const shown = allowed.slice(0, limit);
  const best = new Set(parts.flatMap(({ scores }) => bestBy(allowed, (tool) => scores[tool] ?? 0) ?? []));
  const missing = [...best].filter((tool) => !shown.includes(tool));
  const spare = shown.filter((tool) => !best.has(tool)).slice(-missing.length);
  return missing.length === 0 || spare.length < missing.length
    ? shown
    : [...shown.filter((tool) => !spare.includes(tool)), ...missing].slice(0, Math.max(limit, 0));
}

function bestBy<T>(items: readonly T[], scoreOf: (item: T) => number): T | undefined {
  let [best, most]: [T | undefined, number] = [undefined, 0];
  for (const item of items) if (scoreOf(item) > most) [best, most] = [item, scoreOf(item)];
  return best;
}

type Path = { readonly server: string; readonly tool: string } | undefined;

/** Ties go by server, then tool, so that the order of parts of the index does not show. */
function byPath(a: Path, b: Path): number {
  const [one, other] = [`${a?.server} ${a?.tool}`, `${b?.server} ${b?.tool}`];
  return one === other ? 0 : one < other ? -1 : 1;
}

function listing({ tools }: SearchIndex): Found {
  const sorted = [...tools.keys()].sort((a, b) => byPath(tools[a], tools[b]) || a - b);
  const byServer = Map.groupBy(sorted, (tool) => tools[tool]?.server ?? "");
  const rounds = [...byServer.values()].flatMap((ofServer) => ofServer.map((tool, round) => ({ tool, round })));
  const inTurn = rounds.sort((a, b) => a.round - b.round).map(({ tool }) => tool);
  return { tools: inTurn, scoreOf: () => 0, coverageOf: () => 0, parts: [], isPath: false };
}
