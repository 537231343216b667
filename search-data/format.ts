// The vocabulary as it is stored among the assets: plain JSON, made by scripts/compile-vocabulary.ts, opened by src/catalog/search/vocabulary.ts.

/** Bump when the shape below changes: an asset of another build is then refused instead of misread. */
export const VOCABULARY_FORMAT = 2;

export type Pairs<Value> = readonly (readonly [string, Value])[];

/** As it is stored: plain JSON. In texts a blank parts entries and `+` joins the terms of an alternative. */
export interface CompiledVocabulary {
  readonly format: number;
  /** Changes with the content; part of what an index is stored under. */
  readonly version: string;
  /** Words that the stemmer leaves alone. */
  readonly unchanged: string;
  readonly stopWords: string;
  /** Stems of one word, and the stem that stands for it. */
  readonly sameWords: Pairs<string>;
  readonly contractions: Pairs<string>;
  /** Term to a bit mask of classes. */
  readonly verbs: Pairs<number>;
  readonly everydayVerbs: Pairs<number>;
  readonly nounVerbs: string;
  /** By class asked for, then by class offered: how well the second serves the first, -1 to 1. */
  readonly affinity: readonly (readonly number[])[];
  /** A term, then its alternatives as `weight in percent:terms`. */
  readonly synonyms: Pairs<string>;
  /** First term, then its phrases, longest first: pattern, verb classes, share, ideas (`|` parts alternatives of one). */
  readonly phrases: Pairs<readonly (readonly [string, number, number, string])[]>;
  /** What is said; concepts refer to it by number. */
  readonly sayings: readonly string[];
  /** The most telling term, then requirements as `term` or `term:classes`, with the number of a saying. */
  readonly concepts: Pairs<Pairs<number>>;
}
