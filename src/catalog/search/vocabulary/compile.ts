// The lists under vocabulary/ and ../glossary/ to the form a Worker reads (../vocabulary.ts). Runs when the assets are made and in
// tests, never in the Worker. A list of phrases and synonyms holds one rule a line, of three kinds:
//   said | said => verbs: meaning    phrases. `*` in what is said stands for up to four words that keep their own meaning
//                                    ("turn * off"); articles and possessives are skipped. `verbs` are classes of verbs.ts
//                                    joined by `|`; in the meaning a blank parts ideas, `|` alternatives for one idea, `+`
//                                    the words of one alternative. Verbs or meaning may be missing.
//   word word: reading reading       one-way: what is said may be called this by an API.
//   word word word                   near-equals: each stands for the others.
// General knowledge of APIs and of what people say. Misses on the tuning half of the golden set prompted some lines; requests
// of the held-out half are not read, so their figures stay the ones to believe.

import { compileGlossary } from "../glossary/compile.ts";
import { STOP_WORDS } from "../stop-words.ts";
import { expandContractions, inPhrase, SKIPPED_IN_PHRASES, term, terms } from "../term.ts";
import { words } from "../tokenise.ts";
import { bit, isVerbClass } from "../verbs.ts";
import { VOCABULARY_FORMAT } from "../vocabulary.ts";
import type { CompiledVocabulary } from "../vocabulary.ts";
import { SHORT_FOR } from "./abbreviations.ts";
import { ACTIONS } from "./actions.ts";
import { CLOUD } from "./cloud.ts";
import { CODE_HOSTING } from "./code-hosting.ts";
import { COMMERCE_AND_TELEPHONY } from "./commerce-and-telephony.ts";
import { EVERYDAY_SPEECH } from "./everyday.ts";
import { FILES_AND_MACHINES } from "./files-and-machines.ts";
import { KNOWLEDGE_AND_WORK } from "./knowledge-and-work.ts";
import { NEAR_EQUALS } from "./near-equals.ts";
import { OFFICE } from "./office.ts";
import { PLACES_AND_CHARTS } from "./places-and-charts.ts";
import { READINGS } from "./readings.ts";
import { WEB_AND_BROWSER } from "./web-and-browser.ts";

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
/** In percent. */
const SYNONYM_WEIGHT = 70;
const READING_WEIGHT = 75;

export function compileVocabulary(version = "source"): CompiledVocabulary {
  return {
    format: VOCABULARY_FORMAT,
    version,
    synonyms: [...compileSynonyms()].map(([said, meant]) => [
      said,
      [...meant].map(([alternative, weight]) => `${weight}:${alternative}`).join(" "),
    ]),
    phrases: [...compilePhrases()],
    ...compileGlossary(),
  };
}

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

function joined(text: string): string {
  return text.split("+").map(remembered).join("+");
}

/** Term to alternatives to weight; the first rule that names an alternative decides its weight. */
function compileSynonyms(): Map<string, Map<string, number>> {
  const synonyms = new Map<string, Map<string, number>>();
  const add = (said: string, meant: string, weight: number): void => {
    const key = remembered(said);
    if (meant === key) return;
    const known = synonyms.get(key) ?? new Map<string, number>();
    synonyms.set(key, known);
    if (!known.has(meant)) known.set(meant, weight);
  };
  for (const line of lines(SHORT_FOR)) {
    const [said = "", meant = ""] = line.split(":");
    add(said.trim(), terms(meant).join("+"), 100);
  }
  const rules = [...lines(READINGS), ...lines(NEAR_EQUALS), ...DOMAINS.flatMap(lines)].filter(
    (line) => !line.includes("=>"),
  );
  for (const line of rules) {
    const [said = "", meant] = line.split(":");
    const readings = (meant ?? said).trim().split(/\s+/u);
    for (const word of said.trim().split(/\s+/u)) {
      for (const reading of readings) add(word, joined(reading), meant === undefined ? SYNONYM_WEIGHT : READING_WEIGHT);
    }
  }
  return synonyms;
}

type CompiledPhrase = readonly [pattern: string, verbs: number, share: number, ideas: string];

function compilePhrases(): Map<string, CompiledPhrase[]> {
  const byFirst = new Map<string, CompiledPhrase[]>();
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
      .map((idea) => idea.split("|").map(joined).join("|"))
      .join(" ");
    for (const one of said.split("|")) {
      const pattern = spoken(one.trim());
      const first = pattern[0];
      const key = pattern.join(" ");
      if (first === undefined || seen.has(key)) continue;
      seen.add(key);
      const siblings = byFirst.get(first) ?? [];
      byFirst.set(first, siblings);
      siblings.push([key, verbs, share, ideas]);
    }
  }
  for (const phrases of byFirst.values()) phrases.sort(([a], [b]) => b.split(" ").length - a.split(" ").length);
  return byFirst;
}

const known = new Map<string, string>();

/** The lists say the same few thousand words over and over. */
function remembered(word: string): string {
  const made = known.get(word) ?? term(word);
  known.set(word, made);
  return made;
}

const STOP_TERMS: ReadonlySet<string> = new Set([...STOP_WORDS].map(term));

function spoken(text: string): string[] {
  const pattern = text
    .split(/\s+/u)
    .flatMap((word) =>
      word === "*"
        ? ["*"]
        : expandContractions(/^[a-z]+$/u.test(word) ? [word] : words(word)).map((one) => inPhrase(remembered(one))),
    );
  const kept = pattern.filter((word) => !SKIPPED_IN_PHRASES.has(word));
  // "my schedule" must not shrink to "schedule", nor "what is on my" to "what is on": too little would be left to mean it.
  const content = kept.filter((word) => word !== "*" && !STOP_TERMS.has(word));
  return kept.length === pattern.length || content.length > 1 || (content.length === 1 && kept.length > 2)
    ? kept
    : pattern;
}
