// The words that requests and tools are read with: stop words, spellings, verbs, synonyms, phrases, and what is said of
// things. They come from the lists in search-data/, compiled when the assets are made (search-data/compile.ts), so they are
// no part of the Worker's upload. Only the entries a request or a tool asks for are unpacked: opening the vocabulary costs
// little more than `JSON.parse`.

import { stem } from "./stem.ts";
import { words } from "./tokenise.ts";

/** One way to say an idea: all its terms together. `weight` is 1 for the words said, less for what they may mean. */
export interface Alternative {
  readonly terms: readonly string[];
  readonly weight: number;
}

export interface Phrase {
  /** How much the ideas count: a phrase that only names an action says little about the object. */
  readonly share: number;
  /** Terms; `*` stands for up to four words. */
  readonly pattern: readonly string[];
  readonly verbs: number;
  readonly ideas: readonly (readonly Alternative[])[];
}

/** Something tools handle, and the terms people use for it. */
export interface Concept {
  readonly requirements: readonly Requirement[];
  readonly said: readonly string[];
}

export interface Requirement {
  readonly term: string;
  /** Verb classes that will do as well as the word; 0 = none. */
  readonly classes: number;
}

/** Bump when the shape below changes: an asset of another build is then refused instead of misread. */
export const VOCABULARY_FORMAT = 2;

/** The words that terms are made with. */
export interface CompiledWords {
  /** Separated by blanks, like all lists below. */
  readonly unchanged: string;
  readonly stopWords: string;
  /** `said:meant`, both stemmed. */
  readonly sameWords: string;
  /** `word:classes`, by term. */
  readonly verbs: string;
  readonly everydayVerbs: string;
  readonly nounVerbs: string;
}

/** As it is stored: plain JSON. Terms of an alternative are joined by `+`. */
export interface CompiledVocabulary extends CompiledWords {
  readonly format: number;
  /** Changes with the content; part of what an index is stored under. */
  readonly version: string;
  /** By class, then by class: how well the second serves a request of the first, -1 to 1. */
  readonly affinity: readonly (readonly number[])[];
  /** A term, then its alternatives as `weight in percent:terms`. */
  readonly synonyms: readonly (readonly [string, string])[];
  /** First term, then its phrases, longest first: pattern, verb classes, share, ideas; alternatives of an idea separated by `|`. */
  readonly phrases: readonly (readonly [string, readonly (readonly [string, number, number, string])[]])[];
  /** What is said; concepts refer to it by number. */
  readonly sayings: readonly string[];
  /** The most telling term, then requirements as `term` or `term:classes`, with the number of a saying. */
  readonly concepts: readonly (readonly [string, readonly (readonly [string, number])[]])[];
}

export interface Lexicon {
  /** The stem of a word in one spelling: repositories, repository and repo are one term. */
  term(word: string): string;
  isStopWord(word: string): boolean;
  /** Terms of a text without its stop words. */
  terms(text: string): string[];
  /** Bit mask of the classes of a verb, by its term; 0 for what is no known verb. */
  verbClasses(term: string): number;
  /** The same for a verb that only people use (grab, ditch). */
  everydayClasses(term: string): number;
  /** A verb that is as often a noun (list, test). */
  isNounVerb(term: string): boolean;
}

export interface Vocabulary extends Lexicon {
  readonly version: string;
  readonly affinity: readonly (readonly number[])[];
  synonymsOf(term: string): readonly Alternative[];
  phrasesFrom(first: string): readonly Phrase[];
  /** Concepts of which this is the most telling term. */
  conceptsOf(term: string): readonly Concept[];
}

const PHRASE_WEIGHT = 0.9;
const MAX_REMEMBERED = 20_000;

export function openLexicon(compiled: CompiledWords): Lexicon {
  const unchanged = setOf(compiled.unchanged);
  const stopWords = setOf(compiled.stopWords);
  const nounVerbs = setOf(compiled.nounVerbs);
  const sameWords = new Map(pairsOf(compiled.sameWords));
  const verbs = new Map(pairsOf(compiled.verbs).map(([word, classes]) => [word, Number(classes)]));
  const everyday = new Map(pairsOf(compiled.everydayVerbs).map(([word, classes]) => [word, Number(classes)]));
  const remembered = new Map<string, string>();
  const term = (word: string): string => {
    const known = remembered.get(word);
    if (known !== undefined) return known;
    const stemmed = stem(word, unchanged);
    const made = sameWords.get(stemmed) ?? stemmed;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(word, made);
    return made;
  };
  return {
    term,
    isStopWord: (word) => stopWords.has(word),
    terms: (text) =>
      words(text)
        .filter((word) => !stopWords.has(word))
        .map(term),
    verbClasses: (one) => verbs.get(one) ?? 0,
    everydayClasses: (one) => everyday.get(one) ?? 0,
    isNounVerb: (one) => nounVerbs.has(one),
  };
}

/** @throws when the data is of another build */
export function openVocabulary(compiled: CompiledVocabulary): Vocabulary {
  if (compiled.format !== VOCABULARY_FORMAT) {
    throw new Error(
      `The search vocabulary has format ${String(compiled.format)}, not ${VOCABULARY_FORMAT}; build the gateway's assets again.`,
    );
  }
  const { sayings, version, affinity } = compiled;
  return {
    ...openLexicon(compiled),
    version,
    affinity,
    synonymsOf: unpackedOnce(compiled.synonyms, (text) => text.split(" ").map(readAlternative)),
    phrasesFrom: unpackedOnce(compiled.phrases, (phrases) =>
      phrases.map(([pattern, verbs, share, ideas]) => ({
        pattern: pattern.split(" "),
        verbs,
        share,
        ideas: ideas === "" ? [] : ideas.split(" ").map(readIdea),
      })),
    ),
    conceptsOf: unpackedOnce(compiled.concepts, (concepts) =>
      concepts.map(([requirements, saying]) => ({
        requirements: requirements.split(" ").map(readRequirement),
        said: (sayings[saying] ?? "").split(" "),
      })),
    ),
  };
}

function setOf(list: string): Set<string> {
  return new Set(list.split(" "));
}

function pairsOf(list: string): (readonly [string, string])[] {
  return list.split(" ").map((pair) => {
    const at = pair.indexOf(":");
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}

function unpackedOnce<Packed, Unpacked>(
  entries: readonly (readonly [string, Packed])[],
  unpack: (packed: Packed) => readonly Unpacked[],
): (term: string) => readonly Unpacked[] {
  const packed = new Map(entries);
  const unpacked = new Map<string, readonly Unpacked[]>();
  return (term) => {
    const known = unpacked.get(term);
    if (known) return known;
    const found = packed.get(term);
    if (found === undefined) return [];
    const made = unpack(found);
    unpacked.set(term, made);
    return made;
  };
}

function readAlternative(text: string): Alternative {
  const at = text.indexOf(":");
  return { weight: Number(text.slice(0, at)) / 100, terms: text.slice(at + 1).split("+") };
}

function readIdea(text: string): Alternative[] {
  return text.split("|").map((terms) => ({ terms: terms.split("+"), weight: PHRASE_WEIGHT }));
}

function readRequirement(text: string): Requirement {
  const [term = "", classes = "0"] = text.split(":");
  return { term, classes: Number(classes) };
}
