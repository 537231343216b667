/**
 * The vocabulary of the search: stop words, spellings, verbs, synonyms, phrases and concepts. It is compiled from the lists in
 * search-data/ with the other assets, so it is no part of the Worker's upload. Entries are unpacked on first use: opening the
 * vocabulary costs little more than `JSON.parse`.
 */
import { VOCABULARY_FORMAT, type CompiledVocabulary, type Pairs } from "../../../search-data/format.ts";
import { stem } from "./stem.ts";
import { words } from "./tokenise.ts";
import { PHRASE } from "./weights.ts";

/** One expression of an idea: all its terms together. `weight` is 1 for the request's own words, less for possible meanings. */
export interface Alternative {
  readonly terms: readonly string[];
  readonly weight: number;
}

export interface Phrase {
  /** Terms; `*` stands for up to four words. */
  readonly pattern: readonly string[];
  readonly verbs: number;
  /** Weight of the ideas: a phrase that only names an action says little about the object. */
  readonly share: number;
  readonly ideas: readonly (readonly Alternative[])[];
}

export type Vocabulary = ReturnType<typeof openVocabulary>;

const MAX_REMEMBERED = 20_000;

/** @throws Error if the data has another format */
export function openVocabulary(compiled: CompiledVocabulary) {
  if (compiled.format !== VOCABULARY_FORMAT) {
    throw new Error(
      `The search vocabulary has format ${String(compiled.format)}, not ${VOCABULARY_FORMAT}; build the gateway's assets again.`,
    );
  }
  const { version, affinity, sayings } = compiled;
  const unchanged = new Set(compiled.unchanged.split(" "));
  const stopWords = new Set(compiled.stopWords.split(" "));
  const nounVerbs = new Set(compiled.nounVerbs.split(" "));
  const sameWords = new Map(compiled.sameWords);
  const contractions = new Map(compiled.contractions);
  const verbs = new Map(compiled.verbs);
  const everydayVerbs = new Map(compiled.everydayVerbs);
  const remembered = new Map<string, string>();
  /** The stem of a word in one spelling: repositories, repository and repo are one term. */
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
    version,
    affinity,
    term,
    isStopWord: (word: string): boolean => stopWords.has(word),
    allTerms: (text: string): string[] => words(text).map(term),
    /** Without stop words. */
    terms: (text: string): string[] =>
      words(text)
        .filter((word) => !stopWords.has(word))
        .map(term),
    /** Expands a contraction, whose apostrophe was removed: "whats" → "what", "is". */
    expand: (word: string): readonly string[] => contractions.get(word)?.split(" ") ?? [word],
    /** Bit mask of the classes of a verb; 0 for an unknown word. */
    verbClasses: (one: string): number => verbs.get(one) ?? 0,
    /** The same for verbs that requests use and tools do not (grab, ditch). */
    everydayClasses: (one: string): number => everydayVerbs.get(one) ?? 0,
    /** True for a verb that is also a noun (list, test). */
    isNounVerb: (one: string): boolean => nounVerbs.has(one),
    synonymsOf: entries(compiled.synonyms, (text) => text.split(" ").map(readAlternative)),
    phrasesFrom: entries(compiled.phrases, (phrases) =>
      phrases.map(([pattern, classes, share, ideas]): Phrase => ({
        pattern: pattern.split(" "),
        verbs: classes,
        share,
        ideas: ideas === "" ? [] : ideas.split(" ").map(readIdea),
      })),
    ),
    /** Concepts of which this is the most specific term: the terms (or verb classes) a tool must have, and the words people use. */
    conceptsOf: entries(compiled.concepts, (concepts) =>
      concepts.map(([requirements, saying]) => ({
        requirements: requirements.split(" ").map(readRequirement),
        said: (sayings[saying] ?? "").split(" "),
      })),
    ),
  };
}

/** @returns a lookup by term that unpacks each entry once */
function entries<Packed, Unpacked>(packed: Pairs<Packed>, unpack: (packed: Packed) => readonly Unpacked[]) {
  const byTerm = new Map(packed);
  const unpacked = new Map<string, readonly Unpacked[]>();
  return (term: string): readonly Unpacked[] => {
    const found = byTerm.get(term);
    if (found === undefined) return [];
    const made = unpacked.get(term) ?? unpack(found);
    unpacked.set(term, made);
    return made;
  };
}

function readAlternative(text: string): Alternative {
  const [percent = "", terms = ""] = text.split(":");
  return { weight: Number(percent) / 100, terms: terms.split("+") };
}

function readIdea(text: string): Alternative[] {
  return text.split("|").map((terms) => ({ terms: terms.split("+"), weight: PHRASE }));
}

function readRequirement(text: string) {
  const [term = "", classes = "0"] = text.split(":");
  return { term, classes: Number(classes) };
}
