// Every constant of the ranking. docs/search.md says what each does and how it was chosen.

export interface Field {
  readonly weight: number;
  /** Words in a field of ordinary length. Fixed, so that a part never depends on what else is installed. */
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
/** Weight of a word of the server's name, whatever the name's length, and of a pair of words that follow each other. */
export const SERVER_NAME = 4;
export const PAIR = 2;
/** BM25's b and k1. */
export const LENGTH_DAMPING = 0.75;
export const SATURATION = 1.2;

/** Another word of the same family (deploy, deployment). */
export const FAMILY = 0.7;
/** Impact of a word that the concept lists add to a tool, where that of the tool's own words is below 1. */
export const CONCEPT_IMPACT = 0.7;
/** What a phrase means, one of several words it is made of, and the share of such a word on its own. */
export const PHRASE = 0.9;
export const WORD_OF_PHRASE = 0.6;
export const IN_PHRASE = 0.3;

/** What the words may mean weighs as much as the words themselves in a request of this many content words. */
export const MEANING_WORDS = 16;
/** How far a tool whose verb agrees is raised, and one whose verb contradicts is lowered. */
export const VERB = 0.2;
/** Per word of the tool's name that the request does not say. */
export const UNSAID = 0.15;
/** Share of its server's best score that a tool gets. */
export const SERVER = 0.4;
/** Factor for each tool of the same name that ranks higher. */
export const REPEAT = 0.9;

/** Coverage: the impact from which a tool is plainly about a term, and the importance of a word that no tool knows. */
export const CLEAR = 0.5;
export const UNKNOWN = 4;
/** Of a longer request so many content words are enough to explain. */
export const ENOUGH_WORDS = 6;
/** A hit that explains less is weak. */
export const WEAK_COVERAGE = 0.4;
/** A part of a request stands for itself where its best tool explains this much of it. */
export const PART_COVERAGE = 0.5;
