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

/** A joint between two actions only: "list invoices, send them", not "issues and comments". */
const ACTION_JOINT = /(, (?:and )?| and )/iu;
const FILLER = /^(?:please|first|next|now|finally|lastly) /iu;

/** @returns the parts in order, or none for a request that asks for one thing */
export function partsOf(query: string, vocabulary: Vocabulary): readonly string[] {
  const clauses = query
    .slice(0, MAX_QUERY)
    .replaceAll(/[^\S\n]+/gu, " ")
    .split(SENTENCE_END)
    .flatMap((sentence) => sentence.split(JOINT))
    .flatMap((clause) => actionsOf(clause, vocabulary));
  const parts = clauses.map((clause) => clause.trim()).filter((clause) => vocabulary.terms(clause).length >= MIN_WORDS);
  return parts.length > 1 ? parts.slice(0, MAX_PARTS) : [];
}

/** @returns the clause cut where both sides begin with a verb that has an object */
function actionsOf(clause: string, vocabulary: Vocabulary): readonly string[] {
  const [first = "", ...rest] = clause.trim().split(ACTION_JOINT);
  const actions = [first];
  // The joints stand between the pieces.
  for (let i = 0; i < rest.length; i += 2) {
    const [joint = "", piece = ""] = [rest[i], rest[i + 1]];
    const before = actions.at(-1) ?? "";
    if (isAction(before, vocabulary) && isAction(piece, vocabulary)) actions.push(piece);
    else actions.splice(-1, 1, before + joint + piece);
  }
  return actions;
}

function isAction(clause: string, vocabulary: Vocabulary): boolean {
  const terms = vocabulary.terms(clause.replace(FILLER, ""));
  return terms.length >= MIN_WORDS && vocabulary.verbClasses(terms[0] ?? "") !== 0;
}
