// Compiles the word lists of search-data/ for the Worker (src/catalog/search/vocabulary.ts). It runs when the assets are built and in
// tests, never in the Worker. search-data/README.md describes the format of the lists.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inPhrase, isArticle } from "../src/catalog/search/phrases.ts";
import { stem } from "../src/catalog/search/stem.ts";
import { words } from "../src/catalog/search/tokenise.ts";
import { VERB_CLASSES, bit } from "../src/catalog/search/verbs.ts";
import { openVocabulary, type Vocabulary } from "../src/catalog/search/vocabulary.ts";
import { VOCABULARY_FORMAT, type CompiledVocabulary } from "../search-data/format.ts";

export const FOLDER = join(import.meta.dirname, "../search-data");
/** Weight of synonyms, in percent. */
const SYNONYM_WEIGHT = 70;
const READING_WEIGHT = 75;
const SHORT_FOR_WEIGHT = 100;
/** Weight of the ideas of phrases/actions.txt, which name no object. */
const ACTION_SHARE = 0.4;
/** Names of verb classes that stand for all their verbs in a line of concepts/. */
const BY_CLASS = new Set(["create", "update", "delete", "list", "get", "send", "search"]);
/** Affinities of classes that words/verb-affinity.txt does not list: both reading or both writing, and one of each. */
const SAME_KIND_AFFINITY = -0.4;
const OTHER_KIND_AFFINITY = -0.8;
const READING_CLASSES = new Set(["get", "list", "search", "download", "check"]);

/** The assets of the build have the hash of the whole as their version. */
export function compileVocabulary(): CompiledVocabulary {
  // Synonyms, phrases and concepts are lists of terms, which depend on the compiled words.
  const plain = { format: VOCABULARY_FORMAT, version: "source", ...compileWords(), affinity: compileAffinity() };
  const lexicon = openVocabulary({ ...plain, synonyms: [], phrases: [], sayings: [], concepts: [] });
  return {
    ...plain,
    synonyms: compileSynonyms(lexicon),
    phrases: compilePhrases(lexicon),
    ...compileConcepts(lexicon),
  };
}

/** @returns the lines of a list without comments */
export function linesOf(path: string): string[] {
  return readFileSync(join(FOLDER, path), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

function linesIn(folder: string): string[] {
  return readdirSync(join(FOLDER, folder))
    .sort()
    .flatMap((file) => linesOf(join(folder, file)));
}

function wordsOf(path: string): string[] {
  return linesOf(path).flatMap((line) => line.trim().split(/\s+/u));
}

/** Splits `left: right`. */
function halves(line: string): readonly [string, string] {
  const at = line.indexOf(":");
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

function compileWords() {
  const unchanged = new Set(wordsOf("words/unchanged.txt"));
  const stemmed = (word: string): string => stem(word, unchanged);
  const classes = (path: string): [string, number][] => {
    const found = new Map<string, number>();
    for (const [verbClass, verbs] of linesOf(path).map(halves)) {
      for (const verb of verbs.split(/\s+/u).map(stemmed)) found.set(verb, (found.get(verb) ?? 0) | bit(verbClass));
    }
    return [...found];
  };
  return {
    unchanged: [...unchanged].join(" "),
    stopWords: [...new Set(wordsOf("words/stop-words.txt"))].join(" "),
    sameWords: ["words/same-word.txt", "words/other-languages.txt"]
      .flatMap(linesOf)
      .map((line) => both(halves(line), stemmed)),
    contractions: linesOf("words/contractions.txt").map(halves),
    verbs: classes("words/verbs.txt"),
    everydayVerbs: classes("words/everyday-verbs.txt"),
    nounVerbs: [...new Set(wordsOf("words/noun-verbs.txt").map(stemmed))].join(" "),
  };
}

function both([one, other]: readonly [string, string], change: (text: string) => string): readonly [string, string] {
  return [change(one), change(other)];
}

function compileAffinity(): number[][] {
  const listed = new Map<string, number>();
  for (const [pair, value] of linesOf("words/verb-affinity.txt").map(halves)) {
    const [a = "", b = ""] = pair.split(" ");
    listed.set(`${a} ${b}`, Number(value)).set(`${b} ${a}`, Number(value));
  }
  return VERB_CLASSES.map((requested) =>
    VERB_CLASSES.map((offered) => {
      if (requested === offered) return 1;
      const isSameKind = READING_CLASSES.has(requested) === READING_CLASSES.has(offered);
      return listed.get(`${requested} ${offered}`) ?? (isSameKind ? SAME_KIND_AFFINITY : OTHER_KIND_AFFINITY);
    }),
  );
}

/** @returns term → alternative → weight; the first rule that names an alternative decides its weight */
function compileSynonyms({ term }: Vocabulary): CompiledVocabulary["synonyms"] {
  const synonyms = new Map<string, Map<string, number>>();
  const add = (said: string, meant: string, weight: number): void => {
    const key = term(said);
    if (meant === key) return;
    const known = synonyms.get(key) ?? new Map<string, number>();
    synonyms.set(key, known);
    if (!known.has(meant)) known.set(meant, weight);
  };
  for (const [said, meant] of linesOf("synonyms/short-for.txt").map(halves)) {
    add(said, words(meant).map(term).join("+"), SHORT_FOR_WEIGHT);
  }
  const rules = ["synonyms/readings.txt", "synonyms/near-equals.txt"].flatMap(linesOf);
  for (const line of [...rules, ...linesIn("phrases").filter((one) => !one.includes("=>"))]) {
    const [said, meant] = line.includes(":") ? halves(line) : [line.trim(), undefined];
    const readings = (meant ?? said).split(/\s+/u);
    for (const word of said.split(/\s+/u)) {
      for (const reading of readings) {
        add(word, reading.split("+").map(term).join("+"), meant === undefined ? SYNONYM_WEIGHT : READING_WEIGHT);
      }
    }
  }
  return [...synonyms].map(([said, meant]) => [
    said,
    [...meant].map(([alternative, weight]) => `${weight}:${alternative}`).join(" "),
  ]);
}

type CompiledPhrase = readonly [pattern: string, verbs: number, share: number, ideas: string];

function compilePhrases(vocabulary: Vocabulary): CompiledVocabulary["phrases"] {
  const { term } = vocabulary;
  const byFirst = new Map<string, CompiledPhrase[]>();
  const seen = new Set<string>();
  const actions = linesOf("phrases/actions.txt");
  // A domain's phrase takes precedence over an action of the same words.
  for (const line of [...linesIn("phrases").filter((one) => !actions.includes(one)), ...actions]) {
    const [said = "", meaning] = line.split("=>");
    if (meaning === undefined) continue;
    const [verbText = "", ideaText = ""] = meaning.split(":");
    const verbs = verbText
      .split("|")
      .map((word) => word.trim())
      .filter(Boolean)
      .reduce((mask, verb) => mask | bit(verb), 0);
    const joined = (alternative: string): string => alternative.split("+").map(term).join("+");
    const ideas = ideaText
      .split(" ")
      .filter(Boolean)
      .map((idea) => idea.split("|").map(joined).join("|"))
      .join(" ");
    for (const one of said.split("|")) {
      const pattern = spoken(one.trim(), vocabulary);
      const [first] = pattern;
      const key = pattern.join(" ");
      if (first === undefined || seen.has(key)) continue;
      seen.add(key);
      const siblings = byFirst.get(first) ?? [];
      byFirst.set(first, siblings);
      siblings.push([key, verbs, actions.includes(line) ? ACTION_SHARE : 1, ideas]);
    }
  }
  for (const phrases of byFirst.values()) phrases.sort(([a], [b]) => b.split(" ").length - a.split(" ").length);
  return [...byFirst];
}

/** @returns the pattern of a phrase: its terms without articles */
function spoken(text: string, { term, isStopWord, expand }: Vocabulary): string[] {
  const said = text.split(/\s+/u).flatMap((word) => (word === "*" ? [word] : words(word).flatMap(expand)));
  const pattern = said.map((word) => (word === "*" ? word : inPhrase(term(word))));
  const kept = pattern.filter((one) => !isArticle(one));
  // "my schedule" must not become "schedule", nor "what is on my" become "what is on": the rest would be too unspecific.
  const content = said.filter((word) => word !== "*" && !isArticle(term(word)) && !isStopWord(word));
  const isEnough = content.length > 1 || (content.length === 1 && kept.length > 2);
  return kept.length === pattern.length || isEnough ? kept : pattern;
}

function compileConcepts({ term, isStopWord }: Vocabulary): Pick<CompiledVocabulary, "sayings" | "concepts"> {
  const sayings: string[] = [];
  const concepts = new Map<string, [string, number][]>();
  for (const [things, text] of linesIn("concepts").map(halves)) {
    const said = words(text).filter((word) => !isStopWord(word));
    const saying = sayings.push([...new Set(said.map(term))].join(" ")) - 1;
    for (const alternative of things.split("|")) {
      const requirements = words(alternative).map((word) => ({
        term: term(word),
        classes: BY_CLASS.has(word) ? bit(word) : 0,
      }));
      // The key of a concept is its most specific word: the longest that is not only a verb.
      const [key] = requirements.toSorted((a, b) => a.classes - b.classes || b.term.length - a.term.length);
      if (!key) continue;
      const siblings = concepts.get(key.term) ?? [];
      concepts.set(key.term, siblings);
      siblings.push([
        requirements.map((one) => (one.classes === 0 ? one.term : `${one.term}:${one.classes}`)).join(" "),
        saying,
      ]);
    }
  }
  return { sayings, concepts: [...concepts] };
}
