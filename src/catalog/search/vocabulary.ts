// What requests and tools are read with: synonyms, phrases, and what is said of things. It is compiled from the lists under
// vocabulary/ and glossary/ (vocabulary/compile.ts) when the assets are made, is no part of the Worker's upload, and comes
// in as data. Only the entries a request or a tool asks for are unpacked: opening it costs what `JSON.parse` costs.

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
export const VOCABULARY_FORMAT = 1;

/** As it is stored: plain JSON. Terms of an alternative are joined by `+`. */
export interface CompiledVocabulary {
  readonly format: number;
  /** Changes with the content; part of what an index is stored under. */
  readonly version: string;
  /** A term, then its alternatives as `weight in percent:terms`, separated by blanks. */
  readonly synonyms: readonly (readonly [string, string])[];
  /** First term, then its phrases, longest first: pattern, verb classes, share, ideas separated by blanks, alternatives by `|`. */
  readonly phrases: readonly (readonly [string, readonly (readonly [string, number, number, string])[]])[];
  /** What is said, separated by blanks; concepts refer to it by number. */
  readonly sayings: readonly string[];
  /** The most telling term, then requirements as `term` or `term:classes`, separated by blanks, with the number of a saying. */
  readonly concepts: readonly (readonly [string, readonly (readonly [string, number])[]])[];
}

export interface Vocabulary {
  readonly version: string;
  synonymsOf(term: string): readonly Alternative[];
  phrasesFrom(first: string): readonly Phrase[];
  /** Concepts of which this is the most telling term. */
  conceptsOf(term: string): readonly Concept[];
}

export const PHRASE_WEIGHT = 0.9;

/** @throws when the data is of another build */
export function openVocabulary(compiled: CompiledVocabulary): Vocabulary {
  if (compiled.format !== VOCABULARY_FORMAT) {
    throw new Error(
      `The search vocabulary has format ${String(compiled.format)}, not ${VOCABULARY_FORMAT}; build the gateway's assets again.`,
    );
  }
  const { sayings } = compiled;
  return {
    version: compiled.version,
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
