/** Reads a request into the input of the ranking: its words, the ideas they may stand for, and the requested action. */
import { PAIRED, START_LENGTH, type SearchIndex } from "./join.ts";
import { misspelt, shortened } from "./misspelt.ts";
import { matchPhrases } from "./phrases.ts";
import { root } from "./stem.ts";
import { MAX_QUERY, words as wordsOf } from "./tokenise.ts";
import { actionOf, type Action } from "./verbs.ts";
import type { Alternative } from "./vocabulary.ts";
import { FAMILY, IN_PHRASE, WORD_OF_PHRASE } from "./weights.ts";

export interface Idea {
  /** Alternatives that occur in the index; none for a word that no tool has. */
  readonly alternatives: readonly Alternative[];
  readonly share: number;
  /** The word in the request: no synonym counts more than the word itself, however rare the synonym is. */
  readonly said?: string;
  /** No tool and no list has the word: the alternatives are what it may be a misspelling of, or short for. */
  readonly isGuessed?: boolean;
}

export interface SearchRequest {
  /** The words of the request, and pairs of them. */
  readonly words: readonly Idea[];
  /** Possible meanings of the words. */
  readonly meaning: readonly Idea[];
  readonly action: Action;
  /** Number of distinct content words. */
  readonly length: number;
}

const MAX_WORDS = 200;
/** URLs are removed: their words name a location, not a task. */
const ADDRESS = /https?:\/\/\S+/giu;
const MAX_FAMILY = 6;
/** In a longer request the other words say enough, and a word that is unknown is in most cases a name. */
const MAX_CORRECTED_WORDS = 4;

export function readRequest(query: string, index: SearchIndex): SearchRequest {
  const { vocabulary, places } = index;
  const text = query.slice(0, MAX_QUERY).replaceAll(ADDRESS, " url ");
  const said = wordsOf(text, MAX_QUERY).slice(0, MAX_WORDS).flatMap(vocabulary.expand);
  const all = said.map(vocabulary.term);
  const isContent = (i: number): boolean => !vocabulary.isStopWord(said[i] ?? "");
  const idea = (share: number, ...alternatives: readonly Alternative[]): Idea => ({
    alternatives: [...alternatives, ...alternatives.flatMap((one) => familyOf(one, index))].filter(({ terms }) =>
      terms.every((term) => places.has(term)),
    ),
    share,
  });

  const [words, pairs, meaning]: [Idea[], Idea[], Idea[]] = [[], [], []];
  const matches = matchPhrases(all, vocabulary);
  const inPhrase = new Set<number>();
  for (const { phrase, positions } of matches) {
    const own = positions.filter(isContent).map((i) => all[i] ?? "");
    for (const [i, alternatives] of phrase.ideas.entries()) {
      for (const position of positions) inPhrase.add(position);
      meaning.push(idea(phrase.share, ...alternatives, ...(i === 0 && phrase.share === 1 ? asSaid(own) : [])));
    }
  }
  const seen = new Set<string>();
  let previous = "";
  for (const [i, term] of all.entries()) {
    if (!isContent(i)) continue;
    const pair = `${previous}${PAIRED}${term}`;
    previous = term;
    if (places.has(pair) && !seen.has(pair)) pairs.push(idea(1, { terms: [pair], weight: 1 }));
    if (!seen.has(term)) {
      const own = [{ terms: [term], weight: 1 }];
      const found = idea(1, ...own, ...vocabulary.synonymsOf(term));
      const isUnknown = found.alternatives.length === 0 && !inPhrase.has(i);
      const meant = isUnknown && said.length <= MAX_CORRECTED_WORDS ? meantBy(said[i] ?? "", index) : [];
      const isGuessed = meant.length > 0;
      words.push({ ...idea(1, ...own, ...meant), isGuessed });
      const share = inPhrase.has(i) ? IN_PHRASE : 1;
      meaning.push({ alternatives: [...found.alternatives, ...meant], share, said: term, isGuessed });
    }
    seen.add(term).add(pair);
  }
  const verbs = new Map(matches.map(({ phrase, positions }) => [positions[0] ?? 0, phrase.verbs]));
  return { words: [...words, ...pairs], meaning, action: actionOf(said, verbs, vocabulary), length: words.length };
}

/** @returns what a word that no tool and no list has may be a misspelling of, or else an abbreviation */
function meantBy(word: string, index: SearchIndex): Alternative[] {
  const near = misspelt(word, index);
  return near.length > 0 ? near : shortened(word, index);
}

/** @returns the words of a phrase themselves, which may be a tool's name */
function asSaid(own: readonly string[]): Alternative[] {
  const each = own.map((term) => ({ terms: [term], weight: own.length === 1 ? 1 : WORD_OF_PHRASE }));
  return own.length > 1 ? [...each, { terms: own, weight: 1 }] : each;
}

/** @returns other words of the same family (deploy, deployment) that occur in the index, with a lower weight */
function familyOf({ terms: [only = "", ...others], weight }: Alternative, index: SearchIndex): Alternative[] {
  if (others.length > 0 || only.length < START_LENGTH || only.includes(PAIRED)) return [];
  const family = root(only);
  return (index.byStart.get(only.slice(0, START_LENGTH)) ?? [])
    .filter((other) => other !== only && root(other) === family)
    .slice(0, MAX_FAMILY)
    .map((other) => ({ terms: [other], weight: weight * FAMILY }));
}
