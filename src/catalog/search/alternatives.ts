// The words that may express one word of a request: itself, its synonyms, members of its family that occur in the index,
// and, for words the index lacks, longer words it begins and the two words it is made of.

import { documentFrequency, START_LENGTH } from "./join.ts";
import type { SearchIndex } from "./join.ts";
import { root } from "./stem.ts";
import { term } from "./term.ts";
import type { Alternative } from "./vocabulary.ts";

const MAX_COUSINS = 6;
const COUSIN_WEIGHT = 0.7;
const PREFIX_WEIGHT = 0.6;
const JOINED_WEIGHT = 0.95;

export function alternativesOf(said: string, index: SearchIndex): Alternative[] {
  const alternatives = withCousins([{ terms: [said], weight: 1 }, ...index.vocabulary.synonymsOf(said)], index);
  if (documentFrequency(index, said) > 0) return alternatives;
  const split = splitTerm(said, index);
  if (split) alternatives.push({ terms: split, weight: JOINED_WEIGHT });
  if (said.length >= START_LENGTH) {
    const longer = (index.byStart.get(said.slice(0, START_LENGTH)) ?? []).filter((other) => other.startsWith(said));
    for (const other of longer.slice(0, MAX_COUSINS)) alternatives.push({ terms: [other], weight: PREFIX_WEIGHT });
  }
  return alternatives;
}

/** Adds words of the same family (deploy, deployment) that occur in the index, at a discount. */
export function withCousins(known: readonly Alternative[], index: SearchIndex): Alternative[] {
  const all = [...known];
  for (const { terms, weight } of known) {
    const [only] = terms;
    if (terms.length !== 1 || only === undefined || only.length < START_LENGTH) continue;
    const family = root(only);
    let added = 0;
    for (const other of index.byStart.get(only.slice(0, START_LENGTH)) ?? []) {
      if (other === only || added >= MAX_COUSINS || root(other) !== family) continue;
      added++;
      all.push({ terms: [other], weight: weight * COUSIN_WEIGHT });
    }
  }
  return all;
}

/** "key vault" when the catalog writes keyvault. */
export function joinedAlternative(first: string, second: string, index: SearchIndex): Alternative | undefined {
  const joined = first + second;
  return joined.length > 4 && index.places.has(joined) ? { terms: [joined], weight: JOINED_WEIGHT } : undefined;
}

/** "nodepool" when the catalog writes node pool. */
function splitTerm(said: string, index: SearchIndex): string[] | undefined {
  for (let at = 3; at <= said.length - 3; at++) {
    const head = term(said.slice(0, at));
    const tail = term(said.slice(at));
    if (index.places.has(head) && index.places.has(tail)) return [head, tail];
  }
  return undefined;
}
