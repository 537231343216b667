// Documents of one server to an index part. Weights per field are BM25F's: a term's counts in the fields are weighted,
// damped by field length, added up, and saturated into one impact.

import { DESTRUCTIVE, PART_VERSION, READ_ONLY } from "./document.ts";
import type { IndexPart, SearchDocument } from "./document.ts";
import { pack } from "./postings.ts";
import type { Posting } from "./postings.ts";
import { firstSentence, words } from "./tokenise.ts";
import { verbsOfTool } from "./verbs.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { FIELDS, LENGTH_DAMPING, PAIR, SATURATION, SERVER_FIELD } from "./weights.ts";
import type { Field } from "./weights.ts";

const MAX_PARAMETERS = 200;

export function buildPart(documents: readonly SearchDocument[], vocabulary: Vocabulary): IndexPart {
  const servers = new Map<string, number>();
  const lists = new Map<string, Posting[]>();
  const part = {
    serverOf: [] as number[],
    tools: [] as string[],
    names: [] as string[],
    flags: [] as number[],
    verbs: [] as number[],
    nameTerms: [] as string[],
  };
  for (const [position, document] of documents.entries()) {
    const server = servers.get(document.server) ?? servers.size;
    servers.set(document.server, server);
    const name = words(document.name).map(vocabulary.term);
    const verbs = verbsOfTool(name, document.description, vocabulary);
    part.serverOf.push(server);
    part.tools.push(document.tool);
    part.names.push(document.name === document.tool ? "" : document.name);
    part.flags.push((document.readOnly === true ? READ_ONLY : 0) | (document.destructive === true ? DESTRUCTIVE : 0));
    part.verbs.push(verbs);
    part.nameTerms.push([...new Set(vocabulary.terms(document.name))].join(" "));
    const concepts = conceptsOf(document, verbs, vocabulary);
    const weights = weigh(document, vocabulary);
    for (const term of new Set([...weights.keys(), ...concepts])) {
      const weight = weights.get(term) ?? 0;
      const list = lists.get(term) ?? [];
      lists.set(term, list);
      list.push({ document: position, impact: weight / (weight + SATURATION), isConcept: concepts.has(term) });
    }
  }
  const sorted = [...lists.keys()].sort();
  return {
    version: PART_VERSION,
    servers: [...servers.keys()],
    ...part,
    terms: sorted.join(" "),
    postings: pack(sorted.map((term) => lists.get(term) ?? [])),
  };
}

/** Two terms that follow each other, as one. */
export function pairOf(first: string, second: string): string {
  return `${first}+${second}`;
}

function weigh(document: SearchDocument, { terms }: Vocabulary): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (term: string, weight: number): void => void weights.set(term, (weights.get(term) ?? 0) + weight);
  const addField = ({ weight, typicalLength }: Field, found: readonly string[]): void => {
    const scale = weight / (1 - LENGTH_DAMPING + (LENGTH_DAMPING * found.length) / typicalLength);
    for (const term of found) add(term, scale);
  };
  const { name, title, description, parameters } = document;
  const head = firstSentence(description);
  const shown = parameters.slice(0, MAX_PARAMETERS);
  const names = [name, ...(title === undefined || title === name ? [] : [title])].map(terms);
  const heads = terms(head);
  addField(FIELDS.name, names.flat());
  addField(FIELDS.head, heads);
  addField(FIELDS.body, terms(description.slice(head.length)));
  addField(FIELDS.parameters, shown.flatMap((one) => terms(one.name)));
  addField(FIELDS.details, shown.flatMap((one) => terms(one.description)));
  addField(FIELDS.values, shown.flatMap(({ values }) => values.flatMap(terms)));
  for (const term of terms(document.server)) add(term, SERVER_FIELD);
  for (const field of [...names, heads]) {
    for (const [i, term] of field.entries()) if (i > 0) weights.set(pairOf(field[i - 1] ?? "", term), PAIR_WEIGHT);
  }
  return weights;
}

/** What a pair weighs in a tool; `PAIR` says what it is worth to a request. */
const PAIR_WEIGHT = 2;

/** Terms that people use for what this tool handles: a tool named `create_refund` also answers to "money back". */
export function conceptsOf(document: SearchDocument, verbs: number, vocabulary: Vocabulary): Set<string> {
  const own = new Set(
    [document.name, document.title ?? "", document.server].flatMap((text) => words(text).map(vocabulary.term)),
  );
  const found = new Set<string>();
  for (const key of own) {
    for (const { requirements, said } of vocabulary.conceptsOf(key)) {
      const fits = requirements.every(({ term, classes }) => own.has(term) || (classes & verbs) !== 0);
      if (fits) for (const one of said) if (!own.has(one)) found.add(one);
    }
  }
  return found;
}
