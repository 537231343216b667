/**
 * Scores all tools for one request by one formula:
 *
 *   score = (words / best + trust × meaning / best) / (1 + trust) + SERVER × best score of the tool's server
 *
 * `words` is BM25 over the words of the request. `meaning` is the same sum over their possible meanings (phrases, synonyms,
 * concepts), times factors for the tool's verb and for the share of its name that the request mentions. Each is divided by its
 * highest value, so that neither dominates. `trust` falls with the length of the request: a long request needs fewer synonyms.
 */
import { frequencyOf, visitPostings, type SearchIndex } from "./join.ts";
import { CONCEPT, IMPACT } from "./postings.ts";
import { readRequest, type Idea, type SearchRequest } from "./request.ts";
import { affinity } from "./verbs.ts";
import {
  CLEAR,
  CONCEPT_CLEAR,
  GUESSED,
  CONCEPT_IMPACT,
  ENOUGH_WORDS,
  MEANING_WORDS,
  SATURATION,
  SERVER,
  UNKNOWN,
  ABSENT,
  VERB,
} from "./weights.ts";

export interface Ranking {
  /** Per tool; 0 = no match. */
  readonly scores: Float64Array;
  /** Per tool: the share of the request that it matches, 0 to 1; for a long request ENOUGH_WORDS count as all of it. */
  readonly coverage: Float64Array;
}

export function rank(index: SearchIndex, query: string): Ranking {
  const { servers, serverOf, tools } = index;
  const request = readRequest(query, index);
  const words = sum(index, request.words, false);
  const meaning = sum(index, request.meaning, true);
  const fits = fitOf(index, request);
  const size = tools.length;
  const [scores, fitting, bestOf] = [new Float64Array(size), meaning.scores, new Float64Array(servers.length)];
  let [mostWords, mostFitting] = [0, 0];
  for (let tool = 0; tool < size; tool++) {
    const fit = fitting[tool] === 0 ? 0 : (fitting[tool] ?? 0) * fits(tool);
    fitting[tool] = fit;
    mostFitting = Math.max(mostFitting, fit);
    mostWords = Math.max(mostWords, words.scores[tool] ?? 0);
  }
  const trust = MEANING_WORDS / Math.max(1, request.length);
  const perWord = 1 / (mostWords || 1) / (1 + trust);
  const perMeaning = trust / (mostFitting || 1) / (1 + trust);
  for (let tool = 0; tool < size; tool++) {
    const score = perWord * (words.scores[tool] ?? 0) + perMeaning * (fitting[tool] ?? 0);
    const server = serverOf[tool] ?? 0;
    scores[tool] = score;
    bestOf[server] = Math.max(bestOf[server] ?? 0, score);
  }
  const whole = (meaning.mass || 1) * Math.min(1, ENOUGH_WORDS / Math.max(1, request.length));
  const coverage = meaning.explained;
  for (let tool = 0; tool < size; tool++) {
    const score = scores[tool] ?? 0;
    if (score > 0) scores[tool] = score + SERVER * (bestOf[serverOf[tool] ?? 0] ?? 0);
    coverage[tool] = Math.min(1, (coverage[tool] ?? 0) / whole);
  }
  return { scores, coverage };
}

/** Sums the best alternative of each idea per tool: weight × inverse document frequency × impact, summed over the terms. */
function sum(index: SearchIndex, ideas: readonly Idea[], withConcepts: boolean) {
  const size = index.tools.length;
  const [scores, explained] = [new Float64Array(size), new Float64Array(size)];
  const [best, held] = [new Float64Array(size), new Float64Array(size)];
  const [clearest, heldClear] = [new Float64Array(size), new Float64Array(size)];
  const count = new Uint8Array(size);
  let mass = 0;
  for (const { alternatives, share, said, isGuessed = false } of ideas) {
    best.fill(0);
    clearest.fill(0);
    const max = said !== undefined && index.places.has(said) ? rarityOf(index, said, withConcepts) : Infinity;
    let importance = 0;
    for (const { terms, weight } of alternatives) {
      count.fill(0);
      let worth = 0;
      for (const [i, term] of terms.entries()) {
        const rarity = weight * Math.min(max, rarityOf(index, term, withConcepts));
        worth += rarity;
        visitPostings(index, term, (tool, mark) => {
          if (count[tool] !== i) return;
          const value = (i === 0 ? 0 : (held[tool] ?? 0)) + rarity * impactOf(mark, withConcepts, CONCEPT_IMPACT);
          const clear = (i === 0 ? 0 : (heldClear[tool] ?? 0)) + rarity * impactOf(mark, withConcepts, CONCEPT_CLEAR);
          count[tool] = i + 1;
          held[tool] = value;
          heldClear[tool] = clear;
          if (i < terms.length - 1) return;
          best[tool] = Math.max(best[tool] ?? 0, value);
          clearest[tool] = Math.max(clearest[tool] ?? 0, clear);
        });
      }
      importance = Math.max(importance, worth);
    }
    const certainty = share * (isGuessed ? GUESSED : 1);
    mass += (importance === 0 ? UNKNOWN : importance) * share;
    for (let tool = 0; tool < size; tool++) {
      const value = best[tool] ?? 0;
      if (value === 0) continue;
      scores[tool] = (scores[tool] ?? 0) + share * value;
      explained[tool] = (explained[tool] ?? 0) + certainty * Math.min(importance, (clearest[tool] ?? 0) / CLEAR);
    }
  }
  return { scores, explained, mass };
}

function impactOf(mark: number, withConcepts: boolean, ofConcept: number): number {
  const own = (mark & IMPACT) / IMPACT;
  return withConcepts && (mark & CONCEPT) !== 0 ? Math.max(own, ofConcept) : own;
}

/** Inverse document frequency, in BM25's form. */
function rarityOf(index: SearchIndex, term: string, withConcepts: boolean): number {
  const { own, all } = frequencyOf(index, term);
  const frequency = withConcepts ? all : own;
  return (1 + SATURATION) * Math.log(1 + (index.tools.length - frequency + 0.5) / (frequency + 0.5));
}

/** @returns a factor around 1 per tool: how its verb and name agree with the request */
function fitOf({ vocabulary, tools }: SearchIndex, { action, meaning }: SearchRequest): (tool: number) => number {
  const close = meaning.flatMap(({ alternatives }) => alternatives.filter(({ weight }) => weight > 0.5));
  const said = new Set(close.flatMap(({ terms }) => terms));
  const byVerbs = new Map<number, number>();
  return (tool) => {
    const { verbs = 0, about = [] } = tools[tool] ?? {};
    const agrees = byVerbs.get(verbs) ?? 1 + VERB * action.certainty * affinity(action.verbs, verbs, vocabulary);
    byVerbs.set(verbs, agrees);
    let absent = 0;
    for (const term of about) if (!said.has(term)) absent++;
    return agrees / (1 + ABSENT * absent);
  };
}
