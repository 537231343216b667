// A plain request to what ranking needs: the ideas it holds (each with the words that may express it), the verb classes it
// asks for, and the servers it names.

import { alternativesOf, joinedAlternative, withCousins } from "./alternatives.ts";
import { appearsInNames } from "./join.ts";
import type { SearchIndex } from "./join.ts";
import { matchPhrases } from "./phrase-match.ts";
import { isImperative, isPlural, SHARES, shares } from "./sentence.ts";
import { serverMentions } from "./server-mentions.ts";
import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { MAX_QUERY, words } from "./tokenise.ts";
import { replaceValues } from "./values.ts";
import { bit, isWeakVerb, READS, verbClasses } from "./verbs.ts";
import { expandContractions, term } from "./vocabulary.ts";
import type { Alternative } from "./vocabulary.ts";

export interface Idea {
  readonly alternatives: readonly Alternative[];
  /** How much of the request this idea is, before rarity: 1 for the object, less for verbs and circumstance. */
  readonly share: number;
}

export interface Request {
  readonly ideas: readonly Idea[];
  /** Bit mask; never 0: a request that names no action leans to reading. */
  readonly verbs: number;
  /** How firmly `verbs` was said: 1 for an explicit verb, less for a guess from the form of the sentence. */
  readonly verbCertainty: number;
  /** The object is plural: a list is meant rather than one thing. */
  readonly plural: boolean;
  readonly servers: ReadonlyMap<number, number>;
}

const MAX_IDEAS = 24;
const MAX_WORDS = 80;

/** Verbs whose class says it all. Others (merge, deploy, rename) also count as words. */
const PLAIN_VERBS = new Set(
  "create add make insert get read fetch retrieve show display view list enumerate find search query update edit modify change set delete remove send run execute start stop check see open put give tell obtain perform look"
    .split(" ")
    .map(stem),
);
const QUESTION = new Set("what which who whose where when is are does did has how".split(" "));
const HOW_TO = new Set(["do", "can", "to", "would", "should"]);
const HEAD_PASSES = new Set("to and then please now just also me us can could would lets should must will".split(" "));
const NOUN_BEFORE = new Set("the a an my our all this that these those".split(" "));
const GUESSED_WRITE = bit("create") | bit("update") | bit("run") | bit("send");

export function readRequest(query: string, index: SearchIndex): Request {
  const text = replaceValues(query.slice(0, MAX_QUERY));
  const said = expandContractions(words(text, MAX_QUERY)).slice(0, MAX_WORDS);
  const values = properNouns(text, index);
  const mentions = serverMentions(said, index.serversByWord);
  const terms = said.map(term);
  const share = shares(said, (word) => STOP_WORDS.has(word));
  const taken = new Set<number>();
  const ideas: Idea[] = [];
  const plain: Idea[] = [];
  let verbs = 0;
  let verbCertainty = 1;
  let plural: boolean | undefined;

  for (const { phrase, positions } of matchPhrases(terms)) {
    for (const position of positions) taken.add(position);
    if (verbs === 0) verbs = phrase.verbs;
    const weight = Math.min(share[positions[0] ?? 0] ?? 1, phrase.share);
    for (const alternatives of phrase.ideas)
      ideas.push({ alternatives: withCousins(alternatives, index), share: weight });
  }
  const asks = QUESTION.has(said[0] ?? "") && !(said[0] === "how" && HOW_TO.has(said[1] ?? ""));
  for (const [i, word] of said.entries()) {
    if (taken.has(i) || mentions.used.has(i) || STOP_WORDS.has(word) || ideas.length >= MAX_IDEAS) continue;
    const stemmed = stem(word);
    const said1 = terms[i] ?? "";
    const classes = verbClasses(stemmed);
    const atHead = isAtHead(said, i, taken);
    const isVerb = classes !== 0 && verbs === 0 && !asks && (atHead || (!isWeakVerb(stemmed) && !inflected(word)));
    if (isVerb) verbs = classes;
    else if (verbs === 0 && !asks && classes === 0 && ideas.length === 0 && atHead && isImperative(said, i)) {
      verbs = GUESSED_WRITE;
      verbCertainty = 0.6;
    }
    if (
      classes !== 0 &&
      PLAIN_VERBS.has(stemmed) &&
      (isVerb || (atHead && verbs !== 0) || (!isWeakVerb(stemmed) && (verbs !== 0 || asks)))
    ) {
      plain.push({ alternatives: [{ terms: [said1], weight: 1 }], share: SHARES.plainVerb });
      continue;
    }
    const alternatives = alternativesOf(said1, index);
    const joined = taken.has(i + 1) ? undefined : joinedAlternative(said1, terms[i + 1] ?? "", index);
    if (joined) alternatives.push(joined);
    if (!isVerb && plural === undefined && (share[i] ?? 1) >= SHARES.partOf) plural = pluralHead(said, i);
    const worth = isVerb ? SHARES.verbWord : values.has(word) ? SHARES.value : (share[i] ?? 1);
    ideas.push({ alternatives, share: worth });
  }
  if (verbs === 0) {
    verbs = asks ? READS | bit("check") : READS;
    verbCertainty = asks ? 0.8 : 0.4;
  }
  // A request of nothing but plain verbs ("search", "run it") has to go by those.
  const usable = ideas.length > 0 ? [...ideas, ...plain] : plain.map((idea) => ({ ...idea, share: 1 }));
  return { ideas: usable, verbs, verbCertainty, plural: plural === true, servers: mentions.strength };
}

/** Whether a verb could stand here: nothing but filler before it, or right after "to", "and", "then". */
function isAtHead(said: readonly string[], i: number, taken: ReadonlySet<number>): boolean {
  const before = said[i - 1];
  if (before === undefined || HEAD_PASSES.has(before)) return true;
  for (let j = 0; j < i; j++) if (taken.has(j) || !STOP_WORDS.has(said[j] ?? "")) return false;
  return !NOUN_BEFORE.has(before);
}

/** "closed", "pending": describes a thing rather than asking for an action. */
function inflected(word: string): boolean {
  return /(?:ed|ing)$/u.test(word);
}

/** The last word of the run of nouns that begins here decides: "branch protection rules" is plural. */
function pluralHead(said: readonly string[], from: number): boolean {
  let last = from;
  while (last + 1 < said.length && !STOP_WORDS.has(said[last + 1] ?? "")) last++;
  return isPlural(said[last] ?? "");
}

/** Capitalised words that no tool's name holds: people, places, titles. They are arguments, not tools. */
function properNouns(text: string, index: SearchIndex): Set<string> {
  const found = new Set<string>();
  for (const match of text.matchAll(/(?<=[\p{Ll},]\s)\p{Lu}[\p{L}'’]+/gu)) {
    for (const word of words(match[0])) if (!appearsInNames(index, term(word))) found.add(word);
  }
  return found;
}
