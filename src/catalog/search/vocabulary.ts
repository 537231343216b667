// The domain vocabulary in the form the query analysis reads, parsed once from the word lists beside this file.

import { stem } from "./stem.ts";
import { words } from "./tokenise.ts";
import { bit, isVerbClass } from "./verbs.ts";
import { SAME_WORD, SHORT_FOR } from "./vocabulary-abbreviations.ts";
import { PHRASES } from "./vocabulary-phrases.ts";
import { NEAR_EQUALS, READINGS } from "./vocabulary-synonyms.ts";

/** One way to say an idea: all its terms together. `weight` is 1 for the words said, less for what they may mean. */
export interface Alternative {
  readonly terms: readonly string[];
  readonly weight: number;
}

export interface Phrase {
  /** Stems; `*` stands for up to four words. */
  readonly pattern: readonly string[];
  readonly verbs: number;
  readonly ideas: readonly (readonly Alternative[])[];
}

const PHRASE_WEIGHT = 0.9;
const SYNONYM_WEIGHT = 0.7;
const READING_WEIGHT = 0.75;

const SAME: ReadonlyMap<string, string> = new Map(pairs(SAME_WORD).map(([said, meant]) => [stem(said), stem(meant)]));

/** One spelling for words that are the same word: repo and repository. Takes and gives stems. */
export function canonical(stemmed: string): string {
  return SAME.get(stemmed) ?? stemmed;
}

export function term(word: string): string {
  return canonical(stem(word));
}

export const SYNONYMS: ReadonlyMap<string, readonly Alternative[]> = readSynonyms();
export const PHRASES_BY_FIRST: ReadonlyMap<string, readonly Phrase[]> = readPhrases();

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

function pairs(text: string): [string, string][] {
  return lines(text).map((line) => {
    const at = line.indexOf(":");
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
}

function alternative(text: string, weight: number): Alternative {
  return { terms: text.split("+").map(term), weight };
}

function readSynonyms(): Map<string, Alternative[]> {
  const synonyms = new Map<string, Alternative[]>();
  const add = (said: string, meant: Alternative): void => {
    const key = term(said);
    const known = synonyms.get(key) ?? [];
    synonyms.set(key, known);
    if (meant.terms.length === 1 && meant.terms[0] === key) return;
    if (!known.some(({ terms }) => terms.join(" ") === meant.terms.join(" "))) known.push(meant);
  };
  for (const [said, meant] of pairs(SHORT_FOR)) {
    add(said, { terms: words(meant).map(term), weight: 1 });
  }
  for (const [said, meant] of pairs(READINGS)) {
    for (const word of said.split(" ")) {
      for (const reading of meant.split(/\s+/u)) add(word, alternative(reading, READING_WEIGHT));
    }
  }
  for (const line of lines(NEAR_EQUALS)) {
    const set = line.trim().split(/\s+/u);
    for (const word of set) {
      if (word.includes("+")) continue;
      for (const other of set) add(word, alternative(other, SYNONYM_WEIGHT));
    }
  }
  return synonyms;
}

function readPhrases(): Map<string, Phrase[]> {
  const byFirst = new Map<string, Phrase[]>();
  for (const line of lines(PHRASES)) {
    const [said = "", meaning = ""] = line.split("=>");
    const [verbText = "", ideaText = ""] = meaning.split(":");
    const verbs = verbText
      .split("|")
      .map((word) => word.trim())
      .filter(isVerbClass)
      .reduce((mask, verb) => mask | bit(verb), 0);
    const ideas = ideaText
      .split(" ")
      .filter(Boolean)
      .map((idea) => idea.split("|").map((text) => alternative(text, PHRASE_WEIGHT)));
    for (const one of said.split("|")) {
      const pattern = one
        .trim()
        .split(/\s+/u)
        .map((word) => (word === "*" ? word : term(word)));
      const first = pattern[0] ?? "";
      byFirst.set(first, [...(byFirst.get(first) ?? []), { pattern, verbs, ideas }]);
    }
  }
  for (const phrases of byFirst.values()) phrases.sort((a, b) => b.pattern.length - a.pattern.length);
  return byFirst;
}
