// Finds the vocabulary's phrases in a request. The longest phrase at a place wins; a word belongs to one phrase only.

import { inPhrase, SKIPPED_IN_PHRASES } from "./term.ts";
import type { Phrase, Vocabulary } from "./vocabulary.ts";

export interface PhraseMatch {
  readonly phrase: Phrase;
  /** Positions of the words the phrase itself uses; words under `*` keep their own meaning. */
  readonly positions: readonly number[];
}

const GAP = 4;

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
  while (terms[cursor] !== wanted && SKIPPED_IN_PHRASES.has(terms[cursor] ?? "")) cursor++;
  return cursor;
}
