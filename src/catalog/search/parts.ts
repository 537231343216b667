// A request for several things to its parts: sentences, and clauses that "and", "then" or "also" join. A cut that leaves less
// than two content words is no part of its own.

import type { Lexicon } from "./vocabulary.ts";
import { MAX_QUERY } from "./tokenise.ts";

export const MAX_PARTS = 6;
const MIN_WORDS = 2;

const SENTENCE_END = /(?<=[.!?;。？！])\s+|\n+/u;
const JOINT =
  /,?\s+(?:and\s+then|and\s+also|then|also|additionally|furthermore|finally|lastly|as\s+well\s+as)\b,?|,\s+and\s+|\s+and\s+(?=\p{L}+\s+(?:me|the|a|an|my|all|any|some|its?|their|his|her|these|those|how|what|which|if|whether)\b)/iu;

/** @returns the parts in order, or none for a request that asks for one thing */
export function partsOf(query: string, lexicon: Lexicon): readonly string[] {
  const parts: string[] = [];
  for (const sentence of query.slice(0, MAX_QUERY).split(SENTENCE_END)) {
    for (const clause of sentence.split(JOINT)) {
      const text = clause.trim();
      if (lexicon.terms(text).length >= MIN_WORDS) parts.push(text);
    }
  }
  return parts.length > 1 ? parts.slice(0, MAX_PARTS) : [];
}
