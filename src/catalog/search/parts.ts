/**
 * Splits a request for several things into its parts: sentences, and clauses joined by "and", "then" or "also". A clause with less
 * than two content words is no part of its own.
 */
import { MAX_QUERY } from "./tokenise.ts";
import type { Vocabulary } from "./vocabulary.ts";

const MAX_PARTS = 6;
const MIN_WORDS = 2;

const SENTENCE_END = /(?<=[.!?;。？！])\s+|\n+/u;
/** Assumes that repeated blanks were collapsed. */
const JOINT =
  /,? (?:and then|and also|then|also|additionally|furthermore|finally|lastly|as well as)\b,?|, and | and (?=\p{L}+ (?:me|the|a|an|my|all|any|some|its?|their|his|her|these|those|how|what|which|if|whether)\b)/iu;

/** @returns the parts in order, or none for a request that asks for one thing */
export function partsOf(query: string, vocabulary: Vocabulary): readonly string[] {
  const clauses = query
    .slice(0, MAX_QUERY)
    .replaceAll(/[^\S\n]+/gu, " ")
    .split(SENTENCE_END)
    .flatMap((sentence) => sentence.split(JOINT));
  const parts = clauses.map((clause) => clause.trim()).filter((clause) => vocabulary.terms(clause).length >= MIN_WORDS);
  return parts.length > 1 ? parts.slice(0, MAX_PARTS) : [];
}
