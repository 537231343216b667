// Scores of all tools for one request, in one formula:
//
//   score = (words / best + trust × reading / best) / (1 + trust) + SERVER × best of the tool's server
//
// `words` is BM25 over the words of the request. `reading` is the same sum over what the words may mean (synonyms, phrases,
// concepts), times how well the tool's verb agrees and how much of its name the request says. Both are brought to their own
// best, so that neither drowns the other, and `trust` falls with the length of the request: a long request says enough itself.

import { frequencyOf, visitPostings } from "./join.ts";
import type { SearchIndex } from "./join.ts";
import { CONCEPT, IMPACT } from "./postings.ts";
import { readRequest } from "./request.ts";
import type { Idea, Request } from "./request.ts";
import { affinity } from "./verbs.ts";
import { CONCEPT_IMPACT, READING_WORDS, SATURATION, SERVER, UNSAID, VERB } from "./weights.ts";

export interface Ranking {
  /** 0 = no match. */
  readonly scores: Float64Array;
  /** Share of the request that the tool explains, 0 to 1. */
  readonly coverage: Float64Array;
  /** Best BM25 score of the words: how much the request, or a part of it, asks for. */
  readonly weight: number;
}

export function rank(index: SearchIndex, query: string): Ranking {
  const request = readRequest(query, index);
  const literal = sum(index, request.literal, false);
  const meant = sum(index, request.meant, true);
  const { scores: reading } = meant;
  const factor = factors(index, request);
  for (let tool = 0; tool < reading.length; tool++) if (reading[tool] !== 0) reading[tool] = (reading[tool] ?? 0) * factor(tool);
  const [bestLiteral, bestReading] = [highest(literal.scores), highest(reading)];
  const trust = READING_WORDS / Math.max(1, request.length);
  const scores = literal.scores.map(
    (score, tool) => (score / (bestLiteral || 1) + (trust * (reading[tool] ?? 0)) / (bestReading || 1)) / (1 + trust),
  );
  addServers(index, scores);
  const coverage = meant.scores.map((_score, tool) => (meant.explained[tool] ?? 0) / (meant.mass || 1));
  return { scores, coverage, weight: bestLiteral };
}

interface Sum {
  readonly scores: Float64Array;
  readonly explained: Float64Array;
  /** What a tool would explain that explains everything. */
  readonly mass: number;
}

/** Per idea a tool gets its best alternative: weight × inverse document frequency × impact. */
function sum(index: SearchIndex, ideas: readonly Idea[], withConcepts: boolean): Sum {
  const size = index.tools.length;
  const scores = new Float64Array(size);
  const explained = new Float64Array(size);
  const best = new Float64Array(size);
  let mass = 0;
  for (const { alternatives, share } of ideas) {
    best.fill(0);
    let importance = 0;
    for (const { terms, weight } of alternatives) {
      const rarities = terms.map((term) => rarity(index, term, withConcepts));
      importance = Math.max(importance, weight * rarities.reduce((total, value) => total + value, 0));
      const [term = ""] = terms;
      if (terms.length === 1) {
        const worth = weight * (rarities[0] ?? 0);
        visitPostings(index, term, (tool, mark) => {
          const value = worth * impactOf(mark, withConcepts);
          if (value > (best[tool] ?? 0)) best[tool] = value;
        });
      } else {
        for (const [tool, value] of holdersOfAll(index, terms, rarities, withConcepts)) {
          if (value * weight > (best[tool] ?? 0)) best[tool] = value * weight;
        }
      }
    }
    mass += (importance === 0 ? UNKNOWN : importance) * share;
    for (let tool = 0; tool < size; tool++) {
      const value = best[tool] ?? 0;
      if (value === 0) continue;
      scores[tool] = (scores[tool] ?? 0) + share * value;
      explained[tool] = (explained[tool] ?? 0) + share * Math.min(importance, value / CLEAR);
    }
  }
  return { scores, explained, mass };
}

/** Importance of a word that no tool knows: as often a name or a value as the thing asked for. */
const UNKNOWN = 2;
/** Impact from which a tool is plainly about a term. */
const CLEAR = 0.5;

function impactOf(mark: number, withConcepts: boolean): number {
  const own = ((mark & IMPACT) / IMPACT) * (1 + SATURATION);
  return withConcepts && (mark & CONCEPT) !== 0 ? Math.max(own, CONCEPT_IMPACT * (1 + SATURATION)) : own;
}

/** Inverse document frequency. */
function rarity(index: SearchIndex, term: string, withConcepts: boolean): number {
  const { own, all } = frequencyOf(index, term);
  const frequency = withConcepts ? all : own;
  return Math.log(1 + (index.tools.length - frequency + 0.5) / (frequency + 0.5));
}

/** Tools that hold all of several terms, with the sum of what each is worth. */
function holdersOfAll(
  index: SearchIndex,
  terms: readonly string[],
  rarities: readonly number[],
  withConcepts: boolean,
): Map<number, number> {
  let held = new Map<number, number>();
  for (const [i, term] of terms.entries()) {
    const next = new Map<number, number>();
    visitPostings(index, term, (tool, mark) => {
      const before = i === 0 ? 0 : held.get(tool);
      if (before !== undefined) next.set(tool, before + (rarities[i] ?? 0) * impactOf(mark, withConcepts));
    });
    held = next;
  }
  return held;
}

/** How a tool's verb and name fit the request, around 1. */
function factors(index: SearchIndex, { action, meant }: Request): (tool: number) => number {
  const { vocabulary } = index;
  const said = new Set(
    meant.flatMap(({ alternatives }) => alternatives.filter(({ weight }) => weight > 0.5).flatMap(({ terms }) => terms)),
  );
  const byVerbs = new Map<number, number>();
  return (tool) => {
    const verbs = index.verbs[tool] ?? 0;
    const agrees = byVerbs.get(verbs) ?? 1 + VERB * action.certainty * affinity(action.verbs, verbs, vocabulary);
    byVerbs.set(verbs, agrees);
    let unsaid = 0;
    for (const term of index.nameTerms[tool] ?? []) if (!said.has(term) && vocabulary.verbClasses(term) === 0) unsaid += 1;
    return agrees / (1 + UNSAID * unsaid);
  };
}

/** The tools of a server that has what is asked for are likelier than others. */
function addServers({ servers, serverOf }: SearchIndex, scores: Float64Array): void {
  const best = new Float64Array(servers.length);
  for (const [tool, score] of scores.entries()) {
    const server = serverOf[tool] ?? 0;
    if (score > (best[server] ?? 0)) best[server] = score;
  }
  for (const [tool, score] of scores.entries()) if (score > 0) scores[tool] = score + SERVER * (best[serverOf[tool] ?? 0] ?? 0);
}

function highest(scores: Float64Array): number {
  return scores.reduce((most, score) => Math.max(most, score), 0);
}
