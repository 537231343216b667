// Finds the vocabulary's phrases in a request. The longest phrase at a place wins; a word belongs to one phrase only.

import type { Phrase, Vocabulary } from "./vocabulary.ts";

export interface PhraseMatch {
  readonly phrase: Phrase;
  /** Positions of the words the phrase itself uses; words under `*` keep their own meaning. */
  readonly positions: readonly number[];
}

const GAP = 4;
const SAME_IN_PHRASES: ReadonlyMap<string, string> = new Map([
  ["into", "in"],
  ["onto", "on"],
]);
/** Skipped between the words of a phrase, so that "file bug" also reads "file a bug". */
const ARTICLES = new Set("a an the my our your his her their it this that these those some any".split(" "));

/** "put it into the group" is "put it in the group". */
export function inPhrase(term: string): string {
  return SAME_IN_PHRASES.get(term) ?? term;
}

export function isArticle(term: string): boolean {
  return ARTICLES.has(term);
}

export function matchPhrases(request: readonly string[], vocabulary: Vocabulary): PhraseMatch[] {
  const terms = request.map(inPhrase);
  const matches: PhraseMatch[] = [];
  const taken = new Set<number>();
  for (let at = 0; at < terms.length; at++) {
    if (taken.has(at)) continue;
    for (const phrase of vocabulary.phrasesFrom(terms[at] ?? "")) {
      const positions = positionsOf(phrase.pattern, terms, at, taken);
      if (!positions) continue;
      for (const position of positions) taken.add(position);
      matches.push({ phrase, positions });
      break;
    }
  }
  return matches;
}

function positionsOf(
  pattern: readonly string[],
  terms: readonly string[],
  at: number,
  taken: ReadonlySet<number>,
): number[] | undefined {
  const positions: number[] = [];
  let cursor = at;
  for (const [p, wanted] of pattern.entries()) {
    if (wanted !== "*") {
      if (p > 0) cursor = skipArticles(terms, cursor, wanted);
      if (terms[cursor] !== wanted || taken.has(cursor)) return undefined;
      positions.push(cursor++);
      continue;
    }
    const next = pattern[p + 1];
    if (next === undefined) return cursor < terms.length ? positions : undefined;
    let end = cursor + 1;
    while (end < terms.length && end <= cursor + GAP && terms[end] !== next) end++;
    if (terms[end] !== next) return undefined;
    cursor = end;
  }
  return positions;
}

function skipArticles(terms: readonly string[], from: number, wanted: string): number {
  let cursor = from;
  while (terms[cursor] !== wanted && isArticle(terms[cursor] ?? "")) cursor++;
  return cursor;
}
