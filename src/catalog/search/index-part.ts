// Documents of one server to an index part. Weights per field are BM25F's: a term's counts in the fields are weighted,
// damped by field length, and saturated into one impact. Field lengths are compared with fixed typical lengths instead of
// this catalog's averages, so that a part never depends on what else is installed.

import { DESTRUCTIVE, PART_VERSION, READ_ONLY } from "./document.ts";
import type { IndexPart, SearchDocument } from "./document.ts";
import { saidOf } from "./glossary.ts";
import { pack } from "./postings.ts";
import type { Posting } from "./postings.ts";
import { isPlural, stem } from "./stem.ts";
import { NAME_STOP_WORDS, QUALIFIERS, STOP_WORDS } from "./stop-words.ts";
import { terms } from "./term.ts";
import { firstSentence, words } from "./tokenise.ts";
import { bit, isWeakVerb, verbClasses } from "./verbs.ts";
import type { Vocabulary } from "./vocabulary.ts";

interface Field {
  readonly weight: number;
  readonly typicalLength: number;
  readonly damping: number;
}

const FIELDS = {
  name: { weight: 2.7, typicalLength: 4, damping: 0.3 },
  title: { weight: 1.9, typicalLength: 4, damping: 0.4 },
  head: { weight: 1.1, typicalLength: 12, damping: 0.25 },
  body: { weight: 0.3, typicalLength: 65, damping: 0.6 },
  parameters: { weight: 0.45, typicalLength: 9, damping: 0.4 },
  /** Words parameters take, then what is said of parameters: hardly more than hints. */
  values: { weight: 0.3, typicalLength: 10, damping: 0.6 },
  details: { weight: 0.2, typicalLength: 60, damping: 0.9 },
  server: { weight: 0.6, typicalLength: 1, damping: 0 },
} as const satisfies Record<string, Field>;
/** Weight of a word the glossary says of a tool, nearly that of a word of its name; no length damps it, a well described concept is no weaker for it. */
const GLOSSARY_WEIGHT = 2.5;
const SATURATION = 1.1;
const MAX_PARAMETERS = 200;

export function buildPart(documents: readonly SearchDocument[], vocabulary: Vocabulary): IndexPart {
  const servers = new Map<string, number>();
  const lists = new Map<string, Posting[]>();
  const names = documents.map((document) => terms(document.name));
  const shared = sharedNameWords(documents, names);
  const part = { serverOf: [] as number[], tools: [] as string[], names: [] as string[], flags: [] as number[] };
  const verbs: number[] = [];
  const nameWords: number[] = [];
  const heads: string[] = [];

  for (const [position, document] of documents.entries()) {
    const server = servers.get(document.server) ?? servers.size;
    servers.set(document.server, server);
    part.serverOf.push(server);
    part.tools.push(document.tool);
    part.names.push(document.name === document.tool ? "" : document.name);
    part.flags.push((document.readOnly === true ? READ_ONLY : 0) | (document.destructive === true ? DESTRUCTIVE : 0));
    const common = shared.get(document.server) ?? new Set();
    const name = (names[position] ?? []).filter((word) => !common.has(word));
    const mask = verbsOf(name, document);
    verbs.push(mask);
    heads.push(headOf(name));
    nameWords.push(nameLength(name, document.description));
    for (const [term, { weight, inName }] of weigh(document, name, mask, vocabulary)) {
      const list = lists.get(term) ?? [];
      lists.set(term, list);
      list.push({ document: position, impact: weight / (weight + SATURATION), inName });
    }
  }
  const sorted = [...lists.keys()].sort();
  return {
    version: PART_VERSION,
    servers: [...servers.keys()],
    ...part,
    verbs,
    nameWords,
    heads,
    terms: sorted.join(" "),
    postings: pack(sorted.map((term) => lists.get(term) ?? [])),
  };
}

const DISCOURAGED = /\b(?:deprecated|internal use only|do not (?:call|use) this tool)\b/iu;
const DISCOURAGED_WORDS = 1;

/** How much of a name a request has to say before the tool is meant. Deprecated tools have to be called by name. */
function nameLength(name: readonly string[], description: string): number {
  let length = DISCOURAGED.test(description.slice(0, 300)) ? DISCOURAGED_WORDS : 0;
  for (const word of name) {
    if (verbClasses(word) === 0 && !NAME_STOP_WORDS.has(word)) length += QUALIFIERS.has(word) ? 2 : 1;
  }
  return length;
}

const PREPOSITIONS = new Set("for in on with by from to of at via using without as".split(" "));
const PLAIN = new Set(
  "list get create add updat delet remov search fetch set put post send find query retriev".split(" "),
);

function headOf(name: readonly string[]): string {
  let head = "";
  for (const [i, word] of name.entries()) {
    if (i > 0 && head !== "" && PREPOSITIONS.has(word)) break;
    const isVerb = PLAIN.has(word) || (verbClasses(word) !== 0 && (!isWeakVerb(word) || head === ""));
    if (!isVerb && !NAME_STOP_WORDS.has(word)) head = word;
  }
  return head;
}

const PREFIX_WORDS = 3;

/** Words most of a server's tool names begin with: `browser_`, `TwilioApiV2010--`, `API-`. They tell nothing apart. */
function sharedNameWords(documents: readonly SearchDocument[], names: readonly string[][]): Map<string, Set<string>> {
  const counts = new Map<string, { total: number; byWord: Map<string, number> }>();
  for (const [position, document] of documents.entries()) {
    const count = counts.get(document.server) ?? { total: 0, byWord: new Map<string, number>() };
    counts.set(document.server, count);
    count.total++;
    for (const word of new Set(names[position]?.slice(0, PREFIX_WORDS)))
      count.byWord.set(word, (count.byWord.get(word) ?? 0) + 1);
  }
  const shared = new Map<string, Set<string>>();
  for (const [server, { total, byWord }] of counts) {
    const common = [...byWord]
      .filter(([word, count]) => total >= 4 && count >= total * 0.7 && verbClasses(word) === 0)
      .map(([word]) => word);
    shared.set(server, new Set(common));
  }
  return shared;
}

/** "Use this tool to retrieve ...": what comes before the verb. */
const LEAD_IN = new Set("use used using tool allows lets enables provides operation command".split(" "));

/** What the tool does: from its name; where the name is silent or only says "post", from the description's first word. */
function verbsOf(name: readonly string[], { name: original, description }: SearchDocument): number {
  let mask = 0;
  for (const [i, word] of name.entries()) {
    const classes = verbClasses(word);
    if (classes === 0) continue;
    // `crashlytics_update_issue`: after a word for the area a weak verb still acts, unless it is the noun of another verb.
    const acts = i === 1 && verbClasses(name[0] ?? "") === 0 && verbClasses(name[2] ?? "") === 0;
    const atAnEnd = i === 0 || i === name.length - 1 || acts;
    if (mask === 0 && (!isWeakVerb(word) || atAnEnd)) mask = classes;
    else if (name[i - 1] === "or" || name[i - 1] === "and") mask |= classes;
  }
  if ((mask & bit("get")) !== 0 && isPlural(words(original).at(-1) ?? "")) mask |= bit("list");
  if (mask !== 0 && mask !== bit("send") && mask !== verbClasses("put")) return mask;
  const lead = words(description.slice(0, 200)).find((word) => !STOP_WORDS.has(word) && !LEAD_IN.has(word));
  return mask | (lead === undefined ? 0 : verbClasses(stem(lead)));
}

function weigh(
  document: SearchDocument,
  name: readonly string[],
  verbMask: number,
  vocabulary: Vocabulary,
): Map<string, { weight: number; inName: boolean }> {
  const weights = new Map<string, { weight: number; inName: boolean }>();
  const add = (field: Field, fieldTerms: readonly string[], inName: boolean): void => {
    const scale = field.weight / (1 - field.damping + (field.damping * fieldTerms.length) / field.typicalLength);
    for (const term of fieldTerms) {
      if (STOP_WORDS.has(term)) continue;
      const entry = weights.get(term) ?? { weight: 0, inName: false };
      weights.set(term, entry);
      entry.weight += scale;
      entry.inName ||= inName;
    }
  };
  const head = firstSentence(document.description);
  add(FIELDS.name, name, true);
  add(
    FIELDS.title,
    document.title === undefined || document.title === document.name ? [] : terms(document.title),
    false,
  );
  add(FIELDS.head, terms(head), false);
  add(FIELDS.body, terms(document.description.slice(head.length)), false);
  add(FIELDS.server, terms(document.server), false);
  const parameters = document.parameters.slice(0, MAX_PARAMETERS);
  add(FIELDS.parameters, [...new Set(parameters.flatMap((parameter) => terms(parameter.name)))], false);
  add(FIELDS.values, [...new Set(parameters.flatMap(({ values }) => values.flatMap(terms)))], false);
  add(FIELDS.details, [...new Set(parameters.flatMap(({ description }) => terms(description)))], false);
  const own = new Set([...terms(document.name), ...terms(document.title ?? ""), ...terms(document.server)]);
  for (const term of saidOf(own, verbMask, vocabulary)) {
    if (STOP_WORDS.has(term) || own.has(term)) continue;
    const entry = weights.get(term) ?? { weight: 0, inName: false };
    weights.set(term, entry);
    entry.weight += GLOSSARY_WEIGHT;
  }
  return weights;
}
