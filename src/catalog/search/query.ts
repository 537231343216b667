// A plain request to what ranking needs: the ideas it holds (each with the words that may express it), the verb classes it
// asks for, and the servers it names.

import { documentFrequency, START_LENGTH } from "./join.ts";
import type { SearchIndex } from "./join.ts";
import { serverMentions } from "./server-mentions.ts";
import { root, stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { MAX_QUERY, words } from "./tokenise.ts";
import { bit, isWeakVerb, READS, verbClasses } from "./verbs.ts";
import { PHRASES_BY_FIRST, SYNONYMS, term } from "./vocabulary.ts";
import type { Alternative, Phrase } from "./vocabulary.ts";

export interface Idea {
  readonly alternatives: readonly Alternative[];
  /** How much of the request this idea is, before rarity: 1 for nouns, less for verbs and filler. */
  readonly share: number;
}

export interface Request {
  readonly ideas: readonly Idea[];
  /** Bit mask; 0 when the request names no action. */
  readonly verbs: number;
  /** How firmly `verbs` was said: 1 for an explicit verb, less for a guess from the form of the sentence. */
  readonly verbCertainty: number;
  readonly servers: ReadonlyMap<number, number>;
}

const MAX_IDEAS = 24;
const MAX_WORDS = 80;
const MAX_COUSINS = 6;
const COUSIN_WEIGHT = 0.7;
const PREFIX_WEIGHT = 0.6;
const JOINED_WEIGHT = 0.95;
const GAP = 4;

/** Verbs whose class says it all. Others (merge, deploy, rename) also count as words. */
const PLAIN_VERBS = new Set(
  "create add make insert get read fetch retrieve show display view list enumerate find search query update edit modify change set delete remove send run execute start stop check see open put give tell obtain perform look"
    .split(" ")
    .map(stem),
);
const QUESTION = new Set(["what", "which", "who", "whose", "where", "when", "is", "are", "does", "did", "has", "how"]);
const HEAD_PASSES = new Set([
  "to",
  "and",
  "then",
  "please",
  "now",
  "just",
  "also",
  "me",
  "us",
  "can",
  "could",
  "would",
  "lets",
  "should",
  "must",
  "will",
]);

export function readRequest(query: string, index: SearchIndex): Request {
  const said = words(query, MAX_QUERY).slice(0, MAX_WORDS);
  const mentions = serverMentions(said, index.serversByWord);
  const terms = said.map(term);
  const taken = new Set<number>();
  const ideas: Idea[] = [];
  let verbs = 0;
  let verbCertainty = 1;

  for (let i = 0; i < terms.length; i++) {
    if (taken.has(i)) continue;
    const match = matchPhrase(terms, i, taken);
    if (!match) continue;
    for (const position of match.positions) taken.add(position);
    if (verbs === 0) verbs = match.phrase.verbs;
    for (const alternatives of match.phrase.ideas)
      ideas.push({ alternatives: withCousins(alternatives, index), share: 1 });
  }

  const asks =
    QUESTION.has(said[0] ?? "") &&
    !(said[0] === "how" && ["do", "can", "to", "would", "should"].includes(said[1] ?? ""));
  const plain: Idea[] = [];
  for (let i = 0; i < terms.length && ideas.length < MAX_IDEAS; i++) {
    const word = said[i] ?? "";
    const stemmed = stem(word);
    if (taken.has(i) || mentions.used.has(i)) continue;
    if (STOP_WORDS.has(word)) continue;
    const atHead = isAtHead(said, i, taken);
    const classes = verbClasses(stemmed);
    const isVerb = classes !== 0 && verbs === 0 && !asks && (atHead || (!isWeakVerb(stemmed) && !inflected(word)));
    if (isVerb) verbs = classes;
    const pairedWith =
      i + 1 < terms.length && !taken.has(i + 1) ? joinedTerm(terms[i] ?? "", terms[i + 1] ?? "", index) : undefined;
    const alternatives = alternativesOf(terms[i] ?? "", index);
    if (pairedWith) alternatives.push({ terms: [pairedWith], weight: JOINED_WEIGHT });
    if (
      classes !== 0 &&
      PLAIN_VERBS.has(stemmed) &&
      (isVerb || verbs !== 0 || asks) &&
      (isVerb || !isWeakVerb(stemmed) || atHead)
    ) {
      plain.push({ alternatives: [{ terms: [terms[i] ?? ""], weight: 1 }], share: 0.1 });
    } else if (alternatives.length > 0) {
      ideas.push({ alternatives, share: isVerb ? 0.6 : 1 });
    }
  }
  if (verbs === 0) {
    verbs = asks ? READS | bit("check") : READS;
    verbCertainty = asks ? 0.8 : 0.3;
  }
  // A request of nothing but plain verbs ("search", "run it") has to go by those.
  const usable = ideas.length > 0 ? [...ideas, ...plain] : plain.map((idea) => ({ ...idea, share: 1 }));
  return { ideas: usable, verbs, verbCertainty, servers: mentions.strength };
}

/** Whether a verb could stand here: nothing but filler before it, or right after "to", "and", "then". */
function isAtHead(said: readonly string[], i: number, taken: ReadonlySet<number>): boolean {
  const before = said[i - 1];
  if (before === undefined || HEAD_PASSES.has(before)) return true;
  for (let j = 0; j < i; j++) if (taken.has(j) || !STOP_WORDS.has(said[j] ?? "")) return false;
  return !["the", "a", "an", "my", "our", "all", "this", "that"].includes(before);
}

/** "closed", "pending": describes a thing rather than asking for an action. */
function inflected(word: string): boolean {
  return /(?:ed|ing)$/u.test(word);
}

function matchPhrase(
  terms: readonly string[],
  at: number,
  taken: ReadonlySet<number>,
): { phrase: Phrase; positions: number[] } | undefined {
  for (const phrase of PHRASES_BY_FIRST.get(terms[at] ?? "") ?? []) {
    const positions: number[] = [];
    let cursor = at;
    let fits = true;
    for (let p = 0; p < phrase.pattern.length && fits; p++) {
      const wanted = phrase.pattern[p];
      if (wanted === "*") {
        const next = phrase.pattern[p + 1];
        if (next === undefined) fits = cursor < terms.length;
        else {
          let end = cursor + 1;
          while (end < terms.length && end <= cursor + GAP && terms[end] !== next) end++;
          fits = terms[end] === next;
          cursor = end;
        }
      } else {
        fits = terms[cursor] === wanted && !taken.has(cursor);
        positions.push(cursor++);
      }
    }
    if (fits) return { phrase, positions };
  }
  return undefined;
}

function alternativesOf(said: string, index: SearchIndex): Alternative[] {
  const own: Alternative = { terms: [said], weight: 1 };
  const known = [own, ...(SYNONYMS.get(said) ?? [])];
  const alternatives = withCousins(known, index);
  if (documentFrequency(index, said) > 0) return alternatives;
  const split = splitTerm(said, index);
  if (split) alternatives.push({ terms: split, weight: JOINED_WEIGHT });
  if (said.length >= START_LENGTH) {
    const longer = (index.byStart.get(said.slice(0, START_LENGTH)) ?? []).filter((other) => other.startsWith(said));
    for (const other of longer.slice(0, MAX_COUSINS)) alternatives.push({ terms: [other], weight: PREFIX_WEIGHT });
  }
  return alternatives;
}

/** Adds words of the same family (deploy, deployment) that occur in the index, at a discount. */
function withCousins(known: readonly Alternative[], index: SearchIndex): Alternative[] {
  const all = [...known];
  for (const { terms, weight } of known) {
    const [only] = terms;
    if (terms.length !== 1 || only === undefined || only.length < START_LENGTH) continue;
    const family = root(only);
    let added = 0;
    for (const other of index.byStart.get(only.slice(0, START_LENGTH)) ?? []) {
      if (other === only || added >= MAX_COUSINS || root(other) !== family) continue;
      added++;
      all.push({ terms: [other], weight: weight * COUSIN_WEIGHT });
    }
  }
  return all;
}

/** "key vault" when the catalog writes keyvault. */
function joinedTerm(first: string, second: string, index: SearchIndex): string | undefined {
  const joined = first + second;
  return joined.length > 4 && index.places.has(joined) ? joined : undefined;
}

/** "nodepool" when the catalog writes node pool. */
function splitTerm(said: string, index: SearchIndex): string[] | undefined {
  for (let at = 3; at <= said.length - 3; at++) {
    const head = term(said.slice(0, at));
    const tail = term(said.slice(at));
    if (index.places.has(head) && index.places.has(tail)) return [head, tail];
  }
  return undefined;
}
