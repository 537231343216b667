// Every constant of the ranking. docs/search.md says what each does and how it was chosen.

export interface Field {
  readonly weight: number;
  /** Words a field of ordinary length has. Fixed, so that a part never depends on what else is installed. */
  readonly typicalLength: number;
}

export const FIELDS = {
  name: { weight: 2, typicalLength: 3 },
  head: { weight: 1, typicalLength: 10 },
  body: { weight: 1, typicalLength: 15 },
  parameters: { weight: 1, typicalLength: 6 },
  details: { weight: 1, typicalLength: 25 },
  values: { weight: 1, typicalLength: 5 },
} as const satisfies Record<string, Field>;
/** The server's name is a field without length: a long name says no less. */
export const SERVER_FIELD = 1;
/** BM25's b: how much of a field's length counts against it. */
export const LENGTH_DAMPING = 0.75;
/** BM25's k1. */
export const SATURATION = 1.2;

/** Two words next to each other in a name or a first sentence, as in the request; relative to one word. */
export const PAIR = 0.5;
/** Another word of the same family (deploy, deployment). */
export const FAMILY = 0.7;
/** A word that the concept lists add to a tool counts like this impact of a word of its own (0 to 1). */
export const CONCEPT_IMPACT = 0.62;
/** Words that a phrase of the request is made of, beside what the phrase means. */
export const IN_PHRASE = 0.3;

/** The reading by the vocabulary weighs as much as the words themselves in a request of this many content words. */
export const READING_WORDS = 16;
/** How far a tool whose verb agrees is raised, and one whose verb contradicts is lowered. */
export const VERB = 0.2;
/** Per word of the tool's name that the request does not say. */
export const UNSAID = 0.2;
/** Share of its server's best score that a tool gets. */
export const SERVER = 0.4;
/** Factor for each tool of the same name that ranks higher. */
export const REPEAT = 0.9;
