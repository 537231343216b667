// Verb classes: what a tool does and what a request wants done, in thirteen kinds. A request to delete is not served by a
// tool that creates, however well the nouns fit. Which verb belongs to which class, and how well one class serves another,
// are lists (search-data/words).

import { words } from "./tokenise.ts";
import type { Lexicon, Vocabulary } from "./vocabulary.ts";

export const VERB_CLASSES = [
  "create",
  "get",
  "list",
  "search",
  "update",
  "delete",
  "send",
  "run",
  "stop",
  "download",
  "upload",
  "check",
  "move",
] as const;
export type VerbClass = (typeof VERB_CLASSES)[number];

export function bit(verbClass: VerbClass): number {
  return 1 << VERB_CLASSES.indexOf(verbClass);
}

export function isVerbClass(word: string): word is VerbClass {
  return (VERB_CLASSES as readonly string[]).includes(word);
}

const READS = bit("get") | bit("list") | bit("search");
/** "Use this tool to retrieve ...": words before the verb of a description. */
const LEAD_IN = new Set("use used using tool allows lets enables provides operation command".split(" "));

/** What a tool does: by its name; where the name is silent or only says "send", by the first word of its description. */
export function verbsOfTool(name: readonly string[], description: string, lexicon: Lexicon): number {
  const classesAt = (i: number): number => lexicon.verbClasses(name[i] ?? "");
  let mask = 0;
  for (const [i, word] of name.entries()) {
    const classes = classesAt(i);
    if (classes === 0) continue;
    // `crashlytics_update_issue`: after a word for the area a noun-like verb still acts, unless another verb follows.
    const acts = i === 1 && classesAt(0) === 0 && classesAt(2) === 0;
    const stands = i === 0 || i === name.length - 1 || acts || !lexicon.isNounVerb(word);
    if (mask === 0 && stands) mask = classes;
    else if (name[i - 1] === "or" || name[i - 1] === "and") mask |= classes;
  }
  if (mask !== 0 && mask !== bit("send")) return mask;
  const lead = words(description.slice(0, 200)).find((word) => !lexicon.isStopWord(word) && !LEAD_IN.has(word));
  return mask | (lead === undefined ? 0 : lexicon.verbClasses(lexicon.term(lead)));
}

const QUESTION = new Set("what which who whose where when why is are am was were does did has how".split(" "));
/** Words that a verb may follow: "to", "and", "please". */
const BEFORE_VERB = new Set("to and then please now just also me us can could would lets should must will".split(" "));

export interface Action {
  /** Bit mask; never 0: a request that names no action leans to reading. */
  readonly verbs: number;
  /** How firmly it was said: 1 for an explicit verb, less for a guess. */
  readonly certainty: number;
}

/** @param meant verb classes of the phrases of the request, by the position they begin at */
export function actionOf(said: readonly string[], meant: ReadonlyMap<number, number>, lexicon: Lexicon): Action {
  if (QUESTION.has(said[0] ?? "")) {
    const opening = meant.get(0) ?? meant.get(1);
    return { verbs: opening ?? READS | bit("check"), certainty: opening === undefined ? 0.8 : 1 };
  }
  let onlyFiller = true;
  for (const [i, word] of said.entries()) {
    const phrase = meant.get(i);
    if (phrase !== undefined) return { verbs: phrase, certainty: 1 };
    const term = lexicon.term(word);
    const classes = lexicon.verbClasses(term);
    const atHead = onlyFiller || BEFORE_VERB.has(said[i - 1] ?? "");
    const describes = /(?:ed|ing)$/u.test(word);
    if (classes !== 0 && (atHead || (!lexicon.isNounVerb(term) && !describes))) return { verbs: classes, certainty: 1 };
    const everyday = lexicon.everydayClasses(term);
    if (everyday !== 0 && atHead) return { verbs: everyday, certainty: 0.8 };
    onlyFiller &&= lexicon.isStopWord(word);
  }
  return { verbs: READS, certainty: 0.4 };
}

/** -1 (contradicts) to 1 (same class); 0 when either side says nothing. The best pair of the two masks. */
export function affinity(asked: number, offered: number, { affinity: table }: Vocabulary): number {
  if (asked === 0 || offered === 0) return 0;
  let best = -1;
  for (const [a, row] of table.entries()) {
    if ((asked & (1 << a)) === 0) continue;
    for (const [o, value] of row.entries()) if ((offered & (1 << o)) !== 0) best = Math.max(best, value);
  }
  return best;
}
