/**
 * Verb classes describe the action of a tool and of a request. A tool that creates does not match a request to delete, however well
 * its nouns match. The classes of verbs, and the affinity between classes, are lists (search-data/words).
 */
import { words } from "./tokenise.ts";
import type { Vocabulary } from "./vocabulary.ts";

export const VERB_CLASSES = [
  ...["create", "get", "list", "search", "update", "delete", "send"],
  ...["run", "stop", "download", "upload", "check", "move"],
];

/** @returns the bit of a verb class @throws Error for an unknown class */
export function bit(verbClass: string): number {
  const number = VERB_CLASSES.indexOf(verbClass);
  if (number < 0) throw new Error(`${verbClass} is not a class of verbs; the classes are ${VERB_CLASSES.join(", ")}.`);
  return 1 << number;
}

const READS = bit("get") | bit("list") | bit("search");
/** Words that may precede the verb of a description: "Use this tool to retrieve ...". */
const LEAD_IN = new Set("use used using tool allows lets enables provides operation command".split(" "));

/** @returns verb classes of a tool: those of its name, or of the first word of its description if the name has none or "send" */
export function verbsOfTool(name: readonly string[], description: string, vocabulary: Vocabulary): number {
  const classes = name.map(vocabulary.verbClasses);
  let mask = 0;
  for (const [i, word] of name.entries()) {
    // `crashlytics_update_issue`: a noun-like verb after the area's name counts as a verb, unless another verb follows.
    const acts = i === 1 && classes[0] === 0 && (classes[2] ?? 0) === 0;
    const stands = i === 0 || i === name.length - 1 || acts || !vocabulary.isNounVerb(word);
    if ((mask === 0 && stands) || /^(?:or|and)$/u.test(name[i - 1] ?? "")) mask |= classes[i] ?? 0;
  }
  if (mask !== 0 && mask !== bit("send")) return mask;
  const lead = words(description.slice(0, 200)).find((word) => !vocabulary.isStopWord(word) && !LEAD_IN.has(word));
  return mask | (lead === undefined ? 0 : vocabulary.verbClasses(vocabulary.term(lead)));
}

const QUESTION = new Set("what which who whose where when why is are am was were does did has how".split(" "));
/** Words that a verb may follow. */
const BEFORE_VERB = new Set("to and then please now just also me us can could would lets should must will".split(" "));

export interface Action {
  /** Bit mask, never 0: a request without a verb counts as reading. */
  readonly verbs: number;
  /** 1 for an explicit verb, less for a guess. */
  readonly certainty: number;
}

/** @param meant verb classes of the request's phrases, by their first position */
export function actionOf(said: readonly string[], meant: ReadonlyMap<number, number>, vocabulary: Vocabulary): Action {
  const phraseAt = (i: number): number => meant.get(i) ?? 0;
  if (QUESTION.has(said[0] ?? "")) {
    const opening = phraseAt(0) || phraseAt(1);
    return opening === 0 ? { verbs: READS | bit("check"), certainty: 0.8 } : { verbs: opening, certainty: 1 };
  }
  const last = keywordVerb(said, vocabulary);
  if (last) return last;
  let onlyFiller = true;
  for (const [i, word] of said.entries()) {
    if (phraseAt(i) !== 0) return { verbs: phraseAt(i), certainty: 1 };
    const term = vocabulary.term(word);
    const classes = vocabulary.verbClasses(term);
    const everyday = vocabulary.everydayClasses(term);
    const atHead = onlyFiller || BEFORE_VERB.has(said[i - 1] ?? "");
    // Words like "closed" and "pending" are adjectives.
    const acts = atHead || (!vocabulary.isNounVerb(term) && !/(?:ed|ing)$/u.test(word));
    if (classes !== 0 && acts) return { verbs: classes, certainty: 1 };
    if (everyday !== 0 && atHead) return { verbs: everyday, certainty: 0.8 };
    onlyFiller &&= vocabulary.isStopWord(word);
  }
  return { verbs: READS, certainty: 0.4 };
}

/** Keywords may end with their verb ("todo task create", "load balancer list"); then no word or phrase before it is the action. */
const MAX_KEYWORDS = 4;
/** The last word of some is a noun ("repository list"). */
const NOUN_VERB_CERTAINTY = 0.5;

function keywordVerb(said: readonly string[], vocabulary: Vocabulary): Action | undefined {
  if (said.length < 2 || said.length > MAX_KEYWORDS || said.some(vocabulary.isStopWord)) return undefined;
  const [first = "", last = ""] = [said[0], said.at(-1)].map((word) => vocabulary.term(word ?? ""));
  const verbs = vocabulary.verbClasses(last);
  // Words like "closed" and "pending" are adjectives, "reports" is no command.
  if (verbs === 0 || vocabulary.verbClasses(first) !== 0 || /(?:ed|ing|s)$/u.test(said.at(-1) ?? "")) return undefined;
  if (!vocabulary.isNounVerb(last)) return { verbs, certainty: 1 };
  // "medical record" and "train schedule" name a thing; of the nouns, only those that read are taken for what to do.
  const reads = verbs & READS;
  return reads === 0 ? undefined : { verbs: reads, certainty: NOUN_VERB_CERTAINTY };
}

/** @returns the affinity of the best pair of classes: -1 (contradiction) to 1 (same class); 0 if either mask is 0 */
export function affinity(requested: number, offered: number, { affinity: table }: Vocabulary): number {
  const has = (mask: number, number: number): boolean => (mask & (1 << number)) !== 0;
  const pairs = table.flatMap((row, a) => (has(requested, a) ? row.filter((_, o) => has(offered, o)) : []));
  return pairs.length === 0 ? 0 : Math.max(...pairs);
}
