/** Finds the terms of the index that a word may be meant for which no tool and no list has. */
import { PAIRED, type SearchIndex } from "./join.ts";
import type { Alternative } from "./vocabulary.ts";
import { MISSPELT } from "./weights.ts";

/** Shorter words are near too many others. */
const MIN_MISSPELT = 5;
/** The same of abbreviations: the beginning of a word, and its letters with gaps. */
const MIN_BEGUN = 3;
const MIN_SKIPPED = 4;
const MAX_TERMS = 6;

/** @returns terms of the index from which a word that is in no list and no tool differs by one letter, which is not the first */
export function misspelt(word: string, { places, vocabulary }: SearchIndex): Alternative[] {
  if (word.length < MIN_MISSPELT) return [];
  const terms: Alternative[] = [];
  const own = vocabulary.term(word);
  for (const term of places.keys()) {
    if (term.length < MIN_MISSPELT - 1 || term[0] !== word[0] || term.includes(PAIRED)) continue;
    if (isNear(own, term)) terms.push({ terms: [term], weight: MISSPELT });
    if (terms.length === MAX_TERMS) break;
  }
  return terms;
}

/**
 * @returns terms of the index that a word may be short for: those that begin with it (cust, nav); where there are none, those of which
 *   it has the first and last letter and some between, in their order (appt, scrnshot)
 */
export function shortened(word: string, { places }: SearchIndex): Alternative[] {
  if (word.length < MIN_BEGUN || !/^\p{L}+$/u.test(word)) return [];
  const [begun, skipped]: [Alternative[], Alternative[]] = [[], []];
  for (const term of places.keys()) {
    if (term[0] !== word[0] || term.length <= word.length || term.includes(PAIRED)) continue;
    if (term.startsWith(word)) begun.push({ terms: [term], weight: MISSPELT });
    else if (hasEndsOf(term, word)) skipped.push({ terms: [term], weight: MISSPELT });
  }
  const found = begun.length > 0 ? begun : skipped;
  // The shortest terms are the nearest.
  return found.toSorted((a, b) => lengthOf(a) - lengthOf(b)).slice(0, MAX_TERMS);
}

function lengthOf({ terms: [term = ""] }: Alternative): number {
  return term.length;
}

/** @returns true if the word is the term without some of its inner letters; a third of them must be left */
function hasEndsOf(term: string, word: string): boolean {
  if (word.length < MIN_SKIPPED || word.length * 3 < term.length || word.at(-1) !== term.at(-1)) return false;
  let at = 0;
  for (const letter of term) if (letter === word[at]) at += 1;
  return at === word.length;
}

/** @returns true if one letter is missing, too many, another one, or two neighbours have changed places */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
