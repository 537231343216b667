// A plain request to what ranking needs: the ideas it holds (each with the words that may express it), the verb classes it
// asks for, and the servers it names.

import { alternativesOf, joinedAlternative, withCousins } from "./alternatives.ts";
import { appearsInNames } from "./join.ts";
import type { SearchIndex } from "./join.ts";
import { matchPhrases } from "./phrase-match.ts";
import type { PhraseMatch } from "./phrase-match.ts";
import { isImperative, SHARES, shares } from "./sentence.ts";
import { serverMentions } from "./server-mentions.ts";
import { isPlural, stem } from "./stem.ts";
import { MODIFIERS, STOP_WORDS, TIME_WORDS } from "./stop-words.ts";
import { expandContractions, term } from "./term.ts";
import { MAX_QUERY, words } from "./tokenise.ts";
import { replaceValues } from "./values.ts";
import { bit, colloquialClasses, isWeakVerb, READS, verbClasses } from "./verbs.ts";
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
  /** Terms for the thing asked for, the head of the first run of nouns: "labels" of "issue labels in the repo". */
  readonly head: ReadonlySet<string>;
  readonly servers: ReadonlyMap<number, number>;
}

const MAX_IDEAS = 24;
const MAX_WORDS = 80;
const LITERAL_WEIGHT = 0.6;

/** Verbs whose class says it all. Others (merge, deploy, rename) also count as words. */
const PLAIN_VERBS = new Set(
  "create add make insert get read fetch retrieve show display view list enumerate find search query update edit modify change set delete remove send run execute start stop check see open put give tell obtain perform look"
    .split(" ")
    .map(stem),
);
const QUESTION = new Set("what which who whose where when why is are am was were does did has how".split(" "));
const DO_THEY = new Set("i you we they".split(" "));
const HOW_TO = new Set(["do", "can", "to", "would", "should"]);
const HEAD_PASSES = new Set("to and then please now just also me us can could would lets should must will".split(" "));
const NOUN_BEFORE = new Set("the a an my our all this that these those".split(" "));
/** "new repo for the website", "another column": to be made, unless it is the news of something ("new mails"). */
const NEW = new Set(["new", "another", "fresh", "additional", "extra"]);
const NEW_CERTAINTY = 0.5;
const GUESSED_WRITE = bit("create") | bit("update") | bit("run") | bit("send");

export function readRequest(query: string, index: SearchIndex, by: "phrases" | "words"): Request {
  const text = replaceValues(query.slice(0, MAX_QUERY));
  const said = expandContractions(words(text, MAX_QUERY)).slice(0, MAX_WORDS);
  const values = properNouns(text, index);
  const mentions = serverMentions(said, index.serversByWord);
  const terms = said.map(term);
  const share = shares(said, (word) => STOP_WORDS.has(word));
  const asks = isQuestion(said);
  const found = matchPhrases(terms, index.vocabulary);
  // Word by word, a phrase still says what is to be done ("call off"), but no longer what its words mean.
  const matches = by === "phrases" ? found : [];
  const taken = new Set(matches.flatMap(({ positions }) => positions));
  const idle = new Set(found.flatMap(({ phrase, positions }) => (phrase.ideas.length === 0 ? positions : [])));
  const action = readAction(said, found, asks);
  const ideas: Idea[] = matches.flatMap((match) => phraseIdeas(match, said, terms, share, mentions.used, index));
  const plain: Idea[] = [];

  const isHeadNoun = (i: number): boolean =>
    !mentions.used.has(i) &&
    !STOP_WORDS.has(said[i] ?? "") &&
    !action.positions.has(i) &&
    !isPlainVerb(said, i, false) &&
    !isModifier(said[i] ?? "", index) &&
    !idle.has(i) &&
    (share[i] ?? 1) >= SHARES.partOf;
  const heads = said.flatMap((_word, i) => (isHeadNoun(i) ? [headNoun(said, i)] : []));
  // "put Anna on the team": a word that names no tool is an argument, not what is asked for.
  const headAt = heads.find((at) => namesATool(alternativesOf(terms[at] ?? "", index), index)) ?? heads[0];
  for (const [i, word] of said.entries()) {
    if (taken.has(i) || mentions.used.has(i) || STOP_WORDS.has(word) || ideas.length >= MAX_IDEAS) continue;
    const own = terms[i] ?? "";
    const isVerb = action.positions.has(i);
    // "which calls does the page make"
    const closes = asks && i === said.length - 1 && PLAIN_VERBS.has(stem(word));
    if (closes || isPlainVerb(said, i, isVerb)) {
      plain.push({ alternatives: [{ terms: [own], weight: 1 }], share: SHARES.plainVerb });
      continue;
    }
    const alternatives = alternativesOf(own, index);
    const joined = taken.has(i + 1) ? undefined : joinedAlternative(own, terms[i + 1] ?? "", index);
    if (joined) alternatives.push(joined);
    const worth = isVerb
      ? verbShare(said, i)
      : values.has(word) || TIME_WORDS.has(word.replace(/s$/u, "")) || isModifier(word, index) || mentions.places.has(i)
        ? SHARES.value
        : (share[i] ?? 1);
    ideas.push({ alternatives, share: worth });
  }
  // A request of nothing but plain verbs ("search", "run it") has to go by those.
  const usable = ideas.length > 0 ? [...ideas, ...plain] : plain.map((idea) => ({ ...idea, share: 1 }));
  const { verbs, certainty } = action;
  const plural = isPlural(said[headAt ?? -1] ?? "");
  const head = headTerms(headAt, terms, matches, index);
  return { ideas: usable, verbs, verbCertainty: certainty, plural, head, servers: mentions.strength };
}

function isQuestion([first = "", second = ""]: readonly string[]): boolean {
  if (first === "how") return !HOW_TO.has(second);
  return QUESTION.has(first) || (first === "do" && DO_THEY.has(second));
}

interface Action {
  readonly verbs: number;
  readonly certainty: number;
  /** Words of the request that are that verb. */
  readonly positions: ReadonlySet<number>;
}

/** The action asked for: whichever comes first of a known verb, a phrase that means one, and the form of a question. */
function readAction(said: readonly string[], matches: readonly PhraseMatch[], asks: boolean): Action {
  const phraseAt = new Map<number, number>();
  for (const { phrase, positions } of matches) if (phrase.verbs !== 0) phraseAt.set(positions[0] ?? 0, phrase.verbs);
  if (asks) {
    const opening = phraseAt.get(0) ?? phraseAt.get(1);
    return { verbs: opening ?? READS | bit("check"), certainty: opening === undefined ? 0.8 : 1, positions: new Set() };
  }
  const first = said.findIndex((word) => !STOP_WORDS.has(word));
  for (const [i, word] of said.entries()) {
    const meant = phraseAt.get(i);
    if (i > first && first >= 0 && isAtHead(said, first) && isImperative(said, first)) break;
    if (meant !== undefined) return { verbs: meant, certainty: i > first ? 0.6 : 1, positions: new Set() };
    const stemmed = stem(word);
    const classes = verbClasses(stemmed);
    const stands = classes !== 0 && (isAtHead(said, i) || (!isWeakVerb(stemmed) && !inflected(word)));
    if (stands) return { verbs: classes, certainty: 1, positions: new Set([i]) };
    const everyday = colloquialClasses(stemmed);
    if (everyday !== 0 && isAtHead(said, i) && !isNounPhrase(said, i)) {
      return { verbs: everyday, certainty: 0.8, positions: new Set([i]) };
    }
  }
  if (first >= 0 && isAtHead(said, first) && isImperative(said, first)) {
    return { verbs: GUESSED_WRITE, certainty: 0.6, positions: new Set() };
  }
  if (NEW.has(said[first] ?? "")) return { verbs: bit("create"), certainty: NEW_CERTAINTY, positions: new Set() };
  return { verbs: READS, certainty: 0.4, positions: new Set() };
}

/** What a phrase means, or else the very words it is made of: they may be a tool's name as they stand. */
function phraseIdeas(
  { phrase, positions }: PhraseMatch,
  said: readonly string[],
  terms: readonly string[],
  share: readonly number[],
  named: ReadonlySet<number>,
  index: SearchIndex,
): Idea[] {
  const weight = Math.min(share[positions[0] ?? 0] ?? 1, phrase.share);
  const literal = positions.filter(
    (i) => !named.has(i) && !STOP_WORDS.has(said[i] ?? "") && !isPlainVerb(said, i, i === positions[0]),
  );
  const own = literal.map((i) => terms[i] ?? "");
  const asSaid: Alternative[] = own.map((one) => ({ terms: [one], weight: own.length === 1 ? 1 : LITERAL_WEIGHT }));
  if (own.length > 1) asSaid.push({ terms: own, weight: 1 });
  if (phrase.ideas.length === 0) return [];
  const meant = phrase.ideas.map((alternatives, i) => ({
    alternatives: withCousins(i === 0 && phrase.share === 1 ? [...alternatives, ...asSaid] : alternatives, index),
    share: weight,
  }));
  const still = own.map((one) => ({ alternatives: alternativesOf(one, index), share: weight * SHARES.inPhrase }));
  return [...meant, ...still];
}

/** Whether any tool is named by what is said; otherwise it is a description at most, and more often an argument of the call. */
function namesATool(alternatives: readonly Alternative[], index: SearchIndex): boolean {
  return alternatives.some(({ terms }) => terms.every((one) => appearsInNames(index, one)));
}

/** "old", "big": which of several. A word the vocabulary has readings for ("slow": performance) says more than that. */
function isModifier(word: string, index: SearchIndex): boolean {
  return MODIFIERS.has(word) && index.vocabulary.synonymsOf(term(word)).length === 0;
}

/** "email Anna the report" is about an email: such a verb is the object too. */
function verbShare(said: readonly string[], i: number): number {
  return (colloquialClasses(stem(said[i] ?? "")) & bit("send")) !== 0 ? SHARES.object : SHARES.verbWord;
}

function isPlainVerb(said: readonly string[], i: number, isVerb: boolean): boolean {
  const stemmed = stem(said[i] ?? "");
  return (
    PLAIN_VERBS.has(stemmed) && verbClasses(stemmed) !== 0 && (isVerb || isAtHead(said, i) || !isWeakVerb(stemmed))
  );
}

/** Whether a verb could stand here: nothing but filler before it, or right after "to", "and", "then". */
function isAtHead(said: readonly string[], i: number): boolean {
  const before = said[i - 1];
  if (before === undefined || HEAD_PASSES.has(before)) return true;
  for (let j = 0; j < i; j++) if (!STOP_WORDS.has(said[j] ?? "")) return false;
  return !NOUN_BEFORE.has(before);
}

/** "email from Anna", "text of the page": a head word before a preposition is what is wanted, not what to do. */
function isNounPhrase(said: readonly string[], i: number): boolean {
  return ["of", "for", "from", "in", "on", "at", "between", "about", "with"].includes(said[i + 1] ?? "of");
}

/** "closed", "pending": describes a thing rather than asking for an action. */
function inflected(word: string): boolean {
  return /(?:ed|ing)$/u.test(word);
}

/** The last word of the run of nouns that begins here decides: "branch protection rules" is about rules. */
function headNoun(said: readonly string[], from: number): number {
  let last = from;
  while (last + 1 < said.length && !STOP_WORDS.has(said[last + 1] ?? "")) last++;
  return last;
}

/** What may stand for the head noun at the end of a tool's name. */
function headTerms(
  at: number | undefined,
  terms: readonly string[],
  matches: readonly PhraseMatch[],
  index: SearchIndex,
): Set<string> {
  const own = terms[at ?? -1];
  if (own === undefined) return new Set();
  const phrase = matches.find(({ positions }) => positions.includes(at ?? -1))?.phrase;
  const meant = phrase?.ideas[0] ?? alternativesOf(own, index);
  return new Set([own, ...meant.map((alternative) => alternative.terms.at(-1) ?? own)]);
}

/** Capitalised words that no tool's name holds: people, places, titles. They are arguments, not tools. */
function properNouns(text: string, index: SearchIndex): Set<string> {
  const found = new Set<string>();
  for (const match of text.matchAll(/(?<=[\p{Ll},]\s)\p{Lu}[\p{L}'’]+/gu)) {
    for (const word of words(match[0])) if (!appearsInNames(index, term(word))) found.add(word);
  }
  return found;
}
