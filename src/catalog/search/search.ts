/**
 * Searches the index. An exact path finds only its tool. Other requests rank tools for the whole request and include the best tool
 * of each of its parts; filters apply afterwards. An empty query lists all tools, one of each server in turn, so that every server
 * is visible.
 */
import type { SearchIndex } from "./join.ts";
import { partsOf } from "./parts.ts";
import { listedPaths, matchPaths } from "./paths.ts";
import { rank, type Ranking } from "./rank.ts";
import { MAX_QUERY } from "./tokenise.ts";
import { MAX_SHARE, NEAR, PART_COVERAGE, REPEAT, WEAK_COVERAGE } from "./weights.ts";

export interface Hit {
  readonly server: string;
  readonly tool: string;
  readonly score: number;
  /** Share of the request, or of one of its parts, that the tool matches, 0 to 1; 1 for a tool that was named. */
  readonly coverage: number;
  /** True if the coverage is below WEAK_COVERAGE. */
  readonly isWeak: boolean;
  /** Index of the part that the tool matches best, and how well it does. */
  readonly part?: number;
  readonly partScore?: number;
}

export interface SearchResult {
  readonly hits: Hit[];
  /** Number of matching tools that pass the filters, before the limit. */
  readonly total: number;
  readonly withheld: Withheld;
  /** Parts of a request for several things; empty for a request that asks for one. */
  readonly parts: readonly string[];
  /** True if the request is the path of the hits. */
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
  const request = query.slice(0, MAX_QUERY).trim();
  const limit = Number.isFinite(options.limit) ? Math.max(0, Math.floor(options.limit)) : 0;
  const { tools, scoreOf, coverageOf, parts, isPath } = request === "" ? listing(index) : find(index, request);
  const { allowed, withheld } = applyFilters(index, tools, options);
  const first =
    request === "" || isPath
      ? allowed.slice(0, limit)
      : withOtherServers(index, inOrder(index, allowed, scoreOf, limit), allowed, scoreOf);
  const hits = withBestOfParts(first, allowed, parts).map((number) => {
    const { server = "", tool = "" } = index.tools[number] ?? {};
    const part = bestBy(parts, ({ scores }) => scores[number] ?? 0);
    const score = Math.round(scoreOf(number) * 1_000) / 1_000;
    const coverage = coverageOf(number);
    const isWeak = coverage < WEAK_COVERAGE && request !== "";
    const ofPart = part && { part: parts.indexOf(part), partScore: part.scores[number] ?? 0 };
    return { server, tool, score, coverage, isWeak, ...ofPart };
  });
  return { hits, total: allowed.length, withheld, parts: parts.map(({ text }) => text), isPath };
}

const NAMED = { scoreOf: () => 1, coverageOf: () => 1, parts: [], isPath: false };

/** Score added to a tool whose path begins with the request; higher than any other score. */
const PATH_BEGUN = 2;

function find(index: SearchIndex, request: string): Found {
  const { exact, begun } = matchPaths(index, request);
  if (exact.length > 0) return { ...NAMED, tools: exact, isPath: true };
  const listed = listedPaths(index, request);
  if (listed.length > 0) return { ...NAMED, tools: listed, isPath: true };
  const whole = rank(index, request);
  const parts = partsOf(request, index.vocabulary).map((text) => ({ text, ...rank(index, text) }));
  const { scores } = whole;
  for (const tool of begun) scores[tool] = (scores[tool] ?? 0) + PATH_BEGUN;
  const tools: number[] = [];
  for (let tool = 0; tool < scores.length; tool++) if ((scores[tool] ?? 0) > 0) tools.push(tool);
  const readings = [whole, ...parts];
  return {
    tools,
    scoreOf: (tool) => scores[tool] ?? 0,
    coverageOf: (tool) => (begun.includes(tool) ? 1 : Math.max(...readings.map(({ coverage }) => coverage[tool] ?? 0))),
    // A part that only introduces a request ("I am planning a trip") matches no tool well and is dropped.
    parts: parts.filter(({ scores: own, coverage }) => {
      const best = bestBy([...own.keys()], (tool) => own[tool] ?? 0) ?? 0;
      return (coverage[best] ?? 0) >= PART_COVERAGE;
    }),
    isPath: false,
  };
}

/** Sorts by score, and lowers the score of each further tool of the same name, so that copies do not fill the answer. */
function inOrder(index: SearchIndex, matching: readonly number[], scoreOf: (tool: number) => number, limit: number) {
  let min = 0;
  for (const tool of matching) min = Math.max(min, scoreOf(tool));
  let byScore: number[] = [];
  // Sorting all tools would take longer than ranking them, so a threshold falls until enough tools are above it.
  while (byScore.length < Math.min(matching.length, limit * DEPTH)) {
    min = min < MIN_THRESHOLD ? 0 : min * THRESHOLD_STEP;
    byScore = matching.filter((tool) => scoreOf(tool) >= min);
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

/**
 * Replaces the last tools of a server that has nearly all of the answer by the best of others: a server that lists many tools made for a request
 * must not hide all others. How well a tool matches says little there, because words that so many tools have count for nearly nothing.
 */
function withOtherServers(
  { serverOf }: SearchIndex,
  first: readonly number[],
  allowed: readonly number[],
  scoreOf: (tool: number) => number,
): readonly number[] {
  const max = Math.ceil(first.length * MAX_SHARE);
  const own = [...Map.groupBy(first, (tool) => serverOf[tool]).values()].find(({ length }) => length > max);
  const last = first.at(-1);
  if (own === undefined || last === undefined) return first;
  const server = serverOf[own[0] ?? last];
  const min = scoreOf(last) * NEAR;
  const others = allowed.filter((tool) => serverOf[tool] !== server && scoreOf(tool) >= min && !first.includes(tool));
  const best = others.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, own.length - max);
  const gone = new Set(best.length === 0 ? [] : own.slice(-best.length));
  return [...first.filter((tool) => !gone.has(tool)), ...best];
}

/** The number of tools to sort, as a multiple of the limit, so that copies can be replaced. */
const DEPTH = 5;
const THRESHOLD_STEP = 0.7;
/** Below this score the threshold becomes 0. */
const MIN_THRESHOLD = 0.01;

/** Replaces the last of the first tools by the best tools of parts that are not among them: two of each part where there is room. */
function withBestOfParts(
  first: readonly number[],
  allowed: readonly number[],
  parts: readonly Part[],
): readonly number[] {
  const best = new Set<number>();
  for (let round = 0; round < (first.length >= MIN_PER_PART * parts.length ? 2 : 1); round += 1) {
    const others = allowed.filter((tool) => !best.has(tool));
    for (const { scores } of parts) {
      const tool = bestBy(others, (one) => scores[one] ?? 0);
      if (tool !== undefined) best.add(tool);
    }
  }
  const missing = [...best].filter((tool) => !first.includes(tool));
  if (missing.length === 0) return first;
  const gone = new Set(first.filter((tool) => !best.has(tool)).slice(-missing.length));
  return gone.size < missing.length ? first : [...first.filter((tool) => !gone.has(tool)), ...missing];
}

/** Tools of an answer for each part from which on two of a part are sure of a place. */
const MIN_PER_PART = 4;

function bestBy<T>(items: readonly T[], scoreOf: (item: T) => number): T | undefined {
  let [best, max]: [T | undefined, number] = [undefined, 0];
  for (const item of items) if (scoreOf(item) > max) [best, max] = [item, scoreOf(item)];
  return best;
}

/** Orders by path. Ties are broken by it, so that results do not depend on the order of the index's parts. */
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

interface Filters {
  /** Server identifiers; an empty list allows none. */
  readonly servers?: readonly string[];
  /** Only tools annotated read-only. */
  readonly readOnly?: boolean;
  /** Leave out tools annotated destructive. A read-only tool is never destructive. */
  readonly nonDestructive?: boolean;
}

type Withheld = Readonly<Record<keyof Filters, number>>;

/**
 * Applies a caller's filters and counts the tools they withhold. A tool is counted once, under the first filter that withholds it: servers,
 * then readOnly, then nonDestructive.
 */
function applyFilters({ tools }: SearchIndex, matching: readonly number[], filters: Filters) {
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
