// The domain vocabulary in the form the query analysis reads, parsed once from the lists under vocabulary/. A list holds one
// rule a line, of three kinds:
//   said | said => verbs: meaning    phrases. `*` in what is said stands for up to four words that keep their own meaning
//                                    ("turn * off"); articles and possessives are skipped. `verbs` are classes of verbs.ts
//                                    joined by `|`; in the meaning a blank parts ideas, `|` alternatives for one idea, `+`
//                                    the words of one alternative. Verbs or meaning may be missing.
//   word word: reading reading       one-way: what is said may be called this by an API.
//   word word word                   near-equals: each stands for the others.
// General knowledge of APIs and of what people say. Misses on the tuning half of the golden set prompted some lines; requests
// of the held-out half are not read, so their figures stay the ones to believe.

import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { words } from "./tokenise.ts";
import { bit, isVerbClass } from "./verbs.ts";
import { SAME_WORD, SHORT_FOR } from "./vocabulary/abbreviations.ts";
import { ACTIONS } from "./vocabulary/actions.ts";
import { CLOUD } from "./vocabulary/cloud.ts";
import { CODE_HOSTING } from "./vocabulary/code-hosting.ts";
import { EVERYDAY_SPEECH } from "./vocabulary/everyday.ts";
import { PLACES_AND_CHARTS } from "./vocabulary/places-and-charts.ts";
import { COMMERCE_AND_TELEPHONY } from "./vocabulary/commerce-and-telephony.ts";
import { FILES_AND_MACHINES } from "./vocabulary/files-and-machines.ts";
import { KNOWLEDGE_AND_WORK } from "./vocabulary/knowledge-and-work.ts";
import { NEAR_EQUALS } from "./vocabulary/near-equals.ts";
import { OFFICE } from "./vocabulary/office.ts";
import { READINGS } from "./vocabulary/readings.ts";
import { WEB_AND_BROWSER } from "./vocabulary/web-and-browser.ts";

/** One way to say an idea: all its terms together. `weight` is 1 for the words said, less for what they may mean. */
export interface Alternative {
  readonly terms: readonly string[];
  readonly weight: number;
}

export interface Phrase {
  /** How much the ideas count: a phrase that only names an action says little about the object. */
  readonly share: number;
  /** Stems; `*` stands for up to four words. */
  readonly pattern: readonly string[];
  readonly verbs: number;
  readonly ideas: readonly (readonly Alternative[])[];
}

const DOMAINS = [
  CODE_HOSTING,
  CLOUD,
  OFFICE,
  WEB_AND_BROWSER,
  PLACES_AND_CHARTS,
  COMMERCE_AND_TELEPHONY,
  FILES_AND_MACHINES,
  KNOWLEDGE_AND_WORK,
  EVERYDAY_SPEECH,
];
const ACTION_SHARE = 0.4;
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
  return { terms: text.split("+").map(remembered), weight };
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
  const rules = [...lines(READINGS), ...lines(NEAR_EQUALS), ...DOMAINS.flatMap(lines)].filter(
    (line) => !line.includes("=>"),
  );
  for (const line of rules) {
    const [said = "", meant] = line.split(":");
    const readings = (meant ?? said).trim().split(/\s+/u);
    for (const word of said.trim().split(/\s+/u)) {
      for (const reading of readings)
        add(word, alternative(reading, meant === undefined ? SYNONYM_WEIGHT : READING_WEIGHT));
    }
  }
  return synonyms;
}

/** Skipped between the words of a phrase, so that "file bug" also reads "file a bug". */
export const SKIPPED_IN_PHRASES: ReadonlySet<string> = new Set(
  "a an the my our your his her their its this that these those some any".split(" ").map(term),
);

function readPhrases(): Map<string, Phrase[]> {
  const byFirst = new Map<string, Phrase[]>();
  const seen = new Set<string>();
  const all = [
    ...DOMAINS.flatMap(lines).map((line) => [line, 1] as const),
    ...lines(ACTIONS).map((line) => [line, ACTION_SHARE] as const),
  ];
  for (const [line, share] of all) {
    const [said = "", meaning] = line.split("=>");
    if (meaning === undefined) continue;
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
      const pattern = spoken(one.trim());
      const first = pattern[0];
      const key = pattern.join(" ");
      if (first === undefined || seen.has(key)) continue;
      seen.add(key);
      const siblings = byFirst.get(first) ?? [];
      byFirst.set(first, siblings);
      siblings.push({ pattern, verbs, ideas, share });
    }
  }
  for (const phrases of byFirst.values()) phrases.sort((a, b) => b.pattern.length - a.pattern.length);
  return byFirst;
}

const stems = new Map<string, string>();

/** The lists say the same few thousand words over and over. */
function remembered(word: string): string {
  const known = stems.get(word) ?? term(word);
  stems.set(word, known);
  return known;
}

const STOP_STEMS: ReadonlySet<string> = new Set([...STOP_WORDS].map(term));

function spoken(text: string): string[] {
  const pattern = text
    .split(/\s+/u)
    .flatMap((word) =>
      word === "*" ? ["*"] : expandContractions(/^[a-z]+$/u.test(word) ? [word] : words(word)).map(remembered),
    );
  const kept = pattern.filter((word) => !SKIPPED_IN_PHRASES.has(word));
  // "my schedule" must not shrink to "schedule", nor "what is on my" to "what is on": too little would be left to mean it.
  const content = kept.filter((word) => word !== "*" && !STOP_STEMS.has(word));
  return kept.length === pattern.length || content.length > 1 || (content.length === 1 && kept.length > 2)
    ? kept
    : pattern;
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

export const SYNONYMS: ReadonlyMap<string, readonly Alternative[]> = readSynonyms();
export const PHRASES_BY_FIRST: ReadonlyMap<string, readonly Phrase[]> = readPhrases();
