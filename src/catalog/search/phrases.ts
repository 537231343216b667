/** Finds the vocabulary's phrases in a request. The longest phrase at a place wins; a word belongs to one phrase only. */
import type { Phrase, Vocabulary } from "./vocabulary.ts";

interface PhraseMatch {
  readonly phrase: Phrase;
  /** Positions of the phrase's own words; words that match `*` keep their own meaning. */
  readonly positions: readonly number[];
}

const MAX_GAP = 4;
/** Words to skip within a phrase, so that "file bug" also matches "file a bug". */
const ARTICLES = new Set("a an the my our your his her their it this that these those some any".split(" "));

export function isArticle(term: string): boolean {
  return ARTICLES.has(term);
}

/** Replaces prepositions by a common form: "into" → "in". */
export function inPhrase(term: string): string {
  return term === "into" || term === "onto" ? term.slice(0, 2) : term;
}

export function matchPhrases(request: readonly string[], vocabulary: Vocabulary): PhraseMatch[] {
  const terms = request.map(inPhrase);
  const matches: PhraseMatch[] = [];
  const taken = new Set<number>();
  for (const [at, first] of terms.entries()) {
    if (taken.has(at)) continue;
    for (const phrase of vocabulary.phrasesFrom(first)) {
      const positions = positionsOf(phrase.pattern, terms, at);
      if (!positions || positions.some((position) => taken.has(position))) continue;
      for (const position of positions) taken.add(position);
      matches.push({ phrase, positions });
      break;
    }
  }
  return matches;
}

function positionsOf(pattern: readonly string[], terms: readonly string[], at: number): number[] | undefined {
  const positions: number[] = [];
  let cursor = at;
  for (const [p, wanted] of pattern.entries()) {
    if (wanted === "*") {
      // `*` matches at least one word; at the end of a phrase it matches any word.
      const next = pattern[p + 1];
      const gap = terms.slice(cursor + 1, cursor + 1 + MAX_GAP).indexOf(next ?? "");
      if (next === undefined) return cursor < terms.length ? positions : undefined;
      if (gap < 0) return undefined;
      cursor += gap + 1;
      continue;
    }
    while (cursor > at && terms[cursor] !== wanted && ARTICLES.has(terms[cursor] ?? "")) cursor++;
    if (terms[cursor] !== wanted) return undefined;
    positions.push(cursor++);
  }
  return positions;
}
