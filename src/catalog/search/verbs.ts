// Verb classes: what a tool does and what a request wants done. A request to delete is not served by a tool that creates, however
// well the nouns fit. Which verb is of which class, and how well one class serves another, are lists (search-data/words).

import { words } from "./tokenise.ts";
import type { Vocabulary } from "./vocabulary.ts";

export const VERB_CLASSES = [
  ...["create", "get", "list", "search", "update", "delete", "send"],
  ...["run", "stop", "download", "upload", "check", "move"],
];

/** @throws for a word that names no class */
export function bit(verbClass: string): number {
  const number = VERB_CLASSES.indexOf(verbClass);
  if (number < 0) throw new Error(`${verbClass} is no class of verbs; there are ${VERB_CLASSES.join(", ")}.`);
  return 1 << number;
}

const READS = bit("get") | bit("list") | bit("search");
/** "Use this tool to retrieve ...": words before the verb of a description. */
const LEAD_IN = new Set("use used using tool allows lets enables provides operation command".split(" "));

/** What a tool does: by its name; where the name is silent or only says "send", by the first word of its description. */
export function verbsOfTool(name: readonly string[], description: string, vocabulary: Vocabulary): number {
  const classes = name.map(vocabulary.verbClasses);
  let mask = 0;
  for (const [i, word] of name.entries()) {
    // `crashlytics_update_issue`: after a word for the area a noun-like verb still acts, unless another verb follows.
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
  /** Bit mask; never 0: a request that names no action leans to reading. */
  readonly verbs: number;
  /** How firmly it was said: 1 for an explicit verb, less for a guess. */
  readonly certainty: number;
}

/** @param meant verb classes of the phrases of the request, by the position they begin at */
export function actionOf(said: readonly string[], meant: ReadonlyMap<number, number>, vocabulary: Vocabulary): Action {
  const phraseAt = (i: number): number => meant.get(i) ?? 0;
  if (QUESTION.has(said[0] ?? "")) {
    const opening = phraseAt(0) || phraseAt(1);
    return opening === 0 ? { verbs: READS | bit("check"), certainty: 0.8 } : { verbs: opening, certainty: 1 };
  }
  let onlyFiller = true;
  for (const [i, word] of said.entries()) {
    if (phraseAt(i) !== 0) return { verbs: phraseAt(i), certainty: 1 };
    const term = vocabulary.term(word);
    const classes = vocabulary.verbClasses(term);
    const everyday = vocabulary.everydayClasses(term);
    const atHead = onlyFiller || BEFORE_VERB.has(said[i - 1] ?? "");
    // "closed", "pending" describe a thing.
    const acts = atHead || (!vocabulary.isNounVerb(term) && !/(?:ed|ing)$/u.test(word));
    if (classes !== 0 && acts) return { verbs: classes, certainty: 1 };
    if (everyday !== 0 && atHead) return { verbs: everyday, certainty: 0.8 };
    onlyFiller &&= vocabulary.isStopWord(word);
  }
  return { verbs: READS, certainty: 0.4 };
}

/** -1 (contradicts) to 1 (same class); 0 when either side says nothing. The best pair of the two masks. */
export function affinity(asked: number, offered: number, { affinity: table }: Vocabulary): number {
  const has = (mask: number, number: number): boolean => (mask & (1 << number)) !== 0;
  const pairs = table.flatMap((row, a) => (has(asked, a) ? row.filter((_, o) => has(offered, o)) : []));
  return pairs.length === 0 ? 0 : Math.max(...pairs);
}
