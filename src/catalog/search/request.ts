// A plain request to what ranking needs: its words, the ideas they may stand for, and the action asked for.

import { root } from "./stem.ts";
import { START_LENGTH } from "./join.ts";
import type { SearchIndex } from "./join.ts";
import { pairOf } from "./index-part.ts";
import { matchPhrases } from "./phrases.ts";
import { MAX_QUERY, words } from "./tokenise.ts";
import { actionOf } from "./verbs.ts";
import type { Action } from "./verbs.ts";
import type { Alternative } from "./vocabulary.ts";
import { FAMILY, IN_PHRASE, PAIR } from "./weights.ts";

export interface Idea {
  /** Only those that occur in the index; empty for a word that no tool knows. */
  readonly alternatives: readonly Alternative[];
  readonly share: number;
}

export interface Request {
  /** The words themselves, and pairs of them. */
  readonly literal: readonly Idea[];
  /** What they may mean: phrases, synonyms, families of words. */
  readonly meant: readonly Idea[];
  readonly action: Action;
  /** Distinct content words. */
  readonly length: number;
}

const MAX_WORDS = 200;
const MAX_FAMILY = 6;
/** One word of several that a phrase is made of. */
const WORD_OF_PHRASE = 0.6;

export function readRequest(query: string, index: SearchIndex): Request {
  const { vocabulary } = index;
  const said = words(query, MAX_QUERY).slice(0, MAX_WORDS);
  const terms = said.map(vocabulary.term);
  const matches = matchPhrases(terms, vocabulary);
  const known = ({ terms: all }: Alternative): boolean => all.every((one) => index.places.has(one));
  const withFamilies = (alternatives: readonly Alternative[]): Alternative[] =>
    [...alternatives, ...alternatives.flatMap((one) => familyOf(one, index))].filter(known);
  const isContent = (i: number): boolean => !vocabulary.isStopWord(said[i] ?? "");

  const literal: Idea[] = [];
  const meant: Idea[] = [];
  const inPhrase = new Set<number>();
  for (const { phrase, positions } of matches) {
    if (phrase.ideas.length === 0) continue;
    for (const position of positions) inPhrase.add(position);
    const own = positions.filter(isContent).map((i) => terms[i] ?? "");
    for (const [i, alternatives] of phrase.ideas.entries()) {
      const asSaid = i === 0 && phrase.share === 1 ? wordsOfPhrase(own) : [];
      meant.push({ alternatives: withFamilies([...alternatives, ...asSaid]), share: phrase.share });
    }
  }
  const seen = new Set<string>();
  let previous: string | undefined;
  for (const [i, term] of terms.entries()) {
    if (!isContent(i)) continue;
    const pair = previous === undefined ? "" : pairOf(previous, term);
    previous = term;
    if (index.places.has(pair) && !seen.has(pair)) literal.push({ alternatives: [{ terms: [pair], weight: 1 }], share: PAIR });
    seen.add(pair);
    if (seen.has(term)) continue;
    seen.add(term);
    const itself: Alternative = { terms: [term], weight: 1 };
    literal.push({ alternatives: withFamilies([itself]), share: 1 });
    const share = inPhrase.has(i) ? IN_PHRASE : 1;
    meant.push({ alternatives: withFamilies([itself, ...vocabulary.synonymsOf(term)]), share });
  }
  const verbs = new Map(matches.filter(({ phrase }) => phrase.verbs !== 0).map(({ phrase, positions }) => [positions[0] ?? 0, phrase.verbs]));
  const length = literal.filter(({ share }) => share === 1).length;
  return { literal, meant, action: actionOf(said, verbs, vocabulary), length };
}

/** The very words of a phrase: they may be a tool's name as they stand. */
function wordsOfPhrase(own: readonly string[]): Alternative[] {
  const each = own.map((term) => ({ terms: [term], weight: own.length === 1 ? 1 : WORD_OF_PHRASE }));
  return own.length > 1 ? [...each, { terms: own, weight: 1 }] : each;
}

/** Other words of the same family (deploy, deployment) that occur in the index, at a discount. */
function familyOf({ terms, weight }: Alternative, index: SearchIndex): Alternative[] {
  const [only] = terms;
  if (terms.length !== 1 || only === undefined || only.length < START_LENGTH) return [];
  const family = root(only);
  return (index.byStart.get(only.slice(0, START_LENGTH)) ?? [])
    .filter((other) => other !== only && root(other) === family)
    .slice(0, MAX_FAMILY)
    .map((other) => ({ terms: [other], weight: weight * FAMILY }));
}
