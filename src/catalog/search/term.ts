// A word to the term it counts as: its stem, in one spelling. The same for tools and requests, so it is part of the code
// and not of the vocabulary, which may change without a new index format.

import { stem } from "./stem.ts";
import { words } from "./tokenise.ts";
import { SAME_WORD } from "./vocabulary/abbreviations.ts";

const SAME: ReadonlyMap<string, string> = new Map(
  SAME_WORD.split("\n")
    .filter(Boolean)
    .map((line) => {
      const [said = "", meant = ""] = line.split(": ");
      return [stem(said), stem(meant)];
    }),
);

/** One spelling for words that are the same word: repo and repository. */
export function term(word: string): string {
  const stemmed = stem(word);
  return SAME.get(stemmed) ?? stemmed;
}

export function terms(text: string): string[] {
  return words(text).map(term);
}

const CONTRACTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ["whats", ["what", "is"]],
  ["whos", ["who", "is"]],
  ["wheres", ["where", "is"]],
  ["hows", ["how", "is"]],
  ["thats", ["that", "is"]],
  ["theres", ["there", "is"]],
  ["im", ["i", "am"]],
  ["ive", ["i", "have"]],
  ["dont", ["do", "not"]],
]);

/** "what's", already a word without its apostrophe, to "what is". */
export function expandContractions(said: readonly string[]): string[] {
  return said.flatMap((word) => CONTRACTIONS.get(word) ?? [word]);
}

const SAME_IN_PHRASES: ReadonlyMap<string, string> = new Map([
  ["into", "in"],
  ["onto", "on"],
]);

/** "put it into the group" is "put it in the group". */
export function inPhrase(one: string): string {
  return SAME_IN_PHRASES.get(one) ?? one;
}

/** Skipped between the words of a phrase, so that "file bug" also reads "file a bug". */
export const SKIPPED_IN_PHRASES: ReadonlySet<string> = new Set(
  "a an the my our your his her their its this that these those some any".split(" ").map(term),
);
