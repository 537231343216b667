/** Every constant of the ranking. docs/search.md says what each does and how it was chosen. */

export interface Field {
  readonly weight: number;
  /** Number of words in a typical field. It is fixed so that a part does not depend on the other parts. */
  readonly typicalLength: number;
}

export const FIELDS = {
  name: { weight: 3, typicalLength: 3 },
  firstSentence: { weight: 1, typicalLength: 10 },
  description: { weight: 0.6, typicalLength: 15 },
  parameterNames: { weight: 1, typicalLength: 6 },
  parameterDescriptions: { weight: 1, typicalLength: 10 },
  parameterValues: { weight: 1, typicalLength: 5 },
} as const satisfies Record<string, Field>;
/** Weight of a word of the server's name, whatever the name's length, and of a pair of adjacent words. */
export const SERVER_NAME = 4;
export const PAIR = 2;
/** The share of a server's tools whose names have a word from which on it counts as a word of the server's name. */
export const SHARED = 0.9;
/** BM25's b and k1. */
export const LENGTH_DAMPING = 0.75;
export const SATURATION = 1.2;

/** Weight of another word of the same family (deploy, deployment). */
export const FAMILY = 0.7;
/** Weight of a word of the index that differs by one letter from a word which no tool and no list has. */
export const MISSPELT = 0.7;
/** Impact of a word that the concept lists add to a tool, where that of the tool's own words is below 1. */
export const CONCEPT_IMPACT = 0.7;
/** Weights of the meaning of a phrase, of one of several words in it, and the share of such a word on its own. */
export const PHRASE = 0.9;
export const WORD_OF_PHRASE = 0.6;
export const IN_PHRASE = 0.3;

/** The number of content words at which the meanings of words count as much as the words themselves. */
export const MEANING_WORDS = 16;
/** The factor by which a tool is raised if its verb agrees, and lowered if it contradicts. */
export const VERB = 0.2;
/** Penalty per word of the tool's name that the request does not mention. */
export const ABSENT = 0.15;
/** Share of its server's best score that a tool gets. */
export const SERVER = 0.4;
/** Factor for each tool of the same name that ranks higher. */
export const REPEAT = 0.9;
/** The share of an answer that one server has at most, where tools of others have at least this part of the score of its last tool. */
export const MAX_SHARE = 0.8;
export const NEAR = 0.2;

/** Coverage: the impact from which a tool counts as about a term, and the importance of a word that no tool has. */
export const CLEAR = 0.5;
/** Coverage: the impact of a term that only the concept lists add to a tool. */
export const CONCEPT_CLEAR = 0.35;
/** Coverage: a word that no tool and no list has explains so much of itself by what it may be a misspelling of, or short for. */
export const GUESSED = 0.35;
export const UNKNOWN = 4;
/** Matching this many content words of a longer request counts as full coverage. */
export const ENOUGH_WORDS = 6;
/** A hit with less coverage is weak. */
export const WEAK_COVERAGE = 0.4;
/** A part of a request counts if its best tool has at least this coverage. */
export const PART_COVERAGE = 0.5;
