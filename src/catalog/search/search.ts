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
import { PART_COVERAGE, REPEAT, WEAK_COVERAGE } from "./weights.ts";

export interface Hit {
  readonly server: string;
  readonly tool: string;
  readonly score: number;
  /** Share of the request, or of one of its parts, that it explains, 0 to 1; 1 for one that was named. */
  readonly coverage: number;
  /** It explains so little that it may not be what is meant. */
  readonly isWeak: boolean;
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

type Part = Ranking & { readonly text: string };

interface Found {
  /** Best first. */
  readonly tools: readonly number[];
  readonly scoreOf: (tool: number) => number;
  readonly coverageOf: (tool: number) => number;
  readonly parts: readonly Part[];
  readonly isPath: boolean;
}

export function search(index: SearchIndex, query: string, options: Filters & { readonly limit: number }): SearchResult {
  const asked = query.slice(0, MAX_QUERY).trim();
  const limit = Number.isFinite(options.limit) ? Math.max(0, Math.floor(options.limit)) : 0;
  const { tools, scoreOf, coverageOf, parts, isPath } = asked === "" ? listing(index) : find(index, asked);
  const { allowed, withheld } = applyFilters(index, tools, options);
  const first = asked === "" ? allowed.slice(0, limit) : inOrder(index, allowed, scoreOf, limit);
  const hits = withBestOfParts(first, allowed, parts).map((number) => {
    const { server = "", tool = "" } = index.tools[number] ?? {};
    const part = bestBy(parts, ({ scores }) => scores[number] ?? 0);
    const score = Math.round(scoreOf(number) * 1_000) / 1_000;
    const coverage = coverageOf(number);
    const isWeak = coverage < WEAK_COVERAGE && asked !== "";
    return { server, tool, score, coverage, isWeak, ...(part && { part: parts.indexOf(part) }) };
  });
  return { hits, total: allowed.length, withheld, parts: parts.map(({ text }) => text), isPath };
}

const NAMED = { scoreOf: () => 1, coverageOf: () => 1, parts: [], isPath: false };

/** More than any sentence scores. */
const PATH_BEGUN = 2;

function find(index: SearchIndex, asked: string): Found {
  const { exact, begun } = matchPaths(index, asked);
  if (exact.length > 0) return { ...NAMED, tools: exact, isPath: true };
  const whole = rank(index, asked);
  const parts = partsOf(asked, index.vocabulary).map((text) => ({ text, ...rank(index, text) }));
  const { scores } = whole;
  for (const tool of begun) scores[tool] = (scores[tool] ?? 0) + PATH_BEGUN;
  const tools: number[] = [];
  for (let tool = 0; tool < scores.length; tool++) if ((scores[tool] ?? 0) > 0) tools.push(tool);
  const readings = [whole, ...parts];
  return {
    tools,
    scoreOf: (tool) => scores[tool] ?? 0,
    coverageOf: (tool) => (begun.includes(tool) ? 1 : Math.max(...readings.map(({ coverage }) => coverage[tool] ?? 0))),
    // What only leads up to a request ("I am planning a trip") is explained by no tool.
    parts: parts.filter(({ scores: own, coverage }) => {
      const best = bestBy([...own.keys()], (tool) => own[tool] ?? 0) ?? 0;
      return (coverage[best] ?? 0) >= PART_COVERAGE;
    }),
    isPath: false,
  };
}

/** Best first; of tools with one name the second counts a little less, and so on, so that copies do not fill the answer. */
function inOrder(index: SearchIndex, matching: readonly number[], scoreOf: (tool: number) => number, limit: number) {
  let least = 0;
  for (const tool of matching) least = Math.max(least, scoreOf(tool));
  let byScore: number[] = [];
  // Sorting all would take longer than ranking; what lies behind is not shown.
  while (byScore.length < Math.min(matching.length, limit * DEPTH)) {
    least = least < LEAST ? 0 : least * STEP;
    byScore = matching.filter((tool) => scoreOf(tool) >= least);
  }
  const ties = byPath(index);
  byScore.sort((a, b) => scoreOf(b) - scoreOf(a) || ties(a, b));
  const seen = new Map<string, number>();
  const scored = byScore.map((tool) => {
    const name = index.tools[tool]?.name ?? "";
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { tool, score: scoreOf(tool) * REPEAT ** before };
  });
  scored.sort((a, b) => b.score - a.score);
  return scored.slice(0, limit).map(({ tool }) => tool);
}

/** How many times as many tools as are wanted are looked at for copies. */
const DEPTH = 5;
const STEP = 0.7;
const LEAST = 0.01;

/** The first tools, the last of which make room for the best tool of each part that is not among them. */
function withBestOfParts(
  first: readonly number[],
  allowed: readonly number[],
  parts: readonly Part[],
): readonly number[] {
  const best = new Set(parts.flatMap(({ scores }) => bestBy(allowed, (tool) => scores[tool] ?? 0) ?? []));
  const missing = [...best].filter((tool) => !first.includes(tool));
  if (missing.length === 0) return first;
  const gone = new Set(first.filter((tool) => !best.has(tool)).slice(-missing.length));
  return gone.size < missing.length ? first : [...first.filter((tool) => !gone.has(tool)), ...missing];
}

function bestBy<T>(items: readonly T[], scoreOf: (item: T) => number): T | undefined {
  let [best, most]: [T | undefined, number] = [undefined, 0];
  for (const item of items) if (scoreOf(item) > most) [best, most] = [item, scoreOf(item)];
  return best;
}

/** Ties go by path, so that the order of parts of the index does not show. */
function byPath({ tools }: SearchIndex): (a: number, b: number) => number {
  const pathOf = (number: number): string => `${tools[number]?.server} ${tools[number]?.tool}`;
  return (a, b) => (pathOf(a) < pathOf(b) ? -1 : pathOf(a) > pathOf(b) ? 1 : a - b);
}

function listing(index: SearchIndex): Found {
  const sorted = [...index.tools.keys()].sort(byPath(index));
  const byServer = [...Map.groupBy(sorted, (tool) => index.serverOf[tool]).values()];
  const rounds = byServer.flatMap((tools) => tools.map((tool, round) => ({ tool, round })));
  const tools = rounds.sort((a, b) => a.round - b.round).map(({ tool }) => tool);
  return { ...NAMED, tools, scoreOf: () => 0, coverageOf: () => 0 };
}
