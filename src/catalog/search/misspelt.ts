/** Finds the terms of the index that a word may be meant for which no tool and no list has. Pure. */
import { PAIRED } from "./join.ts";
import type { SearchIndex } from "./join.ts";
import type { Alternative } from "./vocabulary.ts";
import { MISSPELT } from "./weights.ts";

/** Shorter words are near too many others. */
const MIN_MISSPELT = 5;
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

/** @returns true if one letter is missing, too many, another one, or two neighbours have changed places */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
